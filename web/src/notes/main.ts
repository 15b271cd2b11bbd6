// The speaker's phone: what to say, what comes next, and a remote.

import { ApiError, api } from "../lib/api";
import type { LiveState, Slide } from "../lib/api-types";
import { blocks, type Block } from "../lib/notes";
import { again } from "../lib/pause";
import { stayAwake } from "../follow/awake";
import { find, make, memory, nameLanguages, readView, say, t, tell } from "../follow/page";
import { adopt, build, loadFaces, restyle, Shelf, stepOf, type Slide as ShownSlide } from "../follow/slides";
import { listen } from "../follow/stream";
import { elapsedText, Talk } from "./talk";
import "./notes.css";

const SIZES = [16, 18, 20, 24, 28, 34, 40];
const LONG_PRESS = 600;

const view = readView();
const session = encodeURIComponent(view.sessionId);
const key = new URLSearchParams(location.search).get("key") || undefined;
const query = `lang=${encodeURIComponent(view.lang)}${key ? `&key=${encodeURIComponent(key)}` : ""}`;
const shelf = new Shelf(
  (slide, revision) => `/notes/${session}/slide/${encodeURIComponent(slide)}?${query}&rev=${revision}`,
  view.revision,
);
const paper = find("paper");
const talk = new Talk(`notes.start.${view.sessionId}`);
/** How far the notes of a slide were read. */
const scrolled = new Map<string, number>();

let slides: Slide[] = [];
let theme = view.theme;
let state: LiveState = view.state;
let target = 0;
let turn = 0;

const visible = () =>
  slides.filter((slide) => !slide.visibility?.hideInPresentation || slide.id === state.slideId);
const place = () => visible().findIndex((slide) => slide.id === state.slideId);

/** Takes in the deck as it is now; `anew` when it is known to be drawn another way. */
async function load(anew = false) {
  try {
    const deck = await api.get("/api/present-sessions/{id}/deck", {
      id: view.sessionId,
      query: { lang: view.lang, key },
    });
    slides = deck.slides;
    if (anew || deck.theme !== theme) {
      theme = deck.theme;
      await restyle();
    }
    target = slides.reduce(
      (sum, slide) => sum + (slide.visibility?.hideInPresentation ? 0 : (slide.duration ?? 0)),
      0,
    );
    await draw(false);
  } catch {
    // The next event asks again.
  }
}

async function draw(moving: boolean, tries = 0) {
  const mine = ++turn;
  const isNewest = () => mine === turn;
  const [at, all] = [place(), visible()];
  const [here, coming] = [all[at], all[at + 1]];
  find("place").textContent = t("hall.notes.place", { n: at + 1, count: all.length });
  if (here) drawNotes(here);
  find("coming").textContent = coming ? "" : t("hall.notes.last");
  find("after").hidden = !coming;
  let missed = false;
  const slideOf = (slide: Slide | undefined): Promise<ShownSlide | undefined> | undefined =>
    slide && shelf.get(slide.id).catch(() => void (missed = true));
  const [now, after] = await Promise.all([slideOf(here), slideOf(coming)]);
  if (!isNewest()) return;
  if (missed) void again(tries, isNewest, (tries) => void draw(moving, tries));
  const steps = now?.steps ?? 0;
  const step = now ? stepOf(state, steps) : 0;
  if (now) {
    build(now.section, step, moving);
    put("now", now);
  }
  if (after) {
    build(after.section, after.steps, false);
    put("after", after);
    find("coming").textContent = after.title;
  }
  const building = state.stepParagraphs && step < steps;
  find("what").textContent = building
    ? t("hall.notes.go.build", { n: step + 1, count: steps })
    : t(coming ? "hall.notes.go.slide" : "hall.notes.go.end");
  find<HTMLButtonElement>("back").disabled = at <= 0 && step <= 0;
  find<HTMLButtonElement>("next").disabled = !building && !coming;
}

function put(id: string, slide: ShownSlide) {
  const frame = find(id);
  if (frame.firstElementChild !== slide.section) frame.replaceChildren(slide.section);
}

