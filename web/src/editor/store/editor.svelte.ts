// The store of the editor: the deck, the selection, open panels, and all operations on the deck.

import { api, call, localized, urlOf } from "../../lib/api";
import type {
  Content,
  Deck,
  Edit,
  FieldDeclaration,
  FieldDraft,
  Finding,
  JsonValue,
  Profile,
  RenderDraft,
  SendEdits,
  Slide,
  SlideTypeList,
  SlideValue,
  StyledSlide,
  Theme,
  ThumbnailHashes,
} from "../../lib/api-types";
import { t } from "../../lib/i18n";
import { Presence } from "../../lib/presence.svelte";
import { openStream } from "../../lib/event-stream";
import { sentence } from "../../lib/sentence";
import { toast } from "../../lib/toasts.svelte";
import type {
  Draft,
  EditorEvents,
  EditorStore,
  LibraryDialogName,
  PanelName,
  PanelOptions,
  PickedPicture,
  Sketch,
  SlideType,
} from "../panel-types";
import { slideValue } from "./apply";
import { declarationAt, globalFields, isText, slideName, typesOf } from "./catalogue";
import { blankContent, canvasTexts, grownList, withEntryText, withoutBlankEntries } from "../ghosts";
import { Drawings } from "./drawings.svelte";
import { Thumbnails } from "./thumbnails.svelte";
import { LibraryLinks } from "../library-links.svelte";
import { followingEdits } from "../agenda";
import { isBound, sourcesKey } from "../sources";
import { slidesToReview } from "./slides-to-review";
import { History, type SelectionState, type Step } from "./history";
import { withinBounds } from "./bounds";
import { labelOf } from "../inspector/field-control";
import { typeLabel } from "../../lib/type-texts";
import { newId } from "../../lib/ids";
import { isSame, valueAt } from "./path";
import { Saver } from "./saver.svelte";
import type { DraftStorage, TabDraft } from "./draft-storage";
import { isNoop, Sync, type UnresolvedEdit, type Outbox } from "./sync";
import { shownContent, textAt } from "./texts";

/** The text that is edited on the canvas. */
export interface TextEdit {
  slideId: string;
  /** A path inside the content, such as `items.2.title`. */
  field: string;
  /** The initial caret: an offset, all selected, or the end. */
  caret: number | "all" | "end";
  /** The block of a longer text that is edited; the caret is relative to it. */
  part?: { from: number; to: number };
}

export interface EditorInput {
  deck: Deck;
  catalogue: SlideTypeList;
  /** Types of the deck's slides that are no longer offered. */
  withdrawn: SlideTypeList["slideTypes"];
  themes: Theme[];
  thumbnailVersions: Record<string, string>;
  /** The hashes of the thumbnails of this deck; undefined when they could not be loaded. */
  thumbnails: ThumbnailHashes | undefined;
  me: Profile;
  outbox: Outbox;
  drafts: readonly FieldDraft[];
  draft: TabDraft | undefined;
  draftStorage: DraftStorage | undefined;
  /** The drawing of the first slide that came with the page. */
  drawn: StyledSlide | null;
}

const NO_FINDINGS: readonly Finding[] = [];
/** The maximum time that a batch waits to be stored in the browser before it is sent, in milliseconds. */
const MAX_STORING = 2000;

/** Slides per request when drawing the deck for its findings. */
const SURVEY_SIZE = 8;

type Listeners = { [K in keyof EditorEvents]: Set<(data: EditorEvents[K]) => void> };

export class Editor implements EditorStore {
  readonly id: string;
  readonly client: string;
  readonly types: ReadonlyMap<string, SlideType>;
  readonly commonFields: readonly FieldDeclaration[];
  readonly themes: readonly Theme[];
  readonly thumbnailVersions: Readonly<Record<string, string>>;
  readonly me: Profile;
  readonly drawings: Drawings;
  private readonly thumbnails: Thumbnails;
  readonly presence: Presence;
  readonly saver: Saver;
  readonly library = new LibraryLinks();
  private readonly byTypeId: Map<string, SlideType>;
  private readonly sync: Sync;
  private readonly steps: History;
  private readonly draftStorage: DraftStorage | undefined;
  private readonly listeners: Listeners = {
    deckUpdated: new Set(),
    commentChanged: new Set(),
    online: new Set(),
  };
  /** The slide and path of an entry that was added by typing into its prompt. */
  private grownField = "";
  private lastEditor: string | null = null;
  /** The number of undo steps when they were last saved. */
  private savedSteps = -1;

