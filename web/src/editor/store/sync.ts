// Keeps a deck in step with the server: what is confirmed, what is done here and not sent yet, and what could not be
// applied. It knows no timer, no network and no page: those are given to it.

import type {
  DeckEdit,
  Edit,
  EditBatch,
  EditResult,
  JsonValue,
  Presentation,
  SetEdit,
} from "../../lib/api-types";
import { allApplied, needsAnswer, present } from "./apply";
import { mergedText } from "./merge";
import { isSame } from "./path";

export interface Server {
  send(batch: EditBatch): Promise<EditResult>;
  fetch(): Promise<Presentation>;
}

/** An edit that the server did not take. It stays visible here until it is settled. */
export interface Held {
  edit: Edit;
  reason: "changed" | "gone" | "refused";
  /** What stands there now. */
  present?: JsonValue;
  /** The server's words. */
  details?: string;
}

/** All that must survive a closed tab. */
export interface Outbox {
  client: string;
  seq: number;
  /** Sent, and not answered yet: sent again as it is, so that it is applied once. */
  flight: EditBatch | null;
  pending: Edit[];
  because: string | null;
  held: Held[];
}

export function emptyOutbox(client: string): Outbox {
  return { client, seq: 0, flight: null, pending: [], because: null, held: [] };
}

type Place = SetEdit | DeckEdit;
const isPlace = (edit: Edit): edit is Place => edit.op === "set" || edit.op === "deck";

/** Whether an edit sets a text that somebody wrote. */
const isWritten = (edit: Edit) =>
  isPlace(edit) &&
  typeof edit.value === "string" &&
  /^(content\.|notes$|title$|description$)/.test(edit.path);

