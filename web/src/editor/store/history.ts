// Undo and redo by step. A step is one action of the user: typing in a text, a drag, a paste.

import type { Edit, Deck } from "../../lib/api-types";
import { allApplied, inverses, replacedValue } from "./apply";
import { isSame } from "./path";
import { editKey } from "./sync";

/** The selection of the user. */
export interface SelectionState {
  slideId: string | null;
  selection: string[];
}

export interface Step {
  label: string;
  redo: Edit[];
  undo: Edit[];
  before: SelectionState;
  after: SelectionState;
  /** Edits with the same run (typing in a field) join one step. */
  run?: string;
  at: number;
}

export interface Steps {
  done: Step[];
  undone: Step[];
}

/**
 * Milliseconds of pause after which a run of typing ends. The run of a text box on the canvas ends when the box is
 * left.
 */
const RUN_GAP = 800;

export class History {
  constructor(public steps: Steps = { done: [], undone: [] }) {}

  /** The step that would be undone next. */
  get undoable(): Step | undefined {
    return this.steps.done.at(-1);
  }

  /** The step that would be redone next. */
  get redoable(): Step | undefined {
    return this.steps.undone.at(-1);
  }

  /** Records edits that are about to be applied to the deck. */
  record(
    deck: Deck,
    edits: readonly Edit[],
    step: { label: string; run?: string | undefined; selection: SelectionState; at: number },
  ) {
    const { label, run, selection, at } = step;
    const last = this.undoable;
    const undo = inverses(deck, edits);
    const maxGap = run?.startsWith("visit ") ? Infinity : RUN_GAP;
    if (last && run && last.run === run && at - last.at < maxGap) {
      last.redo = joined([...last.redo, ...edits]);
      last.undo = joinedUndo(last.undo, undo);
      last.at = at;
      last.after = selection;
    } else {
      const made: Step = { label, redo: [...edits], undo, before: selection, after: selection, at };
      this.steps.done = [...this.steps.done, run ? { ...made, run } : made];
    }
    this.steps.undone = [];
  }

  /** Ends the run, so that the next edit is a step of its own. */
  endRun() {
    const last = this.undoable;
    if (last) delete last.run;
  }

  /** Sets the selection after the last step. */
  setSelectionAfter(selection: SelectionState) {
    const last = this.undoable;
    if (last) last.after = selection;
  }

  /**
   * Undoes `step`, by default the last one: moves it to the undone steps and returns the edits that undo it.
   * `prevented` holds those that a later change prevents. Returns undefined if the step was undone before.
   */
  undo(deck: Deck, step = this.undoable): { step: Step; edits: Edit[]; prevented: Edit[] } | undefined {
    if (!step || !this.steps.done.includes(step)) return undefined;
    this.steps = {
      done: this.steps.done.filter((other) => other !== step),
      undone: [...this.steps.undone, step],
    };
    return { step, ...splitApplicable(deck, step.undo) };
  }

  /** Restores the step that was undone last and returns its edits. */
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

/** Splits edits into those that find the value they expect, and those that do not. */
function splitApplicable(deck: Deck, edits: readonly Edit[]): { edits: Edit[]; prevented: Edit[] } {
  const [applicable, prevented]: [Edit[], Edit[]] = [[], []];
  let current = deck;
  for (const edit of edits) {
    if (isAsExpected(current, edit)) {
      applicable.push(edit);
      current = allApplied(current, [edit]);
    } else prevented.push(edit);
  }
  return { edits: applicable, prevented };
}

function isAsExpected(deck: Deck, edit: Edit): boolean {
  if (edit.op === "set") {
    if (!deck.slides.some((slide) => slide.id === edit.slideId)) return false;
    return !("replaces" in edit) || isSame(replacedValue(deck, edit), edit.replaces);
  }
  if (edit.op === "deck") return !("replaces" in edit) || isSame(replacedValue(deck, edit), edit.replaces);
  if (edit.op === "insert") return true;
  return deck.slides.some((slide) => slide.id === edit.slideId);
}

/** One edit per value: the last one counts. */
function joined(edits: Edit[]): Edit[] {
  const byKey = new Map<string, Edit>();
  for (const edit of edits) byKey.set(editKey(edit), edit);
  return [...byKey.values()];
}

/** Joins two undo lists: per value the older edit, which then expects the current value. */
function joinedUndo(older: Edit[], newer: Edit[]): Edit[] {
  const undone = new Map(older.map((edit) => [editKey(edit), edit]));
  for (const edit of newer) {
    const old = undone.get(editKey(edit));
    const isPair = old && "replaces" in old && "replaces" in edit;
    undone.set(editKey(edit), isPair ? ({ ...old, replaces: edit.replaces } as Edit) : (old ?? edit));
  }
  return [...undone.values()];
}
