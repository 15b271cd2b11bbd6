// The JSON API of the server: the types of requests, responses and events, and the tables of routes and streams.
//
// `wire.ts` has those that are generated from the server's structs; the others are written by hand here. Names are
// those on the wire. This file has types only: it adds nothing to a bundle.

import type { Deleted, Done, ErrorBody, JsonValue, Pagination, Profile, WireRoutes } from "./wire";

export type * from "./wire";

// Values that several routes share

/** The fields of a slide, or of one entry of a list, by their keys. */
export type Content = { [key: string]: JsonValue };

/** The query that selects a part of a list. */
export type PageQuery = { limit?: number; offset?: number };

/** The error body with the code `daily_limit`. */
export type DailyLimitBody = ErrorBody & Required<Pick<ErrorBody, "limit" | "used" | "resetAt">>;

// Presentations

/** What the caller may do with a presentation, from most to least. */
export type Permission = "owner" | "admin" | "edit" | "comment" | "view";

/** Who may see a presentation besides its owner and collaborators. */
export type PresentationVisibility = "private" | "organization";

/** The fields that single presentations and lists share. */
type PresentationHead = {
  id: string;
  title: string;
  description: string;
  theme: string;
  /** The main language, a BCP 47 tag. */
  language: string;
  /** All languages, the main one first. */
  languages: string[];
  slideCount: number;
  /** Rises with every write. */
  revision: number;
  ownerEmail: string;
  visibility: PresentationVisibility;
  isViewOnly: boolean;
  permission: Permission;
  createdAt: string;
  updatedAt: string;
};

/** A presentation in full. */
export type Presentation = PresentationHead & {
  slides: Slide[];
  settings: PresentationSettings;
  /** Texts in other languages, by language tag. */
  translations: Record<string, Translation>;
};

/** A presentation in a list. */
export type PresentationSummary = PresentationHead & {
  /** Empty where the owner has no name. In search results only, as `isLive` and `thumbnailVersion`. */
  ownerName?: string;
  isLive?: boolean;
  /** Changes with everything that the thumbnails are drawn from. */
  thumbnailVersion?: string;
  trashedAt?: string;
  trashedBy?: string;
  /** The slide that holds the words searched for, where the title does not. */
  match?: { slideId: string; number: number; text: string };
};

export type PresentationList = { presentations: PresentationSummary[]; pagination: Pagination };
export type PresentationCounts = { all: number; mine: number; shared: number; trash: number };

/** The settings of a presentation, defaults included. Unknown settings are kept. */
export type PresentationSettings = {
  stepParagraphs: boolean;
  qaEnabled: boolean;
  revealStyle: string;
  transitions: { preset: string };
  autoAdvance: {
    enabled: boolean;
    mode: string;
    intervalSeconds: number;
    loop: boolean;
    showCountdown: boolean;
  };
  /** The URL of a picture; empty without one. */
  logo: string;
  [unknown: string]: JsonValue;
};

export type Slide = {
  id: string;
  /** The canonical id of the slide type, such as `eu.svc.slide.list`. */
  type: string;
  content: Content;
  notes: string;
  visibility?: SlideVisibility;
  /** Seconds. */
  duration?: number | null;
};

export type SlideVisibility = {
  hideInPresentation?: boolean;
  hideInExport?: boolean;
  hideInPublished?: boolean;
  hideFromViewers?: boolean;
};

/** The texts of a presentation in one other language. */
export type Translation = {
  title?: string;
  description?: string;
  slides?: Record<string, SlideTexts>;
};

/** The texts of one slide in one other language. Keys of `content` are paths such as `items.2.title`. */
export type SlideTexts = { content?: Record<string, string>; notes?: string };

/** The fields that create or change a presentation. */
export type PresentationInput = {
  title?: string;
  description?: string | null;
  theme?: string;
  language?: string;
  slides?: Partial<Slide>[];
  settings?: Content;
  translations?: Record<string, Translation>;
  visibility?: PresentationVisibility;
};

