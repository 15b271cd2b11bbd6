// The seam between the editor's heart and its panels: what a panel is given, and which panels there are.
//
// Panels live in `panels/{Name}.svelte` and are imported lazily. They read the store's fields, which are reactive,
// and change the deck through `edit` alone.

import type {
  Content,
  Edit,
  Finding,
  Me,
  Permission,
  Person,
  Presentation,
  ProposalRequest,
  Slide,
  SlideType as WireSlideType,
  Streams,
  StyledSlide,
  Theme,
} from "../lib/api-types";

/** A slide type with its key, such as `list-slide`, which addresses and new slides hold. */
export type SlideType = WireSlideType & {
  key: string;
  /** False when the organization no longer offers it. */
  enabled: boolean;
};

/** What to draw without saving it. Without `content` the slide as the editor holds it, with `type` one of that type. */
export interface Draft {
  slideId: string;
  type?: string;
  content?: Content;
  theme?: string;
  lang?: string;
}
/** A slide that need not be in the deck, nor like it is there. */
export interface Sketch {
  id?: string;
  type: string;
  content: Content;
}
/** Everything that opens beside or over the canvas. The name is the `panel` of the address. */
export type PanelName = "slide" | "deck" | "comments" | "translate" | "share" | "history" | "assist";

type DeckEvents = Streams["/api/presentations/{id}/events"]["events"];

/** Events of the deck's stream, and of the store itself. */
export interface EditorEvents {
  /** Somebody (maybe oneself) saved; the store's deck is up to date when this is told. */
  deckUpdated: DeckEvents["deckUpdated"];
  commentChanged: DeckEvents["commentChanged"];
  /** The connection returned. */
  online: undefined;
}

/** The editor as its panels see it. Fields are reactive. */
export interface EditorStore {
  /** The deck with everything done here, saved or not. */
  readonly deck: Presentation;
  /** The slide on the canvas; undefined in an empty deck. */
  readonly slide: Slide | undefined;
  /** All selected slides, in the order of the deck; holds `slide`. */
  readonly selection: readonly string[];
  /** The language on the canvas. */
  readonly language: string;
  /** All slide types by key, and the type of a slide (nothing when it is unknown here). */
  readonly types: ReadonlyMap<string, SlideType>;
  typeOf(slide: { type: string }): SlideType | undefined;
  readonly themes: readonly Theme[];
  readonly me: Me;
  readonly permission: Permission;
  readonly mayWrite: boolean;
  readonly mayComment: boolean;
  readonly mayManage: boolean;
  readonly online: boolean;
  readonly people: readonly Person[];
  /** What the last drawing of a slide found. */
  findingsOf(slideId: string): readonly Finding[];

  /** Does edits as one step of undo, at once here and soon on the server. `label` names the step ("Change theme"); steps of one `run` (typing in a field) join. */
  edit(edits: Edit[], label: string, options?: { because?: "assistant"; run?: string }): void;
  undo(): void;
  redo(): void;
  /** Shows a slide, maybe with a field of it to focus (`items.2.title`). */
  select(slideId: string, options?: { field?: string }): void;
  /** Adds a slide of a type below the current one, shows it, and puts its first text in edit. */
  add(type: SlideType): void;
  /** Changes the type of the selected slides where the catalogue keeps everything. */
  convert(type: SlideType): void;
  /** Shows another language of the deck. */
  show(language: string): void;

  /** Draws without saving. Throws what `api` throws. */
  draw(draft: Draft): Promise<StyledSlide>;
  /** Draws a slide that is not in the deck, or is another there. Throws what `api` throws. */
  sketch(sketch: Sketch): Promise<StyledSlide>;
  /** Draws the canvas in another theme, or shows a proposed slide (violet frame), until called with null. */
  preview(draft: { theme: string } | { proposal: Slide } | null): void;
  /** Sends everything not yet sent. Resolves when the server has it; throws when it cannot. */
  flush(): Promise<void>;
  /** Fetches the deck anew, as after a restore; what is not sent yet stays. */
  reload(): Promise<void>;
  /** The text of a place in the language, "" where it is missing; `path` as in edits (`content.items.2.title`, `notes`). */
  text(slideId: string, path: string, language: string): string;

  readonly panel: PanelName | null;
  openPanel(name: PanelName, options?: PanelOptions): void;
  closePanel(): void;
  /** Opens the type picker. */
  pickType(mode: "add" | "change"): void;
  /** Opens the image library; nothing when it was closed. */
  pickPicture(): Promise<PickedPicture | null>;

  on<K extends keyof EditorEvents>(event: K, listener: (told: EditorEvents[K]) => void): () => void;
}

export interface PanelOptions {
  /** Assist: what to ask for at once. */
  request?: ProposalRequest;
  /** Share: the tab to show. */
  tab?: "people" | "link" | "live";
  /** Comments: begin writing. */
  write?: boolean;
}

export interface PickedPicture {
  src: string;
  alt: string;
}

// What each panel takes. Panels bring their own dialog, sheet or page; `slide`-side ones (DeckPanel, Comments) fill
// the inspector's place and bring none.

/** `panels/TypePicker.svelte`. `keepOpen` with Shift+Enter: the picker stays. */
export interface TypePickerProps {
  store: EditorStore;
  mode: "add" | "change";
  onpick: (type: SlideType, keepOpen: boolean) => void;
  onclose: () => void;
}
/** `panels/DeckPanel.svelte`, `panels/Comments.svelte`: the second and third tab of the inspector. */
export interface TabPanelProps {
  store: EditorStore;
  options?: PanelOptions;
}
/** `panels/Translate.svelte`, `panels/Share.svelte`, `panels/History.svelte`, `panels/Assist.svelte`. */
export interface OverPanelProps {
  store: EditorStore;
  options?: PanelOptions;
  onclose: () => void;
}
/** `panels/ImageLibrary.svelte`. */
export interface ImageLibraryProps {
  onpick: (picture: PickedPicture) => void;
  onclose: () => void;
}
/** `panels/comments.svelte.ts` exports `commentCounts(store)`: open threads by slide id, kept up to date. */
export type CommentCounts = { readonly bySlide: Readonly<Record<string, number>>; readonly total: number };