/** A name for the place an edit writes to. */
export function placeOf(edit: Edit): string {
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

export class Sync {
  confirmed: Presentation;
  outbox: Outbox;
  /** The deck as it is shown: confirmed, and everything done here. */
  deck: Presentation;
  /** A newer revision than the confirmed one was heard of. */
  private heard = 0;
  /** The last of those who wait for their turn with the server. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    deck: Presentation,
    outbox: Outbox,
    private readonly server: Server,
    /** Told after each change of what is shown or kept. */
    private readonly changed: (what: "deck" | "outbox") => void = () => undefined,
    /** Told why the server did not do something that is taken back here. */
    private readonly refused: (details: string) => void = () => undefined,
  ) {
    this.confirmed = deck;
    this.outbox = outbox;
    this.deck = this.shown();
  }

  get isIdle(): boolean {
    return !this.outbox.flight && this.outbox.pending.length === 0;
  }

  /** Whether a slide is on the server already. */
  isConfirmed(slideId: string): boolean {
    return this.confirmed.slides.some((slide) => slide.id === slideId);
  }

  /** Does edits here. Those that do not say what they replace are taken to replace what is shown. */
  edit(edits: readonly Edit[], because?: string) {
    for (const edit of edits) {
      const whole = this.completed(edit);
      this.deck = allApplied(this.deck, [whole]);
      this.queue(whole);
    }
    if (because) this.outbox.because = because;
    this.changed("deck");
    this.changed("outbox");
  }

  private completed(edit: Edit): Edit {
    if (!isPlace(edit) || "replaces" in edit || edit.path === "type" || edit.path === "") return edit;
    return { ...edit, replaces: present(this.deck, edit) } as Edit;
  }

  /** Adds to what waits; a run of changes of one place is one edit. */
  private queue(edit: Edit) {
    const place = placeOf(edit);
    // Whoever types on in a text that was not taken has seen why: what counts now is what stands there.
    const held = this.outbox.held.find((held) => placeOf(held.edit) === place);
    if (held && isPlace(edit)) {
      this.outbox.held = this.outbox.held.filter((other) => other !== held);
      if (held.reason === "changed") {
        this.outbox.held = [...this.outbox.held, { ...held, edit }];
        return;
      }
      edit = { ...edit, replaces: present(this.confirmed, edit) } as Edit;
    }
    const last = this.outbox.pending.at(-1);
    if (
      last &&
      isPlace(last) &&
      isPlace(edit) &&
      edit.path !== "type" &&
      edit.path !== "" &&
      placeOf(last) === place
    ) {
      const joined = { ...last, value: edit.value } as Place;
      this.outbox.pending = [...this.outbox.pending.slice(0, -1), joined];
      return;
    }
    this.outbox.pending = [...this.outbox.pending, edit];
  }

  /** Somebody saved. */
  hear(revision: number) {
    this.heard = Math.max(this.heard, revision);
  }

  /** Sends what waits, and fetches what was heard of, until there is nothing of either. Throws what the server throws. */
  settle(): Promise<void> {
    return this.inTurn(async () => {
      while (!this.isIdle || this.isBehind) {
        if (!this.isIdle) await this.send();
        else await this.refresh();
      }
    });
  }

  /** Sends what waits now, once: what is done meanwhile waits for the next time. Throws what the server throws. */
  save(): Promise<void> {
    return this.inTurn(async () => {
      if (!this.isIdle) await this.send();
      if (this.isBehind) await this.refresh();
    });
  }

  /** Fetches what was heard of; what waits goes on waiting. Throws what the server throws. */
  catchUp(): Promise<void> {
    return this.inTurn(async () => {
      if (this.isBehind) await this.refresh();
    });
  }

  private get isBehind(): boolean {
    return this.heard > this.confirmed.revision;
  }

  /** The server is asked one thing at a time. */
  private inTurn(act: () => Promise<void>): Promise<void> {
    const turn = this.last.then(act);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async send() {
    const { outbox } = this;
    if (!outbox.flight) {
      outbox.seq += 1;
      const batch = {
        client: outbox.client,
        seq: outbox.seq,
        base: this.confirmed.revision,
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
    const known = answer.revision === this.confirmed.revision + 1 && flight.base === this.confirmed.revision;
    const clear =
      known && failed.size === 0 && !answer.again && !taken.some((edit) => needsAnswer(this.confirmed, edit));
    if (clear) this.confirmed = { ...allApplied(this.confirmed, taken), revision: answer.revision };
    else if (answer.revision > this.confirmed.revision || failed.size > 0) await this.fetchConfirmed();
    outbox.flight = null;
    this.hold(flight.edits, answer);
    this.deck = this.shown();
    this.changed("deck");
    this.changed("outbox");
  }

  private async refresh() {
    await this.fetchConfirmed();
    this.deck = this.shown();
    this.changed("deck");
  }

  /** Fetches the deck anew; what is not sent yet stays on top of it. */
  reload(): Promise<void> {
    return this.inTurn(() => this.refresh());
  }

  private async fetchConfirmed() {
    const fetched = await this.server.fetch();
    // An answer that was overtaken on its way is older than what is known.
    if (fetched.revision >= this.confirmed.revision) this.confirmed = fetched;
    this.heard = Math.min(this.heard, this.confirmed.revision);
  }

  /** Keeps what was not taken, unless it merges by words. */
  private hold(edits: readonly Edit[], answer: EditResult) {
    for (const { index, reason, present: there } of answer.conflicts) {
      const edit = edits[index];
      if (!edit) continue;
      const merged = reason === "changed" ? mergedEdit(edit, there) : undefined;
      if (merged) {
        this.outbox.pending = [merged, ...this.outbox.pending.map((later) => rebased(later, merged, edit))];
      } else if (edit.op === "set" || edit.op === "deck") {
        const later = this.outbox.pending.find((other) => placeOf(other) === placeOf(edit));
        this.outbox.pending = this.outbox.pending.filter((other) => other !== later);
        this.outbox.held = [
          ...this.outbox.held,
          { edit: later ?? edit, reason, ...(there === undefined ? {} : { present: there }) },
        ];
      } else if (!(edit.op === "move" && reason === "gone")) {
        this.outbox.held = [...this.outbox.held, { edit, reason }];
      }
    }
    for (const { index, details } of answer.refused) {
      const edit = edits[index];
      // A text stays as it was typed until it is mended; anything else is simply not done.
      if (edit && isWritten(edit))
        this.outbox.held = [...this.outbox.held, { edit, reason: "refused", details }];
      else this.refused(details);
    }
  }

  /** Ends a conflict: by what was typed here, or by what stands there. */
  resolve(held: Held, take: "mine" | "theirs") {
    this.outbox.held = this.outbox.held.filter((other) => other !== held);
    if (take === "mine") {
      const { edit } = held;
      const again: Edit = isPlace(edit)
        ? ({ ...edit, replaces: present(this.confirmed, edit) } as Edit)
        : edit;
      this.outbox.pending = [...this.outbox.pending, again];
    }
    this.deck = this.shown();
    this.changed("deck");
    this.changed("outbox");
  }

  private shown(): Presentation {
    const { held, flight, pending } = this.outbox;
    // A removal that was not taken is not shown: the slide is there, changed by somebody.
    const kept = held.map(({ edit }) => edit).filter(isPlace);
    return allApplied(this.confirmed, [...kept, ...(flight?.edits ?? []), ...pending]);
  }
}

/** A set of a text that both changed, with both changes; nothing when they meet. */
function mergedEdit(edit: Edit, there: JsonValue | undefined): Edit | undefined {
  if (!isPlace(edit) || typeof edit.value !== "string" || typeof there !== "string") return undefined;
  const base = typeof edit.replaces === "string" ? edit.replaces : "";
  const merged = mergedText(base, edit.value, there);
  return merged === undefined ? undefined : ({ ...edit, value: merged, replaces: there } as Edit);
}

/** A later edit of the place of a merged one: its own change, done to the merged text. */
function rebased(later: Edit, merged: Edit, old: Edit): Edit {
  if (placeOf(later) !== placeOf(merged) || !isPlace(later) || !isPlace(merged) || !isPlace(old))
    return later;
  if (typeof later.value !== "string" || typeof old.value !== "string" || typeof merged.value !== "string")
    return later;
  const value = mergedText(old.value, later.value, merged.value) ?? later.value;
  return { ...later, value, replaces: merged.value } as Edit;
}

/** Whether an edit would change nothing. */
export function isIdleEdit(deck: Presentation, edit: Edit): boolean {
  if (!isPlace(edit) || edit.path === "") return false;
  const there = present(deck, edit);
  // A language without a text is something else than no such language.
  if (edit.path.startsWith("translations.") && (there === null) !== (edit.value === null)) return false;
  return isSame(there, edit.value);
}
