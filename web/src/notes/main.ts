// The speaker's page on a phone: notes, the next slide, and a remote control.

import { ApiError, api } from "../lib/api";
import type { LiveState, MarksNotice, Slide } from "../lib/api-types";
import { loadChunk } from "../lib/chunks";
import { blocks, type Block } from "../lib/notes";
import { retryLater } from "../lib/retry";
import { readsRightToLeft } from "../lib/right-to-left";
import { keepScreenOn } from "../follow/wake-lock";
import {
  find,
  make,
  storage,
  setUpLanguageMenu,
  readPageData,
  announce,
  t,
  showMessage,
} from "../follow/page";
import {
  slideFrom,
  showStep,
  loadFaces,
  reloadStyles,
  SlideCache,
  stepToShow,
  type Slide as CachedSlide,
} from "../follow/slides";
import { listenToSession } from "../follow/session-stream";
import type { DrawingSheet } from "./draw";
import { elapsedText, TalkTimer } from "./talk-timer";
import "./notes.css";

const SIZES = [16, 18, 20, 24, 28, 34, 40];
const LONG_PRESS = 600;

const view = readPageData();
const session = encodeURIComponent(view.sessionId);
const key = new URLSearchParams(location.search).get("key") || undefined;
const query = `lang=${encodeURIComponent(view.lang)}${key ? `&key=${encodeURIComponent(key)}` : ""}`;
const slideCache = new SlideCache(
  (slide, revision) => `/notes/${session}/slide/${encodeURIComponent(slide)}?${query}&rev=${revision}`,
  view.revision,
);
const paper = find("paper");
const timer = new TalkTimer(`notes.start.${view.sessionId}`);
/** The scroll position of the notes, by slide. */
const scrolled = new Map<string, number>();

let slides: Slide[] = [];
let theme = view.theme;
let state: LiveState = view.state;
let target = 0;
let latestDraw = 0;
let isOver = false;

const visible = () =>
  slides.filter((slide) => !slide.visibility?.hideInPresentation || slide.id === state.slideId);
const slideIndex = () => visible().findIndex((slide) => slide.id === state.slideId);

/** Loads the deck; `anew` where its styles changed. */
async function load(anew = false) {
  try {
    const deck = await api.get("/api/present-sessions/{id}/deck", {
      id: view.sessionId,
      query: { lang: view.lang, key },
    });
    slides = deck.slides;
    if (anew || deck.theme !== theme) {
      theme = deck.theme;
      await reloadStyles();
    }
    target = slides.reduce(
      (sum, slide) => sum + (slide.visibility?.hideInPresentation ? 0 : (slide.duration ?? 0)),
      0,
    );
    await draw(false);
  } catch (fault) {
    // The right or the key is no longer valid: the reloaded page is a form to sign in.
    if (fault instanceof ApiError && [401, 403].includes(fault.status)) location.reload();
    // Otherwise the next event tries again.
  }
}

/** Shows the notes of the current slide, this slide and the next one. */
async function draw(animated: boolean, tries = 0) {
  const own = ++latestDraw;
  const isNewest = () => own === latestDraw;
  const [at, all] = [slideIndex(), visible()];
  const [current, upcoming] = [all[at], all[at + 1]];
  find("place").textContent = t("hall.notes.place", { n: at + 1, count: all.length });
  if (current) drawNotes(current);
  find("coming").textContent = upcoming ? "" : t("hall.notes.last");
  find("after").hidden = !upcoming;
  let isMissing = false;
  const slideOf = (slide: Slide | undefined): Promise<CachedSlide | undefined> | undefined =>
    slide && slideCache.get(slide.id).catch(() => void (isMissing = true));
  const [now, after] = await Promise.all([slideOf(current), slideOf(upcoming)]);
  if (!isNewest()) return;
  if (isMissing) void retryLater(tries, isNewest, (tries) => void draw(animated, tries));
  const steps = now?.steps ?? 0;
  const step = now ? stepToShow(state, steps) : 0;
  if (now) {
    showStep(now.section, step, animated);
    putSlide("now", now);
    shown = now;
    drawing?.show(now.id, now.section);
  }
  if (after) {
    showStep(after.section, after.steps, false);
    putSlide("after", after);
    find("coming").textContent = after.title;
  }
  const hasMoreSteps = state.stepParagraphs && step < steps;
  find("what").textContent = hasMoreSteps
    ? t("hall.notes.go.build", { n: step + 1, count: steps })
    : t(upcoming ? "hall.notes.go.slide" : "hall.notes.go.end");
  find<HTMLButtonElement>("back").disabled = at <= 0 && step <= 0;
  find<HTMLButtonElement>("next").disabled = !hasMoreSteps && !upcoming;
}