/** The response to an import. Lists that would be empty are left out. */
export type ImportedPresentation = {
  presentation: Presentation;
  /** What a Markdown file has that could not be imported as written. */
  remarks?: { slide: number; text: string }[];
  /** Pictures of a package that could not be stored. */
  failedAssets?: { ref: string; reason: string }[];
};

// Edits and presence

/** A slide as edits hold it: one that is inserted, or the new value of a whole slide. */
export type SlideValue = {
  id?: string;
  type: string;
  content: Content;
  notes?: string;
  visibility?: SlideVisibility;
  duration?: number | null;
  translations?: Record<string, SlideTexts>;
};

/**
 * Sets a value of a slide. The path is `content.items.2.title`, `content.items.2`, `notes`,
 * `visibility.hideInExport`, `duration`, `type`, or "" for the whole slide. `null` removes the value.
 */
export type SetEdit = {
  op: "set";
  slideId: string;
  /** A language other than the main one. */
  lang?: string;
  path: string;
  value: JsonValue | SlideValue;
  /** The value that the sender replaces. The server reports a conflict where it finds another one. */
  replaces?: JsonValue | SlideValue;
};

/** Inserts slides after another one: first where `after` is null, last where it is left out. */
export type InsertEdit = {
  op: "insert";
  after?: string | null;
  slides: (SlideValue & { id: string })[];
};

export type RemoveEdit = { op: "remove"; slideId: string; replaces?: SlideValue };

/** Moves a slide: after another, first (`null`) or last (left out). */
export type MoveEdit = { op: "move"; slideId: string; after?: string | null };

/** Sets a value of the deck: `title`, `theme`, `language`, `settings.transitions.preset`, `translations.nl`, ... */
export type DeckEdit = {
  op: "deck";
  lang?: string;
  path: string;
  value: JsonValue | Translation;
  replaces?: JsonValue | Translation;
};

export type Edit = SetEdit | InsertEdit | RemoveEdit | MoveEdit | DeckEdit;

/** Edits that are applied in one write. The server applies a batch once, however often it is sent. */
export type EditBatch = {
  client: string;
  /** The number of the batch, from 1, counted by the client. */
  seq: number;
  /** The revision that the edits were made on. */
  base: number;
  because?: string;
  edits: Edit[];
};

/** The response to a batch. `index` is the position of an edit in the batch. */
export type EditResult = {
  revision: number;
  /** Edits whose value or slide somebody else changed or removed. */
  conflicts: { index: number; reason: "changed" | "gone"; present?: JsonValue }[];
  /** Edits that are not valid. */
  refused: { index: number; code: string; details: string }[];
  /** The batch was applied by an earlier request. */
  again?: boolean;
};

/** A browser window that has a presentation open, and where its user is. */
export type Person = {
  client: string;
  name: string;
  email: string;
  /** 1 to 6: the design token `--p1` and so on. */
  colour: number;
  slideId: string | null;
  /** A path such as `content.title`. */
  field: string | null;
  presenting: boolean;
};

/** Where the sender is, or that they left. */
export type PresenceUpdate =
  | { client: string; slideId: string | null; field: string | null; presenting?: boolean }
  | { client: string; left: true };

// Sharing

export type CollaboratorPermission = Exclude<Permission, "owner">;

export type Collaborator = {
  id: string;
  email: string;
  name: string;
  permission: CollaboratorPermission;
  invitedBy: string;
  createdAt: string;
};

// Versions

export type Version = {
  id: string;
  reason: "named" | "rest" | "assistant" | "deletion" | "replaced" | "restore" | (string & {});
  name: string | null;
  revision: number;
  title: string;
  slideCount: number;
  /** How many slides differ from the version before; left out where there is none. */
  slidesChanged?: number;
  by: string;
  byName: string;
  createdAt: string;
};

// Drawing

/** A remark of the layout about a field, such as a text that does not fit. `field` is a path inside the content. */
export type Finding = { slideId: string; field: string; text: string };

export type RenderedSlide = { slideId: string; html: string; steps: number; findings: Finding[] };

/** Slides that share one style sheet. */
export type RenderedSlides = { slides: RenderedSlide[]; css: string };

