// Effects on a slide during a talk: frames and videos, countdowns, picture tours, and numbers that count
// up. The server draws their still form; this module adds the motion. Results of questions are in `results.ts`.

const MEDIA = "[data-src]";

/** Loads frames and videos when their slide is shown. */
export function startMedia(root: ShadowRoot) {
  for (const element of root.querySelectorAll<HTMLIFrameElement | HTMLMediaElement>(MEDIA)) {
    const source = element.dataset["src"] ?? "";
    // An uploaded file is on the device.
    if (element.hasAttribute("src") || !(navigator.onLine || source.startsWith("/uploads/"))) continue;
    element.src = source;
    if (element instanceof HTMLMediaElement && "autoplay" in element.dataset)
      void element.play().catch(() => undefined);
  }
}

/** Stops frames and videos when their slide is left. */
export function stopMedia(root: ShadowRoot) {
  for (const element of root.querySelectorAll<HTMLIFrameElement | HTMLMediaElement>(MEDIA)) {
    if (element instanceof HTMLMediaElement) element.pause();
    element.removeAttribute("src");
  }
}

/** The countdown of a slide, if any. */
export function countdownOf(root: ShadowRoot): HTMLElement | null {
  return root.querySelector<HTMLElement>("[data-widget=countdown]");
}

