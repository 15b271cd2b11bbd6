// The keys of the slide list.

import { maySingleKeyAct } from "../../lib/keys";
import { togglePreset } from "./visibility-presets";
import type { Editor } from "../store/editor.svelte";

interface ListActions {
  announceMove: (place: number) => void;
  /** Folds or unfolds the section of the current slide. */
  fold: (isFolded: boolean) => void;
  /** The list is horizontal, on a phone. */
  row: boolean;
}

/** Runs the action of a key that is pressed in the slide list, if it has one. */
export function handleListKey(event: KeyboardEvent, store: Editor, { announceMove, fold, row }: ListActions) {
  const { key, shiftKey, altKey } = event;
  const ctrl = event.ctrlKey || event.metaKey;
  const ids = store.deck.slides.map(({ id }) => id);
  const at = store.slideNumber - 1;
  const [back, forward] = row ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  const to =
    key === back
      ? at - 1
      : key === forward
        ? at + 1
        : key === "Home"
          ? 0
          : key === "End"
            ? ids.length - 1
            : undefined;
  if (to !== undefined && altKey) {
    if (!store.mayWrite) return;
    const end = to <= at ? "start" : "end";
    announceMove(store.moveSelection(shiftKey ? end : to < at ? -1 : 1));
  } else if (to !== undefined && !ctrl) {
    const id = ids[Math.max(0, Math.min(ids.length - 1, to))];
    if (!id) return;
    if (shiftKey) extend(store, ids, id);
    else store.select(id);
  } else if (!row && !ctrl && !altKey && (key === "ArrowLeft" || key === "ArrowRight")) {
    fold(key === "ArrowLeft");
  } else if (ctrl && key.toLowerCase() === "a") {
    store.selectMany(ids, store.slide?.id ?? ids[0] ?? "");
  } else if (key === "Enter" && !shiftKey && !altKey && !ctrl) {
    document.querySelector<HTMLElement>(".canvas .layer button")?.focus();
  } else if (!editKeys(event, store)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Extends the selection with Shift: one end moves, the other stays. */
function extend(store: Editor, ids: string[], id: string) {
  const places = store.selection.map((one) => ids.indexOf(one));
  const here = store.slideNumber - 1;
  const anchor = places[0] === here ? (places.at(-1) ?? here) : (places[0] ?? here);
  const to = ids.indexOf(id);
  store.selectMany(ids.slice(Math.min(anchor, to), Math.max(anchor, to) + 1), id);
}

/** Keys that change the deck. Returns false for other keys. */
function editKeys(event: KeyboardEvent, store: Editor): boolean {
  if (!store.mayWrite) return false;
  const ctrl = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (ctrl && key === "d") store.duplicate();
  else if (ctrl || event.altKey) return false;
  else if (key === "enter" && event.shiftKey) store.pickType("add");
  else if (key === "delete" || key === "backspace") store.remove();
  else if (!maySingleKeyAct(event)) return false;
  else if (key === "n") store.pickType("add");
  else if (key === "h") togglePreset(store, "skip");
  else if (key === "t") store.pickType("change");
  else return false;
  return true;
}