/** A slide with its style sheet. */
export type StyledSlide = RenderedSlide & { css: string };

/** One slide with other content than is stored, stored slides by id, or slides that are not in the deck. */
export type RenderRequest = (
  | { slideId: string; content?: Content }
  | { slideIds: string[] }
  | { slides: { id?: string; type: string; content: Content }[] }
) & { theme?: string; lang?: string };

/** How to join a live session, as slides show it. */
export type Invite = { address: string; link: string; code: string };

export type Icon = { name: string; path: string };

// Slide types

/** One field of a slide type. */
export type FieldDeclaration = {
  key: string;
  label: string;
  type: string;
  required?: boolean;
  translatable?: boolean;
  helpText?: string;
  maxLength?: number;
  options?: string[];
  optionLabels?: Record<string, string>;
  /** Other values than the options are accepted. */
  openSet?: boolean;
  min?: number;
  max?: number;
  step?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  ordered?: boolean;
  /** The fields of one entry of a list. */
  itemFields?: FieldDeclaration[];
  /** The field counts only where another field has one of these values. */
  visibleWhen?: { field: string; in: JsonValue[] };
};

export type SlideType = {
  /** The canonical id, such as `eu.svc.slide.list`. */
  typeId: string;
  label: string;
  category: string;
  group: string;
  description: string;
  bestFor: string[];
  notFor: string[];
  fields: FieldDeclaration[];
  defaults: Content;
  example: Content;
  /** The field that names a slide. */
  labelField?: string;
};

/** An option that every slide has. */
export type GlobalOption = {
  key: string;
  type: string;
  options?: string[];
  default?: string | number;
  description?: string;
  maxLength?: number;
  min?: number;
  max?: number;
};

/** The slide types on offer, by key. */
export type SlideTypeList = {
  slideTypes: Record<string, SlideType>;
  globalOptions: GlobalOption[];
  count: number;
};

/** What an organization set for a slide type. */
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

export type DeclaredFieldType =
  | "string"
  | "markdown"
  | "enum"
  | "number"
  | "boolean"
  | "image"
  | "items"
  | "csv"
  | "code"
  | "url"
  | "link"
  | "icon";

/** One field in the declaration of a custom slide type. */
export type DeclaredField = {
  key: string;
  label: string;
  type: DeclaredFieldType;
  required?: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
  minItems?: number;
  maxItems?: number;
  options?: string[];
  itemFields?: DeclaredField[];
  help?: string;
  translatable?: boolean;
  visibleWhen?: { field: string; in: string[] };
  default?: unknown;
};

/** The declaration of a custom slide type. */
export type SlideTypeDeclaration = {
  slug: string;
  label: string;
  category: "content" | "structural";
  description?: string;
  bestFor?: string[];
  usage?: string;
  fallback?: string;
  fields: DeclaredField[];
  example: Record<string, unknown>;
};

/** A custom slide type as it was declared, with what the server adds. */
export type CustomSlideType = {
  slug: string;
  key: string;
  typeId: string;
  published: boolean;
  createdAt: string;
  [declared: string]: unknown;
};

// Themes

export type Theme = {
  id: string;
  label: string;
  type: "system" | "custom";
  brandColors: string[];
  hasBackgroundImages: boolean;
  isDefault: boolean;
};

export type FontRole = "heading" | "body" | "mono";

/** The declaration of a custom theme. What is left out comes from the default theme. */
export type ThemeDeclaration = {
  label: string;
  colors: Record<string, string>;
  fonts: Partial<Record<FontRole, string>>;
  logoUrl: string;
};

/** A custom theme as it was declared. A font may have its weight beside its family. */
export type CustomTheme = {
  id: string;
  slug: string;
  label: string;
  colors: Record<string, string>;
  fonts: Partial<Record<FontRole, string | { family: string }>>;
  logoUrl: string | null;
  createdAt: string;
};

/** The values that a declaration results in. */
export type ThemeLook = {
  palette: Record<string, string>;
  chart: string[];
  /** The lightest colour of the gradient. */
  gradient: string;
  fonts: Record<FontRole, string>;
};

export type ThemePreview = RenderedSlides & { theme: ThemeLook; families: string[] };