/** Seconds as "05:00". */
export function clockFace(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(left / 60)).padStart(2, "0")}:${String(left % 60).padStart(2, "0")}`;
}

/** Font sizes of the message at the end of a countdown, in slide units. The largest that fits is used. */
const MESSAGE_SIZES = [320, 280, 240, 208, 176, 144, 120, 96];
/** The page of a countdown changes its colour when fewer seconds than this remain. */
const LAST_SECONDS = 60;

/** Shows the remaining time of a countdown. Returns whether it is over. */
export function showCountdown(widget: HTMLElement, began: number | undefined, now: number): boolean {
  const seconds = Number(widget.dataset["seconds"]);
  const left = began === undefined ? seconds : seconds - (now - began) / 1000;
  const bar = widget.querySelector<HTMLElement>("i:last-of-type");
  showDigits(widget, clockFace(left));
  if (bar) bar.style.clipPath = `inset(0 ${100 - Math.max(0, Math.min(1, left / seconds)) * 100}% 0 0)`;
  const over = left <= 0;
  setAccentPage(widget, began !== undefined && left < LAST_SECONDS);
  showMessage(widget, over);
  const flashes = over && "flashes" in widget.dataset && Math.floor(now / 500) % 2 === 1;
  widget.style.opacity = flashes ? "0.35" : "";
  return over;
}

/** Writes the time into its pieces: minutes, colon and seconds, or all in one. */
function showDigits(widget: HTMLElement, text: string) {
  const pieces = [...widget.querySelectorAll<HTMLElement>("span:not(.message)")];
  const [minutes, colon, seconds] = [text.slice(0, 2), text.slice(2, 3), text.slice(3)];
  const parts = pieces.length === 3 ? [minutes, colon, seconds] : [text];
  parts.forEach((part, index) => {
    const piece = pieces[index];
    if (piece && piece.textContent !== part) piece.textContent = part;
  });
}

/** Colours of the page, of text and of marks, by the names of the palette. */
const GROUNDS = ["base", "tint", "deep", "surface"];
const INKS = ["text", "muted", "on-deep", "muted-on-deep", "accent-on-deep", "accent"];

/**
 * Gives the page of a countdown the accent colour, or its own colour again. A page that has the accent colour anyway
 * gets the deep colour.
 */
function setAccentPage(widget: HTMLElement, on: boolean) {
  const slide = widget.closest<HTMLElement>(".slide");
  if (!slide || "turned" in slide.dataset === on) return;
  if (!on) {
    delete slide.dataset["turned"];
    for (const name of [...GROUNDS, ...INKS, "on-accent"]) slide.style.removeProperty(`--${name}`);
    return;
  }
  const palette = getComputedStyle(slide);
  const color = (name: string) => palette.getPropertyValue(`--${name}`).trim();
  const isAccent = /--on-accent\b/.test(widget.querySelector("span")?.getAttribute("style") ?? "");
  const changes: [string, string][] = isAccent
    ? [
        ["accent", color("deep")],
        ["on-accent", color("on-deep")],
      ]
    : [
        ...GROUNDS.map((name) => [name, color("accent")]),
        ...INKS.map((name) => [name, color("on-accent")]),
      ].map(([name = "", value = ""]): [string, string] => [name, value]);
  slide.dataset["turned"] = "";
  for (const [name, value] of changes) slide.style.setProperty(`--${name}`, value);
}

/** Shows the message at the end of a countdown in place of the digits and the bar. */
function showMessage(widget: HTMLElement, over: boolean) {
  const shown = widget.querySelector<HTMLElement>(".message");
  const text = widget.dataset["end"] ?? "";
  if (!over || !text) {
    if (!shown) return;
    shown.remove();
    for (const element of widget.children) (element as HTMLElement).style.visibility = "";
    return;
  }
  if (shown) return;
  const digits = widget.querySelector<HTMLElement>("span");
  if (!digits) return;
  const { color, fontFamily, fontWeight } = getComputedStyle(digits);
  for (const element of widget.children) (element as HTMLElement).style.visibility = "hidden";
  const message = document.createElement("span");
  message.className = "message";
  message.dir = "auto";
  message.textContent = text;
  Object.assign(message.style, {
    position: "absolute",
    left: "96px",
    bottom: "96px",
    width: "1728px",
    color,
    fontFamily,
    fontWeight,
    lineHeight: "1",
    textWrap: "balance",
  });
  widget.append(message);
  const fits = (size: number) => {
    message.style.fontSize = `${size}px`;
    return message.offsetHeight <= 700 && message.scrollWidth <= 1728;
  };
  MESSAGE_SIZES.find(fits);
}

/** Enlarges the picture of a tour around the point of a step. Without a point the whole picture is shown. */
export function showTour(root: ShadowRoot, step: number, moving: boolean) {
  for (const tour of root.querySelectorAll<HTMLElement>("[data-widget=tour]")) {
    const stops = (tour.dataset["stops"] ?? "").split(" ").map((stop) => stop.split(",").map(Number));
    const [x, y] = stops[step - 1] ?? [];
    const isWhole = x === undefined || y === undefined;
    for (const element of tour.children) {
      if (!(element instanceof HTMLElement)) continue;
      element.style.transition = moving
        ? "transform 700ms cubic-bezier(.2, .8, .2, 1), clip-path 700ms cubic-bezier(.2, .8, .2, 1)"
        : "";
      const scale = isWhole ? 1 : Number(tour.dataset["level"]) || 1;
      const [width, height] = [element.offsetWidth, element.offsetHeight];
      const [left, top] = isWhole ? [0, 0] : [x, y];
      element.style.transformOrigin = `${left}px ${top}px`;
      element.style.transform = isWhole ? "" : `scale(${scale})`;
      // Clips what grows past the frame: in the picture's coordinates the frame shrinks around the point.
      const cut = (from: number, size: number) =>
        [from * (1 - 1 / scale), (size - from) * (1 - 1 / scale)] as const;
      const [[west, east], [north, south]] = [cut(left, width), cut(top, height)];
      element.style.clipPath = isWhole ? "" : `inset(${north}px ${east}px ${south}px ${west}px)`;
    }
  }
}

const FIGURE = /\d+(?:[.,]\d+)*/;

/** Counts up numbers of a slide in 900 ms. The original text is restored at the end. */
export function countUp(root: ShadowRoot) {
  for (const text of root.querySelectorAll<HTMLElement>("[data-field$='.value'] .l")) {
    const written = text.textContent ?? "";
    const figure = written.match(FIGURE)?.[0];
    const whole = figure && /^\d+$/.test(figure) ? Number(figure) : undefined;
    if (!whole || text.closest(".soon")) continue;
    const began = performance.now();
    const tick = (now: number) => {
      const share = Math.min(1, (now - began) / 900);
      const shown = Math.round(whole * (1 - (1 - share) ** 3));
      text.textContent =
        share < 1 ? written.replace(FIGURE, String(shown).padStart(figure?.length ?? 1, " ")) : written;
      if (share < 1 && text.isConnected) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
}
