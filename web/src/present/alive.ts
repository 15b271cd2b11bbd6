// What is alive on a slide while it is presented: frames and films, countdowns, tours of a picture, figures that count
// up, and the answers to a question. Their still form is the server's; what moves is added here.

import type { Answers } from "./channel";

const FILMS = "[data-src]";

/** Frames and films load when their slide is shown. */
export function awaken(root: ShadowRoot) {
  if (!navigator.onLine) return;
  for (const part of root.querySelectorAll<HTMLIFrameElement | HTMLVideoElement>(FILMS)) {
    if (part.hasAttribute("src")) continue;
    part.src = part.dataset["src"] ?? "";
    if (part instanceof HTMLVideoElement && "autoplay" in part.dataset)
      void part.play().catch(() => undefined);
  }
}

/** They stop when it is left. */
export function stopFilms(root: ShadowRoot) {
  for (const part of root.querySelectorAll<HTMLIFrameElement | HTMLVideoElement>(FILMS)) {
    if (part instanceof HTMLVideoElement) part.pause();
    part.removeAttribute("src");
  }
}

/** The countdown of a slide, if it has one. */
export function countdownOf(root: ShadowRoot): HTMLElement | null {
  return root.querySelector<HTMLElement>("[data-widget=countdown]");
}

/** Seconds on a clock that runs down: "05:00". */
export function clockFace(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(left / 60)).padStart(2, "0")}:${String(left % 60).padStart(2, "0")}`;
}

/** Shows how much of a countdown is left, and answers whether it is over. */
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

/** A tour enlarges its picture about a point at each step. */
export function showTour(root: ShadowRoot, step: number, moving: boolean) {
  for (const tour of root.querySelectorAll<HTMLElement>("[data-widget=tour]")) {
    const stops = (tour.dataset["stops"] ?? "").split(" ").map((stop) => stop.split(",").map(Number));
    const [x, y] = stops[step - 1] ?? [];
    const isFar = x === undefined || y === undefined;
    for (const part of tour.children) {
      if (!(part instanceof HTMLElement)) continue;
      part.style.transition = moving
        ? "transform 700ms cubic-bezier(.2, .8, .2, 1), clip-path 700ms cubic-bezier(.2, .8, .2, 1)"
        : "";
      const scale = isFar ? 1 : Number(tour.dataset["level"]) || 1;
      const [width, height] = [part.offsetWidth, part.offsetHeight];
      const [left, top] = isFar ? [0, 0] : [x, y];
      part.style.transformOrigin = `${left}px ${top}px`;
      part.style.transform = isFar ? "" : `scale(${scale})`;
      // What grows past the frame is cut off there: in the picture's own measure the frame shrinks about the point.
      const cut = (from: number, size: number) =>
        [from * (1 - 1 / scale), (size - from) * (1 - 1 / scale)] as const;
      const [[west, east], [north, south]] = [cut(left, width), cut(top, height)];
      part.style.clipPath = isFar ? "" : `inset(${north}px ${east}px ${south}px ${west}px)`;
    }
  }
}

const FIGURE = /\d+(?:[.,]\d+)*/;

/** Figures of a slide that count up when they appear, in 900 ms. The written form is kept and comes back exactly. */
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

function box(text: string | undefined): Box | undefined {
  const [left, top, width, height] = (text ?? "").split(",").map(Number);
  return left === undefined || top === undefined || width === undefined || height === undefined
    ? undefined
    : { left, top, width, height };
}

function part(at: Box, css: Partial<CSSStyleDeclaration>, text = ""): HTMLElement {
  const made = document.createElement("div");
  const places = Object.entries(at).map(([side, value]) => [side, `${value}px`]);
  Object.assign(made.style, { position: "absolute", ...Object.fromEntries(places) }, css);
  made.textContent = text;
  return made;
}

const SIZE = 30;
const LINE = 48;

/** Whether letters are light, and so the ground under them dark. */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red + green + blue > 3 * 140;
}

/** Where the number of answers stands: over the columns of a scale, at the foot of a box for texts, else on its place. */
function lineOf(outcome: Box, form: string | undefined): Box {
  if (form === "likert") return { ...outcome, top: outcome.top - LINE - SIZE - 24, height: LINE };
  if (form === "feedback") return { ...outcome, top: outcome.top + outcome.height - LINE - 24, height: LINE };
  return { ...outcome, height: Math.min(outcome.height, LINE) };
}

/** Draws what the answers come to over the question; without answers the question stands alone. */
export function showAnswers(root: ShadowRoot, answers: Answers | undefined) {
  const widget = root.querySelector<HTMLElement>("[data-widget=poll]");
  widget?.querySelector(".answers")?.remove();
  if (!widget || !answers) return;
  const texts = [...widget.querySelectorAll<HTMLElement>("p .l")];
  const words = texts.find((text) => text.closest("[data-field]:not([data-widget])")) ?? texts[0];
  if (!words) return;
  const { color: ink, fontFamily: family } = getComputedStyle(words);
  const accent = isLight(ink) ? "var(--accent-on-deep)" : "var(--accent)";
  const layer = document.createElement("div");
  layer.className = "answers";
  const bars = (widget.dataset["bars"] ?? "").split(" ").map(box);
  const most = Math.max(1, ...answers.totals);
  bars.forEach((at, index) => {
    const count = answers.totals[index];
    if (!at || count === undefined) return;
    const lies = at.width > at.height;
    const share = lies ? count / Math.max(1, answers.total) : count / most;
    const percent = `${Math.round((100 * count) / Math.max(1, answers.total))}%`;
    const cut = lies
      ? `inset(0 ${(1 - share) * 100}% 0 0 round 18px)`
      : `inset(${(1 - share) * 100}% 0 0 0 round 12px)`;
    layer.append(
      part(at, { background: accent, opacity: "0.22", clipPath: cut, transition: "clip-path 300ms" }),
    );
    const label: Partial<CSSStyleDeclaration> = {
      color: ink,
      font: `${SIZE}px/1 ${family}`,
      display: "flex",
      alignItems: "center",
    };
    if (lies) {
      const end = { ...at, left: at.left + at.width - 240, width: 208 };
      layer.append(
        part(end, { ...label, justifyContent: "flex-end", gap: "16px" }, `${count}  ·  ${percent}`),
      );
    } else {
      const above = { ...at, top: at.top + at.height * (1 - share) - SIZE - 10, height: SIZE };
      layer.append(part(above, { ...label, justifyContent: "center" }, String(count)));
    }
  });
  const outcome = box(widget.dataset["outcome"]);
  if (outcome) {
    const label: Partial<CSSStyleDeclaration> = { color: ink, font: `26px/1 ${family}`, display: "flex" };
    const line = lineOf(outcome, widget.dataset["form"]);
    layer.append(part(line, { ...label, alignItems: "center", justifyContent: "center" }, answers.said));
  }
  layer.setAttribute("role", "status");
  widget.append(layer);
}