// Assistant

export type Vendor = {
  id: string;
  label: string;
  configured: boolean;
  default: boolean;
  offline: boolean;
  model: string | null;
  /** The setting that is missing. */
  missing: string | null;
};

/** How much of the day's limit is used. */
export type DailyUse = { limit: number; used: number; resetAt: string };

export type VendorList = { vendors: Vendor[]; daily: DailyUse | null };

export type VendorTest = {
  ok: boolean;
  vendor: string;
  model: string | null;
  milliseconds: number;
  details?: string;
};

/** The text that a deck is made from. */
export type JobRequest = {
  content: string;
  title?: string;
  theme?: string;
  language?: string;
  vendor?: string;
};

export type Job = { id: string; kind: "deck" | "append"; vendor: string; state: string };

export type ProposalRequest = {
  kind: "iterate" | "append" | "convert" | "compress" | "analyze";
  command?: string;
  text?: string;
  slideIds?: string[];
  targetType?: string;
  intensity?: string;
  vendor?: string;
};

export type ProposedSlide = { id?: string; type: string; title: string; content: Content; notes: string };

export type Proposal = {
  id: string;
  action: "replace" | "split" | "remove" | "merge" | "insert" | "advice";
  slideId: string | null;
  slideNumber: number | null;
  title: string;
  why: string;
  category: string | null;
  before: ProposedSlide[];
  after: ProposedSlide[];
  edits: Edit[];
};

export type ProposalList = { revision: number; vendor: string; summary: string; proposals: Proposal[] };

// Live sessions

/** The position of a live session. */
export type LiveState = {
  slideId: string;
  slideIndex: number;
  slideType: string;
  stepIdx: number;
  stepParagraphs: boolean;
  updatedAt: number;
};

export type LiveSession = {
  sessionId: string;
  presentationId: string;
  joinPath: string;
  /** Codes by language tag. */
  followCodes: Record<string, string>;
  followCodesCreatedAt: number;
  notesKey: string;
  controlEnabled: boolean;
  state: LiveState;
  createdAt: number;
  lastActivityAt: number;
  followers: number;
};

/** The question of a slide. */
export type Interaction = {
  slideId: string;
  type: "poll" | "likert" | "feedback";
  question: string;
  options: string[];
};

/** The answers to a slide. `totals` is left out for texts, and where the audience may not see them yet. */
export type InteractionState = {
  slideId: string;
  type: "poll" | "likert" | "feedback";
  open: boolean;
  optionCount?: number;
  totals?: number[];
  total: number;
  updatedAt: number;
  /** The answer of this device. */
  myVote?: number;
  myText?: string;
};

/** The questions of the audience, as the event `interactionState` holds them. */
export type QuestionsState = { type: "qa"; questions: Question[]; total: number; updatedAt: number };

export type Question = {
  id: string;
  text: string;
  authorName: string;
  upvotes: number;
  status: "active" | "answered" | "promoted";
  /** The slide that was made from a promoted question. */
  slideId?: string;
  createdAt: string;
  /** This device asked it. */
  mine?: boolean;
  /** This device voted for it. */
  upvoted?: boolean;
};

export type AudienceStatus = {
  sessionId: string;
  followers: number;
  interactionState: InteractionState | null;
  questions: number;
};

/** The presentation of a session, as the audience may read it. */
export type FollowedPresentation = {
  sessionId: string;
  title: string;
  theme: string;
  lang: string;
  languages: string[];
  slideCount: number;
  controlEnabled: boolean;
  state: LiveState;
  slides: { id: string; index: number; type: string; content: Content }[];
};

/** The presentation of a session with its notes, for the speaker. */
export type SpeakerPresentation = {
  sessionId: string;
  presentationId: string;
  title: string;
  theme: string;
  language: string;
  languages: string[];
  controlEnabled: boolean;
  slides: Slide[];
};

// Data that the server writes into a page, as the text of the element `data`

