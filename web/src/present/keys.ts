// The keys of a talk, the same on console, projector and single screen.

export type Action =
  | "next"
  | "back"
  | "nextSlide"
  | "previousSlide"
  | "first"
  | "last"
  | "black"
  | "white"
  | "overview"
  | "laser"
  | "pen"
  /** Takes the next colour of the pen. */
  | "ink"
  | "undo"
  | "erase"
  | "captions"
  | "full"
  | "help"
  | "pauseClock"
  | "resetClock"
  | "join"
  | "voting"
  | "questions"
  /** Shows the next panel beside the slide: notes, questions or poll. */
  | "side"
  /** Lets the audience browse the slides, or not. */
  | "browsing"
  /** Goes to the slide whose number was typed. */
  | "take"
  | "leave"
  | `digit${number}`;

const KEYS: Record<string, Action> = {
  ArrowRight: "next",
  ArrowDown: "next",
  " ": "next",
  PageDown: "next",
  n: "next",
  ArrowLeft: "back",
  ArrowUp: "back",
  PageUp: "back",
  Backspace: "back",
  p: "back",
  Home: "first",
  End: "last",
  b: "black",
  ".": "black",
  w: "white",
  ",": "white",
  g: "overview",
  l: "laser",
  d: "pen",
  i: "ink",
  z: "undo",
  e: "erase",
  k: "captions",
  f: "full",
  "?": "help",
  t: "pauseClock",
  j: "join",
  v: "voting",
  q: "questions",
  s: "side",
  c: "browsing",
  Enter: "take",
  Escape: "leave",
};

const SHIFTED: Record<string, Action> = {
  ArrowRight: "nextSlide",
  ArrowLeft: "previousSlide",
  " ": "back",
  t: "resetClock",
  "?": "help",
};

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * The action of a key; undefined for a key without an action, and for every key with Ctrl, Alt or Meta. In a
 * right-to-left deck the left and right arrow keys are swapped.
 */
export function actionOf(press: Press, rightToLeft = false): Action | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  let key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (rightToLeft && key === "ArrowLeft") key = "ArrowRight";
  else if (rightToLeft && key === "ArrowRight") key = "ArrowLeft";
  if (/^\d$/.test(key)) return `digit${Number(key)}`;
  return press.shiftKey ? SHIFTED[key] : KEYS[key];
}

const ACTIVATION_KEYS = new Set(["Enter", " "]);
const NAVIGATION_KEYS = new Set([
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "PageUp",
  "PageDown",
]);

/**
 * Whether the focused control needs a key itself. Text fields need all keys, buttons and links Enter and Space; lists,
 * sliders and videos need these two and the navigation keys.
 */
export function belongsTo(target: EventTarget | undefined, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable]"))
    return true;
  if (
    target.closest(
      "select, video, audio, iframe, [role=tablist], [role=listbox], [role=slider], [type=range]",
    )
  ) {
    if (NAVIGATION_KEYS.has(key) || ACTIVATION_KEYS.has(key)) return true;
  }
  return (
    ACTIVATION_KEYS.has(key) &&
    target.closest("button, a[href], summary, [role=switch], [type=checkbox]") !== null
  );
}
