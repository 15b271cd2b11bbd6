// Keeps a deck in sync with the server: the confirmed deck, pending edits, and unresolved ones. It has no timers,
// network or page of its own.

import type {
  BatchAnswer,
  Deck,
  DeckEdit,
  Edit,
  EditSource,
  FieldDraft,
  JsonValue,
  SendEdits,
  SetEdit,
} from "../../lib/api-types";
import { allApplied, applied, needsAnswer, replacedValue } from "./apply";
import { mergedText } from "./merge";
import { isSame, valueAt, withValue } from "./path";

export interface Server {
  send(batch: SendEdits): Promise<BatchAnswer>;
  fetch(): Promise<Deck>;
  /** Loads the drafts: texts that break a rule, which the server stores apart; none for readers. */
  drafts(): Promise<readonly FieldDraft[]>;
}

/** An edit that the server did not apply. It stays visible until it is resolved. */
export interface UnresolvedEdit {
  edit: Edit;
  reason: "changed" | "gone" | "refused";
  /** The current value on the server. */
  present?: JsonValue;
  /** The server's message. */
  details?: string;
}

/** The state that must survive a closed tab. Field names are part of the stored format. */
export interface Outbox {
  client: string;
  seq: number;
  /** Sent and not confirmed yet. It is sent again unchanged, so that it is applied once. */
  flight: SendEdits | null;
  pending: Edit[];
  because: EditSource | null;
  held: UnresolvedEdit[];
}

export function emptyOutbox(client: string): Outbox {
  return { client, seq: 0, flight: null, pending: [], because: null, held: [] };
}

type ValueEdit = SetEdit | DeckEdit;
const isValueEdit = (edit: Edit): edit is ValueEdit => edit.op === "set" || edit.op === "deck";

/** Whether an edit sets a text that a user wrote, or a list of them. */
export const isTextEdit = (edit: Edit) =>
  isValueEdit(edit) &&
  (typeof edit.value === "string" || Array.isArray(edit.value)) &&
  /^(content\.|notes$|title$|description$)/.test(edit.path);

/** Whether the editor can show the conflict of an edit: it does so below the fields and the notes of a slide. */
function canBeShown(deck: Deck, { edit, reason }: UnresolvedEdit): boolean {
  if (reason !== "changed") return true;
  if (edit.op !== "set") return edit.op !== "deck";
  const slide = deck.slides.find(({ id }) => id === edit.slideId);
  const list = edit.path.slice(0, edit.path.lastIndexOf("."));
  if (edit.path === "notes" || !slide) return slide !== undefined;
  return edit.path.startsWith("content.") && valueAt(slide as unknown as JsonValue, list) !== undefined;
}

/** A key for the value that an edit writes. */
export function editKey(edit: Edit): string {
  switch (edit.op) {
    case "set":
      return `set ${edit.slideId} ${edit.lang ?? ""} ${edit.path}`;
    case "deck":
      return `deck ${edit.lang ?? ""} ${edit.path}`;
    case "insert":
      return `insert ${edit.slides.map((slide) => slide.id).join(" ")}`;
    default:
      return `${edit.op} ${edit.slideId}`;
  }
}

/** The index of the pending edit that a later one of the same value is joined with; -1 where there is none. */
function joinable(pending: readonly Edit[], edit: ValueEdit): number {
  const key = editKey(edit);
  for (let at = pending.length - 1; at >= 0; at -= 1) {
    const other = pending[at];
    if (!other || editKey(other) === key) return at;
    if (!isTextEdit(other) || contains(other, edit) || contains(edit, other)) return -1;
  }
  return -1;
}

/** Whether the value of an edit contains that of another one. */
const contains = (edit: Edit, inner: Edit) =>
  edit.op === "set" &&
  inner.op === "set" &&
  edit.slideId === inner.slideId &&
  `${inner.path}.`.startsWith(`${edit.path}.`);