/** The data of the editor's page. */
export type EditorPageData = {
  presentation: Presentation;
  /** The slide that is shown first; null in an empty deck. */
  drawn: StyledSlide | null;
  /** Types of the deck's slides that are no longer offered, by key. */
  withdrawn: Record<string, SlideType>;
  me: Profile;
  themes: Theme[];
};

/** The data of the pages for audience and speaker. */
export type SessionPageData = {
  sessionId: string;
  revision: number;
  lang: string;
  slideCount: number;
  theme: string;
  controlEnabled: boolean;
  state: LiveState;
  /** Whether the audience may ask questions. */
  questions: boolean;
  /** The numbers of the font faces that the theme uses. */
  faces: number[];
  /** On the speaker's page: whether notes may be changed. */
  mayWrite?: boolean;
  /** The texts of the page, by key. */
  words: Record<string, string>;
};

// Routes

type OnePresentation = { presentation: Presentation };

/**
 * The JSON routes, by method and path. `query` and `body` are the input besides the parameters in the path; `answer` is
 * the body of a successful response.
 */
export interface Routes extends WireRoutes {
  // Presentations
  "GET /api/presentations": {
    query: PageQuery & {
      q?: string | undefined;
      ownership?: "all" | "owned" | "shared";
      sort?: "updated" | "title" | "created";
    };
    answer: PresentationList;
  };
  "POST /api/presentations": { body: PresentationInput & { title: string }; answer: OnePresentation };
  "GET /api/presentations/counts": { answer: PresentationCounts };
  "POST /api/presentations/sample": { answer: OnePresentation };
  "POST /api/presentations/import/json": { body: Blob; answer: ImportedPresentation };
  "POST /api/presentations/import/deck": { body: Blob; answer: ImportedPresentation };
  "POST /api/presentations/import/markdown": { body: Blob; answer: ImportedPresentation };
  "GET /api/presentations/{id}": { query?: { lang?: string }; answer: OnePresentation };
  "PUT /api/presentations/{id}": { body: PresentationInput; answer: OnePresentation };
  "DELETE /api/presentations/{id}": { answer: Deleted & { id: string } };
  "POST /api/presentations/{id}/duplicate": { answer: OnePresentation };
  "GET /api/presentations/trash": {
    query: PageQuery;
    /** `keepsDays` is null where the trash is never emptied. */
    answer: PresentationList & { keepsDays: number | null };
  };
  "POST /api/presentations/{id}/restore": { answer: OnePresentation };
  "DELETE /api/presentations/{id}/permanent": { answer: Deleted & { id: string } };

  // Edits and presence
  "POST /api/presentations/{id}/edits": { body: EditBatch; answer: EditResult };
  "POST /api/presentations/{id}/presence": {
    body: PresenceUpdate;
    answer: { people: Person[]; colour?: number };
  };

  // Sharing
  "PATCH /api/presentations/{id}/visibility": {
    body: { visibility: PresentationVisibility; isViewOnly?: boolean };
    answer: OnePresentation;
  };
  "POST /api/presentations/{id}/transfer": {
    body: { email: string; keepAccess?: boolean };
    answer: OnePresentation;
  };
  "GET /api/presentations/{id}/collaborators": { answer: { collaborators: Collaborator[] } };
  "POST /api/presentations/{id}/collaborators": {
    body: { email: string; permission: CollaboratorPermission };
    answer: { collaborator: Collaborator };
  };
  "PATCH /api/presentations/{id}/collaborators/{email}": {
    body: { permission: CollaboratorPermission };
    answer: { collaborator: Collaborator };
  };
  "DELETE /api/presentations/{id}/collaborators/{email}": { answer: { removed: true } };

  // Versions
  "GET /api/presentations/{id}/versions": {
    query: PageQuery;
    answer: { versions: Version[]; pagination: Pagination };
  };
  "POST /api/presentations/{id}/versions": { body: { name: string }; answer: { version: Version } };
  "GET /api/presentations/{id}/versions/{version}": { answer: OnePresentation & { version: Version } };
  /** `kept` is the version of the state before the restore. */
  "POST /api/presentations/{id}/versions/{version}/restore": { answer: OnePresentation & { kept: Version } };

