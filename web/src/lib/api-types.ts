// The JSON API of the server: the types of requests, responses and events, and the tables of routes and streams.
//
// `wire.ts` has those that are generated from the server's structs; written by hand here are queries, event streams,
// the data of pages, and names that the app gives to parts of the generated types. This file has types only: it adds
// nothing to a bundle.

import type {
  AuthorUsage,
  Deck,
  Edit,
  ErrorBody,
  ErrorCode,
  Field,
  FieldDraft,
  InkColor,
  InteractionState,
  JsonValue,
  LiveState,
  NewSlide,
  Person,
  Profile,
  PublishDeck,
  Question,
  RenderedSlide,
  SlideType,
  Theme,
  ThumbnailHashes,
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

// Edits

export type SetEdit = Extract<Edit, { op: "set" }>;
export type InsertEdit = Extract<Edit, { op: "insert" }>;
export type RemoveEdit = Extract<Edit, { op: "remove" }>;
export type MoveEdit = Extract<Edit, { op: "move" }>;
export type DeckEdit = Extract<Edit, { op: "deck" }>;

/** A slide as edits hold it: one that is inserted, or the new value of a whole slide. */
export type SlideValue = Omit<NewSlide, "id"> & { id?: string };

// Publishing

/** Options of a publication. `null` removes the password or the end. */
export type PublicationOptions = Omit<PublishDeck, "password" | "endsAt"> & {
  password?: string | null;
  endsAt?: string | null;
};

// Drawing

/** A slide with its style sheet. */
export type StyledSlide = RenderedSlide & { css: string };

// Slide types

/** A field of a slide type. The editor has fields of its own, with further types. */
export type FieldDeclaration = Omit<Field, "type" | "itemFields"> & {
  type: string;
  itemFields?: FieldDeclaration[];
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

/** Reactions of the audience since the last event, as the event `interactionState` holds them. */
export type ReactionsState = { type: "reactions"; counts: Record<string, number>; updatedAt: number };

/** Whether a session has marks and captions, and so a stream to open, as the event `interactionState` holds it. */
export type MarksNotice = { type: "marks"; marks: boolean; captions: boolean; updatedAt: number };

/** A part of a pen stroke: x and y in turn, in ten-thousandths of the slide's width and height. */
export type StrokePart = {
  id: string;
  /** How many points of the stroke come before this part. */
  from: number;
  points: number[];
  color: InkColor;
  /** The part is the whole stroke, and the pen was lifted. */
  done: boolean;
};

/** Marks of the speaker on a slide. */
export type SlideMarks = {
  slideId: string;
  /** These are all strokes of the slide. */
  reset: boolean;
  /** The pointer, where it moved: x and y, or nothing where it is gone. */
  pointer?: number[];
  strokes: StrokePart[];
};

/** What the speaker says; empty where captions were switched off. */
export type Caption = { text: string; lang: string };

// Data that the server writes into a page, as the text of the element `data`

/** The data of the editor's page. */
export type EditorPageData = {
  presentation: Deck;
  /** The slide that is shown first; null in an empty deck. */
  drawn: StyledSlide | null;
  /** Types of the deck's slides that are no longer offered, by key. */
  withdrawn: Record<string, SlideType>;
  /** Texts that break a rule of their field and are stored until they are corrected; none for a reader. */
  drafts: FieldDraft[];
  me: Profile;
  themes: Theme[];
  /** The hashes of the deck's thumbnails, in the language of the drawn slide. */
  thumbnails: ThumbnailHashes;
  /** Versions of the pictures of types and themes, by the name of a theme. */
  thumbnailVersions: Record<string, string>;
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
  /** On the speaker's page: milliseconds since the talk started, once it has. */
  elapsed?: number;
  /** On the speaker's page: whether notes may be changed. */
  mayWrite?: boolean;
  /** The texts of the page, by key. */
  words: Record<string, string>;
};

// Routes

/**
 * The JSON routes, by method and path. `query` and `body` are the input besides the parameters in the path; `answer` is
 * the body of a successful response. `wire.ts` has all of them; here are the queries and files, which the server reads
 * without a struct.
 */
export interface Routes extends WireRoutes {
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
  "POST /api/present-sessions/{id}/marks": WireRoutes["POST /api/present-sessions/{id}/marks"] & {
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
  "GET /api/presentations/{id}/thumbnails": WireRoutes["GET /api/presentations/{id}/thumbnails"] & {
    query?: { lang?: string };
  };
  "POST /api/presentations/import/json": WireRoutes["POST /api/presentations/import/json"] & { body: Blob };
  "POST /api/presentations/import/deck": WireRoutes["POST /api/presentations/import/deck"] & { body: Blob };
  "POST /api/presentations/import/markdown": WireRoutes["POST /api/presentations/import/markdown"] & {
    body: Blob;
  };
  "POST /api/uploads": WireRoutes["POST /api/uploads"] & { body: FormData };
  "POST /api/media": WireRoutes["POST /api/media"] & { body: FormData };
  "POST /api/fonts": WireRoutes["POST /api/fonts"] & { body: FormData };
  "GET /api/slide-library": WireRoutes["GET /api/slide-library"] & {
    query: PageQuery & { q: string; tag?: string };
  };
  "GET /api/presentations/{id}/library/{library}": WireRoutes["GET /api/presentations/{id}/library/{library}"] & {
    query: { replaces?: string; linked: 0 | 1 };
  };
  "GET /api/image-library": WireRoutes["GET /api/image-library"] & { query: PageQuery & { q: string } };
  "GET /api/users/search": WireRoutes["GET /api/users/search"] & { query: { q: string } };
  "GET /api/api-keys/{id}/usage": WireRoutes["GET /api/api-keys/{id}/usage"] & { query: { days: number } };
  "GET /api/admin/audit": WireRoutes["GET /api/admin/audit"] & { query: PageQuery };
  "GET /api/presentations/{id}/analytics": WireRoutes["GET /api/presentations/{id}/analytics"] & {
    query: { days: number };
  };
  "GET /api/webhooks/{id}/deliveries": WireRoutes["GET /api/webhooks/{id}/deliveries"] & { query: PageQuery };
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
      draftsChanged: { presentationId: string };
    };
  };
  "/api/present-sessions/{id}/events": {
    query?: { key?: string | undefined; presenter?: "1" };
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
      interactionState: InteractionState | QuestionsState | ReactionsState | MarksNotice;
    };
  };
  "/api/present-sessions/{id}/marks": {
    query?: { captions?: "1" | undefined };
    events: { marks: SlideMarks; caption: Caption };
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
      done: {
        kind: "deck" | "append";
        presentation: Pick<Deck, "id" | "title">;
        warnings?: string[];
        usage?: AuthorUsage;
      };
      failed: Pick<ErrorBody, "error" | "details"> & { code: ErrorCode | "stopped"; vendor: string };
    };
  };
}