export class Sync {
  confirmed: Deck;
  outbox: Outbox;
  /** The confirmed deck with all local edits applied. */
  deck: Deck;
  /** The newest revision that was announced. */
  private latestRevision = 0;
  /** The last queued request to the server. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    deck: Deck,
    outbox: Outbox,
    private readonly server: Server,
    /** Called after each change of the deck or the outbox. */
    private readonly changed: (what: "deck" | "outbox") => void = () => undefined,
    /** Called with the reason when a refused edit is reverted. */
    private readonly refused: (details: string, edit?: Edit) => void = () => undefined,
    /** Called with an edit that gave way to another user's change of the same value. */
    private readonly overtaken: (edit: Edit) => void = () => undefined,
    /** Texts that break a rule, as the server keeps them. They are shown in place of the stored ones. */
    public drafts: readonly FieldDraft[] = [],
  ) {
    this.confirmed = deck;
    const held = outbox.held.filter((held) => canBeShown(deck, held));
    // The server keeps refused texts as drafts, so those that only this browser has are sent again.
    const again = held.filter(({ reason }) => reason === "refused");
    const pending = again.map(
      ({ edit }) => ({ ...edit, replaces: replacedValue(deck, edit as ValueEdit) }) as Edit,
    );
    this.outbox = {
      ...outbox,
      held: held.filter((other) => !again.includes(other)),
      pending: [...pending, ...outbox.pending],
    };
    this.deck = this.withLocalEdits();
  }

  get isIdle(): boolean {
    return !this.outbox.flight && this.outbox.pending.length === 0;
  }

  /** Whether a slide is on the server. */
  isConfirmed(slideId: string): boolean {
    return this.confirmed.slides.some((slide) => slide.id === slideId);
  }

  /** Applies edits locally. Edits without `replaces` replace the value that is shown. */
  edit(edits: readonly Edit[], because?: EditSource) {
    for (const edit of edits) {
      const complete = this.withReplaces(edit);
      this.deck = allApplied(this.deck, [complete]);
      this.queue(complete);
    }
    if (because) this.outbox.because = because;
    this.changed("deck");
    this.changed("outbox");
  }

  private withReplaces(edit: Edit): Edit {
    if (!isValueEdit(edit) || "replaces" in edit || edit.path === "type" || edit.path === "") return edit;
    return { ...edit, replaces: replacedValue(this.deck, edit) } as Edit;
  }

  /**
   * Adds an edit to the pending ones. Edits of one value are joined if only edits of other texts are between
   * them.
   */
  private queue(edit: Edit) {
    edit = this.insideRefused(edit);
    const key = editKey(edit);
    // The user has seen why the text was not applied and types on, so the new text replaces the current value.
    const held = this.outbox.held.find((held) => editKey(held.edit) === key);
    if (held && isValueEdit(edit)) {
      this.outbox.held = this.outbox.held.filter((other) => other !== held);
      if (held.reason === "changed") {
        this.outbox.held = [...this.outbox.held, { ...held, edit }];
        return;
      }
      edit = { ...edit, replaces: replacedValue(this.confirmedWithDrafts, edit) } as Edit;
    }
    const { pending } = this.outbox;
    const at = isValueEdit(edit) && edit.path !== "type" && edit.path !== "" ? joinable(pending, edit) : -1;
    const earlier = pending[at];
    if (earlier && isValueEdit(earlier) && isValueEdit(edit)) {
      const joined = { ...earlier, value: edit.value } as ValueEdit;
      this.outbox.pending = pending.map((other, index) => (index === at ? joined : other));
    } else this.outbox.pending = [...pending, edit];
  }

  /** An edit inside a list that was refused, as an edit of the list: the server does not have its entries. */
  private insideRefused(edit: Edit): Edit {
    if (edit.op !== "set") return edit;
    const around = this.outbox.held.find(
      (held) =>
        held.reason === "refused" &&
        held.edit.op === "set" &&
        held.edit.slideId === edit.slideId &&
        edit.path.startsWith(`${held.edit.path}.`),
    )?.edit;
    if (around?.op !== "set" || !Array.isArray(around.value)) return edit;
    const inside = edit.path.slice(around.path.length + 1);
    return { ...around, value: withValue(around.value, inside, edit.value as JsonValue) };
  }

  /** Records that the server has this revision. `flush`, `sendPending` and `catchUp` load it. */
  noteRevision(revision: number) {
    this.latestRevision = Math.max(this.latestRevision, revision);
  }

  /** Sends and loads until nothing is pending and the deck is current. Throws the errors of the server. */
  flush(): Promise<void> {
    return this.enqueue(async () => {
      while (!this.isIdle || this.isBehind) {
        if (!this.isIdle) await this.send();
        else await this.refresh();
      }
    });
  }

  /** Sends the edits that are pending now; later ones wait for the next call. Throws the errors of the server. */
  sendPending(): Promise<void> {
    return this.enqueue(async () => {
      if (!this.isIdle) await this.send();
      if (this.isBehind) await this.refresh();
    });
  }

  /** Loads a newer revision; pending edits stay pending. Throws the errors of the server. */
  catchUp(): Promise<void> {
    return this.enqueue(async () => {
      if (this.isBehind) await this.refresh();
    });
  }

  private get isBehind(): boolean {
    return this.latestRevision > this.confirmed.revision;
  }

  /** Runs requests to the server one after the other. */
  private enqueue(act: () => Promise<void>): Promise<void> {
    const result = this.last.then(act);
    this.last = result.catch(() => undefined);
    return result;
  }

  private async send() {
    const { outbox } = this;
    if (!outbox.flight) {
      outbox.seq += 1;
      const batch = {
        client: outbox.client,
        seq: outbox.seq,
        base: this.confirmed.revision,
        drafts: true,
        edits: outbox.pending,
      };
      outbox.flight = outbox.because ? { ...batch, because: outbox.because } : batch;
      outbox.pending = [];
      outbox.because = null;
      this.changed("outbox");
    }
    const flight = outbox.flight;
    const answer = await this.server.send(flight);
    const failed = new Set([...answer.conflicts, ...answer.refused].map(({ index }) => index));
    const taken = flight.edits.filter((_, index) => !failed.has(index));
    const isNext = answer.revision === this.confirmed.revision + 1 && flight.base === this.confirmed.revision;
    // The server may also store a draft that an edit makes valid, so the result is not known.
    const hasDrafts = this.drafts.length > 0 || (answer.drafts ?? []).length > 0;
    const isPredictable =
      isNext &&
      failed.size === 0 &&
      !hasDrafts &&
      !answer.again &&
      !taken.some((edit) => needsAnswer(this.confirmed, edit)) &&
      hasReplacedValues(this.confirmed, taken);
    if (isPredictable) this.confirmed = { ...allApplied(this.confirmed, taken), revision: answer.revision };
    else if (answer.revision > this.confirmed.revision || failed.size > 0) await this.fetchConfirmed();
    outbox.flight = null;
    if (answer.drafts) this.drafts = answer.drafts;
    this.keepUnresolved(flight.edits, answer);
    this.deck = this.withLocalEdits();
    this.changed("deck");
    this.changed("outbox");
  }

  private async refresh() {
    await this.fetchConfirmed();
    // A draft ends when somebody else changes the stored value.
    if (this.drafts.length > 0) this.drafts = await this.server.drafts();
    this.deck = this.withLocalEdits();
    this.changed("deck");
  }

  /** Loads the drafts after somebody else changed them. */
  loadDrafts(): Promise<void> {
    return this.enqueue(async () => {
      const drafts = await this.server.drafts();
      // A draft that was corrected is in the deck now.
      if (drafts.length < this.drafts.length) await this.fetchConfirmed();
      this.drafts = drafts;
      this.deck = this.withLocalEdits();
      this.changed("deck");
    });
  }

  /** Reloads the deck and its drafts; pending edits stay applied. */
  reload(): Promise<void> {
    return this.enqueue(async () => {
      this.drafts = await this.server.drafts();
      await this.refresh();
    });
  }

  private async fetchConfirmed() {
    const fetched = await this.server.fetch();
    // A response that was overtaken by a newer one is outdated.
    if (fetched.revision >= this.confirmed.revision) this.confirmed = fetched;
    this.latestRevision = Math.min(this.latestRevision, this.confirmed.revision);
  }

  /** Keeps conflicting and refused edits, unless they can be merged by words. */
  private keepUnresolved(edits: readonly Edit[], answer: BatchAnswer) {
    for (const { index, reason, present: theirs } of answer.conflicts) {
      const edit = edits[index];
      if (!edit) continue;
      const merged = reason === "changed" ? mergedEdit(edit, theirs) : undefined;
      if (merged) {
        this.outbox.pending = [merged, ...this.outbox.pending.map((later) => rebased(later, merged, edit))];
      } else if (edit.op === "set" || edit.op === "deck") {
        const later = this.outbox.pending.find((other) => editKey(other) === editKey(edit));
        this.outbox.pending = this.outbox.pending.filter((other) => other !== later);
        const held = { edit: later ?? edit, reason, ...(theirs === undefined ? {} : { present: theirs }) };
        // A conflict that no page shows would hide the other user's change for good.
        if (canBeShown(this.confirmed, held)) this.outbox.held = [...this.outbox.held, held];
        else this.overtaken(held.edit);
      } else if (!(edit.op === "move" && reason === "gone")) {
        this.outbox.held = [...this.outbox.held, { edit, reason }];
      }
    }
    for (const { index, details, drafted } of answer.refused) {
      const edit = edits[index];
      if (drafted) continue;
      // A refused text stays until the user corrects it; any other refused edit is reverted.
      if (edit && isTextEdit(edit)) this.holdRefused(edit, details);
      else this.refused(details, edit);
    }
  }

  /**
   * Holds a refused text. If it was edited since, the newer text is queued instead, to replace the server's
   * value.
   */
  private holdRefused(edit: Edit, details: string) {
    const held: UnresolvedEdit = { edit, reason: "refused", details };
    const before = this.outbox.held;
    this.outbox.held = [...before, held];
    let newest: Edit | undefined;
    const others = this.outbox.pending.filter((later) => {
      const whole = this.insideRefused(later);
      if (editKey(whole) !== editKey(edit)) return true;
      held.edit = newest = whole;
      return false;
    });
    if (!newest || !isValueEdit(newest)) return;
    this.outbox.held = before;
    this.outbox.pending = [
      { ...newest, replaces: replacedValue(this.confirmedWithDrafts, newest) } as Edit,
      ...others,
    ];
  }

  /** Resolves a conflict with the local or the server's value. */
  resolve(held: UnresolvedEdit, take: "mine" | "theirs") {
    this.outbox.held = this.outbox.held.filter((other) => other !== held);
    if (take === "mine") {
      const { edit } = held;
      const again: Edit = isValueEdit(edit)
        ? ({ ...edit, replaces: replacedValue(this.confirmedWithDrafts, edit) } as Edit)
        : edit;
      this.outbox.pending = [...this.outbox.pending, again];
    }
    this.deck = this.withLocalEdits();
    this.changed("deck");
    this.changed("outbox");
  }

  /** The confirmed deck with its drafts: the server compares edits with these values. */
  private get confirmedWithDrafts(): Deck {
    return allApplied(
      this.confirmed,
      this.drafts.map(({ slideId, ...draft }): Edit =>
        slideId === undefined ? { op: "deck", ...draft } : { op: "set", slideId, ...draft },
      ),
    );
  }

  private withLocalEdits(): Deck {
    const { held, flight, pending } = this.outbox;
    // A removal that failed is not applied: the slide exists and somebody changed it.
    const kept = held.map(({ edit }) => edit).filter(isValueEdit);
    return allApplied(this.confirmedWithDrafts, [...kept, ...(flight?.edits ?? []), ...pending]);
  }
}