  #deck = $state.raw() as Deck;
  #confirmed = $state.raw() as Deck;
  #held = $state.raw<readonly UnresolvedEdit[]>([]);
  #drafts = $state.raw<readonly FieldDraft[]>([]);
  #slideId = $state.raw<string | null>(null);
  #selection = $state.raw<readonly string[]>([]);
  #language = $state.raw("");
  #panel = $state.raw<PanelName | null>(null);
  #steps = $state.raw(0);
  // Derived once, so that a keystroke updates only what depends on it.
  #slides = $derived(new Map(this.#deck.slides.map((slide) => [slide.id, slide])));
  #slide = $derived(this.#slideId === null ? undefined : this.#slides.get(this.#slideId));
  #slideNumber = $derived(this.#deck.slides.findIndex(({ id }) => id === this.#slideId) + 1);
  #isMain = $derived(this.#language === this.#deck.language);
  #permission = $derived(this.#deck.permission);
  panelOptions = $state.raw<PanelOptions>({});
  /** The text that is edited on the canvas. */
  textEdit = $state.raw<TextEdit | null>(null);
  /** A field of the inspector to focus; a new object for each request. */
  fieldToFocus = $state.raw<{ field: string } | null>(null);
  /** What the canvas shows instead of the slide. */
  previewed = $state.raw<{ theme: string } | { proposal: Slide } | null>(null);
  typePicker = $state.raw<{ mode: "add" | "change"; words: string } | null>(null);
  picturePicker = $state.raw<{ done: (picture: PickedPicture | null) => void } | null>(null);
  libraryDialog = $state.raw<LibraryDialogName | null>(null);
  /** Dismissed hints, for this session. */
  dismissedHints = $state.raw<ReadonlySet<string>>(new Set());
  online = $state(true);