function putSlide(id: string, slide: CachedSlide) {
  const frame = find(id);
  if (frame.firstElementChild !== slide.section) frame.replaceChildren(slide.section);
}

let drawnNotes = "";
function drawNotes(slide: Slide) {
  const same = paper.dataset["slide"] === slide.id;
  if (same && drawnNotes === slide.notes) return;
  drawnNotes = slide.notes;
  const parts = blocks(slide.notes).map(paragraph);
  if (!parts.length) parts.push(make("p", "quiet", t("hall.notes.empty")));
  find("notes").replaceChildren(...parts);
  paper.dataset["slide"] = slide.id;
  if (!same) paper.scrollTop = scrolled.get(slide.id) ?? 0;
  fade();
  if (!find("writing").hidden && !same) stopWriting();
}

const ELEMENTS = { plain: "span", bold: "strong", italic: "em" } as const;

function paragraph({ mark, runs }: Block): HTMLElement {
  const made = make("p", mark ? "point" : "");
  if (mark) made.dataset["mark"] = mark;
  made.append(...runs.map(({ text, style }) => make(ELEMENTS[style], "", text)));
  return made;
}

/** Fades the lower edge where there is more to read. */
function fade() {
  paper.classList.toggle("more", paper.scrollHeight - paper.scrollTop - paper.clientHeight > 4);
}
paper.addEventListener(
  "scroll",
  () => {
    scrolled.set(paper.dataset["slide"] ?? "", paper.scrollTop);
    fade();
  },
  { passive: true },
);
addEventListener("resize", fade);

// The remote control

async function command(action: "next" | "prev") {
  if (isOver) return;
  navigator.vibrate?.(10);
  try {
    await api.post("/api/present-sessions/{id}/control", {
      id: view.sessionId,
      query: { key },
      body: { action },
    });
    showMessage("");
  } catch (fault) {
    const refused = fault instanceof ApiError && [401, 403].includes(fault.status);
    showMessage(t(refused ? "hall.notes.off" : "hall.notes.failed"), 6000);
  }
}
for (const [id, action] of [
  ["back", "prev"],
  ["next", "next"],
] as const) {
  const button = find<HTMLButtonElement>(id);
  button.addEventListener("click", () => void command(action));
  // The button is disabled in the page until a press has an effect.
  button.disabled = false;
}

const rightToLeft = readsRightToLeft(view.lang);
const [forwardKey, backKey] = rightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.target as HTMLElement).closest("input, textarea, select, details")) return;
  const forward = [forwardKey, "PageDown"].includes(event.key);
  if (!forward && ![backKey, "PageUp"].includes(event.key)) return;
  event.preventDefault();
  void command(forward ? "next" : "prev");
});

let touch: Touch | undefined;
let longPress: ReturnType<typeof setTimeout> | undefined;
paper.addEventListener(
  "touchstart",
  (event) => {
    touch = event.touches[0];
    if (view.mayWrite) longPress = setTimeout(startWriting, LONG_PRESS);
  },
  { passive: true },
);
paper.addEventListener("touchmove", () => clearTimeout(longPress), { passive: true });
paper.addEventListener(
  "touchend",
  (event) => {
    clearTimeout(longPress);
    const end = event.changedTouches[0];
    if (!touch || !end) return;
    const [across, down] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
    if (Math.abs(across) > 64 && Math.abs(across) > 2 * Math.abs(down))
      void command(across < 0 !== rightToLeft ? "next" : "prev");
  },
  { passive: true },
);

// Pointing and drawing

let shown: CachedSlide | undefined;
let drawing: DrawingSheet | undefined;

find("draw").addEventListener("click", () => void openDrawing());

async function openDrawing() {
  find<HTMLDetailsElement>("menu").open = false;
  const { drawingSheet } = await loadChunk(() => import("./draw"));
  if (isOver) return;
  drawing ??= drawingSheet(view.sessionId, key);
  if (shown) drawing.show(shown.id, shown.section);
  drawing.open();
}

// Editing a note

const writing = find<HTMLFormElement>("writing");
const draft = find<HTMLTextAreaElement>("draft");

function startWriting() {
  const current = slides.find((slide) => slide.id === state.slideId);
  if (!current || isOver) return;
  draft.value = current.notes;
  writing.dataset["slide"] = current.id;
  writing.hidden = false;
  paper.hidden = true;
  find<HTMLDetailsElement>("menu").open = false;
  draft.focus();
}

