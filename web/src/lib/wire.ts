// The JSON of the server's typed routes: requests, answers, and the table of routes.
//
// Generated from the structs in `crates/server/src/routes`; `make types` writes it anew.

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export type AddMember = {
  email: string;
  role?: Role;
};

/** A key as lists show it. */
export type ApiKey = {
  id: KeyId;
  name: string;
  prefix: string;
  scopes: string[];
  tier: Tier;
  ownerEmail: string;
  lastUsedAt: Iso | null;
  revokedAt: Iso | null;
  createdAt: Iso;
};

/** What a key did, day by day. */
export type ApiKeyUsage = {
  key: UsedKey;
  today: UsageCounts;
  totals: UsageCounts;
  /** Days without a request are left out. */
  history: DailyUsage[];
  days: number;
};

/** An administrative act. Its details are open: each act has its own. */
export type AuditEntry = {
  id: string;
  at: Iso;
  act: string;
  /** An e-mail address; empty where no user acted. */
  actor: string;
  door: string;
  address: string;
  subject: string;
  details: { [key: string]: JsonValue };
};

export type ChangePassword = {
  current?: string;
  password: string;
};

/** A comment with its replies. */
export type Comment = {
  id: CommentId;
  presentationId: DeckId;
  /** Null for a comment on the whole deck. */
  slideId: string | null;
  parentId: CommentId | null;
  /** An e-mail address. */
  author: string;
  authorName: string;
  body: string;
  status: CommentStatus;
  resolvedBy: string | null;
  resolvedAt: Iso | null;
  createdAt: Iso;
  updatedAt: Iso;
  mentions: Mention[];
  /** The slide as it was when the comment was written. */
  slideSnapshot: SlideSnapshot | null;
  /** The slide as it is now. */
  slide: CommentedSlide | null;
  replies: Comment[];
  editUrl?: string;
};

export type CommentAnswer = {
  comment: Comment;
};

/** Id of a comment or a reply. */
export type CommentId = string;

export type CommentList = {
  comments: Comment[];
  total: number;
};

/** Where a thread stands. */
export type CommentStatus = "open" | "resolved" | "dismissed";

/** The slide that a comment is about. */
export type CommentedSlide =
  | {
      deleted: true;
    }
  | {
      deleted: false;
      index: number;
      number: number;
      type: string;
      title: string;
    };

export type CreateComment = {
  body: string;
  slideId?: string;
};

export type CreateKey = {
  name: string;
  scopes: readonly string[];
};

export type CreateLink = {
  name?: string;
  expiresAt?: string;
};

export type CreateOrganization = {
  name: string;
  slug: string;
};

export type CreateUser = {
  email: string;
  name?: string;
  role?: Role;
  tier?: Tier;
  password?: string;
};

/** The usage of one day. */
export type DailyUsage = {
  /** A day in UTC, `2026-01-31`. */
  date: string;
  requestCount: number;
  aiRequestCount: number;
  exportCount: number;
};

/** Id of a deck. */
export type DeckId = string;

/** `{"deleted": true}`. */
export type Deleted = {
  deleted: true;
};

/** `{"ok": true}`. */
export type Done = {
  ok: true;
};

export type Endpoint = {
  method: string;
  path: string;
  scope?: string;
};

export type EntryList = {
  entries: AuditEntry[];
  pagination: Pagination;
};

/** The body of every response with an error status. */
export type ErrorBody = {
  error: string;
  details: string;
  code: string;
  revision?: number;
  limit?: number;
  used?: number;
  resetAt?: string;
};

/** A person as a search finds them. */
export type FoundUser = {
  email: string;
  name: string;
};

export type FoundUserList = {
  users: FoundUser[];
};

/** A picture of the library. */
export type Image = {
  id: UploadId;
  url: string;
  title: string;
  alt: string;
  description: string;
  tags: string[];
  mime: string;
  bytes: number;
  width: number;
  height: number;
  uploadedBy: string;
  createdAt: Iso;
  updatedAt: Iso;
};

export type ImageAnswer = {
  image: Image;
};

export type ImageList = {
  images: Image[];
  tags: string[];
  pagination: Pagination;
};

export type Index = {
  name: string;
  version: string;
  documentation: string;
  openapi: string;
  endpoints: Endpoint[];
};

/** A time in ISO 8601, UTC, with milliseconds. */
export type Iso = string;

/** Id of an API key. */
export type KeyId = string;

export type KeyList = {
  keys: ApiKey[];
  availableScopes: Scope[];
};

export type Login = {
  email: string;
  password: string;
};

/** The state of the switch. */
export type Maintenance = {
  active: boolean;
  reason: string | null;
  retryAfter: number | null;
};

/** The state of the switch and how many live sessions run, for administrators. */
export type MaintenanceOutlook = {
  active: boolean;
  reason: string | null;
  retryAfter: number | null;
  liveSessions: number;
};

