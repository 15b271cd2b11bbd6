// Keys: named as `ctrl+k`, `shift+f10`, `alt+up`, `?`, or a sequence `g t`. `ctrl` is Cmd on Apple keyboards.

const SINGLE = "lectern.single-keys";
const BETWEEN = 1000;

const apple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

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
    return localStorage.getItem(SINGLE) !== "off";
  },
  set on(on: boolean) {
    localStorage.setItem(SINGLE, on ? "on" : "off");
  },
};

/** The name of a pressed key. Shift is left out where it made the sign (`?`). */
export function keyName(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  const isSign = key.length === 1 && key.toUpperCase() === key && key !== " ";
  const parts = [];
  if (apple ? event.metaKey : event.ctrlKey) parts.push("ctrl");
  if (event.altKey) parts.push("alt");
  if (event.shiftKey && !isSign) parts.push("shift");
  parts.push(NAMES[key] ?? key);
  return parts.join("+");
}

/** Whether the key goes into a text. Looks into shadow roots. */
export function isTyping(event: KeyboardEvent): boolean {
  const at = event.composedPath()[0];
  if (!(at instanceof HTMLElement)) return false;
  if (at.isContentEditable || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement)
    return true;
  const plain = ["button", "checkbox", "radio", "range", "submit", "reset", "file", "color"];
  return at instanceof HTMLInputElement && !plain.includes(at.type);
}

/** Whether a key may act now: while a text is typed only those with Ctrl, the function keys and Esc do. */
function mayAct(event: KeyboardEvent, name: string): boolean {
  const isFree = /^ctrl\+|^(alt\+|shift\+)*(f\d+|esc)$/.test(name);
  if (isTyping(event)) return isFree || (name.startsWith("alt+") && name.length > 5);
  const isSingle = event.key.length === 1 && event.key !== " " && !/^(ctrl|alt)\+/.test(name);
  return !isSingle || singleKeys.on;
}

/** What a key does; `false` leaves it to the browser. */
export type KeyAction = (event: KeyboardEvent) => unknown;

/** Listens to keys on a part of the page; answers how to stop. `keys` is asked at each press, so it may change. */
export function bindKeys(
  target: HTMLElement | Window,
  keys: Record<string, KeyAction> | (() => Record<string, KeyAction>),
): () => void {
  let before = "";
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
    if (!mayAct(event, name)) return;
    const actions = typeof keys === "function" ? keys() : keys;
    const sequence = event.timeStamp - at < BETWEEN ? `${before} ${name}` : "";
    [before, at] = [name, event.timeStamp];
    const action = actions[sequence] ?? actions[name];
    if (!action || action(event) === false) return;
    before = "";
    event.preventDefault();
    event.stopPropagation();
  };
  target.addEventListener("keydown", listener);
  return () => target.removeEventListener("keydown", listener);
}

const SIGNS: Record<string, string> = {
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
const APPLE: Record<string, string> = { ctrl: "⌘", alt: "⌥", shift: "⇧" };

/** A key's name as it is printed on the keyboard, part by part: `["Ctrl", "K"]`. */
export function keyCaps(name: string): string[] {
  return name.split(/[+ ]/).map((part) => {
    const sign = (apple && APPLE[part]) || SIGNS[part];
    return sign ?? (part.length === 1 ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1));
  });
}

/** The same in the spelling of `aria-keyshortcuts`. */
export function ariaKeys(name: string | undefined): string | undefined {
  if (!name || name.includes(" ")) return undefined;
  const spelled: Record<string, string> = {
    ctrl: apple ? "Meta" : "Control",
    up: "ArrowUp",
    down: "ArrowDown",
    left: "ArrowLeft",
    right: "ArrowRight",
    esc: "Escape",
  };
  return name
    .split("+")
    .map(
      (part) =>
        spelled[part] ??
        (part.length === 1 ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1)),
    )
    .join("+");
}
