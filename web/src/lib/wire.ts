// The JSON of the server's typed routes: requests, answers, and the table of routes.
//
// Generated from the structs in `crates/server/src/routes`; `make types` writes it anew.

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export type AddCollaborator = {
  email: string;
  permission: CollaboratorPermission;
};

/** A slide of a deck that is added to the library. */
export type AddLibrarySlide = {
  presentationId: DeckId;
  slideId: SlideId;
  /** Its name; the title of the slide when absent. */
  name?: string;
  tags?: readonly string[];
};

export type AddMember = {
  email: string;
  role?: Role;
};

/** A new passkey. */
export type AddPasskey = {
  name?: string;
  credential: RegistrationResponse;
};

/** A connected agent. */
export type Agent = {
  id: KeyId;
  /** The name that the agent chose. */
  name: string;
  /** The host that received its authorization code. */
  host: string;
  scopes: string[];
  connectedAt: Iso;
  lastUsedAt: Iso | null;
};

export type AgentList = {
  agents: Agent[];
  /** The address by which agents connect; none where the instance has no public address. */
  address: string | null;
};

/** The views of a deck. */
export type Analytics = {
  /** The first day, such as `2030-05-01`, in UTC. */
  from: string;
  /** The last day. */
  to: string;
  /** How often the deck was opened. */
  views: number;
  /** The visitors of each day, added up. */
  visitors: number;
  /** The number of views that reached the last slide. */
  finished: number;
  /** The number of downloaded files. */
  downloads: number;
  perSlide: SlideViews[];
  perDay: DayViews[];
  perLink: LinkViews[];
  /** Live sessions that had an audience, the oldest first. */
  sessions: SessionViews[];
};

/** A key in a list, without the key itself. */
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

/** The usage of a key by day. */
export type ApiKeyUsage = {
  key: UsedKey;
  today: UsageCounts;
  totals: UsageCounts;
  /** Days without a request are left out. */
  history: DailyUsage[];
  days: number;
};

/** A text from which slides for a deck are written. */
export type AppendSlides = {
  presentationId: DeckId;
  content: string;
  vendor?: string;
};

/** A deck after slides were added. */
export type Appended = {
  presentation: Deck;
  appended: number;
  totalSlides: number;
  slides: AppendedSlide[];
  insertedAt?: number;
};

export type AppendedSlide = {
  index: number;
  id: SlideId;
  type: string;
  content: { [key: string]: JsonValue };
  notes: string;
};

export type AskQuestion = {
  text?: string;
  authorName?: string;
};

export type AskedQuestion = {
  question: Question;
};

export type AssertionResponse = {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string;
};

export type AttestationResponse = {
  clientDataJSON: string;
  attestationObject: string;
  transports?: readonly string[];
};

export type AudienceSlide = {
  id: SlideId;
  index: number;
  type: string;
  content: { [key: string]: JsonValue };
};

/** The audience as the presenter sees it. */
export type AudienceStatus = {
  sessionId: SessionId;
  followers: number;
  interactionState: InteractionState | null;
  questions: number;
  /** Whether people may ask further questions. */
  questionsOpen: boolean;
};

/** The deck as the audience may see it now. */
export type AudienceView = {
  sessionId: SessionId;
  title: string;
  theme: string;
  lang: string;
  languages: string[];
  slideCount: number;
  controlEnabled: boolean;
  state: LiveState;
  slides: AudienceSlide[];
};

/** An administrative act. The fields of `details` depend on the act. */
export type AuditEntry = {
  id: AuditEntryId;
  at: Iso;
  act: string;
  /** An e-mail address; empty where no user acted. */
  actor: string;
  door: string;
  address: string;
  subject: string;
  details: { [key: string]: JsonValue };
};

/** Id of an entry of the audit log. */
export type AuditEntryId = string;

/** `AuthenticationResponseJSON`, as far as it is read. */
export type AuthenticationResponse = {
  id: string;
  response: AssertionResponse;
};

/** What a vendor billed for one call. */
export type AuthorUsage = {
  inputTokens: number;
  outputTokens: number;
  /** The cost in US dollars; absent when the settings have no price. */
  cost?: number;
};

/** The result of a batch. */
export type BatchAnswer = {
  revision: number;
  conflicts: EditConflict[];
  refused: RefusedEdit[];
  /** True when the batch had already been applied; absent otherwise. */
  again?: boolean;
  /** The drafts of the deck after the batch; absent unless the batch asked for them. */
  drafts?: FieldDraft[];
};

/** A new deck from a starter deck. */
export type BeginDeck = {
  /** Its title; that of the starter deck when absent. */
  title?: string;
};

/** What the job writes: more slides for a deck when `presentationId` is given, else a new deck. */
export type BeginJob = AppendSlides | WriteDeck;

/** The rows of a merge, in one of three forms, and the files to make from them. */
export type BeginMerge = {
  /** The rows as CSV, with the names of the columns in the first row. */
  csv?: string;
  /** The rows as objects. */
  rows?: readonly { [key: string]: JsonValue }[];
  /** The name of the data source of the deck that has the rows. */
  source?: string;
  /** The formats of each deck: `pdf`, `pptx` or `html`. */
  to: readonly string[];
  /** The pattern of the names, such as `{{name}}-{{row}}`. */
  name?: string;
  /** The language of the decks. */
  lang?: string;
};

export type BeginPasskey = {
  /** The current password; not needed within ten minutes of a sign-in. */
  current?: string;
};

export type BeginSession = {
  presentationId: DeckId;
  /**
   * Whether a finished session ends, with its answers, and a new one starts. A session that is not finished
   * continues in any case.
   */
  anew?: boolean;
};

/** The options of a video. */
export type BeginVideo = {
  /** The seconds for which every slide is shown; the planned times when absent. */
  seconds?: number;
  /** Whether it follows the recorded rehearsal of the caller, with its sound. */
  rehearsal?: boolean;
  /** The width in pixels. */
  width?: number;
  /** Whether the notes are captions; true when absent. */
  captions?: boolean;
  /** The language of the deck. */
  lang?: string;
  /** The slides by their numbers in the deck, such as `1-3,7,9-`. */
  slides?: string;
  /** Whether hidden slides are included. */
  hidden?: boolean;
};

/** A deck after changes of a file were applied. */
export type BroughtBack = {
  presentation: Deck;
  /** The ids of the applied changes. */
  applied: string[];
  /** How many comments of the file were added. */
  comments: number;
  /** The version of the state before; absent when nothing was written. */
  before?: VersionId;
};

export type ChangeMe = {
  name?: string;
  /** The language of mail to the caller. */
  lang?: string;
  /** Whether the caller gets a mail when a comment mentions them. */
  mentionMails?: boolean;
};

export type ChangePassword = {
  current?: string;
  password: string;
};

/** A person whom a deck is shared with. */
export type Collaborator = {
  id: GrantId;
  email: string;
  name: string;
  permission: CollaboratorPermission;
  invitedBy: string;
  createdAt: Iso;
};

export type CollaboratorAnswer = {
  collaborator: Collaborator;
};

export type CollaboratorList = {
  collaborators: Collaborator[];
};

/** What a grant permits. */
export type CollaboratorPermission = "view" | "comment" | "edit" | "admin";

export type CommandAnswer = {
  ok: true;
  state: LiveState;
};