  constructor(input: EditorInput) {
    const { deck, catalogue, withdrawn, themes, me, outbox, drafts, draft, draftStorage, drawn } = input;
    this.id = deck.id;
    this.client = outbox.client;
    this.types = typesOf(catalogue, withdrawn);
    this.byTypeId = new Map([...this.types.values()].map((type) => [type.typeId, type]));
    this.commonFields = globalFields(catalogue, (key) => t(`editor.common.${key}`));
    this.themes = themes;
    this.thumbnailVersions = input.thumbnailVersions;
    this.me = me;
    this.draftStorage = draftStorage;
    this.steps = new History(draft?.steps);
    this.drawings = new Drawings((draft) => this.draw(draft));
    this.thumbnails = new Thumbnails(this.id, input.thumbnails, (lang) =>
      api.get("/api/presentations/{id}/thumbnails", { id: this.id, query: { lang } }),
    );
    this.presence = new Presence(this.id, this.client);
    const server = {
      send: async (batch: SendEdits) => {
        await this.storeBatch();
        return api.post("/api/presentations/{id}/edits", { id: this.id, body: batch });
      },
      fetch: async () => (await api.get("/api/presentations/{id}", { id: this.id })).presentation,
      drafts: async () =>
        this.mayWrite ? (await api.get("/api/presentations/{id}/drafts", { id: this.id })).drafts : [],
    };
    this.sync = new Sync(
      deck,
      outbox,
      server,
      (what) => this.onSync(what),
      (details, edit) => void this.refusalText(details, edit).then((text) => toast({ text, tone: "danger" })),
      (edit) => this.offerOwnValue(edit),
      drafts,
    );
    this.saver = new Saver(this.sync);
    this.#deck = this.sync.deck;
    this.#confirmed = this.sync.confirmed;
    this.#held = this.sync.outbox.held;
    this.#drafts = this.sync.drafts;
    this.#language = deck.language;
    this.#slideId = this.deck.slides[0]?.id ?? null;
    this.#selection = this.#slideId ? [this.#slideId] : [];
    if (!this.sync.isIdle) this.saver.schedule();
    if (drawn) this.drawings.addFromPage(drawn, this.#slides.get(drawn.slideId)?.content);
    if (!input.thumbnails) this.thumbnails.show(this.#language);
  }

  // State

  get deck(): Deck {
    return this.#deck;
  }
  /** The deck as the server has it. */
  get confirmed(): Deck {
    return this.#confirmed;
  }
  get slideId(): string | null {
    return this.#slideId;
  }
  get slide(): Slide | undefined {
    return this.#slide;
  }
  get slideNumber(): number {
    return this.#slideNumber;
  }
  /** Slides by id. */
  get slides(): ReadonlyMap<string, Slide> {
    return this.#slides;
  }
  /** Whether the main language is shown. */
  get isMain(): boolean {
    return this.#isMain;
  }
  get selection(): readonly string[] {
    return this.#selection;
  }
  get language(): string {
    return this.#language;
  }
  get permission() {
    return this.#permission;
  }
  /** Whether the deck can be exported onto the layouts of the PowerPoint file that its theme was made from. */
  get hasTemplate(): boolean {
    const own = this.themes.find((theme) => theme.id === this.deck.theme);
    const used = own ?? this.themes.find((theme) => "slug" in theme && theme.slug === this.deck.theme);
    return (used ?? this.themes.find((theme) => theme.isDefault))?.hasTemplate ?? false;
  }
  get mayWrite(): boolean {
    return ["owner", "admin", "edit"].includes(this.#permission);
  }
  get mayComment(): boolean {
    return this.mayWrite || this.#permission === "comment";
  }
  get mayManage(): boolean {
    return ["owner", "admin"].includes(this.#permission);
  }
  /** The other users; the user's own tabs are left out. */
  get people() {
    return this.presence.people.filter(({ email }) => email !== this.me.user.email);
  }
  get held(): readonly UnresolvedEdit[] {
    return this.#held;
  }
  /** Texts that break a rule of their field. The server stores them for everyone who edits the deck. */
  get drafts(): readonly FieldDraft[] {
    return this.#drafts;
  }
  /** Whether the value at a path of a slide, or of the deck, is a draft in the language shown. */
  isDraft(slideId: string | undefined, path: string): boolean {
    const lang = this.#isMain ? undefined : this.#language;
    return this.#drafts.some((draft) => {
      // A list is the same in all languages.
      const isShown = draft.lang === lang || (!draft.lang && typeof draft.value !== "string");
      return draft.slideId === slideId && draft.path === path && isShown;
    });
  }
  get panel(): PanelName | null {
    return this.#panel;
  }

  typeOf(slide: { type: string }): SlideType | undefined {
    return this.byTypeId.get(slide.type) ?? this.types.get(slide.type);
  }

  /** The name of a slide in the language shown. */
  nameOf(slide: Slide): string {
    return (
      slideName(this.typeOf(slide), shownContent(this.#deck, slide, this.#language)) ||
      t("editor.slide.unnamed")
    );
  }

  /** The message about a refused edit. It names the slide and the field, not their path. */
  private async refusalText(details: string, edit: Edit | undefined): Promise<string> {
    const number =
      this.deck.slides.findIndex(({ id }) => edit && "slideId" in edit && edit.slideId === id) + 1;
    const slide = this.deck.slides[number - 1];
    if (!edit || !slide) return `${t("editor.notDone")} ${sentence(await localized(details, ""))}`;
    const path = edit.op === "set" ? edit.path.replace(/^content\./, "") : "";
    const field = this.fieldOf(slide, path);
    const place = t("editor.slide.named", { number, name: this.nameOf(slide) });
    return `${t("editor.notDone")} ${field ? `${place}: ${labelOf(field)}` : place}.`;
  }

  /** The content of a slide in the language shown. */
  contentOf(slide: Slide): Content {
    return this.#isMain ? slide.content : shownContent(this.#deck, slide, this.#language);
  }

  /** The declaration of a field of a slide, common options included. */
  fieldOf(slide: Slide, path: string): FieldDeclaration | undefined {
    return declarationAt([...(this.typeOf(slide)?.fields ?? []), ...this.commonFields], path);
  }

  findingsOf(slideId: string) {
    return this.drawings.findings.get(slideId) ?? NO_FINDINGS;
  }

  text(slideId: string, path: string, language: string): string {
    return textAt(this.#deck, slideId, path, language);
  }

  // Editing

  edit(edits: Edit[], label: string, options: { because?: "assistant"; run?: string } = {}) {
    const changing = this.withinBounds(edits).filter((edit) => !isNoop(this.#deck, edit));
    if (changing.length === 0 || !this.mayWrite) return;
    const agendas = followingEdits(this.#deck, changing, (slide) => this.typeOf(slide));
    const effective = [...changing, ...agendas];
    this.steps.record(this.#deck, effective, {
      label,
      run: options.run,
      selection: this.selectionState(),
      at: Date.now(),
    });
    this.sync.edit(effective, options.because);
    this.#steps += 1;
    this.saver.schedule();
  }

  /** Edits that the server accepts, but for texts that become drafts. */
  private withinBounds(edits: readonly Edit[]): Edit[] {
    return withinBounds(edits, (type) => this.typeOf({ type })?.fields ?? []);
  }

  /** Sets a field of a slide: a text in the language shown, any other value in all languages. */
  setField(slideId: string, path: string, value: JsonValue, options: { run?: string; label?: string } = {}) {
    const slide = this.#deck.slides.find(({ id }) => id === slideId);
    if (!slide) return;
    const field = this.fieldOf(slide, path);
    const isTranslation =
      this.#language !== this.#deck.language && field?.translatable && typeof value === "string";
    // The first letter of a prompt makes it an entry. Typing it is one undo step.
    const [, list = "", at = "", key = ""] = /^(\w+)\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const grown =
      this.grownField === `${slideId} ${path}`
        ? { path: list, value: withEntryText(slide.content[list] as Content[], Number(at), key, value) }
        : grownList(slide.content, path, value);
    if (grown) {
      if (isSame(value, "") && this.grownField !== `${slideId} ${path}`) return;
      this.grownField = `${slideId} ${path}`;
    }
    const target = grown ?? { path, value };
    const edit: Edit = { op: "set", slideId, path: `content.${target.path}`, value: target.value };
    const label = options.label ?? t("editor.step.change", { field: field ? labelOf(field) : path });
    const run = options.run === undefined ? {} : { run: options.run };
    this.edit([isTranslation && !grown ? { ...edit, lang: this.#language } : edit], label, run);
  }

  /** A value of a slide in the language shown. */
  valueOf(slideId: string, path: string): JsonValue | undefined {
    const slide = this.#deck.slides.find(({ id }) => id === slideId);
    return slide && valueAt(this.contentOf(slide), path);
  }

  setNotes(slideId: string, value: string) {
    const lang = this.#language === this.#deck.language ? {} : { lang: this.#language };
    this.edit([{ op: "set", slideId, path: "notes", value, ...lang }], t("editor.step.notes"), {
      run: `notes ${slideId}`,
    });
  }

  /** Ends a run of typing: the next edit is another undo step. */
  endRun() {
    this.steps.endRun();
    void this.saver.saveNow();
  }

  get undoable(): string | undefined {
    void this.#steps;
    return this.steps.undoable?.label;
  }
  get redoable(): string | undefined {
    void this.#steps;
    return this.steps.redoable?.label;
  }

  /** Undoes a step, otherwise the last one. */
  undo(step?: Step) {
    this.endTextEdit();
    // Only another user can prevent undoing the last step. An earlier step may also be prevented by a later one.
    const isLast = !step || step === this.steps.undoable;
    const undone = this.steps.undo(this.#deck, step);
    if (!undone) return;
    this.sync.edit(this.withinBounds(undone.edits));
    this.restoreSelection(undone.step.before);
    const name = isLast ? this.lastEditorName() : t("editor.somebody");
    if (undone.prevented.length > 0) toast({ text: t("editor.undo.left", { name }) });
  }

  /**
   * Returns a function that undoes the step that is last now, even after later ones, for an "Undo" button.
   */
  undoOfLastStep(): () => void {
    const step = this.steps.undoable;
    return () => step && this.undo(step);
  }

  redo() {
    this.endTextEdit();
    const redone = this.steps.redo();
    if (!redone) return;
    this.sync.edit(redone.edits);
    this.restoreSelection(redone.step.after);
  }

  private restoreSelection(state: SelectionState) {
    this.#steps += 1;
    this.saver.schedule();
    if (state.slideId && this.has(state.slideId)) {
      this.#slideId = state.slideId;
      this.#selection = state.selection.filter((id) => this.has(id));
    }
    this.keepSelection();
  }

  private selectionState(): SelectionState {
    return { slideId: this.#slideId, selection: [...this.#selection] };
  }

  private has(id: string): boolean {
    return this.#deck.slides.some((slide) => slide.id === id);
  }

  // Slides

  select(slideId: string, options: { field?: string } = {}) {
    if (!this.has(slideId)) return;
    if (slideId !== this.#slideId) {
      this.endTextEdit();
      void this.saver.saveNow();
    }
    this.#slideId = slideId;
    this.#selection = [slideId];
    this.presence.moveTo(slideId, null);
    if (options.field) this.fieldToFocus = { field: options.field };
  }

  /** Selects several slides; `current` is the one on the canvas. */
  selectMany(ids: readonly string[], current: string) {
    if (current !== this.#slideId) this.endTextEdit();
    this.#slideId = current;
    this.#selection = this.#deck.slides.map(({ id }) => id).filter((id) => ids.includes(id));
    this.presence.moveTo(current, null);
  }

  /** Selects the next or previous slide. */
  selectNeighbour(by: number) {
    const to = this.#deck.slides[this.slideNumber - 1 + by];
    if (to) this.select(to.id);
  }

  add(type: SlideType, enter = true) {
    const id = newId();
    this.insert([{ id, type: type.key, content: blankContent(type) }], t("editor.step.add"));
    const [first] = canvasTexts(type);
    if (first && enter) this.textEdit = { slideId: id, field: first.key, caret: "all" };
  }

  /** Inserts slides below the selection and selects them. */
  insert(
    slides: (SlideValue & { id: string })[],
    label: string,
    after: string | null = this.#selection.at(-1) ?? null,
  ) {
    this.endTextEdit();
    const canonical = slides.map((slide) => ({
      notes: "",
      ...slide,
      type: this.typeOf(slide)?.typeId ?? slide.type,
    }));
    this.edit([{ op: "insert", after, slides: canonical }], label);
    this.selectInserted(canonical.map(({ id }) => id));
  }

  convert(type: SlideType) {
    this.endTextEdit();
    const edits: Edit[] = this.#selection.map((slideId) => ({
      op: "set",
      slideId,
      path: "type",
      value: type.typeId,
    }));
    this.edit(edits, t("editor.step.convert"));
    toast({
      text: t("editor.converted", { type: typeLabel(type) }),
      action: { label: t("editor.undo"), run: this.undoOfLastStep() },
    });
    this.drawings.forget(this.#selection);
    void this.saver.saveNow();
  }

  duplicate() {
    const copies = this.#selection.map((id) => ({
      ...(slideValue(this.#deck, id) as SlideValue),
      id: newId(),
    }));
    this.insert(copies, t("editor.step.duplicate"));
  }

  /** Deletes slides and selects the neighbour. */
  remove(ids: readonly string[] = this.#selection) {
    if (ids.length === 0) return;
    this.endTextEdit();
    const rest = this.#deck.slides.filter(({ id }) => !ids.includes(id));
    const first = this.#deck.slides.findIndex(({ id }) => ids.includes(id));
    const next = rest[Math.min(first, rest.length - 1)];
    this.edit(
      ids.map((slideId) => ({ op: "remove", slideId })),
      t("editor.step.delete"),
    );
    this.#slideId = next?.id ?? null;
    this.#selection = next ? [next.id] : [];
    toast({
      text: t("editor.deleted", { n: ids.length }),
      action: { label: t("editor.undo"), run: this.undoOfLastStep() },
    });
  }

  /** Moves slides after another one, or to the front with null. Returns their first position, from 1. */
  move(ids: readonly string[], after: string | null): number {
    let last = after;
    const edits: Edit[] = [];
    for (const { id } of this.#deck.slides.filter(({ id }) => ids.includes(id))) {
      edits.push({ op: "move", slideId: id, after: last });
      last = id;
    }
    this.edit(edits, t("editor.step.move"));
    return this.#deck.slides.findIndex(({ id }) => ids.includes(id)) + 1;
  }

  /** Moves the selection by positions, or to an end. Returns its first position, from 1. */
  moveSelection(by: number | "start" | "end"): number {
    const ids = this.#selection;
    const rest = this.#deck.slides.filter(({ id }) => !ids.includes(id));
    const first = this.#deck.slides.findIndex(({ id }) => ids.includes(id));
    const before = this.#deck.slides.slice(0, first).filter(({ id }) => !ids.includes(id)).length;
    const to =
      by === "start" ? 0 : by === "end" ? rest.length : Math.max(0, Math.min(rest.length, before + by));
    return this.move(ids, rest[to - 1]?.id ?? null);
  }

  private selectInserted(ids: string[]) {
    this.#slideId = ids.at(-1) ?? this.#slideId;
    this.#selection = ids;
    this.steps.setSelectionAfter(this.selectionState());
    void this.saver.saveNow();
    this.presence.moveTo(this.#slideId, null);
  }

  /** Replaces a selected slide that is gone by its neighbour. */
  private keepSelection(before?: Deck) {
    this.#selection = this.#selection.filter((id) => this.has(id));
    if (this.#slideId && this.has(this.#slideId)) {
      if (this.#selection.length === 0) this.#selection = [this.#slideId];
      return;
    }
    const at = Math.max(0, before?.slides.findIndex(({ id }) => id === this.#slideId) ?? 0);
    const next = this.#deck.slides[Math.min(at, this.#deck.slides.length - 1)];
    this.#slideId = next?.id ?? null;
    this.#selection = next ? [next.id] : [];
    this.textEdit = null;
  }

  showLanguage(language: string) {
    if (language === this.#language || !this.#deck.languages.includes(language)) return;
    this.endTextEdit();
    this.#language = language;
    this.thumbnails.show(language);
    if (this.#slideId) this.drawings.forget(this.#deck.slides.map(({ id }) => id));
  }

  // Drawing

  async draw(draft: Draft): Promise<StyledSlide> {
    const { slideId, type } = draft;
    if (type) return this.sketch({ id: slideId, type, content: draft.content ?? {} });
    const own = () => this.sync.deck.slides.find(({ id }) => id === draft.slideId);
    const stored = this.sync.confirmed.slides.find(({ id }) => id === draft.slideId);
    // The server draws stored slides only: a new slide, or one of a new type, is saved first.
    if (!stored || stored.type !== own()?.type) await this.flush();
    const slide = own();
    if (!slide) throw new Error("The slide was removed while it was saved.");
    const language = draft.lang ?? this.#language;
    const content = draft.content ?? shownContent(this.sync.deck, slide, language);
    return first(await this.render({ slideId, content }, draft));
  }

  async sketch(sketch: Sketch): Promise<StyledSlide> {
    return first(await this.render({ slides: [sketch] }));
  }

  /** Draws in the current theme and language, saved or not, unless others are given. */
  private async render(
    what: RenderDraft,
    named: { theme?: string; lang?: string } = {},
  ): Promise<StyledSlide[]> {
    const { deck, confirmed } = this.sync;
    const theme = named.theme ?? (deck.theme === confirmed.theme ? undefined : deck.theme);
    const language = named.lang ?? this.#language;
    const body = {
      ...what,
      ...(theme ? { theme } : {}),
      ...(language === deck.language ? {} : { lang: language }),
    };
    const answer = await api.post("/api/presentations/{id}/render", { id: this.id, body });
    if (!("slides" in answer)) return [answer];
    return answer.slides.map((slide) => ({ ...slide, css: answer.css }));
  }

  /** Draws slides without a drawing or with outdated findings, a few at a time. */
  async survey() {
    for (;;) {
      const unknown = this.sync.confirmed.slides
        .filter(({ id }) => !this.drawings.isUpToDate(id))
        .slice(0, SURVEY_SIZE);
      if (unknown.length === 0 || this.saver.state.is !== "saved" || document.visibilityState === "hidden")
        return;
      const slideIds = unknown.map(({ id }) => id);
      this.drawings.markUpToDate(slideIds);
      const slides = await this.render({ slideIds }).catch(() => undefined);
      if (!slides) {
        this.drawings.outdate(slideIds);
        return;
      }
      for (const drawn of slides) this.drawings.remember(drawn);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  preview(draft: { theme: string } | { proposal: Slide } | null) {
    this.previewed = draft;
  }

  thumbnailUrl(slideId: string, { width = 320 } = {}): string {
    return this.thumbnails.url(slideId, this.#language, width);
  }

  /** The hash of the first slide's thumbnail in the main language; undefined in another one. */
  get coverHash(): string | undefined {
    const first = this.#confirmed.slides[0];
    return first && this.thumbnails.hashOf(first.id, this.#confirmed.language);
  }

  // Editing on the canvas

  /** Starts to edit a field: on the canvas for a text, otherwise in the inspector. */
  editField(field: string, caret: TextEdit["caret"] = "end", part?: TextEdit["part"]) {
    const slide = this.slide;
    if (!slide || !this.mayWrite) return;
    this.leaveText();
    if (isText(this.fieldOf(slide, field))) {
      this.textEdit = { slideId: slide.id, field, caret, ...(part ? { part } : {}) };
      this.presence.moveTo(slide.id, `content.${field}`);
    } else this.fieldToFocus = { field };
  }

  /** Ends editing on the canvas. Entries without text are removed. */
  endTextEdit() {
    const slide = this.textEdit && this.#slides.get(this.textEdit.slideId);
    this.leaveText();
    const type = slide && this.typeOf(slide);
    const pruned = type && withoutBlankEntries(type, slide.content);
    if (!slide || !pruned || !this.#isMain) return;
    const edits: Edit[] = Object.entries(pruned).map(([key, value]) => ({
      op: "set",
      slideId: slide.id,
      path: `content.${key}`,
      value,
    }));
    this.edit(edits, t("editor.step.point.remove"));
  }

  private leaveText() {
    if (!this.textEdit) return;
    this.presence.moveTo(this.textEdit.slideId, null);
    this.textEdit = null;
    this.grownField = "";
    this.endRun();
  }

  // Panels

  openPanel(name: PanelName, options: PanelOptions = {}) {
    this.panelOptions = options;
    this.#panel = name === "slide" ? null : name;
  }
  closePanel() {
    this.panelOptions = {};
    this.#panel = null;
  }
  pickType(mode: "add" | "change", words = "") {
    if (this.mayWrite) this.typePicker = { mode, words };
  }
  /** Opens the image library. Resolves with the chosen picture, or with null when the library is closed. */
  pickPicture(): Promise<PickedPicture | null> {
    return new Promise((resolve) => {
      this.picturePicker = {
        done: (picture) => {
          this.picturePicker = null;
          resolve(picture);
        },
      };
    });
  }

  // Server

  async flush() {
    await this.saver.flush();
  }

  async reload() {
    await this.sync.reload();
  }

  resolve(held: UnresolvedEdit, take: "mine" | "theirs") {
    this.sync.resolve(held, take);
    this.saver.schedule();
  }

  /** Shows that another user changed the same value, and offers to set the user's own value again. */
  private offerOwnValue(edit: Edit) {
    const again: Edit & { replaces?: unknown } = { ...edit };
    delete again.replaces;
    const action = { label: t("editor.conflict.mine"), run: () => this.edit([again], t("editor.step.many")) };
    toast({ text: t("editor.conflict", { name: this.lastEditorName() }), action, ms: 20_000 });
  }

  /** Restores a slide that another user deleted. */
  private putBack(slide: SlideValue & { id: string }, after: string | null) {
    this.insert([{ ...slide, id: newId() }], t("editor.step.putBack"), after);
  }

  on<K extends keyof EditorEvents>(event: K, listener: (data: EditorEvents[K]) => void): () => void {
    this.listeners[event].add(listener);
    return () => this.listeners[event].delete(listener);
  }

  private emit<K extends keyof EditorEvents>(event: K, data: EditorEvents[K]) {
    for (const listener of this.listeners[event]) listener(data);
  }

  private onSync(what: "deck" | "outbox") {
    if (what === "deck") {
      const before = this.#deck;
      const saved = this.#confirmed.revision;
      const changed = this.sync.confirmed.slides.filter((slide) => !this.#confirmed.slides.includes(slide));
      this.drawings.forget(changed.map(({ id }) => id).filter((id) => id !== this.#slideId));
      this.drawings.outdate(slidesToReview(this.#confirmed, this.sync.confirmed));
      if (sourcesKey(this.#confirmed) !== sourcesKey(this.sync.confirmed)) {
        const bound = this.sync.confirmed.slides.filter(({ content }) => isBound(content));
        this.drawings.forget(bound.map(({ id }) => id).filter((id) => id !== this.#slideId));
      }
      this.#deck = this.sync.deck;
      this.#confirmed = this.sync.confirmed;
      if (!this.#deck.languages.includes(this.#language)) this.#language = this.#deck.language;
      this.reportDeletedSlide(before);
      this.keepSelection(before);
      if (this.#confirmed.revision !== saved) {
        this.drawings.retry();
        this.thumbnails.outdate(this.#language);
      }
    }
    this.#held = this.sync.outbox.held;
    this.#drafts = this.sync.drafts;
    // A new step is saved at once, the keystrokes of a run at intervals.
    const { length } = this.steps.steps.done;
    const how = length === this.savedSteps ? "saveSoon" : "save";
    this.savedSteps = length;
    void this.draftStorage?.[how](this.client, this.sync.outbox, this.steps.steps);
  }

  /**
   * Stores a batch before it is sent. Otherwise a page that reloads before its answer could send other edits under the
   * same number, and the server would take them for a repetition. A page that is being closed does not wait.
   */
  private async storeBatch() {
    const stored = this.draftStorage?.save(this.client, this.sync.outbox, this.steps.steps);
    if (document.visibilityState === "hidden") return;
    await Promise.race([stored, new Promise((resolve) => setTimeout(resolve, MAX_STORING))]);
  }

  /** Shows a message when another user deleted the current slide. */
  private reportDeletedSlide(before: Deck) {
    const id = this.#slideId;
    if (!id || this.has(id) || !before.slides.some((slide) => slide.id === id)) return;
    const isRemoval = (edit: Edit) => edit.op === "remove" && edit.slideId === id;
    const isRemovedHere =
      this.steps.undoable?.redo.some(isRemoval) || this.steps.redoable?.undo.some(isRemoval);
    const slide = slideValue(before, id);
    if (isRemovedHere || !slide) return;
    const at = before.slides.findIndex((slide) => slide.id === id);
    const after = before.slides[at - 1]?.id ?? null;
    const action = { label: t("editor.lost.back"), run: () => this.putBack(slide, after) };
    toast({ text: t("editor.lost", { name: this.lastEditorName() }), action, ms: 20_000 });
  }

  /** The name of the user who changed the deck last. */
  lastEditorName(): string {
    const by = this.lastEditor;
    if (!by) return t("editor.somebody");
    return this.people.find(({ email }) => email === by)?.name ?? by;
  }

  /** Listens to the deck's events. Returns a function that stops it. */
  listen(): () => void {
    let lost = false;
    const events = openStream(
      "/api/presentations/{id}/events",
      { id: this.id, query: { client: this.client } },
      {
        events: {
          deckUpdated: (event) => {
            if (event.revision > this.sync.confirmed.revision && event.by !== this.me.user.email)
              this.lastEditor = event.by;
            this.sync.noteRevision(event.revision);
            void this.saver.catchUp().then(() => this.emit("deckUpdated", event));
          },
          commentChanged: (event) => this.emit("commentChanged", event),
          presence: (event) => this.presence.receive(event),
          draftsChanged: () => void this.sync.loadDrafts().catch(() => undefined),
        },
        onstate: (open) => {
          // Events in between were missed.
          if (open) void (lost ? this.onReconnect() : this.onFirstOpen());
          lost = !open;
          this.online = open || navigator.onLine;
        },
      },
    );
    const hide = () => {
      if (document.visibilityState !== "hidden") return;
      void this.draftStorage?.save(this.client, this.sync.outbox, this.steps.steps);
      void this.saver.saveNow();
    };
    document.addEventListener("visibilitychange", hide);
    const survey = setInterval(() => void this.survey(), 4000);
    const stopPresence = this.presence.start();
    this.presence.moveTo(this.#slideId, null);
    return () => {
      events.close();
      clearInterval(survey);
      stopPresence();
      document.removeEventListener("visibilitychange", hide);
    };
  }

  /** Loads what was saved after the page was written and before its stream was open. */
  private async onFirstOpen() {
    const url = urlOf("/api/presentations/{id}", { id: this.id });
    const tag = await call("HEAD", url).then(
      ({ headers }) => headers.get("etag"),
      () => null,
    );
    this.sync.noteRevision(Number(/\d+/.exec(tag ?? "")));
    await this.saver.catchUp();
  }

  private async onReconnect() {
    await this.saver.saveNow();
    await this.reload().catch(() => undefined);
    this.drawings.retry();
    this.thumbnails.outdate(this.#language);
    this.emit("online", undefined);
  }
}

/** The first of some drawings. */
function first([slide]: StyledSlide[]): StyledSlide {
  if (!slide) throw new Error("The server drew no slide.");
  return slide;
}
