// Key bindings, named `ctrl+k`, `shift+f10`, `alt+up`, `?`, or as a sequence `g t`. `ctrl` is Cmd on Apple keyboards.

const STORAGE_KEY = "lectern.single-keys";
/** Maximum number of milliseconds between the two keys of a sequence. */
const SEQUENCE_GAP = 1000;

const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

const NAMES: Record<string, string> = {
  " ": "space",
  escape: "esc",
  arrowup: "up",
  arrowdown: "down",
  arrowleft: "left",
  arrowright: "right",
};

/** Single-letter keys can be switched off in the profile (WCAG 2.1.4). */
export const singleKeys = {
  get on() {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  },
  set on(on: boolean) {
    localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
  },
};

/** Milliseconds after the last input into a text field during which single-letter keys do nothing. */
const TYPING_PAUSE = 2000;
let lastTyped = -TYPING_PAUSE;
if (typeof window !== "undefined")
  addEventListener("input", (event) => event instanceof InputEvent && (lastTyped = event.timeStamp), true);

/** Ends the pause after typing. For a key that leaves a text field, so that the next letter is a command again. */
export function leaveTyping() {
  lastTyped = -TYPING_PAUSE;
}

/** Whether a single-letter key may act: such keys are on, and the user is not in the middle of writing. */
export function maySingleKeyAct(event: KeyboardEvent): boolean {
  return singleKeys.on && event.timeStamp - lastTyped >= TYPING_PAUSE;
}

/** The name of a pressed key. Shift is left out where it made the character (`?`). */
export function keyName(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  const isSymbol = key.length === 1 && key.toUpperCase() === key && key !== " ";
  const parts = [];
  if (isApple ? event.metaKey : event.ctrlKey) parts.push("ctrl");
  if (event.altKey) parts.push("alt");
  if (event.shiftKey && !isSymbol) parts.push("shift");
  parts.push(NAMES[key] ?? key);
  return parts.join("+");
}

/** Whether the key goes into a text field or a select. Looks into shadow roots. */
export function isTyping(event: KeyboardEvent): boolean {
  const at = event.composedPath()[0];
  if (!(at instanceof HTMLElement)) return false;
  if (at.isContentEditable || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement)
    return true;
  const plain = ["button", "checkbox", "radio", "range", "submit", "reset", "file", "color"];
  return at instanceof HTMLInputElement && !plain.includes(at.type);
}

/**
 * Whether a key may act. While a text field is focused, only keys with Ctrl, function keys, Esc, and Alt with a named
 * key such as `alt+up` do.
 */
function isAllowed(event: KeyboardEvent, name: string): boolean {
  const worksWhileTyping = /^ctrl\+|^(alt\+|shift\+)*(f\d+|esc)$/.test(name);
  if (isTyping(event)) return worksWhileTyping || (name.startsWith("alt+") && name.length > 5);
  const isSingle = event.key.length === 1 && event.key !== " " && !/^(ctrl|alt)\+/.test(name);
  return !isSingle || maySingleKeyAct(event);
}

/** The action of a key. When it returns `false`, the key is left to the browser. */
export type KeyAction = (event: KeyboardEvent) => unknown;

/** Binds keys on an element. Returns a function that unbinds them. If `keys` is a function, each key press calls it. */
export function bindKeys(
  target: HTMLElement | Window,
  keys: Record<string, KeyAction> | (() => Record<string, KeyAction>),
): () => void {
  let previous = "";
  let at = 0;
  const listener = (pressed: Event) => {
    const event = pressed as KeyboardEvent;
    if (
      event.defaultPrevented ||
      event.isComposing ||
      ["Shift", "Control", "Alt", "Meta"].includes(event.key)
    )
      return;
    const name = keyName(event);
    if (!isAllowed(event, name)) return;
    const actions = typeof keys === "function" ? keys() : keys;
    const sequence = event.timeStamp - at < SEQUENCE_GAP ? `${previous} ${name}` : "";
    [previous, at] = [name, event.timeStamp];
    const action = actions[sequence] ?? actions[name];
    if (!action || action(event) === false) return;
    previous = "";
    event.preventDefault();
    event.stopPropagation();
  };
  target.addEventListener("keydown", listener);
  return () => target.removeEventListener("keydown", listener);
}

const CAPS: Record<string, string> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  esc: "Esc",
  enter: "Enter",
  space: "Space",
  delete: "Del",
  pageup: "PgUp",
  pagedown: "PgDn",
};
const APPLE_CAPS: Record<string, string> = { ctrl: "⌘", alt: "⌥", shift: "⇧" };

/** The parts of a key as printed on the keyboard, such as `["Ctrl", "K"]`. */
export function keyCaps(name: string): string[] {
  return name.split(/[+ ]/).map((part) => {
    const cap = (isApple && APPLE_CAPS[part]) || CAPS[part];
    return cap ?? capitalized(part);
  });
}

function capitalized(part: string): string {
  return part.charAt(0).toUpperCase() + part.slice(1);
}

/** A key as `aria-keyshortcuts` spells it; undefined for a sequence, which that attribute cannot express. */
export function ariaKeys(name: string | undefined): string | undefined {
  if (!name || name.includes(" ")) return undefined;
  const names: Record<string, string> = {
    ctrl: isApple ? "Meta" : "Control",
    up: "ArrowUp",
    down: "ArrowDown",
    left: "ArrowLeft",
    right: "ArrowRight",
    esc: "Escape",
    pageup: "PageUp",
    pagedown: "PageDown",
  };
  return name
    .split("+")
    .map((part) => names[part] ?? capitalized(part))
    .join("+");
}