/** Whether a deck has the values that edits of it replace, one edit after another. Otherwise the server merges them. */
function hasReplacedValues(deck: Deck, edits: readonly Edit[]): boolean {
  let before = deck;
  for (const edit of edits) {
    if (isValueEdit(edit) && "replaces" in edit && !isSame(replacedValue(before, edit), edit.replaces))
      return false;
    before = applied(before, edit);
  }
  return true;
}

/** The edit with both changes merged; undefined where they overlap. */
function mergedEdit(edit: Edit, theirs: JsonValue | undefined): Edit | undefined {
  if (!isValueEdit(edit) || typeof edit.value !== "string" || typeof theirs !== "string") return undefined;
  const base = typeof edit.replaces === "string" ? edit.replaces : "";
  const merged = mergedText(base, edit.value, theirs);
  return merged === undefined ? undefined : ({ ...edit, value: merged, replaces: theirs } as Edit);
}

/** Applies a later edit of the same value to the merged text. */
function rebased(later: Edit, merged: Edit, old: Edit): Edit {
  if (editKey(later) !== editKey(merged) || !isValueEdit(later) || !isValueEdit(merged) || !isValueEdit(old))
    return later;
  if (typeof later.value !== "string" || typeof old.value !== "string" || typeof merged.value !== "string")
    return later;
  const value = mergedText(old.value, later.value, merged.value) ?? later.value;
  return { ...later, value, replaces: merged.value } as Edit;
}

/** Whether an edit changes nothing. */
export function isNoop(deck: Deck, edit: Edit): boolean {
  if (!isValueEdit(edit) || edit.path === "") return false;
  const old = replacedValue(deck, edit);
  // A language without texts differs from a missing language.
  if (edit.path.startsWith("translations.") && (old === null) !== (edit.value === null)) return false;
  return isSame(old, edit.value);
}
