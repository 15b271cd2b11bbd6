// Undo and redo, by step. A step is what a person did: a visit to a text, a drag, a paste.

import type { Edit, Presentation } from "../../lib/api-types";
import { allApplied, inverses, present } from "./apply";
import { isSame } from "./path";
import { placeOf } from "./sync";

/** Where the person was. */
export interface Stand {
  slideId: string | null;
  selection: string[];
}

export interface Step {
  label: string;
  redo: Edit[];
  undo: Edit[];
  before: Stand;
  after: Stand;
  /** Changes of one run (typing in a field) join. */
  run?: string;
  at: number;
}

export interface Steps {
  done: Step[];
  undone: Step[];
}

/** A run of typing ends after this rest; a visit to a text box ends when it is left. */
const REST = 800;

export class History {
  constructor(public steps: Steps = { done: [], undone: [] }) {}

  get next(): Step | undefined {
    return this.steps.done.at(-1);
  }

  get redoable(): Step | undefined {
    return this.steps.undone.at(-1);
  }

  /** Notes what is about to be done to the deck. */
  note(
    deck: Presentation,
    edits: readonly Edit[],
    step: { label: string; run?: string | undefined; stand: Stand; at: number },
  ) {
    const { label, run, stand, at } = step;
    const last = this.next;
    const undo = inverses(deck, edits);
    const rests = run?.startsWith("visit ") ? Infinity : REST;
    if (last && run && last.run === run && at - last.at < rests) {
      last.redo = joined([...last.redo, ...edits]);
      last.undo = joinedBack(last.undo, undo);
      last.at = at;
      last.after = stand;
    } else {
      const made: Step = { label, redo: [...edits], undo, before: stand, after: stand, at };
      this.steps.done = [...this.steps.done, run ? { ...made, run } : made];
    }
    this.steps.undone = [];
  }

  /** Ends the run, so that the next change is a step of its own. */
  endRun() {
    const last = this.next;
    if (last) delete last.run;
  }

  /** The person went on to another place by what was just done. */
  landed(stand: Stand) {
    const last = this.next;
    if (last) last.after = stand;
  }

  /** Takes the last step off and says what undoes it here and now. */
  undo(deck: Presentation): { step: Step; edits: Edit[]; left: Edit[] } | undefined {
    const step = this.next;
    if (!step) return undefined;
    this.steps = { done: this.steps.done.slice(0, -1), undone: [...this.steps.undone, step] };
    return { step, ...possible(deck, step.undo) };
  }

  /** Likewise for what was undone last. */
  redo(): { step: Step; edits: Edit[] } | undefined {
    const step = this.redoable;
    if (!step) return undefined;
    this.steps = { done: [...this.steps.done, step], undone: this.steps.undone.slice(0, -1) };
    const redo = step.redo.map((edit) => ("replaces" in edit ? withoutReplaces(edit) : edit));
    return { step, edits: redo };
  }
}

function withoutReplaces(edit: Edit): Edit {
  const bare: Edit & { replaces?: unknown } = { ...edit };
  delete bare.replaces;
  return bare;
}

/** Splits edits into those whose place is as they expect it, and those that somebody changed since. */
function possible(deck: Presentation, edits: readonly Edit[]): { edits: Edit[]; left: Edit[] } {
  const [taken, left]: [Edit[], Edit[]] = [[], []];
  let here = deck;
  for (const edit of edits) {
    if (isAsExpected(here, edit)) {
      taken.push(edit);
      here = allApplied(here, [edit]);
    } else left.push(edit);
  }
  return { edits: taken, left };
}

function isAsExpected(deck: Presentation, edit: Edit): boolean {
  if (edit.op === "set") {
    if (!deck.slides.some((slide) => slide.id === edit.slideId)) return false;
    return !("replaces" in edit) || isSame(present(deck, edit), edit.replaces);
  }
  if (edit.op === "deck") return !("replaces" in edit) || isSame(present(deck, edit), edit.replaces);
  if (edit.op === "insert") return true;
  return deck.slides.some((slide) => slide.id === edit.slideId);
}

/** One edit per place: the last value counts. */
function joined(edits: Edit[]): Edit[] {
  const byPlace = new Map<string, Edit>();
  for (const edit of edits) byPlace.set(placeOf(edit), edit);
  return [...byPlace.values()];
}

/** Of two ways back, one after the other, the older value per place, expecting what stands there now. */
function joinedBack(older: Edit[], newer: Edit[]): Edit[] {
  const back = new Map(older.map((edit) => [placeOf(edit), edit]));
  for (const edit of newer) {
    const old = back.get(placeOf(edit));
    const isPair = old && "replaces" in old && "replaces" in edit;
    back.set(placeOf(edit), isPair ? ({ ...old, replaces: edit.replaces } as Edit) : (old ?? edit));
  }
  return [...back.values()];
}