  // Drawing
  /** The response has `slides` unless the request has `slideId`. */
  "POST /api/presentations/{id}/render": { body: RenderRequest; answer: StyledSlide | RenderedSlides };
  "POST /api/presentations/{id}/talk": {
    body: { lang?: string; invite?: Invite; slideIds?: string[] };
    answer: RenderedSlides;
  };
  "GET /api/icons": { query: PageQuery & { q: string }; answer: { icons: Icon[]; total: number } };

  // Assistant
  "GET /api/ai/vendors": { answer: VendorList };
  "POST /api/ai/vendors/{vendor}/test": { answer: VendorTest };
  "POST /api/ai/jobs": { body: JobRequest; answer: { job: Job } };
  "GET /api/ai/jobs/{id}": { answer: { job: Job } };
  "DELETE /api/ai/jobs/{id}": { answer: { stopped: boolean } };
  "POST /api/presentations/{id}/proposals": { body: ProposalRequest; answer: ProposalList };

  // Themes
  "GET /api/themes": { answer: { themes: Theme[]; count: number } };
  "GET /api/themes/custom": { answer: { themes: CustomTheme[] } };
  "POST /api/themes/custom": { body: ThemeDeclaration; answer: { theme: CustomTheme } };
  "PUT /api/themes/custom/{id}": { body: ThemeDeclaration; answer: { theme: CustomTheme } };
  "DELETE /api/themes/custom/{id}": { answer: Deleted };
  "POST /api/themes/custom/{id}/default": { answer: { id: string; isDefault: true } };
  "POST /api/themes/preview": { body: Partial<ThemeDeclaration>; answer: ThemePreview };

  // Slide types
  "GET /api/slide-types": { answer: SlideTypeList };
  "GET /api/slide-types/settings": { answer: { slideTypes: SlideTypeSettings[] } };
  "PATCH /api/slide-types/{key}": {
    body: { enabled?: boolean; usage?: string };
    answer: { slideType: Pick<SlideTypeSettings, "key" | "enabled" | "usage"> };
  };
  "GET /api/slide-types/custom": { answer: { slideTypes: CustomSlideType[] } };
  "POST /api/slide-types/custom": { body: SlideTypeDeclaration; answer: { slideType: CustomSlideType } };
  "PUT /api/slide-types/custom/{slug}": {
    body: SlideTypeDeclaration;
    answer: { slideType: CustomSlideType };
  };
  "DELETE /api/slide-types/custom/{slug}": { answer: Deleted };
  "POST /api/slide-types/custom/{slug}/publish": { answer: { slideType: CustomSlideType } };
  "GET /api/slide-types/custom/{slug}/uses": { answer: { slides: number; decks: number } };
  "POST /api/slide-types/preview": {
    body: { declaration: SlideTypeDeclaration; theme: string };
    answer: StyledSlide & { schema: unknown };
  };

  // Live sessions, for the speaker
  /** Begins the session of a presentation, or finds the one that runs. */
  "POST /api/present-sessions": { body: { presentationId: string }; answer: LiveSession };
  "GET /api/present-sessions/{id}/state": {
    answer: LiveState & { sessionId: string; presentationId: string; controlEnabled: boolean };
  };
  "POST /api/present-sessions/{id}/state": {
    body: { slideId: string; stepIdx: number; stepParagraphs: boolean };
    answer: LiveState;
  };
  "POST /api/present-sessions/{id}/control": {
    query?: { key?: string | undefined };
    body: { action: "next" | "prev" };
    answer: Done & { state: LiveState };
  };
  "POST /api/present-sessions/{id}/control/enable": { answer: { controlEnabled: boolean } };
  "POST /api/present-sessions/{id}/control/disable": { answer: { controlEnabled: boolean } };
  "GET /api/present-sessions/{id}/deck": {
    query?: { lang?: string; key?: string | undefined };
    answer: SpeakerPresentation;
  };
  "PUT /api/present-sessions/{id}/notes/{slide}": {
    body: { notes: string };
    answer: { slideId: string; notes: string; revision: number };
  };
  "GET /api/present-sessions/{id}/audience": { answer: AudienceStatus };
  "POST /api/present-sessions/{id}/interactions/{slide}/open": {
    answer: Done & { interactionState: InteractionState };
  };
  "POST /api/present-sessions/{id}/interactions/{slide}/close": {
    answer: Done & { interactionState: InteractionState };
  };
  "POST /api/present-sessions/{id}/interactions/{slide}/reset": {
    answer: Done & { interactionState: InteractionState };
  };
  "POST /api/present-sessions/{id}/questions/{question}/answered": { answer: Done & { question: Question } };
  "POST /api/present-sessions/{id}/questions/{question}/remove": { answer: Done };
  "POST /api/present-sessions/{id}/questions/{question}/promote": {
    body: { position: "next" | "end" };
    answer: Done & { question: Question };
  };