export type MarkNotificationsRead = {
  /** All of them where it is left out. */
  ids?: readonly string[];
};

/** A member of an organization. */
export type Member = {
  email: string;
  name: string;
  role: Role;
  createdAt: Iso;
};

export type MemberAnswer = {
  member: Member;
};

export type MemberList = {
  members: Member[];
};

/** A person whom a comment mentions. */
export type Mention = {
  /** Name in the comment. */
  name: string;
  /** E-mail. */
  email: string;
};

/** A new key, shown this once. */
export type NewApiKey = {
  key: string;
  id: KeyId;
  name: string;
  prefix: string;
  scopes: string[];
  tier: Tier;
  createdAt: Iso;
};

/** A new link. Only this response holds its token. */
export type NewShareLink = {
  link: ShareLink;
  token: string;
  path: string;
  /** The address, where the server knows its public one. */
  url?: string;
};

/** A new account, with the link that lets its owner in once, when it has no password. */
export type NewUserAnswer = {
  user: User;
  inviteLink?: string;
};

/** Id of a notification. */
export type NoticeId = string;

/** Why somebody is told. */
export type NoticeKind = "mention" | "reply" | "comment";

/** A notification. */
export type Notification = {
  id: NoticeId;
  kind: NoticeKind;
  presentationId: DeckId;
  presentationTitle: string;
  commentId: CommentId;
  slideId: string | null;
  /** An e-mail address. */
  actor: string;
  /** Empty where the user has no name. */
  actorName: string;
  createdAt: Iso;
  readAt: Iso | null;
};

export type NotificationList = {
  notifications: Notification[];
  unread: number;
};

/** An organization. */
export type Organization = {
  id: OrganizationId;
  name: string;
  slug: string;
  createdAt: Iso;
};

export type OrganizationAnswer = {
  organization: Organization;
};

/** Id of an organization. */
export type OrganizationId = string;

export type OrganizationList = {
  organizations: Organization[];
};

/** An organization with the caller's role in it. */
export type OwnOrganization = {
  id: OrganizationId;
  name: string;
  slug: string;
  createdAt: Iso;
  role: Role;
};

/** Where a page stands. */
export type Pagination = {
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
};

/** Who is signed in, and their organizations. */
export type Profile = {
  user: User;
  /** The organization that the session acts in. */
  organization: Organization;
  organizations: OwnOrganization[];
  /** The session began with a one-time link, so a first password needs no current one. */
  mayChoosePassword: boolean;
};

export type RedeemLink = {
  token: string;
};

/** `{"removed": true}`. */
export type Removed = {
  removed: true;
};

export type Rename = {
  name?: string;
};

export type ReplyToComment = {
  body: string;
};

export type RevokedKey = {
  revoked: true;
  id: KeyId;
  revokedAt: Iso;
};

/** Part of an account in the instance, or of a member in an organization. */
export type Role = "admin" | "member";

/** What a key opens. Scopes are exact: none implies another. */
export type Scope = "read" | "write" | "export" | "ai" | "comments:read" | "comments:write";

/** After how many seconds callers should try again. The use case checks the bounds. */
export type Seconds = number;

export type SetCommentStatus = {
  status: string;
};

export type SetMaintenance = {
  active: boolean;
  retryAfter?: Seconds;
};

/** A link, without its token. */
export type ShareLink = {
  id: ShareLinkId;
  name: string;
  expiresAt: Iso | null;
  expired: boolean;
  createdAt: Iso;
  createdBy: string;
};

/** Id of a share link; not its token. */
export type ShareLinkId = string;

export type ShareLinkList = {
  links: ShareLink[];
};

/** Who signed in. */
export type SignedIn = {
  user: User;
  organization: Organization;
};

/** A slide as it was when a comment on it was written. */
export type SlideSnapshot = {
  id: string;
  type: string;
  content: { [key: string]: JsonValue };
};

/** What an account may spend. */
export type Tier = "free" | "pro" | "enterprise";

export type UnreadNotifications = {
  unread: number;
};

export type UpdateImage = {
  title?: string;
  alt?: string;
  description?: string;
  tags?: readonly string[];
};

export type UpdateMember = {
  role: Role;
};

export type UpdateOrganization = {
  name?: string;
  slug?: string;
};

export type UpdateUser = {
  name?: string;
  role?: Role;
  tier?: Tier;
  password?: string;
  disabled?: boolean;
};

/** A picture that was stored. */
export type Upload = {
  url: string;
  name: string;
  mime: string;
  bytes: number;
  id: UploadId;
};

/** Id of an upload in the image library. */
export type UploadId = string;

/** An upload as JSON. */
export type UploadInput = {
  dataUrl: string;
  name?: string;
  title?: string;
  alt?: string;
  tags?: readonly string[];
};