/** A comment with its replies. */
export type Comment = {
  id: CommentId;
  presentationId: DeckId;
  /** Null for a comment on the whole deck. */
  slideId: SlideId | null;
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

/** Status of a thread. */
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

/** Why an edit conflicts. */
export type ConflictReason = "changed" | "gone";

export type ControlAnswer = {
  controlEnabled: boolean;
};

/** A deck that was imported from a PowerPoint file, with a report on everything in the file. */
export type ConvertedDeck = {
  presentation: Deck;
  report: ImportReport;
};

/** A deck from a PowerPoint file, as returned to an agent. */
export type ConvertedForAgent = {
  presentationId: string;
  title: string;
  slides: number;
  /** One line for each item that is lost, changed or in the speaker notes. */
  remarks: string[];
};

export type CreateComment = {
  body: string;
  slideId?: SlideId;
};

/** A new deck. */
export type CreateDeck = {
  title: string;
  description?: string;
  theme?: string;
  language?: string;
  /** All slides, in order. */
  slides?: readonly SlideInput[];
  /** Settings to change; `null` resets one. */
  settings?: { [key: string]: JsonValue };
  translations?: { [key: string]: Translation };
  visibility?: DeckVisibility;
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

export type CreateWebhook = {
  url: string;
  events: readonly string[];
  active?: boolean;
  description?: string;
};

/** `PublicKeyCredentialCreationOptionsJSON`. */
export type CreationOptions = {
  rp: PasskeySite;
  user: PasskeyUser;
  challenge: string;
  pubKeyCredParams: PasskeyAlgorithm[];
  timeout: number;
  excludeCredentials: PasskeyDescriptor[];
  authenticatorSelection: PasskeySelection;
  attestation: string;
};

/** The interaction of the current slide. Both fields are null when the slide has none. */
export type CurrentInteraction = {
  interaction: InteractionPrompt | null;
  interactionState: InteractionState | null;
};

/**
 * One of the organization's own themes as it was declared. Colours and fonts contain only what differs from
 * the default theme. A theme without a voice has that of the default theme.
 */
export type CustomTheme = {
  id: ThemeId;
  slug: string;
  label: string;
  colors: { [key: string]: string };
  /** Each is the name of a family, or an object with `family` and `weight`. */
  fonts: { [key: string]: JsonValue };
  /** Colours of charts, in order. Absent when they are derived from the other colours. */
  chart?: string[];
  /** Groups of tokens. */
  voice?: { [key: string]: JsonValue };
  logoUrl: string | null;
  /** What slides may not change: `background`, `logo`. With `logo`, every slide shows the logo. */
  locks?: string[];
  /** Whether decks can be exported onto the layouts of its PowerPoint file. */
  hasTemplate: boolean;
  createdAt: Iso;
};

export type CustomThemeAnswer = {
  theme: CustomTheme;
};

export type CustomThemeList = {
  themes: CustomTheme[];
};

/**
 * One of the organization's own slide types: its names, whether it is offered, since when it exists, and the
 * other fields of its declaration.
 */
export type CustomType = {
  slug: string;
  key: string;
  typeId: string;
  published: boolean;
  createdAt: Iso;
  [key: string]: JsonValue;
};

export type CustomTypeAnswer = {
  slideType: CustomType;
};

export type CustomTypeList = {
  slideTypes: CustomType[];
};

/** The usage of one day. */
export type DailyUsage = {
  /** A day in UTC, `2026-01-31`. */
  date: string;
  requestCount: number;
  aiRequestCount: number;
  exportCount: number;
};

export type DailyUse = {
  limit: number;
  used: number;
  resetAt: Iso;
};

export type DayViews = {
  day: string;
  views: number;
  visitors: number;
  finished: number;
  downloads: number;
};

/** A deck in full. */
export type Deck = {
  id: DeckId;
  title: string;
  description: string;
  theme: string;
  language: string;
  languages: string[];
  slideCount: number;
  revision: number;
  ownerEmail: string;
  visibility: DeckVisibility;
  isViewOnly: boolean;
  permission: Permission;
  createdAt: Iso;
  updatedAt: Iso;
  slides: Slide[];
  /** May contain settings that this version does not know. */
  settings: Settings;
  translations: { [key: string]: Translation };
};

/** How many decks the caller has. */
export type DeckCounts = {
  all: number;
  mine: number;
  shared: number;
  trash: number;
  starred: number;
  /** The folders of the caller by name. */
  folders: Folder[];
};

/** The fields of a deck that lists also contain. */
export type DeckHead = {
  id: DeckId;
  title: string;
  description: string;
  theme: string;
  language: string;
  languages: string[];
  slideCount: number;
  revision: number;
  ownerEmail: string;
  visibility: DeckVisibility;
  isViewOnly: boolean;
  permission: Permission;
  createdAt: Iso;
  updatedAt: Iso;
};

/** A page of decks. */
export type DeckHeadList = {
  presentations: DeckHead[];
  pagination: Pagination;
};

/** Id of a deck. */
export type DeckId = string;

/** The first slide that contains a searched text. */
export type DeckMatch = {
  slideId: SlideId;
  number: number;
  text: string;
  more: number;
};

/** A deck in a list of the web app, or in the trash. */
export type DeckSummary = {
  id: DeckId;
  title: string;
  description: string;
  theme: string;
  language: string;
  languages: string[];
  slideCount: number;
  revision: number;
  ownerEmail: string;
  visibility: DeckVisibility;
  isViewOnly: boolean;
  permission: Permission;
  createdAt: Iso;
  updatedAt: Iso;
  trashedAt?: Iso;
  trashedBy?: string;
  match?: DeckMatch;
  ownerName?: string;
  isLive?: boolean;
  thumbnailVersion?: string;
  starred?: boolean;
  folder?: string;
};

/** A page of decks. */
export type DeckSummaryList = {
  presentations: DeckSummary[];
  pagination: Pagination;
};

/** Who may read a deck without a grant. */
export type DeckVisibility = "private" | "organization";

/** The deck of a session with its notes. */
export type DeckWithNotes = {
  sessionId: SessionId;
  presentationId: DeckId;
  title: string;
  theme: string;
  language: string;
  languages: string[];
  controlEnabled: boolean;
  slides: SlideWithNotes[];
};

export type DefaultTheme = {
  id: ThemeId;
  isDefault: true;
};

/** `{"deleted": true}`. */
export type Deleted = {
  deleted: true;
};

/** `{"deleted": true, "id": ...}`. */
export type DeletedDeck = {
  deleted: true;
  id: DeckId;
};

/** The delivery of an event to a webhook, pending or finished. */
export type Delivery = {
  id: DeliveryId;
  /** The header `webhook-id`, the same when an event is sent again. */
  messageId: string;
  event: string;
  state: DeliveryState;
  attempts: number;
  createdAt: Iso;
  attemptedAt: Iso | null;
  nextAttemptAt: Iso | null;
  responseStatus: number | null;
  durationMs: number | null;
  failure: string | null;
  /** The body of the request. */
  payload: JsonValue;
};

export type DeliveryAnswer = {
  delivery: Delivery;
};

/** Id of the delivery of an event to a webhook. */
export type DeliveryId = string;

export type DeliveryList = {
  deliveries: Delivery[];
  pagination: Pagination;
};

/** Whether an event arrived. */
export type DeliveryState = "pending" | "delivered" | "failed";

/** Id of a document that is cached for a second step. Ids sort by age. */
export type DocumentId = string;

/** `{"ok": true}`. */
export type Done = {
  ok: true;
};

/**
 * The drawn slides of a draft. `seq` is the value that the client sent, so that it can match responses with
 * requests.
 */
export type DraftAnswer =
  | {
      slideId: SlideId;
      html: string;
      findings: Finding[];
      steps: number;
      seq: JsonValue;
      css: string;
    }
  | {
      slides: RenderedSlide[];
      seq: JsonValue;
      css: string;
    };

export type DrawTalk = {
  slideIds?: readonly SlideId[];
  /**
   * The invitation to join. It is parsed separately, so that errors name its fields without the prefix
   * `invite`.
   */
  invite?: Invite;
  lang?: string;
};

/**
 * One change to a deck, as clients send it. `replaces` is the value that the client saw. Without it, the edit
 * overwrites whatever is there.
 */
export type Edit =
  | {
      op: "set";
      /** Id of the slide. */
      slideId: SlideId;
      /** Language of the text; without it, the main language. */
      lang?: string;
      /**
       * `type`, `notes`, `duration`, `transition`, `morphNames`, `library`, or a path such as
       * `content.items.2.title` or `visibility.hideInExport`. Empty for the whole slide.
       */
      path: string;
      /** The new value. */
      value: JsonValue;
      /** The value that it replaces. */
      replaces?: JsonValue;
    }
  | {
      op: "insert";
      /** Where they go. */
      after?: SlideId | null;
      /** The slides, each with an id that is new to the deck, and with its translations where it has any. */
      slides: readonly NewSlide[];
    }
  | {
      op: "remove";
      /** Id of the slide. */
      slideId: SlideId;
      /** The slide as the client saw it. */
      replaces?: JsonValue;
    }
  | {
      op: "move";
      /** Id of the slide. */
      slideId: SlideId;
      /** Where it goes. */
      after?: SlideId | null;
    }
  | {
      op: "deck";
      /** Language of the text; without it, the main language. */
      lang?: string;
      /**
       * `title`, `description`, `theme`, `language`, or a path such as `settings.autoAdvance.loop` or
       * `translations.nl`.
       */
      path: string;
      /** The new value. */
      value: JsonValue;
      /** The value that it replaces. */
      replaces?: JsonValue;
    };

/** An edit that was not applied because somebody else changed the same value. */
export type EditConflict = {
  /** Index of the edit in the batch. */
  index: number;
  reason: ConflictReason;
  slideId?: SlideId;
  path?: string;
  lang?: string;
  /** The current value, maybe `null`; absent when the slide was deleted. */
  present?: JsonValue;
};

/** The source of edits that were not made by a user. */
export type EditSource = "assistant";

export type Endpoint = {
  method: string;
  path: string;
  scope?: string;
};

export type EntryList = {
  entries: AuditEntry[];
  pagination: Pagination;
};

/** An envelope as it is written. */
export type Envelope = {
  format: string;
  version: number;
  title: string;
  theme: string;
  /** Main language; absent for `en-GB`. */
  lang?: string;
  description?: string;
  /** Settings other than the default. */
  settings?: { [key: string]: JsonValue };
  /** Translations of slides have the number of the slide as their key. */
  translations?: { [key: string]: { [key: string]: JsonValue } };
  slides: PortableSlide[];
};

/** The body of every response with an error status. */
export type ErrorBody = {
  error: string;
  details: string;
  code: ErrorCode;
  revision?: number;
  limit?: number;
  used?: number;
  resetAt?: string;
};

/**
 * The kind of an error, for programs. Codes are part of the interface of all entry points and do not change.
 */
export type ErrorCode =
  | "bad_request"
  | "unknown_slide_type"
  | "invalid_package"
  | "limit_exceeded"
  | "database_required"
  | "vendor_not_configured"
  | "unauthorized"
  | "forbidden"
  | "missing_scope"
  | "csrf"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "stale_revision"
  | "payload_too_large"
  | "rate_limited"
  | "daily_limit"
  | "internal_error"
  | "bad_gateway"
  | "maintenance"
  | "service_unavailable";

/** An asset of a package that could not be stored. */
export type FailedAsset = {
  ref: string;
  reason: string;
  /** What `reason` says, where the package is the reason. */
  remark?: Remark;
};

export type Families = {
  heading: string;
  body: string;
  mono: string;
};

/** A field of a slide type, for a form. */
export type Field = {
  key: string;
  label: string;
  type: FieldType;
  required?: boolean;
  /** In Unicode code points. */
  maxLength?: number;
  min?: number;
  max?: number;
  minItems?: number;
  maxItems?: number;
  options?: string[];
  /** The fields of an entry of a list. */
  itemFields?: Field[];
  /** Whether the order of the entries has a meaning. */
  ordered?: boolean;
  /** Whether other values than the options are accepted. */
  openSet?: boolean;
  pattern?: string;
  helpText?: string;
  translatable?: boolean;
  optionLabels?: { [key: string]: string };
  /** The field counts only while another field has one of these values. */
  visibleWhen?: VisibleWhen;
  step?: number;
  /** Whether the address may be that of a sound or video which is uploaded here. */
  media?: boolean;
};

/** A text or a list that breaks a rule of its field and is stored as a draft until it is corrected. */
export type FieldDraft = {
  /** Absent for a text of the deck. */
  slideId?: SlideId;
  /** Absent for the main language. */
  lang?: string;
  /** A path in the slide, such as `content.title` or `notes`, or `title` or `description` of the deck. */
  path: string;
  value: JsonValue;
};

/** The drafts of a deck. */
export type FieldDraftList = {
  drafts: FieldDraft[];
};

/** The kind of a field without its bounds, named as in a declaration. */
export type FieldType =
  | "string"
  | "markdown"
  | "code"
  | "csv"
  | "url"
  | "link"
  | "icon"
  | "image"
  | "slideRef"
  | "enum"
  | "boolean"
  | "number"
  | "items";

/** A change that a file makes to a deck. */
export type FileChange = {
  /** The id of the change, with which a client accepts it. */
  id: string;
  kind: FileChangeKind;
  /** The slide of the deck that it changes, or that it copies. */
  slideId?: string;
  /** The number of the slide in the file, from 1; absent for a removed slide. */
  source?: number;
  /** The title of the slide, or its first words. */
  title: string;
  /**
   * The path of the changed value, such as `content.title` or `notes`; empty for the whole slide. Absent for
   * other kinds.
   */
  path?: string;
  /** The exported state: the value of a field, a slide, or the number of a moved slide. */
  before: JsonValue;
  /** The state in the file. New pictures are named by their part in the file. */
  theirs: JsonValue;
  /** The state in the deck. */
  ours: JsonValue;
  /** Whether the deck was changed in the same place. */
  conflict: boolean;
  /** The rule that the change breaks, for a change that cannot be accepted. */
  problem?: string;
};

/** The kind of a change. */
export type FileChangeKind = "field" | "added" | "duplicated" | "removed" | "moved";

/** The changes of a PowerPoint file to the deck that it was exported from. */
export type FileChanges = {
  /** The revision of the deck that the file was compared with: send it as `If-Match` to apply changes. */
  revision: number;
  /** The exported revision, if the file contains it. */
  exportedRevision?: number;
  /** The language of the file, when it is not the main language of the deck. */
  language?: string;
  base: MergeBase;
  changes: FileChange[];
  /** How many comments of the file the deck does not have yet. They are added when changes are applied. */
  comments: number;
  report: ImportReport;
};

/** The star and the folder that the caller gave a deck. */
export type Filing = {
  starred: boolean;
  folder: string | null;
};

export type Finding = {
  slideId: SlideId;
  field: string;
  /** The kind of problem, such as `overflow` or `small-type`. */
  code: string;
  text: string;
};

/** A folder, and how many decks are in it. */
export type Folder = {
  name: string;
  count: number;
};

/** The name of a folder. */
export type FolderName = {
  /** 1 to 60 characters. */
  name: string;
};

/** Follow codes by language, in the order of the deck. */
export type FollowCodes = { [key: string]: string };

/** The session of a follow code. */
export type FollowTarget = {
  followUrl: string;
  sessionId: SessionId;
  lang: string;
};

export type FontAnswer = {
  font: OwnFont;
};

/** Id of a font that an organization uploaded. */
export type FontId = string;

export type FontList = {
  fonts: OwnFont[];
};

/** A person found by a search. */
export type FoundUser = {
  email: string;
  name: string;
};

export type FoundUserList = {
  users: FoundUser[];
};

/** A vendor for the web app, with its model and the setting that is missing. */
export type FullVendor = {
  id: string;
  label: string;
  configured: boolean;
  default: boolean;
  offline: boolean;
  model: string | null;
  /** The setting that is missing. */
  missing: string | null;
};

/**
 * The vendors, and the daily limit of the caller's key in `daily`, which is `null` for callers without a
 * limit.
 */
export type FullVendorList = {
  vendors: FullVendor[];
  daily: DailyUse | null;
};

export type GiveFeedback = {
  text?: string;
};

/** A field that a slide of any type may have. */
export type GlobalOption = {
  key: string;
  type: FieldType;
  required?: boolean;
  /** In Unicode code points. */
  maxLength?: number;
  min?: number;
  max?: number;
  minItems?: number;
  maxItems?: number;
  options?: string[];
  default?: JsonValue;
  description: string;
};

/** Id of a collaborator's grant on a deck. */
export type GrantId = string;

/** Id of a group of members. */
export type GroupId = string;

export type Icon = {
  name: string;
  path: string;
};

export type IconList = {
  icons: Icon[];
  total: number;
};

/** A picture of the library. */
export type Image = {
  id: UploadId;
  url: string;
  title: string;
  alt: string;
  description: string;
  tags: string[];
  mime: PictureType;
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

/** The number of items of a file, by what happened to them. */
export type ImportCounts = {
  /** Slides of the file. */
  slides: number;
  /** Items that are not in the deck. */
  lost: number;
  /** Items that are in the deck in another form. */
  changed: number;
  /** Items that are in the speaker notes, because the slide has no place for them. */
  inNotes: number;
};

/** What happened to an item of a file. */
export type ImportFate = "field" | "notes" | "changed" | "dropped" | "lost";

/** The report on the import of a PowerPoint file. */
export type ImportReport = {
  counts: ImportCounts;
  slides: SlideReport[];
  /** Items that belong to no slide, such as macros. */
  others: ImportedItem[];
};

/** An imported deck, with the assets that could not be stored. */
export type ImportedDeck = {
  presentation: Deck;
  failedAssets?: FailedAsset[];
};

/** The report on a shape, notes, a comment or anything else on a slide. */
export type ImportedItem = {
  /** Its name in the file, or its kind. */
  name: string;
  fate: ImportFate;
  /** The field that contains it. */
  field?: string;
  /** A sentence about what happened to it. */
  text?: string;
  /** What `text` says. */
  remark?: Remark;
};

/** A theme from a PowerPoint file, with a report on the look of the file. */
export type ImportedThemeAnswer = {
  theme: CustomTheme;
  report: ThemeReport;
};

export type Index = {
  name: string;
  version: string;
  documentation: string;
  openapi: string;
  endpoints: Endpoint[];
};

/** The colour of a stroke, red unless another is named. */
export type InkColor = "red" | "blue" | "green" | "black";

/** How a slide of the library is inserted into a deck. */
export type InsertLibrarySlide = {
  /** Id of the slide of the library. */
  libraryId: LibrarySlideId;
  /** Its position from 0; at the end when absent. */
  position?: number;
  /** Whether the slide stays linked to the library; false when absent. */
  linked?: boolean;
  /** Id of the slide of the deck that it replaces. */
  replaces?: SlideId;
};

/** A slide that was inserted into a deck. */
export type InsertedLibrarySlide = {
  slideId: SlideId;
  position: number;
  slideCount: number;
  /** The revision of the deck. */
  revision: number;
};

/** A new slide. */
export type InsertedSlide = {
  type: string;
  content: { [key: string]: JsonValue };
  notes: string;
  visibility?: SlideVisibility;
  duration?: number;
  transition?: "none" | "fade" | "slide" | "push" | "cube" | "morph";
  /**
   * Names that the author gives to parts of a slide, by the path of the field that a part shows. A path is
   * that of a field (`image`), of an entry of a list (`items.2`), which stands for all that the entry shows,
   * or of a field of an entry (`items.2.title`). With the transition `morph`, parts of the same name on two
   * slides become one another.
   */
  morphNames?: { [key: string]: string };
  library?: LibraryLink;
  id: SlideId;
};

/** `{"ok": true}` with the state of an interaction. */
export type InteractionAnswer = {
  ok: true;
  interactionState: InteractionState;
};

/** The kind of an interaction. */
export type InteractionKind = "poll" | "likert" | "feedback";

/** The question of an interactive slide. */
export type InteractionPrompt = {
  slideId: SlideId;
  type: InteractionKind;
  question: string;
  /** Null for feedback. */
  options: string[] | null;
};

/** The state of a poll, a scale or feedback. */
export type InteractionState = {
  slideId: SlideId;
  type: InteractionKind;
  status: InteractionStatus;
  open: boolean;
  optionCount?: number;
  totals?: number[];
  total: number;
  updatedAt: number;
  myVote?: number;
  myText?: string;
};

/** Whether an interaction accepts answers. */
export type InteractionStatus = "open" | "closed";

export type Invite = {
  address: string;
  link: string;
  code: string;
};

/** A time in ISO 8601, UTC, with milliseconds. */
export type Iso = string;

export type Job = {
  id: JobId;
  kind: JobKind;
  vendor: string;
  state: JobState;
};

export type JobAnswer = {
  job: Job;
};

/** Id of a job of the author. */
export type JobId = string;

/** What a job writes. */
export type JobKind = "deck" | "append";

/** The state of a job. */
export type JobState = "running" | "done" | "failed" | "stopped";

/** A stored document, which expires. */
export type KeptDocument = {
  id: DocumentId;
  title?: string;
  expiresAt: Iso;
  /** Pages of a PDF, slides of a presentation; 0 for formats without pages. */
  pages: number;
  words: number;
  pictures: number;
};

/** Id of an API key. */
export type KeyId = string;

export type KeyList = {
  keys: ApiKey[];
  availableScopes: Scope[];
};

/**
 * The link of a slide with a slide of a library. A deck may be taken to an instance that does not have that
 * slide.
 */
export type LibraryLink = {
  /** Id of the slide of the library. */
  id: string;
  /** The revision of it that the slide has. */
  revision: number;
};

/** A slide of the library. */
export type LibrarySlide = {
  id: LibrarySlideId;
  name: string;
  tags: string[];
  type: string;
  content: { [key: string]: JsonValue };
  notes: string;
  language: string;
  /** Its languages, the main one first. */
  languages: string[];
  revision: number;
  /** E-mail of the person who added it. */
  addedBy: string;
  /** Whether the caller may change or remove it. */
  mayChange: boolean;
  createdAt: Iso;
  updatedAt: Iso;
};

export type LibrarySlideAnswer = {
  slide: LibrarySlide;
};

/** Id of a slide in the library of an organization. */
export type LibrarySlideId = string;

export type LibrarySlideList = {
  slides: LibrarySlide[];
  /** All tags of the library. */
  tags: string[];
  pagination: Pagination;
};

/** What a requested link is for. */
export type LinkPurpose = "signIn" | "password";

export type LinkViews = {
  /** `page`, `embed` or the id of a share link. */
  link: string;
  /** The name of a share link. */
  name: string;
  views: number;
  visitors: number;
  finished: number;
  downloads: number;
};

/** A slide of a deck that is linked to a slide of the library. */
export type LinkedSlide = {
  slideId: SlideId;
  libraryId: string;
  /** The revision of the copy in the deck. */
  revision: number;
  /** The revision in the library; `null` when the library does not have the slide. */
  latest: number | null;
  /** The name of the slide in the library; `null` when the library does not have the slide. */
  name: string | null;
};

export type LinkedSlideList = {
  slides: LinkedSlide[];
};

/** A session as its presenter sees it. */
export type LiveSession = {
  sessionId: SessionId;
  joinPath: string;
  followCodes: FollowCodes;
  notesKey: string;
  remoteKey: string;
  presentationId: DeckId;
  controlEnabled: boolean;
  state: LiveState;
  followCodesCreatedAt: number;
  createdAt: number;
  lastActivityAt: number;
  followers: number;
};

/** The slide and step of a session. */
export type LiveState = {
  slideId: string;
  slideIndex: number;
  slideType: string;
  stepIdx: number;
  stepParagraphs: boolean;
  updatedAt: number;
};

export type Login = {
  email: string;
  password: string;
};

/** The state of the maintenance switch. */
export type Maintenance = {
  active: boolean;
  reason: string | null;
  retryAfter: number | null;
};

/** The state of the maintenance switch and the number of live sessions, for administrators. */
export type MaintenanceOutlook = {
  active: boolean;
  reason: string | null;
  retryAfter: number | null;
  liveSessions: number;
};

export type MarkNotificationsRead = {
  /** The ids of the notifications; all of the caller's when absent. */
  ids?: readonly string[];
};

/** Markdown with fields of the deck. */
export type MarkdownInput = {
  markdown: string;
  title?: string;
  theme?: string;
  language?: string;
};

/** A remark on the import of a Markdown file. */
export type MarkdownRemark = {
  /** Number of the slide, from 1. */
  slide: number;
  text: string;
  /** What `text` says. */
  remark?: Remark;
};

/** A picture that an agent stored, with what the agent needs to place it on a slide. */
export type MeasuredUpload = {
  path: string;
  id: UploadId;
  mime: string;
  bytes: number;
  width: number;
  height: number;
  /** The areas that are empty enough for text, such as `left third (dark)`. */
  emptySpace: string[];
};

/** A member of an organization. */
export type Member = {
  email: string;
  name: string;
  role: Role;
  /** False when an identity provider deactivated the member. */
  active: boolean;
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

export type MergeAnswer = {
  job: MergeJob;
};

/** The state that a file is compared with. */
export type MergeBase = "file" | "version" | "none";

export type MergeJob = {
  id: JobId;
  state: MergeState;
  /** How many decks are finished. */
  done: number;
  /** The number of decks to make. */
  total: number;
  /** Bindings that have no value in the first deck. */
  remarks: string[];
  /** Why it failed. */
  error?: string;
};

/** The state of a merge. */
export type MergeState = "running" | "done" | "failed";

/** A moment at which another slide or build step was shown. */
export type Moment = {
  /** Milliseconds from the start of the sound. */
  at: number;
  slideId: SlideId;
  /** The number of the slide in the deck, from 1; absent when it was deleted since. */
  slide?: number;
  /** The number of build steps that were shown; absent when everything was shown. */
  step?: number;
};

export type NameVersion = {
  name: string;
};

/** A new key. Only this response contains it. */
export type NewApiKey = {
  key: string;
  id: KeyId;
  name: string;
  prefix: string;
  scopes: string[];
  tier: Tier;
  createdAt: Iso;
};

/** A new token. Only this response contains it. */
export type NewProvisioningToken = {
  token: string;
  provisioning: Provisioning;
};

/** A new link. Only this response contains its token. */
export type NewShareLink = {
  link: ShareLink;
  token: string;
  path: string;
  /** The web address of the link; absent when the instance has no public address. */
  url?: string;
};

/** A slide that an edit inserts. */
export type NewSlide = {
  id: string;
  type: string;
  content: { [key: string]: JsonValue };
  notes?: string;
  visibility?: SlideVisibility;
  duration?: number;
  transition?: "none" | "fade" | "slide" | "push" | "cube" | "morph";
  /**
   * Names that the author gives to parts of a slide, by the path of the field that a part shows. A path is
   * that of a field (`image`), of an entry of a list (`items.2`), which stands for all that the entry shows,
   * or of a field of an entry (`items.2.title`). With the transition `morph`, parts of the same name on two
   * slides become one another.
   */
  morphNames?: { [key: string]: string };
  library?: LibraryLink;
  translations?: { [key: string]: SlideTexts };
};

/** The current settings of a slide type. */
export type NewTypeSetting = {
  key: string;
  enabled: boolean;
  usage: string | null;
};

/** A new account, with a one-time link to sign in when it has no password. */
export type NewUserAnswer = {
  user: User;
  inviteLink?: string;
  /** Whether the link was also mailed. */
  mailed?: boolean;
};

export type NotesAnswer = {
  slideId: SlideId;
  notes: string;
  revision: number;
};

/** Id of a notification. */
export type NoticeId = string;

/** Reason of a notification. */
export type NoticeKind = "mention" | "reply" | "comment";

/** A notification. */
export type Notification = {
  id: NoticeId;
  kind: NoticeKind;
  presentationId: DeckId;
  presentationTitle: string;
  commentId: CommentId;
  slideId: SlideId | null;
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

/** The outline of a deck that can be written. */
export type OutlineAnswer = {
  title: string;
  language: string;
  theme: SuggestedTheme;
  slides: OutlineSlide[];
  /** The stored document, for the call that writes the deck. */
  document?: KeptDocument;
  /** What the vendor billed; absent for the built-in author. */
  usage?: AuthorUsage;
};

/** A slide of an arranged outline. */
export type OutlineEntry = {
  /** The id of a slide of the outline. */
  id?: string;
  /** The ids of several slides of the outline, which are merged into one. */
  ids?: readonly string[];
  type?: string;
  title?: string;
  points?: readonly string[];
  notes?: string;
};

/** A slide of an outline. */
export type OutlineSlide = {
  id: string;
  type: string;
  title: string;
  /** The points that a model planned for the slide. Send them back with the slide. */
  points?: string[];
  notes?: string;
  /** The sentences of the source that the slide is made of. */
  sources?: SourceSentence[];
};

/** A font that the organization uploaded. */
export type OwnFont = {
  id: FontId;
  family: string;
  /** 1 to 1000: 400 is regular, 700 is bold. */
  weight: number;
  italic: boolean;
  /** Whether its licence allows embedding it in PowerPoint files, which other people edit. */
  editable: boolean;
  /** The text about the licence in the file; empty when there is none. */
  licence: string;
  bytes: number;
  createdAt: Iso;
};

/** An organization with the caller's role in it. */
export type OwnOrganization = {
  id: OrganizationId;
  name: string;
  slug: string;
  createdAt: Iso;
  role: Role;
};

/** The position of a page among all rows of a list. */
export type Pagination = {
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
};

/** A passkey of the caller. */
export type Passkey = {
  id: PasskeyId;
  name: string;
  /** Whether it is copied to other devices of its owner. */
  backedUp: boolean;
  createdAt: Iso;
  lastUsedAt: Iso | null;
};

export type PasskeyAlgorithm = {
  type: string;
  alg: number;
};

export type PasskeyAnswer = {
  passkey: Passkey;
};

/** What the caller has to do before they add a passkey. */
export type PasskeyCondition = "none" | "password" | "sign-in" | "refused";

export type PasskeyDescriptor = {
  type: string;
  id: string;
  transports: string[];
};

/** Id of a passkey: the SHA-256 of its credential id, hex. */
export type PasskeyId = string;

export type PasskeyList = {
  passkeys: Passkey[];
  condition: PasskeyCondition;
  /** The domain that passkeys belong to; none where this instance has no address for them. */
  site: string | null;
};

/** A sign-in by a passkey. */
export type PasskeyLogin = {
  credential: AuthenticationResponse;
};

export type PasskeySelection = {
  residentKey: string;
  requireResidentKey: boolean;
  userVerification: string;
};

export type PasskeySite = {
  id: string;
  name: string;
};

export type PasskeyUser = {
  id: string;
  name: string;
  displayName: string;
};

/** What an account may do with a deck, from least to most. */
export type Permission = "view" | "comment" | "edit" | "admin" | "owner";

/** A client that has a deck open. */
export type Person = {
  client: string;
  name: string;
  email: string;
  colour: number;
  slideId: SlideId | null;
  field: string | null;
  presenting: boolean;
};

export type PictureType =
  "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/svg+xml" | "image/avif";

/**
 * A slide as an envelope has it: without its id, and without values that belong to an instance, such as the
 * id of a poll.
 */
export type PortableSlide = {
  type: string;
  content: { [key: string]: JsonValue };
  notes?: string;
  visibility?: SlideVisibility;
  duration?: number;
  transition?: "none" | "fade" | "slide" | "push" | "cube" | "morph";
  /**
   * Names that the author gives to parts of a slide, by the path of the field that a part shows. A path is
   * that of a field (`image`), of an entry of a list (`items.2`), which stands for all that the entry shows,
   * or of a field of an entry (`items.2.title`). With the transition `morph`, parts of the same name on two
   * slides become one another.
   */
  morphNames?: { [key: string]: string };
  library?: LibraryLink;
};

/** The other people who have a deck open. */
export type PresenceAnswer = {
  people: Person[];
  /** The colour of the caller; absent when the caller left. */
  colour?: number;
};

export type PresentationAnswer = {
  presentation: Deck;
};

export type PreviewType = {
  declaration: TypeDeclaration;
  theme?: string;
};

/** The account that is signed in, and its organizations. */
export type Profile = {
  user: User;
  /** The organization that the session acts in. */
  organization: Organization;
  organizations: OwnOrganization[];
  /** Whether the session began with a one-time link, so that a first password needs no current one. */
  mayChoosePassword: boolean;
  /** Whether this instance sends mail, invitations among others. */
  sendsMail: boolean;
  /** Whether this instance can make videos, for which it needs `ffmpeg`. */
  makesVideos: boolean;
  /** The language of mail to the caller; none until the app or the caller has chosen it. */
  mailLang: string | null;
  /** Whether the caller gets a mail when a comment mentions them. */
  mentionMails: boolean;
};

export type PromoteQuestion = {
  position?: QuestionPosition;
};

/** A proposal to accept or skip. */
export type Proposal = {
  id: string;
  action: ProposalAction;
  slideId: SlideId | null;
  slideNumber: number | null;
  title: string;
  why: string;
  /** What `why` says. */
  remark?: Remark;
  category: string | null;
  before: ProposedSlide[];
  after: ProposedSlide[];
  edits: ProposedEdit[];
};

/** What accepting a proposal does. */
export type ProposalAction = "replace" | "split" | "remove" | "merge" | "insert" | "move" | "deck" | "advice";

export type ProposalList = {
  revision: number;
  vendor: string;
  summary: string;
  /** What the summary says. */
  summaryRemark?: Remark;
  proposals: Proposal[];
};

/** A task for a deck. `kind` is `iterate` when there is only a `command`. */
export type Propose = {
  slideIds?: readonly SlideId[];
  kind?: string;
  command?: string;
  text?: string;
  targetType?: string;
  intensity?: string;
  vendor?: string;
};

/** An edit in the form in which the editor sends edits. */
export type ProposedEdit =
  | {
      op: "set";
      slideId: SlideId;
      path: string;
      value: ProposedSlideValue;
      replaces: ProposedSlideValue;
    }
  | {
      op: "insert";
      after: SlideId | null;
      slides: InsertedSlide[];
    }
  | {
      op: "move";
      slideId: SlideId;
      after: SlideId | null;
    }
  | {
      op: "deck";
      path: string;
      value: string;
      replaces: string;
    }
  | {
      op: "remove";
      slideId: SlideId;
      replaces: ProposedSlideValue;
    };

/** A slide with its title, for display. */
export type ProposedSlide = {
  type: string;
  title: string;
  content: { [key: string]: JsonValue };
  notes: string;
  id: SlideId;
};

/** A slide in an edit. */
export type ProposedSlideValue = {
  type: string;
  content: { [key: string]: JsonValue };
  notes: string;
  visibility?: SlideVisibility;
  duration?: number;
  transition?: "none" | "fade" | "slide" | "push" | "cube" | "morph";
  /**
   * Names that the author gives to parts of a slide, by the path of the field that a part shows. A path is
   * that of a field (`image`), of an entry of a list (`items.2`), which stands for all that the entry shows,
   * or of a field of an entry (`items.2.title`). With the transition `morph`, parts of the same name on two
   * slides become one another.
   */
  morphNames?: { [key: string]: string };
  library?: LibraryLink;
};

/** A group that the identity provider created. */
export type ProvisionedGroup = {
  id: GroupId;
  name: string;
  memberCount: number;
};

export type Provisioning = {
  /** The address of the SCIM interface. */
  url: string;
  token: ProvisioningToken | null;
  groups: ProvisionedGroup[];
  /** The group whose members are administrators of the organization. */
  administrators: GroupId | null;
};

export type ProvisioningAnswer = {
  provisioning: Provisioning;
};

/** The token of the identity provider, without its secret. */
export type ProvisioningToken = {
  prefix: string;
  createdBy: string;
  createdAt: Iso;
  lastUsedAt: Iso | null;
};

/** The publication of a deck. */
export type Publication = {
  slug: string;
  /** The path of the page. */
  path: string;
  /** The address of the page. */
  url: string;
  /** The address for frames on other sites. */
  embedUrl: string;
  indexable: boolean;
  notes: boolean;
  downloads: boolean;
  hasPassword: boolean;
  endsAt: Iso | null;
  /** Whether the page is shown now: it has not ended, and the organization allows publishing. */
  shown: boolean;
  /** Whether the deck has changed since it was published. */
  changed: boolean;
  /** The revision of the deck that is shown. */
  revision: number;
  /** The version that is shown. */
  version: VersionId;
  publishedAt: Iso;
};

export type PublicationAnswer = {
  /** Null when the deck is not published. */
  publication: Publication | null;
  /** Whether the organization allows publishing. */
  allowed: boolean;
  /** The sites that may embed the page. */
  sites: string[];
};

/** Options of a publication. Absent ones stay as they are. */
export type PublishDeck = {
  slug?: string;
  indexable?: boolean;
  notes?: boolean;
  downloads?: boolean;
  /** The password; null removes it. */
  password?: string;
  /** The time at which the publication ends; null removes it. */
  endsAt?: string;
};

/** Whether an organization allows publishing, and the sites that may embed published decks. */
export type PublishingAnswer = {
  /** Whether decks may be published. */
  allowed: boolean;
  /** The sites that may show published decks in a frame. */
  sites: string[];
};

/** A pushed data source, and the revision of the deck that has it. */
export type PushedSource = {
  source: Source;
  revision: number;
};

/** A question of the audience. */
export type Question = {
  id: QuestionId;
  text: string;
  authorName: string;
  upvotes: number;
  status: QuestionStatus;
  /** The slide that was made from a promoted question. */
  slideId?: SlideId;
  createdAt: Iso;
  /** Whether the device that requests the question asked it. */
  mine?: boolean;
  /** Whether the device that requests the question voted for it. */
  upvoted?: boolean;
};

/** `{"ok": true}` with a question. */
export type QuestionAnswer = {
  ok: true;
  question: Question;
};

/** Id of a question that the audience asked. */
export type QuestionId = string;

export type QuestionPosition = "next" | "end";

/** What became of a question. */
export type QuestionStatus = "active" | "answered" | "promoted";

export type QuestionsAnswer = {
  questions: Question[];
  /** Whether the presenter lets people ask further questions. */
  open: boolean;
};

/** `{"ok": true}` with whether people may ask further questions. */
export type QuestionsOpenAnswer = {
  ok: true;
  open: boolean;
};

export type React = {
  /** `like`, `love`, `bravo`, `laugh` or `wow`. */
  reaction?: string;
};

export type RedeemLink = {
  token: string;
};

/** An edit that was not applied because it breaks a rule. */
export type RefusedEdit = {
  /** Index of the edit in the batch. */
  index: number;
  code: ErrorCode;
  details: string;
  /** True when the value is stored as a draft; absent otherwise. */
  drafted?: boolean;
};

/** `RegistrationResponseJSON`, as far as it is read. */
export type RegistrationResponse = {
  response: AttestationResponse;
};

/** A recorded rehearsal. */
export type Rehearsal = {
  /** Media type of the sound. */
  mime: string;
  /** Size of the sound in bytes. */
  bytes: number;
  /** Duration of the sound in milliseconds. */
  duration: number;
  /** The moments at which another slide or build step was shown, in order. */
  moments: Moment[];
  createdAt: Iso;
};

export type RehearsalAnswer = {
  /** The recorded rehearsal of the caller; absent when there is none. */
  rehearsal?: Rehearsal;
};

/** What a text of the service says: an app writes it in its own language. */
export type Remark = {
  code: string;
  /** Numbers, texts, names of things, paths of fields, and numbers of slides, none for the whole deck. */
  values: { [key: string]: number | string | number[] };
};

/** The code of a remark. */
export type RemarkCode =
  | "many"
  | "many-lines"
  | "blocks"
  | "length"
  | "line-length"
  | "lengths"
  | "in-a-row"
  | "alt"
  | "alt-in-text"
  | "address"
  | "chart-fault"
  | "highlight"
  | "unit-exchanged"
  | "unit-twice"
  | "plain"
  | "rule-type"
  | "rule-unknown"
  | "rule-few"
  | "rule-many"
  | "rule-long"
  | "rule-missing"
  | "rule-kind"
  | "markdown-diagram"
  | "markdown-beside-pictures"
  | "markdown-pictures"
  | "markdown-picture-address"
  | "markdown-code"
  | "markdown-marks"
  | "markdown-fence"
  | "markdown-text"
  | "markdown-field"
  | "asset-unlisted"
  | "asset-large"
  | "no-title"
  | "no-closing"
  | "no-sections"
  | "empty-section"
  | "full-stop"
  | "capitals"
  | "small-letter"
  | "exclamations"
  | "characters"
  | "entries"
  | "little"
  | "no-notes"
  | "long-headline"
  | "no-headline"
  | "timeline"
  | "figures"
  | "list"
  | "long-sentence"
  | "long-words"
  | "same-headline"
  | "same-text"
  | "third"
  | "changed"
  | "changed-some"
  | "shorter"
  | "shorter-title"
  | "expanded"
  | "halves"
  | "removed"
  | "copy"
  | "hidden"
  | "shown"
  | "moved"
  | "converted"
  | "new-headline"
  | "replaced"
  | "new-slide"
  | "slide-added"
  | "deck-renamed"
  | "theme-changed"
  | "part-changed"
  | "part-added"
  | "part-removed"
  | "part-changed-on"
  | "part-added-on"
  | "part-removed-on"
  | "unknown-words"
  | "which-slide"
  | "which-text"
  | "unclear"
  | "is-short"
  | "title-is-short"
  | "no-more-notes"
  | "no-split"
  | "is-so"
  | "is-there"
  | "no-other-headline"
  | "not-found"
  | "same-deck-title"
  | "long-deck-title"
  | "merge-elsewhere"
  | "no-type"
  | "few-texts"
  | "which-bullet"
  | "part-exists"
  | "unknown-type"
  | "long-notes"
  | "broken-rule"
  | "no-bullets"
  | "few-bullets"
  | "type-without-part"
  | "type-without-bullets"
  | "few-slides"
  | "no-merge"
  | "compressed"
  | "same-entries"
  | "short-slides"
  | "opener-alone"
  | "opener-single"
  | "empty-slide"
  | "repeats"
  | "no-place"
  | "thing"
  | "thing-picture"
  | "object"
  | "section-opener"
  | "notes-cut"
  | "sound-beside"
  | "sound-kind"
  | "video-kind"
  | "metafile"
  | "picture-not-in-file"
  | "chart-empty"
  | "own-slide"
  | "text-in-notes"
  | "figures-in-notes"
  | "figures-not-read"
  | "diagram-not-read"
  | "shortened"
  | "only-link"
  | "partly-in-notes"
  | "text-slides"
  | "chart-as-table"
  | "kind-as-table"
  | "diagram-as-list"
  | "video-as-link"
  | "table-slides"
  | "merged-cells"
  | "long-cells"
  | "table-slides-merged"
  | "table-slides-long"
  | "merged-long-cells"
  | "table-slides-merged-long"
  | "chart-flat"
  | "chart-bars-side"
  | "chart-bars-vertical"
  | "chart-bars-add"
  | "chart-lines-apart"
  | "chart-areas-add"
  | "chart-areas-as-lines"
  | "chart-one-pie"
  | "chart-slices-as-bars"
  | "small-type"
  | "empty-page"
  | "crowded-page"
  | "uneven-columns"
  | "too-many-sizes"
  | "near-miss"
  | "low-contrast"
  | "same-layout-thrice"
  | "many-transition-kinds"
  | "many-own-transitions"
  | "shown-as"
  | "converted-to"
  | "nothing-to-improve"
  | "one-suggestion"
  | "suggestions"
  | "new-slides"
  | "deck-title"
  | "deck-theme"
  | "file-not-stored"
  | "comment-not-stored";

/** An imported deck, with remarks on what was changed or left out. */
export type RemarkedDeck = {
  presentation: Deck;
  remarks?: MarkdownRemark[];
};

/** `{"removed": true}`. */
export type Removed = {
  removed: true;
};

/** `{"removed": true}`. */
export type RemovedCollaborator = {
  removed: true;
};

/** `{"ok": true}` with how many questions were removed. */
export type RemovedQuestionsAnswer = {
  ok: true;
  removed: number;
};

/** The revision of a deck after a data source was removed. */
export type RemovedSource = {
  removed: boolean;
  revision: number;
};

export type RemovedVideo = {
  removed: boolean;
};

export type RenamePasskey = {
  name: string;
};

/** The name that a folder has now; `null` when it was removed. */
export type RenamedFolder = {
  folder: string | null;
};

/**
 * What to draw: stored slides by `slideIds`, slides of the request in `slides`, or one slide by `slideId`,
 * optionally with other `content`.
 */
export type RenderDraft = {
  slideIds?: readonly SlideId[];
  slides?: readonly Sketch[];
  slideId?: SlideId;
  content?: { [key: string]: JsonValue };
  theme?: string;
  lang?: string;
  seq?: JsonValue;
};

/** A drawn slide. */
export type RenderedSlide = {
  slideId: SlideId;
  html: string;
  findings: Finding[];
  steps: number;
};

/** Drawn slides with the stylesheet for all of them. */
export type RenderedSlides = {
  slides: RenderedSlide[];
  css: string;
};

export type ReplyToComment = {
  body: string;
};

export type RequestLink = {
  email: string;
  purpose: LinkPurpose;
};

/** `PublicKeyCredentialRequestOptionsJSON`. */
export type RequestOptions = {
  challenge: string;
  timeout: number;
  rpId: string;
  userVerification: string;
};

/** A theme with defaults for everything that its declaration leaves out. */
export type ResolvedTheme = {
  palette: { [key: string]: string };
  chart: string[];
  gradient: string;
  fonts: Families;
  /** The voice with every token. */
  voice: { [key: string]: JsonValue };
};

/** A deck after a version was restored, and the version of the state before. */
export type RestoredDeck = {
  presentation: Deck;
  /** The version of the state before. */
  kept: Version | null;
};

export type RevokedKey = {
  revoked: true;
  id: KeyId;
  revokedAt: Iso;
};

/** `{"revoked": true}`. */
export type RevokedToken = {
  revoked: true;
};

/** Role of an account in the instance, or of a member in an organization. */
export type Role = "admin" | "member";

export type SaveNotes = {
  notes: string;
};

/** A scope of a key. No scope includes another. */
export type Scope = "read" | "write" | "export" | "ai" | "comments:read" | "comments:write";

/** The number of seconds after which clients should try again, 1 to 86400. */
export type Seconds = number;

/** What the speaker said last. */
export type SendCaption = {
  text: string;
  lang: string;
};

export type SendCommand = {
  action: "next" | "prev" | "goto";
  /** Only used by `goto`. */
  slideIndex?: number;
};

/** A batch of edits. */
export type SendEdits = {
  client: string;
  /** Number of the batch among those of the client, from 1. */
  seq: number;
  /** The revision of the deck that the client edited. */
  base: number;
  because?: EditSource;
  /** `true` to edit the deck with its drafts, and to keep texts that break a rule as drafts. */
  drafts?: boolean;
  edits: readonly Edit[];
};

export type SendMarks = {
  slideId: SlideId;
  /**
   * The position of the pointer: x and y in ten-thousandths of the slide's width and height; empty to hide
   * it.
   */
  pointer?: readonly number[];
  strokes?: readonly SendStroke[];
  /** Deletes the strokes of the slide first. */
  clear?: boolean;
  /** Ids of strokes of the slide that are deleted first, such as to undo the last stroke. */
  remove?: readonly StrokeId[];
  /**
   * Whether captions are on. Pages repeat this, since captions are switched off after a minute without it.
   */
  captions?: boolean;
  caption?: SendCaption;
};

/** A part of a stroke. A finished stroke is sent whole. */
export type SendStroke = {
  id: StrokeId;
  /** How many points of the stroke were sent before. */
  from?: number;
  /** Positions in turn: x, y, x, y. */
  points: readonly number[];
  color?: InkColor;
  done?: boolean;
};

/** Id of a live session, which presenter and audience share. */
export type SessionId = string;

export type SessionMinute = {
  at: Iso;
  /** The maximum number of followers in the minute. */
  followers: number;
};

/**
 * The status of a session, for everybody who knows its id. The fields of `state` are also at the top level,
 * for older clients.
 */
export type SessionStatus = {
  sessionId: SessionId;
  presentationId: DeckId;
  controlEnabled: boolean;
  slideId: string;
  slideIndex: number;
  slideType: string;
  stepIdx: number;
  stepParagraphs: boolean;
  updatedAt: number;
  state: LiveState;
};

export type SessionViews = {
  sessionId: SessionId;
  /** The beginning of its first minute with an audience. */
  from: Iso;
  /** The end of its last minute with an audience. */
  to: Iso;
  /** The maximum number of followers at a time. */
  followers: number;
  /** The number of answers to polls and feedback. */
  answers: number;
  /** The number of questions of the audience. */
  questions: number;
  /** The minutes with an audience. */
  perMinute: SessionMinute[];
};

export type SetCommentStatus = {
  status: string;
};

export type SetLiveState = {
  presentationId?: DeckId;
  slideId?: SlideId;
  slideIndex?: number;
  stepIdx?: number;
  stepParagraphs?: boolean;
};

export type SetMaintenance = {
  active: boolean;
  retryAfter?: Seconds;
};

/** The position of a client in a deck. A flag that is not `true` counts as false. */
export type SetPresence = {
  client: string;
  left?: boolean;
  presenting?: boolean;
  slideId?: string;
  /** A path such as `content.title`. */
  field?: string;
};

export type SetProvisioning = {
  /** The group whose members are administrators of the organization; `null` for none. */
  administrators?: GroupId;
};

export type SetPublishing = {
  allowed?: boolean;
  sites?: readonly string[];
};

export type SetType = {
  enabled?: boolean;
  usage?: string;
};

export type SetVisibility = {
  /** Who may read a deck without a grant. */
  visibility: "private" | "organization";
  isViewOnly?: boolean;
};

/** The settings of a deck, defaults included, and settings that Lectern does not know. */
export type Settings = {
  stepParagraphs: boolean;
  qaEnabled: boolean;
  revealStyle: "default" | "typewriter";
  transitions: {
    preset: "none" | "fade" | "slide" | "push" | "cube" | "morph";
    [key: string]: JsonValue;
  };
  autoAdvance: {
    enabled: boolean;
    intervalSeconds: number;
    loop: boolean;
    showCountdown: boolean;
    mode: "auto" | "pacing";
    [key: string]: JsonValue;
  };
  logo: string;
  [key: string]: JsonValue;
};

/** A link, without its token. */
export type ShareLink = {
  id: ShareLinkId;
  name: string;
  expiresAt: Iso | null;
  /** Whether it no longer shows the deck: it has expired, or its creator may no longer share the deck. */
  expired: boolean;
  createdAt: Iso;
  createdBy: string;
};

/** Id of a share link; not its token. */
export type ShareLinkId = string;

export type ShareLinkList = {
  links: ShareLink[];
};

/** The account that signed in, and its organization. */
export type SignedIn = {
  user: User;
  organization: Organization;
};

/** A slide to draw, which the deck need not have. */
export type Sketch = {
  id?: string;
  type: string;
  content?: { [key: string]: JsonValue };
};

/** A slide with its notes. */
export type Slide = {
  id: SlideId;
  type: string;
  content: { [key: string]: JsonValue };
  notes: string;
  visibility?: SlideVisibility;
  duration?: number;
  transition?: "none" | "fade" | "slide" | "push" | "cube" | "morph";
  /**
   * Names that the author gives to parts of a slide, by the path of the field that a part shows. A path is
   * that of a field (`image`), of an entry of a list (`items.2`), which stands for all that the entry shows,
   * or of a field of an entry (`items.2.title`). With the transition `morph`, parts of the same name on two
   * slides become one another.
   */
  morphNames?: { [key: string]: string };
  library?: LibraryLink;
};

/** Id of a slide, unique in its deck. */
export type SlideId = string;

/** A slide of a request. */
export type SlideInput = {
  id?: string;
  type: string;
  content?: { [key: string]: JsonValue };
  notes?: string;
  visibility?: SlideVisibility;
  duration?: number;
  transition?: "none" | "fade" | "slide" | "push" | "cube" | "morph";
  /**
   * Names that the author gives to parts of a slide, by the path of the field that a part shows. A path is
   * that of a field (`image`), of an entry of a list (`items.2`), which stands for all that the entry shows,
   * or of a field of an entry (`items.2.title`). With the transition `morph`, parts of the same name on two
   * slides become one another.
   */
  morphNames?: { [key: string]: string };
  library?: LibraryLink;
};

/** The report on a slide. */
export type SlideReport = {
  /** Number in the file, from 1. */
  source: number;
  /** Number in the deck, from 1. */
  slide: number;
  slideId: string;
  type: string;
  title: string;
  items: ImportedItem[];
};

/** A slide as it was when a comment on it was written. */
export type SlideSnapshot = {
  id: SlideId;
  type: string;
  content: { [key: string]: JsonValue };
};

/** Texts of one slide in another language. */
export type SlideTexts = {
  /** Text by path, such as `items.2.title`. */
  content?: { [key: string]: string };
  /** Speaker notes. */
  notes?: string;
};

/** A slide type in full, with everything that a form for its content needs. */
export type SlideType = {
  /** Canonical id, such as `eu.svc.slide.list`. */
  typeId: string;
  label: string;
  /** Role of a type in a deck. */
  category: "structural" | "content";
  description: string;
  bestFor: string[];
  notFor: string[];
  /** Group in the type picker. */
  group: string;
  fields: Field[];
  /** Content of a new slide. */
  defaults: { [key: string]: JsonValue };
  /** The JSON Schema of the content. */
  schema: { [key: string]: JsonValue };
  example: { [key: string]: JsonValue };
  /** Whether there is guidance on its use. */
  documented: boolean;
  /** Rules of the organization for its use. */
  usage?: string;
  /** True for types from files and of the organization. */
  isCustom?: boolean;
  /** Type that it is drawn as where it is not known. */
  fallback?: string;
  interaction?: "poll" | "likert" | "feedback";
  buildMode?: "body" | "cards" | "chart" | "image-zoom" | "code";
  /** The part that its slides play in the structure of a deck. */
  deckRole?: "title" | "section";
  /** The field that names a slide. */
  labelField?: string;
  deprecated?: boolean;
};

/** The enabled slide types in full. */
export type SlideTypeList = {
  /** By registry key. */
  slideTypes: { [key: string]: SlideType };
  count: number;
  /** Fields that the content of any slide may have. */
  globalOptions: GlobalOption[];
};

/** A slide type with the settings of the organization. */
export type SlideTypeSettings = {
  key: string;
  typeId: string;
  label: string;
  group: string;
  description: string;
  enabled: boolean;
  usage: string | null;
  isCustom: boolean;
};

export type SlideViews = {
  slideId: SlideId;
  title: string;
  /** How often the slide was shown. */
  views: number;
  /** The average number of seconds for which the slide was shown. */
  seconds: number;
  /** The number of views that ended at this slide. */
  leaves: number;
};

/** Where a slide is hidden. */
export type SlideVisibility = {
  /** Skipped while presenting. */
  hideInPresentation?: boolean;
  /** Left out of PDF, PPTX, print, HTML and picture exports. */
  hideInExport?: boolean;
  /** Left out of published pages. */
  hideInPublished?: boolean;
  /** Hidden from people who may only read. */
  hideFromViewers?: boolean;
};

export type SlideWithNotes = {
  id: SlideId;
  type: string;
  content: { [key: string]: JsonValue };
  notes: string;
  visibility?: SlideVisibility;
  duration?: number;
  transition?: "none" | "fade" | "slide" | "push" | "cube" | "morph";
};

/** A data source of a deck. */
export type Source = {
  name: string;
  columns: string[];
  rowCount: number;
  /** When it was pushed; empty when that is unknown. */
  pushedAt: string;
  /** After how many hours it counts as stale; absent where it never does. */
  staleAfterHours?: number;
  /** Whether the data is stale. */
  stale: boolean;
};

/** A data source with its table. */
export type SourceContent = {
  source: Source;
  /** The table, with the names of its columns in the first row. */
  csv: string;
};

export type SourceList = {
  sources: Source[];
};

/** A sentence of the source that a slide is made of. */
export type SourceSentence = {
  /** The page of the document, from 1; absent for sources without pages. */
  page?: number;
  /** The heading above the sentence. */
  section?: string;
  text: string;
};

/** Whether a deck is a starter deck. */
export type StarterAnswer = {
  starter: boolean;
};

export type StoppedJob = {
  stopped: boolean;
};

/** Id of a pen stroke, unique in its live session. */
export type StrokeId = string;

/** A theme that suits a source. */
export type SuggestedTheme = {
  id: string;
  reason: ThemeReason;
  /** The reason in a sentence. */
  why: string;
};

/** A slide of the library as it would be stored in a deck. */
export type TakenSlide = {
  id: SlideId;
  type: string;
  content: { [key: string]: JsonValue };
  notes: string;
  visibility: SlideVisibility;
  duration?: number;
  transition?: "none" | "fade" | "slide" | "push" | "cube" | "morph";
  /**
   * Names that the author gives to parts of a slide, by the path of the field that a part shows. A path is
   * that of a field (`image`), of an entry of a list (`items.2`), which stands for all that the entry shows,
   * or of a field of an entry (`items.2.title`). With the transition `morph`, parts of the same name on two
   * slides become one another.
   */
  morphNames?: { [key: string]: string };
  library?: LibraryLink;
  translations: { [key: string]: SlideTexts };
};

export type TakenSlideAnswer = {
  slide: TakenSlide;
};

/** A theme. A custom one has what was declared for it; what is absent there comes from the default theme. */
export type Theme =
  | {
      type: "system";
      id: string;
      label: string;
      brandColors: string[];
      hasBackgroundImages: boolean;
      /** Whether decks can be exported onto the layouts of its PowerPoint file. Absent when not. */
      hasTemplate?: boolean;
      /** Whether decks with an unknown theme are shown in it. */
      isDefault: boolean;
    }
  | {
      type: "custom";
      id: string;
      label: string;
      brandColors: string[];
      hasBackgroundImages: boolean;
      /** Whether decks can be exported onto the layouts of its PowerPoint file. Absent when not. */
      hasTemplate?: boolean;
      /** Whether decks with an unknown theme are shown in it. */
      isDefault: boolean;
      /** Short name. A stored theme always has one. */
      slug: string;
      /** Its logo. */
      logoUrl: string | null;
      /** The declared colours. */
      colors: { [key: string]: string };
      /** The declared fonts: the name of a family, or an object with `family` and `weight`. */
      fonts: { [key: string]: JsonValue };
      /** The declared voice: groups of tokens. Absent when there is none. */
      voice?: { [key: string]: JsonValue };
    };

/**
 * The declaration of a theme, and its slug. `null` clears a field of the declaration. The crate `deck`
 * validates the values.
 */
export type ThemeDeclaration = {
  slug?: string;
  label?: string;
  colors?: { [key: string]: string };
  /** Each is the name of a family, or an object with `family` and `weight`. */
  fonts?: { [key: string]: JsonValue };
  /** Colours of charts, in order. `null` derives them from the other colours. */
  chart?: JsonValue;
  /** Groups of tokens. `null` stands for the voice of the default theme. */
  voice?: JsonValue;
  logoUrl?: string;
  /** What slides may not change: `background`, `logo`. With `logo`, every slide shows the logo. */
  locks?: readonly string[];
};

/** Id of an organization's own theme. */
export type ThemeId = string;

/** All themes of a list. */
export type ThemeList = {
  /** Custom themes by label, then system themes by label. */
  themes: Theme[];
  count: number;
};

/** A theme that is not stored: what its declaration resolves to, and examples in it. */
export type ThemePreview = {
  theme: ResolvedTheme;
  families: string[];
  /** The tokens with a fixed set of values, as `group.token`, each with its values. */
  tokens: { [key: string]: string[] };
  /** The voices of the built-in themes, as starting points. */
  voices: ThemeVoice[];
  slides: RenderedSlide[];
  css: string;
};

/** Why a theme suits a source. */
export type ThemeReason = "code" | "figures" | "pictures" | "questions" | "general";

/** A report on the look of a PowerPoint file, in sentences. */
export type ThemeReport = {
  /** What the theme took over unchanged. */
  taken: string[];
  /** What differs, with the reason. */
  changed: string[];
  /** What a theme cannot contain. */
  leftOut: string[];
};

/** The voice of a built-in theme, with every token. */
export type ThemeVoice = {
  id: string;
  label: string;
  voice: { [key: string]: JsonValue };
};

/** All themes, with the versions of the thumbnails that show them or slide types in them. */
export type ThemesWithVersions = {
  /** Custom themes by label, then system themes by label. */
  themes: Theme[];
  count: number;
  /**
   * Versions by the id of the theme. Clients may cache the picture of an address with its version, `v`,
   * forever.
   */
  thumbnailVersions: { [key: string]: string };
};

/**
 * The hashes of the thumbnails of a deck. Clients may cache the picture of an address with its hash, `h`,
 * forever.
 */
export type ThumbnailHashes = {
  /** The language that the slides are shown in. */
  language: string;
  /** The hash of each slide's thumbnail, by the id of the slide. */
  slides: { [key: string]: string };
};

/** Limits of an account's keys. */
export type Tier = "free" | "pro" | "enterprise";

export type TransferDeck = {
  email: string;
  keepAccess?: boolean;
};

/** Texts of a deck in another language. A text that is absent or blank falls back to the main language. */
export type Translation = {
  /** Title of the deck. */
  title?: string;
  /** Description of the deck. */
  description?: string;
  /** Texts of the slides, by slide id. */
  slides?: { [key: string]: SlideTexts };
};

/** Decks in the trash, and the days until they are purged. */
export type Trash = {
  presentations: DeckSummary[];
  pagination: Pagination;
  /** The number of days; null when the trash is never emptied. */
  keepsDays: number | null;
};

/** The declaration of a slide type. It has no fixed schema: the crate `deck` validates it. */
export type TypeDeclaration = { [key: string]: JsonValue };

/** The example of a slide type, and the schema of its content. */
export type TypePreview = {
  slideId: SlideId;
  html: string;
  findings: Finding[];
  steps: number;
  css: string;
  schema: { [key: string]: JsonValue };
};

export type TypeSettingAnswer = {
  slideType: NewTypeSetting;
};

export type TypeSettingList = {
  slideTypes: SlideTypeSettings[];
};

export type UnreadNotifications = {
  unread: number;
};

export type UpdateCollaborator = {
  permission: CollaboratorPermission;
};

/**
 * Fields of a deck. `null` counts as absent except for the title, which it makes blank, the description,
 * which it empties, and the slides, where it is refused.
 */
export type UpdateDeck = {
  title?: string;
  description?: string;
  theme?: string;
  language?: string;
  /** All slides, in order. */
  slides?: readonly SlideInput[];
  /** Settings to change; `null` resets one. */
  settings?: { [key: string]: JsonValue };
  translations?: { [key: string]: Translation };
  visibility?: DeckVisibility;
};

export type UpdateImage = {
  title?: string;
  alt?: string;
  description?: string;
  tags?: readonly string[];
};

/** Changes to a slide of the library. Absent fields stay as they are. */
export type UpdateLibrarySlide = {
  name?: string;
  tags?: readonly string[];
  /** With `slideId`: the slide of a deck whose content replaces that of the library. */
  presentationId?: DeckId;
  slideId?: SlideId;
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

export type UpdateWebhook = {
  url?: string;
  events?: readonly string[];
  active?: boolean;
  description?: string;
};

/** A stored picture, sound or video. */
export type Upload = {
  url: string;
  name: string;
  mime: string;
  bytes: number;
  id: UploadId;
};

/** Id of an upload in the image library. */
export type UploadId = string;

/** A picture to upload, as JSON. */
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

/** An account and the number of decks that it owns. */
export type UserWithDecks = {
  user: User;
  decks: number;
};

/** The number of slides that use a slide type, and of decks with such slides. */
export type UsesAnswer = {
  slides: number;
  decks: number;
};

/** A vendor. */
export type Vendor = {
  id: string;
  label: string;
  configured: boolean;
  default: boolean;
};

/**
 * The vendors, and the daily limit of the caller's key in `daily`, which is `null` for callers without a
 * limit.
 */
export type VendorList = {
  vendors: Vendor[];
  daily: DailyUse | null;
};

/** The result of a test call. */
export type VendorTest = {
  ok: boolean;
  vendor: string;
  model: string | null;
  milliseconds: number;
  details?: string;
};

/** A version of a deck, without its content. */
export type Version = {
  id: VersionId;
  reason: VersionReason;
  name: string;
  revision: number;
  title: string;
  slideCount: number;
  by: string;
  byName: string;
  createdAt: Iso;
  /** The number of slides that differ from the previous version; absent when there is none. */
  slidesChanged?: number;
  /** The titles of up to three of these slides. */
  changedTitles: string[];
};

export type VersionAnswer = {
  version: Version;
};

/** A version with its content. */
export type VersionContent = {
  version: Version;
  presentation: Deck;
};

/** Id of a stored version of a deck. */
export type VersionId = string;

export type VersionList = {
  versions: Version[];
  pagination: Pagination;
};

/** Why a version was stored. */
export type VersionReason =
  | "named"
  | "rest"
  | "work"
  | "hands"
  | "presented"
  | "assistant"
  | "deletion"
  | "replaced"
  | "restore"
  | "published";

export type VideoAnswer = {
  job: VideoJob;
};

export type VideoJob = {
  id: JobId;
  state: VideoState;
  /** How many slides are finished. */
  done: number;
  /** The number of slides in the video. */
  total: number;
  /** Whether a finished video has captions. */
  hasCaptions: boolean;
  /** Why it failed. */
  error?: string;
};

/** The state of a video. */
export type VideoState = "running" | "done" | "failed";

/** The field that another one depends on, with its values. */
export type VisibleWhen = {
  field: string;
  in: string[];
};

export type Vote = {
  optionIndex?: number;
};

/** A webhook, without its secret. */
export type Webhook = {
  id: WebhookId;
  url: string;
  events: string[];
  active: boolean;
  description: string;
  /** When the receiver responded with status 410, which switched the webhook off. */
  goneAt: Iso | null;
  createdAt: Iso;
  updatedAt: Iso;
};

export type WebhookAnswer = {
  webhook: Webhook;
};

/** Id of a webhook. */
export type WebhookId = string;

export type WebhookList = {
  webhooks: Webhook[];
  availableEvents: string[];
};

/** A webhook with its new secret. Only this response contains the secret. */
export type WebhookWithSecret = {
  webhook: Webhook;
  secret: string;
};

/** A text or a document from which a deck is written. */
export type WriteDeck = {
  /** The text; absent when the request has a document. */
  content?: string;
  /** The id of a document that was sent earlier. */
  document?: DocumentId;
  /** The slides of the deck, arranged from those of an outline. */
  outline?: readonly OutlineEntry[];
  /** The maximum number of slides, 3 to 40. */
  slides?: number;
  title?: string;
  speaker?: string;
  theme?: string;
  language?: string;
  vendor?: string;
};

/** A deck that was written. */
export type Written = {
  presentation: Deck;
  /** Figures on slides that are not in the source. Only decks written by a model can have them. */
  warnings?: string[];
  /** What the vendor billed; absent for the built-in author. */
  usage?: AuthorUsage;
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
  "POST /api/auth/link/request": {
    body: RequestLink;
    answer: Done;
  };
  "POST /api/auth/logout": {
    answer: Done;
  };
  "GET /api/auth/me": {
    answer: Profile;
  };
  "PATCH /api/auth/me": {
    body: ChangeMe;
    answer: UserAnswer;
  };
  "POST /api/auth/change-password": {
    body: ChangePassword;
    answer: Done;
  };
  "GET /api/auth/passkeys": {
    answer: PasskeyList;
  };
  "POST /api/auth/passkeys/options": {
    body: BeginPasskey;
    answer: CreationOptions;
  };
  "POST /api/auth/passkeys": {
    body: AddPasskey;
    answer: PasskeyAnswer;
  };
  "PATCH /api/auth/passkeys/{id}": {
    body: RenamePasskey;
    answer: PasskeyAnswer;
  };
  "DELETE /api/auth/passkeys/{id}": {
    answer: Done;
  };
  "POST /api/auth/login/passkey/options": {
    answer: RequestOptions;
  };
  "POST /api/auth/login/passkey": {
    body: PasskeyLogin;
    answer: SignedIn;
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
  "GET /api/agents": {
    answer: AgentList;
  };
  "DELETE /api/agents/{id}": {
    answer: Done;
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
  "GET /api/organizations/{id}/provisioning": {
    answer: ProvisioningAnswer;
  };
  "PUT /api/organizations/{id}/provisioning": {
    body: SetProvisioning;
    answer: ProvisioningAnswer;
  };
  "POST /api/organizations/{id}/provisioning/token": {
    answer: NewProvisioningToken;
  };
  "DELETE /api/organizations/{id}/provisioning/token": {
    answer: RevokedToken;
  };
  "GET /api/webhooks": {
    answer: WebhookList;
  };
  "POST /api/webhooks": {
    body: CreateWebhook;
    answer: WebhookWithSecret;
  };
  "PATCH /api/webhooks/{id}": {
    body: UpdateWebhook;
    answer: WebhookAnswer;
  };
  "DELETE /api/webhooks/{id}": {
    answer: Deleted;
  };
  "POST /api/webhooks/{id}/secret": {
    answer: WebhookWithSecret;
  };
  "POST /api/webhooks/{id}/test": {
    answer: DeliveryAnswer;
  };
  "GET /api/webhooks/{id}/deliveries": {
    answer: DeliveryList;
  };
  "POST /api/webhooks/{id}/deliveries/{delivery}/replay": {
    answer: DeliveryAnswer;
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
  "GET /api/presentations": {
    answer: DeckSummaryList;
  };
  "GET /api/presentations/counts": {
    answer: DeckCounts;
  };
  "POST /api/presentations/sample": {
    answer: PresentationAnswer;
  };
  "POST /api/presentations": {
    body: CreateDeck;
    answer: PresentationAnswer;
  };
  "GET /api/presentations/{id}": {
    answer: PresentationAnswer;
  };
  "PUT /api/presentations/{id}": {
    body: UpdateDeck;
    answer: PresentationAnswer;
  };
  "DELETE /api/presentations/{id}": {
    answer: DeletedDeck;
  };
  "POST /api/presentations/{id}/duplicate": {
    answer: PresentationAnswer;
  };
  "POST /api/presentations/import/json": {
    answer: PresentationAnswer;
  };
  "POST /api/presentations/import/markdown": {
    answer: RemarkedDeck;
  };
  "POST /api/presentations/import/deck": {
    answer: ImportedDeck;
  };
  "POST /api/presentations/import/pptx": {
    answer: ConvertedDeck;
  };
  "POST /api/presentations/{id}/import/pptx": {
    answer: FileChanges;
  };
  "PUT /api/presentations/import/pptx/once/{token}": {
    answer: ConvertedForAgent;
  };
  "POST /api/presentations/import/pptx/once/{token}": {
    answer: ConvertedForAgent;
  };
  "GET /api/presentations/trash": {
    answer: Trash;
  };
  "POST /api/presentations/{id}/restore": {
    answer: PresentationAnswer;
  };
  "DELETE /api/presentations/{id}/permanent": {
    answer: DeletedDeck;
  };
  "POST /api/presentations/{id}/edits": {
    body: SendEdits;
    answer: BatchAnswer;
  };
  "GET /api/presentations/{id}/drafts": {
    answer: FieldDraftList;
  };
  "POST /api/presentations/{id}/presence": {
    body: SetPresence;
    answer: PresenceAnswer;
  };
  "POST /api/presentations/{id}/render": {
    body: RenderDraft;
    answer: DraftAnswer;
  };
  "GET /api/presentations/{id}/thumbnails": {
    answer: ThumbnailHashes;
  };
  "GET /api/presentations/{id}/collaborators": {
    answer: CollaboratorList;
  };
  "POST /api/presentations/{id}/collaborators": {
    body: AddCollaborator;
    answer: CollaboratorAnswer;
  };
  "PATCH /api/presentations/{id}/collaborators/{email}": {
    body: UpdateCollaborator;
    answer: CollaboratorAnswer;
  };
  "DELETE /api/presentations/{id}/collaborators/{email}": {
    answer: RemovedCollaborator;
  };
  "PATCH /api/presentations/{id}/visibility": {
    body: SetVisibility;
    answer: PresentationAnswer;
  };
  "POST /api/presentations/{id}/transfer": {
    body: TransferDeck;
    answer: PresentationAnswer;
  };
  "GET /api/presentations/{id}/versions": {
    answer: VersionList;
  };
  "POST /api/presentations/{id}/versions": {
    body: NameVersion;
    answer: VersionAnswer;
  };
  "GET /api/presentations/{id}/versions/{version}": {
    answer: VersionContent;
  };
  "POST /api/presentations/{id}/versions/{version}/restore": {
    answer: RestoredDeck;
  };
  "GET /api/presentations/{id}/data": {
    answer: SourceList;
  };
  "GET /api/presentations/{id}/data/{name}": {
    answer: SourceContent;
  };
  "PUT /api/presentations/{id}/data/{name}": {
    answer: PushedSource;
  };
  "DELETE /api/presentations/{id}/data/{name}": {
    answer: RemovedSource;
  };
  "POST /api/presentations/{id}/merge": {
    body: BeginMerge;
    answer: MergeAnswer;
  };
  "GET /api/presentations/{id}/merge/{job}": {
    answer: MergeAnswer;
  };
  "GET /api/presentations/{id}/rehearsal": {
    answer: RehearsalAnswer;
  };
  "PUT /api/presentations/{id}/rehearsal": {
    answer: RehearsalAnswer;
  };
  "DELETE /api/presentations/{id}/rehearsal": {
    answer: Deleted;
  };
  "POST /api/presentations/{id}/video": {
    body: BeginVideo;
    answer: VideoAnswer;
  };
  "GET /api/presentations/{id}/video/{job}": {
    answer: VideoAnswer;
  };
  "DELETE /api/presentations/{id}/video/{job}": {
    answer: RemovedVideo;
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
  "GET /api/presentations/{id}/publication": {
    answer: PublicationAnswer;
  };
  "PUT /api/presentations/{id}/publication": {
    body: PublishDeck;
    answer: PublicationAnswer;
  };
  "PATCH /api/presentations/{id}/publication": {
    body: PublishDeck;
    answer: PublicationAnswer;
  };
  "DELETE /api/presentations/{id}/publication": {
    answer: Deleted;
  };
  "GET /api/organizations/{id}/publishing": {
    answer: PublishingAnswer;
  };
  "PUT /api/organizations/{id}/publishing": {
    body: SetPublishing;
    answer: PublishingAnswer;
  };
  "GET /api/presentations/{id}/analytics": {
    answer: Analytics;
  };
  "PUT /api/presentations/{id}/star": {
    answer: Filing;
  };
  "DELETE /api/presentations/{id}/star": {
    answer: Filing;
  };
  "PUT /api/presentations/{id}/folder": {
    body: FolderName;
    answer: Filing;
  };
  "DELETE /api/presentations/{id}/folder": {
    answer: Filing;
  };
  "PUT /api/folders/{name}": {
    body: FolderName;
    answer: RenamedFolder;
  };
  "DELETE /api/folders/{name}": {
    answer: RenamedFolder;
  };
  "GET /api/starters": {
    answer: DeckSummaryList;
  };
  "POST /api/starters/{id}": {
    body: BeginDeck;
    answer: PresentationAnswer;
  };
  "GET /api/presentations/{id}/starter": {
    answer: StarterAnswer;
  };
  "PUT /api/presentations/{id}/starter": {
    answer: StarterAnswer;
  };
  "DELETE /api/presentations/{id}/starter": {
    answer: StarterAnswer;
  };
  "GET /api/slide-library": {
    answer: LibrarySlideList;
  };
  "POST /api/slide-library": {
    body: AddLibrarySlide;
    answer: LibrarySlideAnswer;
  };
  "GET /api/slide-library/{id}": {
    answer: LibrarySlideAnswer;
  };
  "PATCH /api/slide-library/{id}": {
    body: UpdateLibrarySlide;
    answer: LibrarySlideAnswer;
  };
  "DELETE /api/slide-library/{id}": {
    answer: Deleted;
  };
  "GET /api/presentations/{id}/library": {
    answer: LinkedSlideList;
  };
  "POST /api/presentations/{id}/library": {
    body: InsertLibrarySlide;
    answer: InsertedLibrarySlide;
  };
  "GET /api/presentations/{id}/library/{library}": {
    answer: TakenSlideAnswer;
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
  "POST /api/present-sessions": {
    body: BeginSession;
    answer: LiveSession;
  };
  "GET /api/present-sessions/{id}/state": {
    answer: SessionStatus;
  };
  "POST /api/present-sessions/{id}/state": {
    body: SetLiveState;
    answer: LiveState;
  };
  "POST /api/present-sessions/{id}/control": {
    body: SendCommand;
    answer: CommandAnswer;
  };
  "POST /api/present-sessions/{id}/control/enable": {
    answer: ControlAnswer;
  };
  "POST /api/present-sessions/{id}/control/disable": {
    answer: ControlAnswer;
  };
  "POST /api/present-sessions/{id}/finish": {
    answer: Done;
  };
  "POST /api/present-sessions/{id}/marks": {
    body: SendMarks;
    answer: Done;
  };
  "GET /api/present-sessions/{id}/deck": {
    answer: DeckWithNotes;
  };
  "PUT /api/present-sessions/{id}/notes/{slide}": {
    body: SaveNotes;
    answer: NotesAnswer;
  };
  "GET /api/present-sessions/{id}/audience": {
    answer: AudienceStatus;
  };
  "POST /api/present-sessions/{id}/interactions/{slide}/open": {
    answer: InteractionAnswer;
  };
  "POST /api/present-sessions/{id}/interactions/{slide}/close": {
    answer: InteractionAnswer;
  };
  "POST /api/present-sessions/{id}/interactions/{slide}/reset": {
    answer: InteractionAnswer;
  };
  "POST /api/present-sessions/{id}/questions/open": {
    answer: QuestionsOpenAnswer;
  };
  "POST /api/present-sessions/{id}/questions/close": {
    answer: QuestionsOpenAnswer;
  };
  "POST /api/present-sessions/{id}/questions/{question}/remove": {
    answer: Done;
  };
  "POST /api/present-sessions/{id}/questions/{question}/remove-asker": {
    answer: RemovedQuestionsAnswer;
  };
  "POST /api/present-sessions/{id}/questions/{question}/answered": {
    answer: QuestionAnswer;
  };
  "POST /api/present-sessions/{id}/questions/{question}/promote": {
    body: PromoteQuestion;
    answer: QuestionAnswer;
  };
  "GET /api/follow-codes/{code}": {
    answer: FollowTarget;
  };
  "GET /api/follow/{id}/presentation": {
    answer: AudienceView;
  };
  "GET /api/follow/{id}/interactions/current": {
    answer: CurrentInteraction;
  };
  "POST /api/follow/{id}/interactions/{slide}/vote": {
    body: Vote;
    answer: InteractionAnswer;
  };
  "POST /api/follow/{id}/interactions/{slide}/feedback": {
    body: GiveFeedback;
    answer: InteractionAnswer;
  };
  "POST /api/follow/{id}/reactions": {
    body: React;
    answer: Done;
  };
  "GET /api/follow/{id}/questions": {
    answer: QuestionsAnswer;
  };
  "POST /api/follow/{id}/questions": {
    body: AskQuestion;
    answer: AskedQuestion;
  };
  "POST /api/follow/{id}/questions/{question}/upvote": {
    answer: QuestionAnswer;
  };
  "POST /api/follow/{id}/questions/{question}/cancel": {
    answer: Done;
  };
  "POST /api/presentations/{id}/talk": {
    body: DrawTalk;
    answer: RenderedSlides;
  };
  "GET /api/icons": {
    answer: IconList;
  };
  "GET /api/themes": {
    answer: ThemesWithVersions;
  };
  "GET /api/themes/custom": {
    answer: CustomThemeList;
  };
  "POST /api/themes/custom": {
    body: ThemeDeclaration;
    answer: CustomThemeAnswer;
  };
  "POST /api/themes/custom/import/pptx": {
    answer: ImportedThemeAnswer;
  };
  "PUT /api/themes/custom/{id}": {
    body: ThemeDeclaration;
    answer: CustomThemeAnswer;
  };
  "DELETE /api/themes/custom/{id}": {
    answer: Deleted;
  };
  "POST /api/themes/custom/{id}/default": {
    answer: DefaultTheme;
  };
  "POST /api/themes/preview": {
    body: ThemeDeclaration;
    answer: ThemePreview;
  };
  "GET /api/fonts": {
    answer: FontList;
  };
  "POST /api/fonts": {
    answer: FontAnswer;
  };
  "DELETE /api/fonts/{id}": {
    answer: Deleted;
  };
  "GET /api/slide-types": {
    answer: SlideTypeList;
  };
  "GET /api/slide-types/custom": {
    answer: CustomTypeList;
  };
  "POST /api/slide-types/custom": {
    body: TypeDeclaration;
    answer: CustomTypeAnswer;
  };
  "PUT /api/slide-types/custom/{slug}": {
    body: TypeDeclaration;
    answer: CustomTypeAnswer;
  };
  "DELETE /api/slide-types/custom/{slug}": {
    answer: Deleted;
  };
  "POST /api/slide-types/custom/{slug}/publish": {
    answer: CustomTypeAnswer;
  };
  "POST /api/slide-types/preview": {
    body: PreviewType;
    answer: TypePreview;
  };
  "GET /api/slide-types/settings": {
    answer: TypeSettingList;
  };
  "PATCH /api/slide-types/{key}": {
    body: SetType;
    answer: TypeSettingAnswer;
  };
  "GET /api/slide-types/custom/{slug}/uses": {
    answer: UsesAnswer;
  };
  "GET /api/ai/vendors": {
    answer: FullVendorList;
  };
  "POST /api/ai/outline": {
    body: WriteDeck;
    answer: OutlineAnswer;
  };
  "PUT /api/ai/documents/once/{token}": {
    answer: KeptDocument;
  };
  "POST /api/ai/documents/once/{token}": {
    answer: KeptDocument;
  };
  "POST /api/ai/vendors/{vendor}/test": {
    answer: VendorTest;
  };
  "POST /api/ai/jobs": {
    body: BeginJob;
    answer: JobAnswer;
  };
  "GET /api/ai/jobs/{id}": {
    answer: JobAnswer;
  };
  "DELETE /api/ai/jobs/{id}": {
    answer: StoppedJob;
  };
  "POST /api/presentations/{id}/proposals": {
    body: Propose;
    answer: ProposalList;
  };
  "POST /api/uploads": {
    answer: Upload;
  };
  "POST /api/media": {
    answer: Upload;
  };
  "PUT /api/uploads/once/{token}": {
    answer: MeasuredUpload;
  };
  "POST /api/uploads/once/{token}": {
    answer: MeasuredUpload;
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