let drawn = "";
function drawNotes(slide: Slide) {
  const same = paper.dataset["slide"] === slide.id;
  if (same && drawn === slide.notes) return;
  drawn = slide.notes;
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

/** More to read below the edge shows by a fade. */
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

// The remote.

async function command(action: "next" | "prev") {
  navigator.vibrate?.(10);
  try {
    await api.post("/api/present-sessions/{id}/control", {
      id: view.sessionId,
      query: { key },
      body: { action },
    });
    tell("");
  } catch (fault) {
    const refused = fault instanceof ApiError && [401, 403].includes(fault.status);
    tell(t(refused ? "hall.notes.off" : "hall.notes.failed"), 6000);
  }
}
find("back").addEventListener("click", () => void command("prev"));
find("next").addEventListener("click", () => void command("next"));

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.target as HTMLElement).closest("input, textarea, select, details")) return;
  const forward = ["ArrowRight", "PageDown"].includes(event.key);
  if (!forward && !["ArrowLeft", "PageUp"].includes(event.key)) return;
  event.preventDefault();
  void command(forward ? "next" : "prev");
});

let touch: Touch | undefined;
let press: ReturnType<typeof setTimeout> | undefined;
paper.addEventListener(
  "touchstart",
  (event) => {
    touch = event.touches[0];
    if (view.mayWrite) press = setTimeout(write, LONG_PRESS);
  },
  { passive: true },
);
paper.addEventListener("touchmove", () => clearTimeout(press), { passive: true });
paper.addEventListener(
  "touchend",
  (event) => {
    clearTimeout(press);
    const end = event.changedTouches[0];
    if (!touch || !end) return;
    const [across, down] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
    if (Math.abs(across) > 64 && Math.abs(across) > 2 * Math.abs(down))
      void command(across < 0 ? "next" : "prev");
  },
  { passive: true },
);

// Writing a note.

const writing = find<HTMLFormElement>("writing");
const draft = find<HTMLTextAreaElement>("draft");

function write() {
  const here = slides.find((slide) => slide.id === state.slideId);
  if (!here) return;
  draft.value = here.notes;
  writing.dataset["slide"] = here.id;
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
find("edit").addEventListener("click", write);
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
    tell(t("hall.notes.saved"), 2000);
    void draw(false);
  } catch {
    tell(t("hall.notes.unsaved"), 6000);
  }
});

// The size of letters, the side of the thumb, the clock.

let size = Number(memory.get("notes.size") ?? 2);
function resize(by: number) {
  size = Math.max(0, Math.min(SIZES.length - 1, size + by));
  memory.set("notes.size", String(size));
  paper.style.setProperty("--size", `${SIZES[size] ?? 20}px`);
  find<HTMLButtonElement>("smaller").disabled = size === 0;
  find<HTMLButtonElement>("larger").disabled = size === SIZES.length - 1;
  fade();
}
find("smaller").addEventListener("click", () => resize(-1));
find("larger").addEventListener("click", () => resize(1));

const swap = find("swap");
function drawSwap(on: boolean) {
  swap.setAttribute("aria-pressed", String(on));
  find("remote").classList.toggle("swapped", on);
}
swap.addEventListener("click", () => {
  const on = swap.getAttribute("aria-pressed") !== "true";
  memory.set("notes.swap", on ? "on" : "off");
  drawSwap(on);
});
find("reset").addEventListener("click", () => {
  talk.restart();
  tick();
  find<HTMLDetailsElement>("menu").open = false;
});

function tick() {
  const seconds = talk.seconds();
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

async function keepOn() {
  const on = await stayAwake(true);
  if (on) return;
  if ("wakeLock" in navigator) addEventListener("click", () => void stayAwake(true), { once: true });
}

listen(view.sessionId, {
  event(name, data) {
    if (name === "state") {
      const next = data as LiveState;
      const moved = next.slideId !== state.slideId || next.stepIdx !== state.stepIdx;
      const other = next.slideId !== state.slideId;
      state = next;
      if (moved) talk.begin();
      void draw(!other).then(() => {
        if (other) say(find("place").textContent ?? "");
      });
    } else if (name === "deckUpdated") {
      const { revision, slideId } = data as { revision: number; slideId: string };
      void load(shelf.renew(revision) && !slideId);
    }
  },
  health(health) {
    if (health === "open") tell("");
    else if (health === "ended") tell(t("hall.notes.ended"));
    else tell(t(`hall.stream.${health}`));
  },
});

const first = adopt(find("now").querySelector<HTMLElement>("section.slide"));
if (first) shelf.put(first);
nameLanguages();
resize(0);
drawSwap(memory.get("notes.swap") === "on");
tick();
void load();
void keepOn();
loadFaces(view.faces);
