// The JSON API of the server: the types of requests, responses and events, and the tables of routes and streams.
//
// `wire.ts` has those that are generated from the server's structs; the others are written by hand here. Names are
// those on the wire. This file has types only: it adds nothing to a bundle.

import type {
  Deck,
  DeckVisibility,
  ErrorBody,
  InteractionState,
  JobAnswer,
  JsonValue,
  LiveState,
  PresentationAnswer,
  Profile,
  Question,
  RenderedSlide,
  RenderedSlides,
  Slide,
  SlideTexts,
  SlideVisibility,
  Translation,
  WireRoutes,
} from "./wire";

export type * from "./wire";

// Values that several routes share

/** The fields of a slide, or of one entry of a list, by their keys. */
export type Content = { [key: string]: JsonValue };

/** The query that selects a part of a list. */
export type PageQuery = { limit?: number; offset?: number };

/** The error body with the code `daily_limit`. */
export type DailyLimitBody = ErrorBody & Required<Pick<ErrorBody, "limit" | "used" | "resetAt">>;

// Presentations

/** The fields that create or change a presentation. */
export type DeckInput = {
  title?: string;
  description?: string | null;
  theme?: string;
  language?: string;
  slides?: Partial<Slide>[];
  settings?: Content;
  translations?: Record<string, Translation>;
  visibility?: DeckVisibility;
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

// Drawing

/** A slide with its style sheet. */
export type StyledSlide = RenderedSlide & { css: string };

/** One slide with other content than is stored, stored slides by id, or slides that are not in the deck. */
export type RenderRequest = (
  | { slideId: string; content?: Content }
  | { slideIds: string[] }
  | { slides: { id?: string; type: string; content: Content }[] }
) & { theme?: string; lang?: string };

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

/** The text that a deck is made from. */
export type JobRequest = {
  content: string;
  title?: string;
  theme?: string;
  language?: string;
  vendor?: string;
};

// Live sessions

/** The questions of the audience, as the event `interactionState` holds them. */
export type QuestionsState = {
  type: "qa";
  questions: Question[];
  total: number;
  /** Whether the presenter lets people ask further questions. */
  open: boolean;
  updatedAt: number;
};

// Data that the server writes into a page, as the text of the element `data`

/** The data of the editor's page. */
export type EditorPageData = {
  presentation: Deck;
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

/**
 * The JSON routes, by method and path. `query` and `body` are the input besides the parameters in the path; `answer` is
 * the body of a successful response.
 */
export interface Routes extends WireRoutes {
  // Presentations
  "POST /api/presentations": { body: DeckInput & { title: string }; answer: PresentationAnswer };
  "PUT /api/presentations/{id}": { body: DeckInput; answer: PresentationAnswer };

  // Edits and presence
  "POST /api/presentations/{id}/edits": { body: EditBatch; answer: EditResult };
  "POST /api/presentations/{id}/presence": {
    body: PresenceUpdate;
    answer: { people: Person[]; colour?: number };
  };

  // Drawing
  /** The response has `slides` unless the request has `slideId`. */
  "POST /api/presentations/{id}/render": { body: RenderRequest; answer: StyledSlide | RenderedSlides };

  // Assistant
  "POST /api/ai/jobs": { body: JobRequest; answer: JobAnswer };

  // Themes
  "GET /api/themes": { answer: { themes: Theme[]; count: number } };
  "GET /api/themes/custom": { answer: { themes: CustomTheme[] } };
  "POST /api/themes/custom": { body: ThemeDeclaration; answer: { theme: CustomTheme } };
  "PUT /api/themes/custom/{id}": { body: ThemeDeclaration; answer: { theme: CustomTheme } };
  "POST /api/themes/preview": { body: Partial<ThemeDeclaration>; answer: ThemePreview };

  // Slide types
  "GET /api/slide-types": { answer: SlideTypeList };
  "GET /api/slide-types/custom": { answer: { slideTypes: CustomSlideType[] } };
  "POST /api/slide-types/custom": { body: SlideTypeDeclaration; answer: { slideType: CustomSlideType } };
  "PUT /api/slide-types/custom/{slug}": {
    body: SlideTypeDeclaration;
    answer: { slideType: CustomSlideType };
  };
  "POST /api/slide-types/custom/{slug}/publish": { answer: { slideType: CustomSlideType } };
  "POST /api/slide-types/preview": {
    body: { declaration: SlideTypeDeclaration; theme: string };
    answer: StyledSlide & { schema: unknown };
  };

  // Routes of `wire.ts` with what the server reads without a struct
  "GET /api/presentations": WireRoutes["GET /api/presentations"] & {
    query: PageQuery & {
      q?: string | undefined;
      ownership?: "all" | "owned" | "shared";
      sort?: "updated" | "title" | "created";
    };
  };
  "GET /api/presentations/{id}": WireRoutes["GET /api/presentations/{id}"] & { query?: { lang?: string } };
  "GET /api/presentations/trash": WireRoutes["GET /api/presentations/trash"] & { query: PageQuery };
  "GET /api/presentations/{id}/versions": WireRoutes["GET /api/presentations/{id}/versions"] & {
    query: PageQuery;
  };
  "GET /api/icons": WireRoutes["GET /api/icons"] & { query: PageQuery & { q: string } };
  "POST /api/present-sessions/{id}/control": WireRoutes["POST /api/present-sessions/{id}/control"] & {
    query?: { key?: string | undefined };
  };
  "GET /api/present-sessions/{id}/deck": WireRoutes["GET /api/present-sessions/{id}/deck"] & {
    query?: { lang?: string; key?: string | undefined };
  };
  "GET /api/follow/{id}/presentation": WireRoutes["GET /api/follow/{id}/presentation"] & {
    query?: { lang?: string };
  };
  "GET /api/follow/{id}/interactions/current": WireRoutes["GET /api/follow/{id}/interactions/current"] & {
    query?: { lang?: string };
  };
  "POST /api/presentations/import/json": WireRoutes["POST /api/presentations/import/json"] & { body: Blob };
  "POST /api/presentations/import/deck": WireRoutes["POST /api/presentations/import/deck"] & { body: Blob };
  "POST /api/presentations/import/markdown": WireRoutes["POST /api/presentations/import/markdown"] & {
    body: Blob;
  };
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
    query?: { key?: string | undefined };
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
      done: { kind: "deck" | "append"; presentation: Pick<Deck, "id" | "title"> };
      failed: ErrorBody & { vendor: string };
    };
  };
}
