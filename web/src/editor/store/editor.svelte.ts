// The editor's store: the deck, the selection, what is open, and everything one can do to a deck.

import { api } from "../../lib/api";
import type {
  Content,
  Edit,
  EditBatch,
  FieldDeclaration,
  Finding,
  JsonValue,
  Me,
  Presentation,
  RenderRequest,
  Slide,
  SlideTypeList,
  SlideValue,
  StyledSlide,
  Theme,
} from "../../lib/api-types";
import { t } from "../../lib/i18n";
import { Presence } from "../../lib/presence.svelte";
import { stream } from "../../lib/sse";
import { toast } from "../../lib/toasts.svelte";
import type {
  Draft,
  EditorEvents,
  EditorStore,
  PanelName,
  PanelOptions,
  PickedPicture,
  Sketch,
  SlideType,
} from "../seam";
import { slideValue } from "./apply";
import { declarationAt, globalFields, isText, slideName, typesOf } from "./catalogue";
import { Drawings } from "./drawings.svelte";
import { History, type Stand } from "./history";
import { newId } from "../../lib/ids";
import { valueAt } from "./path";
import { Saver } from "./save.svelte";
import type { Shelf, Kept } from "./shelf";
import { isIdleEdit, Sync, type Held, type Outbox } from "./sync";
import { shownContent, textAt } from "./texts";

/** A text of the slide that is edited on the canvas. */
export interface Visit {
  slideId: string;
  /** Inside the content: `items.2.title`. */
  field: string;
  /** Where the caret begins: an offset, all selected, or the end. */
  caret: number | "all" | "end";
  /** The one block of a longer text that is edited; the caret counts from it. */
  part?: { from: number; to: number };
}

export interface Opened {
  deck: Presentation;
  catalogue: SlideTypeList;
  /** Types of the deck's slides that are no longer offered. */
  withdrawn: SlideTypeList["slideTypes"];
  themes: Theme[];
  me: Me;
  outbox: Outbox;
  kept: Kept | undefined;
  shelf: Shelf | undefined;
  /** What the page brought of the slide it begins with. */
  drawn: StyledSlide | null;
}

const NONE: readonly Finding[] = [];

/** Slides drawn at a time to see what is to be said about them. */
const SURVEYED = 8;

type Listeners = { [K in keyof EditorEvents]: Set<(told: EditorEvents[K]) => void> };

export class Editor implements EditorStore {
  readonly id: string;
  readonly client: string;
  readonly types: ReadonlyMap<string, SlideType>;
  readonly common: readonly FieldDeclaration[];
  readonly themes: readonly Theme[];
  readonly me: Me;
  readonly drawings: Drawings;
  readonly presence: Presence;
  readonly saver: Saver;
  private readonly byTypeId: Map<string, SlideType>;
  private readonly sync: Sync;
  private readonly steps: History;
  private readonly shelf: Shelf | undefined;
  private readonly listeners: Listeners = {
    deckUpdated: new Set(),
    commentChanged: new Set(),
    online: new Set(),
  };
  private changer: string | null = null;
  /** Steps of undo when they were last written. */
  private written = -1;

  #deck = $state.raw() as Presentation;
  #confirmed = $state.raw() as Presentation;
  #held = $state.raw<readonly Held[]>([]);
  #slideId = $state.raw<string | null>(null);
  #selection = $state.raw<readonly string[]>([]);
  #language = $state.raw("");
  #panel = $state.raw<PanelName | null>(null);
  #steps = $state.raw(0);
  // Derived once, so that a letter typed reaches only what depends on it.
  #slides = $derived(new Map(this.#deck.slides.map((slide) => [slide.id, slide])));
  #slide = $derived(this.#slideId === null ? undefined : this.#slides.get(this.#slideId));
  #slideNumber = $derived(this.#deck.slides.findIndex(({ id }) => id === this.#slideId) + 1);
  #isMain = $derived(this.#language === this.#deck.language);
  #permission = $derived(this.#deck.permission);
  panelOptions = $state.raw<PanelOptions>({});
  /** What is edited in place. */
  visit = $state.raw<Visit | null>(null);
  /** A field of the inspector that wants the focus; a new object each time. */
  wish = $state.raw<{ field: string } | null>(null);
  /** What the canvas shows in place of the slide. */
  previewed = $state.raw<{ theme: string } | { proposal: Slide } | null>(null);
  picker = $state.raw<"add" | "change" | null>(null);
  picking = $state.raw<{ done: (picture: PickedPicture | null) => void } | null>(null);
  /** Hints put aside, by slide and field, for this sitting. */
  aside = $state.raw<ReadonlySet<string>>(new Set());
  online = $state(true);