/** How often a key was used. */
export type UsageCounts = {
  requestCount: number;
  aiRequestCount: number;
  exportCount: number;
};

export type UsedKey = {
  id: KeyId;
  name: string;
  prefix: string;
  tier: Tier;
};

/** An account, without its password. */
export type User = {
  id: UserId;
  email: string;
  name: string;
  role: Role;
  tier: Tier;
  disabled: boolean;
  createdAt: Iso;
  updatedAt: Iso;
};

export type UserAnswer = {
  user: User;
};

/** Id of an account. */
export type UserId = string;

export type UserList = {
  users: User[];
};

/** An account and how many decks it owns. */
export type UserWithDecks = {
  user: User;
  decks: number;
};

/** The typed routes, by method and path: the bodies of a request and of a successful response. */
export interface WireRoutes {
  "POST /api/auth/login": {
    body: Login;
    answer: SignedIn;
  };
  "POST /api/auth/link": {
    body: RedeemLink;
    answer: SignedIn;
  };
  "POST /api/auth/logout": {
    answer: Done;
  };
  "GET /api/auth/me": {
    answer: Profile;
  };
  "PATCH /api/auth/me": {
    body: Rename;
    answer: UserAnswer;
  };
  "POST /api/auth/change-password": {
    body: ChangePassword;
    answer: Done;
  };
  "GET /api/users/search": {
    answer: FoundUserList;
  };
  "GET /api/admin/users": {
    answer: UserList;
  };
  "POST /api/admin/users": {
    body: CreateUser;
    answer: NewUserAnswer;
  };
  "GET /api/admin/users/{id}": {
    answer: UserWithDecks;
  };
  "PATCH /api/admin/users/{id}": {
    body: UpdateUser;
    answer: UserAnswer;
  };
  "DELETE /api/admin/users/{id}": {
    answer: Deleted;
  };
  "GET /api/api-keys": {
    answer: KeyList;
  };
  "POST /api/api-keys": {
    body: CreateKey;
    answer: NewApiKey;
  };
  "DELETE /api/api-keys/{id}": {
    answer: RevokedKey;
  };
  "GET /api/api-keys/{id}/usage": {
    answer: ApiKeyUsage;
  };
  "GET /api/organizations": {
    answer: OrganizationList;
  };
  "POST /api/organizations": {
    body: CreateOrganization;
    answer: OrganizationAnswer;
  };
  "PATCH /api/organizations/{id}": {
    body: UpdateOrganization;
    answer: OrganizationAnswer;
  };
  "DELETE /api/organizations/{id}": {
    answer: Deleted;
  };
  "POST /api/organizations/{id}/switch": {
    answer: OrganizationAnswer;
  };
  "GET /api/organizations/{id}/members": {
    answer: MemberList;
  };
  "POST /api/organizations/{id}/members": {
    body: AddMember;
    answer: MemberAnswer;
  };
  "PATCH /api/organizations/{id}/members/{email}": {
    body: UpdateMember;
    answer: MemberAnswer;
  };
  "DELETE /api/organizations/{id}/members/{email}": {
    answer: Removed;
  };
  "GET /api/admin/audit": {
    answer: EntryList;
  };
  "GET /api/maintenance": {
    answer: Maintenance;
  };
  "GET /api/admin/maintenance": {
    answer: MaintenanceOutlook;
  };
  "PUT /api/admin/maintenance": {
    body: SetMaintenance;
    answer: Maintenance;
  };
  "GET /api/presentations/{id}/links": {
    answer: ShareLinkList;
  };
  "POST /api/presentations/{id}/links": {
    body: CreateLink;
    answer: NewShareLink;
  };
  "DELETE /api/presentations/{id}/links/{link}": {
    answer: Deleted;
  };
  "GET /api/presentations/{id}/comments": {
    answer: CommentList;
  };
  "POST /api/presentations/{id}/comments": {
    body: CreateComment;
    answer: CommentAnswer;
  };
  "POST /api/presentations/{id}/comments/{comment}/replies": {
    body: ReplyToComment;
    answer: CommentAnswer;
  };
  "PATCH /api/presentations/{id}/comments/{comment}": {
    body: SetCommentStatus;
    answer: CommentAnswer;
  };
  "GET /api/notifications": {
    answer: NotificationList;
  };
  "POST /api/notifications/read": {
    body: MarkNotificationsRead;
    answer: UnreadNotifications;
  };
  "POST /api/uploads": {
    answer: Upload;
  };
  "GET /api/image-library": {
    answer: ImageList;
  };
  "PATCH /api/image-library/{id}": {
    body: UpdateImage;
    answer: ImageAnswer;
  };
  "DELETE /api/image-library/{id}": {
    answer: Deleted;
  };
}
