// The interface between the editor's store and its panels: what a panel receives, and which panels exist.
//
// Panels are in `panels/{Name}.svelte` and load on demand. They read the reactive fields of the store and change the
// deck through `edit` only.

import type {
  Content,
  Edit,
  Finding,
  Profile,
  Permission,
  Person,
  Deck,
  Propose,
  Slide,
  SlideType as WireSlideType,
  SlideValue,
  Streams,
  StyledSlide,
  Theme,
} from "../lib/api-types";
import type { LibraryLinks } from "./library-links.svelte";

/** A slide type with its key, such as `list-slide`, as URLs and new slides name it. */
export type SlideType = WireSlideType & {
  key: string;
  /** False where the organization no longer offers it. */
  enabled: boolean;
};

/** What to draw without saving it: other content, another type, theme or language than the stored slide has. */
export interface Draft {
  slideId: string;
  type?: string;
  content?: Content;
  /** Prompts in the content, by path. They are drawn and are not part of the slide. */
  ghosts?: Record<string, string>;
  theme?: string;
  lang?: string;
}
/** A slide to draw that need not be in the deck. */
export interface Sketch {
  id?: string;
  type: string;
  content: Content;
}
/** Everything that opens beside or over the canvas. The name is the `panel` parameter of the address. */
export type PanelName =
  "slide" | "deck" | "comments" | "translate" | "share" | "history" | "assist" | "powerpoint" | "export";

type DeckEvents = Streams["/api/presentations/{id}/events"]["events"];

/** Events of the deck's stream and of the store. */
export interface EditorEvents {
  /** A user saved. The store's deck is up to date when this is emitted. */
  deckUpdated: DeckEvents["deckUpdated"];
  commentChanged: DeckEvents["commentChanged"];
  /** The connection is back. */
  online: undefined;
}

/** The editor as its panels use it. Fields are reactive. */
export interface EditorStore {
  /** The deck with all local edits, saved or not. */
  readonly deck: Deck;
  /** The slide on the canvas; undefined in an empty deck. */
  readonly slide: Slide | undefined;
  /** The ids of the selected slides in the order of the deck, `slide` included. */
  readonly selection: readonly string[];
  /** The language on the canvas. */
  readonly language: string;
  /** All slide types by key. */
  readonly types: ReadonlyMap<string, SlideType>;
  typeOf(slide: { type: string }): SlideType | undefined;
  readonly themes: readonly Theme[];
  /**
   * Versions of the pictures of types and themes, by the name of a theme. With the version in its address, the browser
   * requests a picture only when it changed.
   */
  readonly thumbnailVersions: Readonly<Record<string, string>>;
  /**
   * The URL of a slide's thumbnail in the language on the canvas; empty until the slide is saved. It changes with the
   * picture.
   */
  thumbnailUrl(slideId: string, options?: { width?: number }): string;
  readonly me: Profile;
  readonly permission: Permission;
  readonly mayWrite: boolean;
  readonly mayComment: boolean;
  readonly mayManage: boolean;
  readonly online: boolean;
  readonly people: readonly Person[];
  /** The findings of the last drawing of a slide. */
  findingsOf(slideId: string): readonly Finding[];

  /**
   * Applies edits as one undo step and sends them soon. `label` names the step ("Change theme"); edits with the same
   * `run` (typing in a field) join one step.
   */
  edit(edits: Edit[], label: string, options?: { because?: "assistant"; run?: string }): void;
  undo(): void;
  /**
   * Returns a function that undoes the step that is last now, even after later ones, for an "Undo" button.
   */
  undoOfLastStep(): () => void;
  redo(): void;
  /** Shows a slide, and focuses a field of it (`items.2.title`). */
  select(slideId: string, options?: { field?: string }): void;
  /** Adds a slide below the current one, shows it, and starts editing its first text. */
  add(type: SlideType): void;
  /** Inserts slides below the selection and selects them. */
  insert(slides: (SlideValue & { id: string })[], label: string): void;
  /** Changes the type of the selected slides without loss of content. */
  convert(type: SlideType): void;
  /** Shows another language of the deck. */
  showLanguage(language: string): void;

  /** Draws a slide without saving it. Throws the errors of `api`. */
  draw(draft: Draft): Promise<StyledSlide>;
  /** Draws a slide that is not in the deck as it is. Throws the errors of `api`. */
  sketch(sketch: Sketch): Promise<StyledSlide>;
  /** Draws the canvas in another theme or with a proposed slide, until called with null. */
  preview(draft: { theme: string } | { proposal: Slide } | null): void;
  /** Sends all pending edits. Throws when the request fails or the server rejects it. */
  flush(): Promise<void>;
  /** Reloads the deck; pending edits stay applied. */
  reload(): Promise<void>;
  /**
   * The text at a path in a language, "" where it is missing. `path` as in edits (`content.items.2.title`, `notes`).
   */
  text(slideId: string, path: string, language: string): string;

  readonly panel: PanelName | null;
  openPanel(name: PanelName, options?: PanelOptions): void;
  closePanel(): void;
  /** Opens the type picker, with words to search types for. */
  pickType(mode: "add" | "change", words?: string): void;
  /** The newest states of linked slides in the slide library. */
  readonly library: LibraryLinks;
  /** The open dialog of the slide library. */
  libraryDialog: LibraryDialogName | null;
  /** Opens the image library. Resolves to null where it is closed. */
  pickPicture(): Promise<PickedPicture | null>;

  on<K extends keyof EditorEvents>(event: K, listener: (data: EditorEvents[K]) => void): () => void;
}

export interface PanelOptions {
  /** Assistant: the request to send at once. */
  request?: Propose;
  /** Share: the tab to show. */
  tab?: "people" | "link" | "publish" | "live" | "views";
  /** Comments: start writing. */
  write?: boolean;
}

export interface PickedPicture {
  src: string;
  alt: string;
}

// Props of the panels. Panels have their own dialog, sheet or page, except the tabs of the inspector.

/** `panels/TypePicker.svelte`. With Shift+Enter `keepOpen` is set and the picker stays open. */
export interface TypePickerProps {
  store: EditorStore;
  mode: "add" | "change";
  /** What the search starts with. */
  words: string;
  onpick: (type: SlideType, keepOpen: boolean) => void;
  onclose: () => void;
}
/** `panels/DeckPanel.svelte` and `panels/Comments.svelte`: the second and third tab of the inspector. */
export interface TabPanelProps {
  store: EditorStore;
  options?: PanelOptions;
}
/** `panels/Translate.svelte`, `panels/Share.svelte`, `panels/History.svelte`, `panels/Assist.svelte`,
 * `panels/Powerpoint.svelte`, `panels/Export.svelte`. */
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
/** The dialogs of the slide library: insert from it, save to it, take an update. */
export type LibraryDialogName = "insert" | "save" | "update";
/** `panels/SlideLibrary.svelte`, `panels/SaveToLibrary.svelte`, `panels/LibraryUpdate.svelte`. */
export interface LibraryDialogProps {
  store: EditorStore;
  onclose: () => void;
}
/** Open threads by slide id, kept up to date. */
export type CommentCounts = { readonly bySlide: Readonly<Record<string, number>>; readonly total: number };