  constructor({ deck, catalogue, withdrawn, themes, me, outbox, kept, shelf, drawn }: Opened) {
    this.id = deck.id;
    this.client = outbox.client;
    this.types = typesOf(catalogue, withdrawn);
    this.byTypeId = new Map([...this.types.values()].map((type) => [type.typeId, type]));
    this.common = globalFields(catalogue, (key) => t(`editor.common.${key}`));
    this.themes = themes;
    this.me = me;
    this.shelf = shelf;
    this.steps = new History(kept?.steps);
    this.drawings = new Drawings((draft) => this.draw(draft));
    this.presence = new Presence(this.id, this.client);
    const server = {
      send: (batch: EditBatch) => api.post("/api/presentations/{id}/edits", { id: this.id, body: batch }),
      fetch: async () => (await api.get("/api/presentations/{id}", { id: this.id })).presentation,
    };
    this.sync = new Sync(
      deck,
      outbox,
      server,
      (what) => this.synced(what),
      (details) => toast({ text: `${t("editor.notDone")} ${details}`, tone: "danger" }),
    );
    this.saver = new Saver(this.sync);
    this.#deck = this.sync.deck;
    this.#confirmed = this.sync.confirmed;
    this.#held = this.sync.outbox.held;
    this.#language = deck.language;
    this.#slideId = this.deck.slides[0]?.id ?? null;
    this.#selection = this.#slideId ? [this.#slideId] : [];
    if (!this.sync.isIdle) this.saver.touch();
    if (drawn) this.drawings.begin(drawn, this.#slides.get(drawn.slideId)?.content);
  }

  // What there is.

  get deck(): Presentation {
    return this.#deck;
  }
  /** The deck as the server has it. */
  get confirmed(): Presentation {
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
  get mayWrite(): boolean {
    return ["owner", "admin", "edit"].includes(this.#permission);
  }
  get mayComment(): boolean {
    return this.mayWrite || this.#permission === "comment";
  }
  get mayManage(): boolean {
    return ["owner", "admin"].includes(this.#permission);
  }
  /** Everybody else: another tab of one's own is nobody to look out for. */
  get people() {
    return this.presence.people.filter(({ email }) => email !== this.me.user.email);
  }
  get held(): readonly Held[] {
    return this.#held;
  }
  get panel(): PanelName | null {
    return this.#panel;
  }

  typeOf(slide: { type: string }): SlideType | undefined {
    return this.byTypeId.get(slide.type) ?? this.types.get(slide.type);
  }

  /** What a slide is called, in the language shown. */
  nameOf(slide: Slide): string {
    return (
      slideName(this.typeOf(slide), shownContent(this.#deck, slide, this.#language)) ||
      t("editor.slide.unnamed")
    );
  }

  /** The content of a slide in the language shown. */
  contentOf(slide: Slide): Content {
    return this.#isMain ? slide.content : shownContent(this.#deck, slide, this.#language);
  }

  /** The declaration of a field of a slide, common options included. */
  fieldOf(slide: Slide, path: string): FieldDeclaration | undefined {
    return declarationAt([...(this.typeOf(slide)?.fields ?? []), ...this.common], path);
  }

  findingsOf(slideId: string) {
    return this.drawings.findings.get(slideId) ?? NONE;
  }

  text(slideId: string, path: string, language: string): string {
    return textAt(this.#deck, slideId, path, language);
  }

  // Doing.

  edit(edits: Edit[], label: string, options: { because?: "assistant"; run?: string } = {}) {
    const real = edits.filter((edit) => !isIdleEdit(this.#deck, edit));
    if (real.length === 0 || !this.mayWrite) return;
    this.steps.note(this.#deck, real, { label, run: options.run, stand: this.stand(), at: Date.now() });
    this.sync.edit(real, options.because);
    this.#steps += 1;
    this.saver.touch();
  }

  /** Sets a field of a slide in the language shown: texts in that language, everything else for all. */
  setField(slideId: string, path: string, value: JsonValue, options: { run?: string; label?: string } = {}) {
    const slide = this.#deck.slides.find(({ id }) => id === slideId);
    if (!slide) return;
    const field = this.fieldOf(slide, path);
    const inOther =
      this.#language !== this.#deck.language && field?.translatable && typeof value === "string";
    const edit: Edit = { op: "set", slideId, path: `content.${path}`, value };
    const label = options.label ?? t("editor.step.change", { field: field?.label ?? path });
    const run = options.run === undefined ? {} : { run: options.run };
    this.edit([inOther ? { ...edit, lang: this.#language } : edit], label, run);
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

  /** The run of typing is over: what follows is another step. */
  endRun() {
    this.steps.endRun();
    void this.saver.now();
  }

  get undoable(): string | undefined {
    void this.#steps;
    return this.steps.next?.label;
  }
  get redoable(): string | undefined {
    void this.#steps;
    return this.steps.redoable?.label;
  }

  undo() {
    this.leave();
    const undone = this.steps.undo(this.#deck);
    if (!undone) return;
    this.sync.edit(undone.edits);
    this.went(undone.step.before);
    if (undone.left.length > 0) toast({ text: t("editor.undo.left", { name: this.changerName() }) });
  }

  redo() {
    this.leave();
    const redone = this.steps.redo();
    if (!redone) return;
    this.sync.edit(redone.edits);
    this.went(redone.step.after);
  }

  private went(stand: Stand) {
    this.#steps += 1;
    this.saver.touch();
    if (stand.slideId && this.has(stand.slideId)) {
      this.#slideId = stand.slideId;
      this.#selection = stand.selection.filter((id) => this.has(id));
    }
    this.keepSelection();
  }

  private stand(): Stand {
    return { slideId: this.#slideId, selection: [...this.#selection] };
  }

  private has(id: string): boolean {
    return this.#deck.slides.some((slide) => slide.id === id);
  }

  // Slides.

  select(slideId: string, options: { field?: string } = {}) {
    if (!this.has(slideId)) return;
    if (slideId !== this.#slideId) {
      this.leave();
      void this.saver.now();
    }
    this.#slideId = slideId;
    this.#selection = [slideId];
    this.presence.moved(slideId, null);
    if (options.field) this.wish = { field: options.field };
  }

  /** Selects several; `current` is the one on the canvas. */
  selectMany(ids: readonly string[], current: string) {
    if (current !== this.#slideId) this.leave();
    this.#slideId = current;
    this.#selection = this.#deck.slides.map(({ id }) => id).filter((id) => ids.includes(id));
    this.presence.moved(current, null);
  }

  /** Goes to the next slide, or the one before. */
  step(by: number) {
    const to = this.#deck.slides[this.slideNumber - 1 + by];
    if (to) this.select(to.id);
  }

  add(type: SlideType, enter = true) {
    const id = newId();
    this.insert([{ id, type: type.key, content: structuredClone(type.defaults) }], t("editor.step.add"));
    const first = type.fields.find(isText);
    if (first && enter) this.visit = { slideId: id, field: first.key, caret: "all" };
  }

  /** Adds slides below the selection and selects them. */
  insert(
    slides: (SlideValue & { id: string })[],
    label: string,
    after: string | null = this.#selection.at(-1) ?? null,
  ) {
    this.leave();
    const canonical = slides.map((slide) => ({
      notes: "",
      ...slide,
      type: this.typeOf(slide)?.typeId ?? slide.type,
    }));
    this.edit([{ op: "insert", after, slides: canonical }], label);
    this.land(canonical.map(({ id }) => id));
  }

  convert(type: SlideType) {
    this.leave();
    const edits: Edit[] = this.#selection.map((slideId) => ({
      op: "set",
      slideId,
      path: "type",
      value: type.typeId,
    }));
    this.edit(edits, t("editor.step.convert"));
    this.drawings.forget(this.#selection);
    void this.saver.now();
  }

  duplicate() {
    const copies = this.#selection.map((id) => ({
      ...(slideValue(this.#deck, id) as SlideValue),
      id: newId(),
    }));
    this.insert(copies, t("editor.step.duplicate"));
  }

  /** Deletes slides at once; the neighbour is selected. */
  remove(ids: readonly string[] = this.#selection) {
    if (ids.length === 0) return;
    this.leave();
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
      action: { label: t("editor.undo"), run: () => this.undo() },
    });
  }

  /** Moves slides after another one, `null` to the front. Answers their first place, from 1. */
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

  /** Moves the selection by places, or to an end. */
  shift(by: number | "start" | "end"): number {
    const ids = this.#selection;
    const rest = this.#deck.slides.filter(({ id }) => !ids.includes(id));
    const first = this.#deck.slides.findIndex(({ id }) => ids.includes(id));
    const before = this.#deck.slides.slice(0, first).filter(({ id }) => !ids.includes(id)).length;
    const to =
      by === "start" ? 0 : by === "end" ? rest.length : Math.max(0, Math.min(rest.length, before + by));
    return this.move(ids, rest[to - 1]?.id ?? null);
  }

  private land(ids: string[]) {
    this.#slideId = ids.at(-1) ?? this.#slideId;
    this.#selection = ids;
    this.steps.landed(this.stand());
    void this.saver.now();
    this.presence.moved(this.#slideId, null);
  }

  /** After the deck changed: whatever was selected and is gone gives way to its neighbour. */
  private keepSelection(before?: Presentation) {
    this.#selection = this.#selection.filter((id) => this.has(id));
    if (this.#slideId && this.has(this.#slideId)) {
      if (this.#selection.length === 0) this.#selection = [this.#slideId];
      return;
    }
    const at = Math.max(0, before?.slides.findIndex(({ id }) => id === this.#slideId) ?? 0);
    const next = this.#deck.slides[Math.min(at, this.#deck.slides.length - 1)];
    this.#slideId = next?.id ?? null;
    this.#selection = next ? [next.id] : [];
    this.visit = null;
  }

  show(language: string) {
    if (language === this.#language || !this.#deck.languages.includes(language)) return;
    this.leave();
    this.#language = language;
    if (this.#slideId) this.drawings.forget(this.#deck.slides.map(({ id }) => id));
  }

  // Drawing.

  async draw(draft: Draft): Promise<StyledSlide> {
    const { slideId, type } = draft;
    if (type) return this.sketch({ id: slideId, type, content: draft.content ?? {} });
    const own = () => this.sync.deck.slides.find(({ id }) => id === draft.slideId);
    const stored = this.sync.confirmed.slides.find(({ id }) => id === draft.slideId);
    // Only what the server knows can be drawn: a new slide, or one of a new type, is saved first.
    if (!stored || stored.type !== own()?.type) await this.flush();
    const slide = own();
    const language = draft.lang ?? this.#language;
    const content = draft.content ?? (slide && shownContent(this.sync.deck, slide, language));
    const changed = content ? { slideId, content } : { slideId };
    return first(await this.render(changed, draft));
  }

  async sketch(sketch: Sketch): Promise<StyledSlide> {
    return first(await this.render({ slides: [sketch] }));
  }

  /** Asks for a drawing in a theme and a language: as they are here, saved or not, unless others are named. */
  private async render(
    what: RenderRequest,
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

  /** Draws the slides that were not seen yet, a few at a time, to know what is to be said about them. */
  async survey() {
    for (;;) {
      const unknown = this.sync.confirmed.slides
        .filter(({ id }) => !this.drawings.knows(id))
        .slice(0, SURVEYED);
      if (unknown.length === 0 || this.saver.state.is !== "saved" || document.visibilityState === "hidden")
        return;
      const slideIds = unknown.map(({ id }) => id);
      const slides = await this.render({ slideIds }).catch(() => undefined);
      if (!slides) return;
      for (const drawn of slides) this.drawings.note(drawn);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  preview(draft: { theme: string } | { proposal: Slide } | null) {
    this.previewed = draft;
  }

  /** The address of a small picture of a slide; it changes when the slide does. */
  thumb(slideId: string, number: number): string {
    const { theme, title, settings } = this.#confirmed;
    const stored = this.#confirmed.slides.find(({ id }) => id === slideId);
    if (!stored) return "";
    const lang = this.#isMain ? "" : `&lang=${encodeURIComponent(this.#language)}`;
    const texts = this.#isMain
      ? ""
      : JSON.stringify(this.#confirmed.translations[this.#language]?.slides?.[slideId] ?? "");
    const around = hashed(
      [theme, title, String(number), texts, JSON.stringify(settings["logo"] ?? "")].join("\n"),
    );
    return `/api/presentations/${this.id}/slides/${slideId}/thumb.png?w=320&v=${versionOf(stored)}${around}${lang}`;
  }

  // In place.

  /** Begins to edit a field: on the canvas where it is a text, else in the inspector. */
  enter(field: string, caret: Visit["caret"] = "end", part?: Visit["part"]) {
    const slide = this.slide;
    if (!slide || !this.mayWrite) return;
    this.leave();
    if (isText(this.fieldOf(slide, field))) {
      this.visit = { slideId: slide.id, field, caret, ...(part ? { part } : {}) };
      this.presence.moved(slide.id, `content.${field}`);
    } else this.wish = { field };
  }

  /** Leaves the text that is edited; nothing typed is lost. */
  leave() {
    if (!this.visit) return;
    this.presence.moved(this.visit.slideId, null);
    this.visit = null;
    this.endRun();
  }

  // Panels.

  openPanel(name: PanelName, options: PanelOptions = {}) {
    this.panelOptions = options;
    this.#panel = name === "slide" ? null : name;
  }
  closePanel() {
    this.panelOptions = {};
    this.#panel = null;
  }
  pickType(mode: "add" | "change") {
    if (this.mayWrite) this.picker = mode;
  }
  pickPicture(): Promise<PickedPicture | null> {
    return new Promise((resolve) => {
      this.picking = {
        done: (picture) => {
          this.picking = null;
          resolve(picture);
        },
      };
    });
  }

  // The server.

  async flush() {
    await this.saver.send();
  }

  async reload() {
    await this.sync.reload();
  }

  resolve(held: Held, take: "mine" | "theirs") {
    this.sync.resolve(held, take);
    this.saver.touch();
  }

  /** Puts a slide back that somebody else deleted. */
  private putBack(slide: SlideValue & { id: string }, after: string | null) {
    this.insert([{ ...slide, id: newId() }], t("editor.step.putBack"), after);
  }

  on<K extends keyof EditorEvents>(event: K, listener: (told: EditorEvents[K]) => void): () => void {
    this.listeners[event].add(listener);
    return () => this.listeners[event].delete(listener);
  }

  private tell<K extends keyof EditorEvents>(event: K, told: EditorEvents[K]) {
    for (const listener of this.listeners[event]) listener(told);
  }

  private synced(what: "deck" | "outbox") {
    if (what === "deck") {
      const before = this.#deck;
      const saved = this.#confirmed.revision;
      const changed = this.sync.confirmed.slides.filter((slide) => !this.#confirmed.slides.includes(slide));
      this.drawings.forget(changed.map(({ id }) => id).filter((id) => id !== this.#slideId));
      this.#deck = this.sync.deck;
      this.#confirmed = this.sync.confirmed;
      if (!this.#deck.languages.includes(this.#language)) this.#language = this.#deck.language;
      this.noticeLoss(before);
      this.keepSelection(before);
      if (this.#confirmed.revision !== saved) this.drawings.again();
    }
    this.#held = this.sync.outbox.held;
    // A new step is written at once, the letters of a run now and then.
    const { length } = this.steps.steps.done;
    const how = length === this.written ? "keep" : "write";
    this.written = length;
    void this.shelf?.[how](this.client, this.sync.outbox, this.steps.steps);
  }

  /** Says so when somebody deleted the slide on the canvas. */
  private noticeLoss(before: Presentation) {
    const id = this.#slideId;
    if (!id || this.has(id) || !before.slides.some((slide) => slide.id === id)) return;
    const own = this.steps.next?.redo.some((edit) => edit.op === "remove" && edit.slideId === id);
    const undone = this.steps.redoable?.undo.some((edit) => edit.op === "remove" && edit.slideId === id);
    const slide = slideValue(before, id);
    if (own || undone || !slide) return;
    const at = before.slides.findIndex((slide) => slide.id === id);
    const after = before.slides[at - 1]?.id ?? null;
    const action = { label: t("editor.lost.back"), run: () => this.putBack(slide, after) };
    toast({ text: t("editor.lost", { name: this.changerName() }), action, ms: 20_000 });
  }

  /** Who changed the deck last, by name. */
  changerName(): string {
    const by = this.changer;
    if (!by) return t("editor.somebody");
    return this.people.find(({ email }) => email === by)?.name ?? by;
  }

  /** Listens to the deck until the page goes. */
  listen(): () => void {
    let lost = false;
    const events = stream(
      "/api/presentations/{id}/events",
      { id: this.id, query: { client: this.client } },
      {
        events: {
          deckUpdated: (told) => {
            if (told.revision > this.sync.confirmed.revision && told.by !== this.me.user.email)
              this.changer = told.by;
            this.sync.hear(told.revision);
            void this.saver.catchUp().then(() => this.tell("deckUpdated", told));
          },
          commentChanged: (told) => this.tell("commentChanged", told),
          presence: (told) => this.presence.told(told),
        },
        onstate: (open) => {
          // What happened meanwhile was not told.
          if (open && lost) void this.comeBack();
          lost = !open;
          this.online = open || navigator.onLine;
        },
      },
    );
    const hide = () => {
      if (document.visibilityState !== "hidden") return;
      void this.shelf?.write(this.client, this.sync.outbox, this.steps.steps);
      void this.saver.now();
    };
    document.addEventListener("visibilitychange", hide);
    const survey = setInterval(() => void this.survey(), 4000);
    const away = this.presence.start();
    this.presence.moved(this.#slideId, null);
    return () => {
      events.close();
      clearInterval(survey);
      away();
      document.removeEventListener("visibilitychange", hide);
    };
  }

  private async comeBack() {
    await this.saver.now();
    await this.reload().catch(() => undefined);
    this.drawings.again();
    this.tell("online", undefined);
  }
}

/** The first slide of a drawing. */
function first([slide]: StyledSlide[]): StyledSlide {
  if (!slide) throw new Error("The server drew no slide.");
  return slide;
}

const versions = new WeakMap<Slide, string>();

/** A short name for a slide as it is. */
function versionOf(slide: Slide): string {
  let version = versions.get(slide);
  if (version === undefined) {
    version = hashed(JSON.stringify([slide.type, slide.content]));
    versions.set(slide, version);
  }
  return version;
}

/** A short name for a text: what changed has another one. */
function hashed(text: string): string {
  let hash = 5381;
  for (let at = 0; at < text.length; at += 1) hash = ((hash << 5) + hash + text.charCodeAt(at)) | 0;
  return (hash >>> 0).toString(36);
}
