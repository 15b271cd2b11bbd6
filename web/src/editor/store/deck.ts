// A deck as the server answers it, and the edits that change it.

/** Whatever may stand in a field. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };
/** The fields of a slide, or of an entry of a list. */
export type Content = { [key: string]: Value };

export type Visibility = Partial<
  Record<"hideInPresentation" | "hideInExport" | "hideInPublished" | "hideFromViewers", boolean>
>;

export interface Slide {
  id: string;
  /** Canonical, such as `eu.svc.slide.list`. */
  type: string;
  content: Content;
  notes: string;
  visibility?: Visibility;
  /** Seconds. */
  duration?: number | null;
}

/** Texts of one slide in another language; keys of `content` are paths such as `items.2.title`. */
export interface SlideTexts {
  content?: Record<string, string>;
  notes?: string;
}

/** Texts of a deck in another language. */
export interface Translation {
  title?: string;
  description?: string;
  slides?: Record<string, SlideTexts>;
}

export type Permission = "owner" | "admin" | "edit" | "comment" | "view" | (string & {});

export interface Deck {
  id: string;
  title: string;
  description: string;
  theme: string;
  /** The main language. */
  language: string;
  /** The main language first, then the others. */
  languages: string[];
  revision: number;
  ownerEmail: string;
  visibility: string;
  permission: Permission;
  isViewOnly: boolean;
  slides: Slide[];
  settings: Content;
  translations: Record<string, Translation>;
  updatedAt: string;
  createdAt: string;
}

/** A slide as edits carry it: new ones, and a slide replaced whole. */
export interface SlideValue {
  id?: string;
  type: string;
  content: Content;
  notes?: string;
  visibility?: Visibility;
  duration?: number | null;
  translations?: Record<string, SlideTexts>;
}

/**
 * Sets a place in a slide: `content.items.2.title`, `content.items.2`, `notes`, `visibility.hideInExport`, `duration`,
 * `type`, or "" for the slide whole. `null` removes. `replaces` is filled in by the store.
 */
export interface SetEdit {
  op: "set";
  slideId: string;
  /** A language other than the main one. */
  lang?: string;
  path: string;
  value: Value | SlideValue;
  replaces?: Value | SlideValue;
}
/** Adds slides with ids of their own after a slide; `null` is first, left out is last. */
export interface InsertEdit {
  op: "insert";
  after?: string | null;
  slides: (SlideValue & { id: string })[];
}
export interface RemoveEdit {
  op: "remove";
  slideId: string;
  replaces?: SlideValue;
}
export interface MoveEdit {
  op: "move";
  slideId: string;
  after: string | null;
}
/** Sets a place in the deck: `title`, `theme`, `language`, `settings.transitions.preset`, `translations.nl`, ... */
export interface DeckEdit {
  op: "deck";
  lang?: string;
  path: string;
  value: Value | Translation;
  replaces?: Value | Translation;
}
export type Edit = SetEdit | InsertEdit | RemoveEdit | MoveEdit | DeckEdit;