function stopWriting() {
  writing.hidden = true;
  paper.hidden = false;
}

find("edit").hidden = !view.mayWrite;
find("edit").addEventListener("click", startWriting);
find("cancel").addEventListener("click", stopWriting);
writing.addEventListener("submit", async (event) => {
  event.preventDefault();
  const id = writing.dataset["slide"] ?? "";
  try {
    await api.put("/api/present-sessions/{id}/notes/{slide}", {
      id: view.sessionId,
      slide: id,
      body: { notes: draft.value },
    });
    const slide = slides.find((slide) => slide.id === id);
    if (slide) slide.notes = draft.value;
    stopWriting();
    showMessage(t("hall.notes.saved"), 2000);
    void draw(false);
  } catch {
    showMessage(t("hall.notes.unsaved"), 6000);
  }
});

// Font size, side of the buttons, timer

let size = Number(storage.get("notes.size") ?? 2);
function setSize(by: number) {
  size = Math.max(0, Math.min(SIZES.length - 1, size + by));
  storage.set("notes.size", String(size));
  paper.style.setProperty("--size", `${SIZES[size] ?? 20}px`);
  find<HTMLButtonElement>("smaller").disabled = size === 0;
  find<HTMLButtonElement>("larger").disabled = size === SIZES.length - 1;
  fade();
}
find("smaller").addEventListener("click", () => setSize(-1));
find("larger").addEventListener("click", () => setSize(1));

const swap = find("swap");
function drawSwap(on: boolean) {
  swap.setAttribute("aria-pressed", String(on));
  find("remote").classList.toggle("swapped", on);
}
swap.addEventListener("click", () => {
  const on = swap.getAttribute("aria-pressed") !== "true";
  storage.set("notes.swap", on ? "on" : "off");
  drawSwap(on);
});
find("reset").addEventListener("click", () => {
  timer.restart();
  tick();
  find<HTMLDetailsElement>("menu").open = false;
});

function tick() {
  const seconds = timer.seconds();
  const elapsed = elapsedText(seconds) + (target ? ` / ${elapsedText(target)}` : "");
  const shown = find("elapsed");
  shown.textContent = elapsed;
  shown.classList.toggle("late", target > 0 && seconds > target);
  find("clock").textContent = new Date().toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}
setInterval(tick, 1000);

async function keepScreenOnNow() {
  const on = await keepScreenOn(true);
  if (on) return;
  if ("wakeLock" in navigator) addEventListener("click", () => void keepScreenOn(true), { once: true });
}

let wasOpen = false;
let lossShown = false;
listenToSession(view.sessionId, {
  key,
  event(name, data) {
    if (name === "state") {
      const next = data as LiveState;
      const moved = next.slideId !== state.slideId || next.stepIdx !== state.stepIdx;
      const other = next.slideId !== state.slideId;
      state = next;
      if (moved) timer.begin();
      void draw(!other).then(() => {
        if (other) announce(find("place").textContent ?? "");
      });
    } else if (name === "interactionState") {
      const notice = data as { type: string };
      if (notice.type === "marks") drawing?.notice(notice as MarksNotice);
    } else if (name === "deckUpdated") {
      const { revision, slideId } = data as { revision: number; slideId: string };
      void load(slideCache.invalidate(revision) && !slideId);
    }
  },
  health(health) {
    if (health === "open") {
      // Only the message about a lost stream is removed, not one about a press of a button.
      if (lossShown) showMessage("");
      lossShown = false;
      // The key may have changed while the stream was lost.
      if (wasOpen) void load();
      wasOpen = true;
      return;
    }
    if (health === "ended") return end();
    lossShown = true;
    showMessage(t(`hall.stream.${health}`));
  },
});

/** Stops the clock and everything that would call the session, which is gone. A note that is being written stays. */
function end() {
  isOver = true;
  latestDraw += 1;
  timer.stop();
  tick();
  drawing?.end();
  for (const id of ["back", "next"]) find<HTMLButtonElement>(id).disabled = true;
  for (const id of ["what", "draw", "edit", "reset"]) find(id).hidden = true;
  showMessage(t("hall.notes.ended"));
  void keepScreenOn(false);
}

const first = slideFrom(find("now").querySelector<HTMLElement>("section.slide"));
if (first) slideCache.put(first);
setUpLanguageMenu();
setSize(0);
drawSwap(storage.get("notes.swap") === "on");
// Before its first move, a talk has not started.
if (view.elapsed !== undefined) timer.begin(view.elapsed);
tick();
void load();
void keepScreenOnNow();
loadFaces(view.faces);