  // Live sessions, for the audience
  "GET /api/follow/{id}/presentation": { query?: { lang?: string }; answer: FollowedPresentation };
  /** Both are null where the current slide has no question. */
  "GET /api/follow/{id}/interactions/current": {
    query?: { lang?: string };
    answer: { interaction: Interaction | null; interactionState: InteractionState | null };
  };
  "POST /api/follow/{id}/interactions/{slide}/vote": {
    body: { optionIndex: number };
    answer: Done & { interactionState: InteractionState };
  };
  "POST /api/follow/{id}/interactions/{slide}/feedback": {
    body: { text: string };
    answer: Done & { interactionState: InteractionState };
  };
  "GET /api/follow/{id}/questions": { answer: { questions: Question[] } };
  "POST /api/follow/{id}/questions": {
    body: { text: string; authorName?: string };
    answer: { question: Question };
  };
  "POST /api/follow/{id}/questions/{question}/upvote": { answer: Done & { question: Question } };
  "POST /api/follow/{id}/questions/{question}/cancel": { answer: Done };

  // Routes of `wire.ts` with what the server reads without a struct
  "POST /api/uploads": WireRoutes["POST /api/uploads"] & { body: FormData };
  "GET /api/image-library": WireRoutes["GET /api/image-library"] & { query: PageQuery & { q: string } };
  "GET /api/users/search": WireRoutes["GET /api/users/search"] & { query: { q: string } };
  "GET /api/api-keys/{id}/usage": WireRoutes["GET /api/api-keys/{id}/usage"] & { query: { days: number } };
  "GET /api/admin/audit": WireRoutes["GET /api/admin/audit"] & { query: PageQuery };
}

/** The event streams, by path: the query, and the data of each event by its name. */
export interface Streams {
  "/api/presentations/{id}/events": {
    query?: { client?: string };
    events: {
      deckUpdated: {
        presentationId: string;
        /** Empty where the change is not of one slide. */
        slideId: string;
        revision: number;
        reason: string;
        /** An e-mail address. */
        by: string;
        updatedAt: string;
      };
      commentChanged: {
        presentationId: string;
        commentId: string;
        slideId: string | null;
        action: "created" | "replied" | "status";
        updatedAt: string;
      };
      presence: Person & { action: "arrived" | "moved" | "left" };
    };
  };
  "/api/present-sessions/{id}/events": {
    events: {
      state: LiveState;
      controlEnabled: { controlEnabled: boolean; updatedAt: number };
      deckUpdated: {
        presentationId: string;
        /** Empty where the change is not of one slide. */
        slideId: string;
        reason: string;
        revision: number;
        updatedAt: number;
      };
      interactionState: InteractionState | QuestionsState;
    };
  };
  "/api/ai/jobs/{id}/events": {
    events: {
      read: { words: number; language: string };
      outline: {
        title: string;
        language: string;
        count: number;
        slides: { index: number; type: string; title: string }[];
      };
      slide: {
        index: number;
        count: number;
        /** How many slides are finished. */
        done: number;
        slide: { type: string; title: string };
        /** Null where the slide could not be drawn, as `css`. */
        html: string | null;
        css: string | null;
        steps: number;
      };
      done: { kind: "deck" | "append"; presentation: Pick<Presentation, "id" | "title"> };
      failed: ErrorBody & { vendor: string };
    };
  };
}
