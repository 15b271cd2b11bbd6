// Effects on a slide during a talk: frames and videos, countdowns, picture tours, numbers that count up, and poll
// results. The server draws their still form; this module adds the motion.

import type { Answers } from "./channel";

const MEDIA = "[data-src]";

/** Loads frames and videos when their slide is shown. */
export function startMedia(root: ShadowRoot) {
  if (!navigator.onLine) return;
  for (const element of root.querySelectorAll<HTMLIFrameElement | HTMLVideoElement>(MEDIA)) {
    if (element.hasAttribute("src")) continue;
    element.src = element.dataset["src"] ?? "";
    if (element instanceof HTMLVideoElement && "autoplay" in element.dataset)
      void element.play().catch(() => undefined);
  }
}

/** Stops them when it is left. */
export function stopMedia(root: ShadowRoot) {
  for (const element of root.querySelectorAll<HTMLIFrameElement | HTMLVideoElement>(MEDIA)) {
    if (element instanceof HTMLVideoElement) element.pause();
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

/** Shows the remaining time of a countdown. Returns whether it is over. */
export function showCountdown(widget: HTMLElement, began: number | undefined, now: number): boolean {
  const seconds = Number(widget.dataset["seconds"]);
  const left = began === undefined ? seconds : seconds - (now - began) / 1000;
  const digits = widget.querySelector<HTMLElement>("span");
  const bar = widget.querySelector<HTMLElement>("i:last-of-type");
  const text = clockFace(left);
  if (digits && digits.textContent !== text) digits.textContent = text;
  if (bar) bar.style.clipPath = `inset(0 ${100 - Math.max(0, Math.min(1, left / seconds)) * 100}% 0 0)`;
  const over = left <= 0;
  const flashes = over && "flashes" in widget.dataset && Math.floor(now / 500) % 2 === 1;
  widget.style.opacity = flashes ? "0.35" : "";
  return over;
}

/** Enlarges the picture of a tour around the point of a step. */
export function showTour(root: ShadowRoot, step: number, moving: boolean) {
  for (const tour of root.querySelectorAll<HTMLElement>("[data-widget=tour]")) {
    const stops = (tour.dataset["stops"] ?? "").split(" ").map((stop) => stop.split(",").map(Number));
    const [x, y] = stops[step - 1] ?? [];
    const isFar = x === undefined || y === undefined;
    for (const element of tour.children) {
      if (!(element instanceof HTMLElement)) continue;
      element.style.transition = moving
        ? "transform 700ms cubic-bezier(.2, .8, .2, 1), clip-path 700ms cubic-bezier(.2, .8, .2, 1)"
        : "";
      const scale = isFar ? 1 : Number(tour.dataset["level"]) || 1;
      const [width, height] = [element.offsetWidth, element.offsetHeight];
      const [left, top] = isFar ? [0, 0] : [x, y];
      element.style.transformOrigin = `${left}px ${top}px`;
      element.style.transform = isFar ? "" : `scale(${scale})`;
      // Clips what grows past the frame: in the picture's coordinates the frame shrinks around the point.
      const cut = (from: number, size: number) =>
        [from * (1 - 1 / scale), (size - from) * (1 - 1 / scale)] as const;
      const [[west, east], [north, south]] = [cut(left, width), cut(top, height)];
      element.style.clipPath = isFar ? "" : `inset(${north}px ${east}px ${south}px ${west}px)`;
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

type Box = { left: number; top: number; width: number; height: number };

function parseBox(text: string | undefined): Box | undefined {
  const [left, top, width, height] = (text ?? "").split(",").map(Number);
  return left === undefined || top === undefined || width === undefined || height === undefined
    ? undefined
    : { left, top, width, height };
}

function positioned(at: Box, css: Partial<CSSStyleDeclaration>, text = ""): HTMLElement {
  const made = document.createElement("div");
  const places = Object.entries(at).map(([side, value]) => [side, `${value}px`]);
  Object.assign(made.style, { position: "absolute", ...Object.fromEntries(places) }, css);
  made.textContent = text;
  return made;
}

const SIZE = 30;
const LINE = 48;

/** Whether a text colour is light, and so its background dark. */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red + green + blue > 3 * 140;
}

/**
 * The box of the answer count: above the columns of a scale, at the bottom of a text box, otherwise in its own place.
 */
function captionBox(outcome: Box, form: string | undefined): Box {
  if (form === "likert") return { ...outcome, top: outcome.top - LINE - SIZE - 24, height: LINE };
  if (form === "feedback") return { ...outcome, top: outcome.top + outcome.height - LINE - 24, height: LINE };
  return { ...outcome, height: Math.min(outcome.height, LINE) };
}

/** Draws poll results over the question, or removes them. */
export function showAnswers(root: ShadowRoot, answers: Answers | undefined) {
  const widget = root.querySelector<HTMLElement>("[data-widget=poll]");
  widget?.querySelector(".answers")?.remove();
  if (!widget || !answers) return;
  const texts = [...widget.querySelectorAll<HTMLElement>("p .l")];
  const words = texts.find((text) => text.closest("[data-field]:not([data-widget])")) ?? texts[0];
  if (!words) return;
  const { color: textColor, fontFamily: family } = getComputedStyle(words);
  const accent = isLight(textColor) ? "var(--accent-on-deep)" : "var(--accent)";
  const layer = document.createElement("div");
  layer.className = "answers";
  const bars = (widget.dataset["bars"] ?? "").split(" ").map(parseBox);
  const most = Math.max(1, ...answers.totals);
  bars.forEach((at, index) => {
    const count = answers.totals[index];
    if (!at || count === undefined) return;
    const isHorizontal = at.width > at.height;
    const share = isHorizontal ? count / Math.max(1, answers.total) : count / most;
    const percent = `${Math.round((100 * count) / Math.max(1, answers.total))}%`;
    const cut = isHorizontal
      ? `inset(0 ${(1 - share) * 100}% 0 0 round 18px)`
      : `inset(${(1 - share) * 100}% 0 0 0 round 12px)`;
    layer.append(
      positioned(at, { background: accent, opacity: "0.22", clipPath: cut, transition: "clip-path 300ms" }),
    );
    const label: Partial<CSSStyleDeclaration> = {
      color: textColor,
      font: `${SIZE}px/1 ${family}`,
      display: "flex",
      alignItems: "center",
    };
    if (isHorizontal) {
      const end = { ...at, left: at.left + at.width - 240, width: 208 };
      layer.append(
        positioned(end, { ...label, justifyContent: "flex-end", gap: "16px" }, `${count}  ·  ${percent}`),
      );
    } else {
      const above = { ...at, top: at.top + at.height * (1 - share) - SIZE - 10, height: SIZE };
      layer.append(positioned(above, { ...label, justifyContent: "center" }, String(count)));
    }
  });
  const outcome = parseBox(widget.dataset["outcome"]);
  if (outcome) {
    const label: Partial<CSSStyleDeclaration> = {
      color: textColor,
      font: `26px/1 ${family}`,
      display: "flex",
    };
    const line = captionBox(outcome, widget.dataset["form"]);
    layer.append(
      positioned(line, { ...label, alignItems: "center", justifyContent: "center" }, answers.said),
    );
  }
  layer.setAttribute("role", "status");
  widget.append(layer);
}
