// The hall: the slide that the speaker shows, and what one may do about it.

import { api } from "../lib/api";
import type { LiveState } from "../lib/api-types";
import { again } from "../lib/pause";
import { Answer } from "./answer";
import { canStayAwake, stayAwake } from "./awake";
import "./hall.css";
import { find, make, memory, nameLanguages, readView, say, t, tell } from "./page";
import { Questions } from "./questions";
import { reading } from "./reading";
import { adopt, awaken, build, loadFaces, restyle, Shelf, stepOf, type Slide } from "./slides";
import { listen, type Events } from "./stream";

/** Within so many milliseconds a hall asks for what changed, rather than all at once. */
const SPREAD = 400;

const view = readView();
const session = encodeURIComponent(view.sessionId);
const query = `lang=${encodeURIComponent(view.lang)}`;
const shelf = new Shelf(
  (slide, revision) => `/follow/${session}/slide/${encodeURIComponent(slide)}?${query}&rev=${revision}`,
  view.revision,
);
const answer = new Answer(view.sessionId, view.lang);
const frame = find("frame");

/** Where the speaker is. */
let state: LiveState = view.state;
let count = view.slideCount;
let theme = view.theme;
let free = view.controlEnabled;
/** The slide one went to by oneself; none while one follows. */
let own: string | undefined;
/** All slides one may go to, in order. */
let order: string[] = [];
let shown: Slide | undefined;
let asText = memory.get("hall.text") === "on";
/** The newest wish: an older one that is answered late is not shown. */
let turn = 0;

async function show(moving: boolean, tries = 0) {
  const mine = ++turn;
  const isNewest = () => mine === turn;
  const id = own ?? state.slideId;
  let slide: Slide | undefined;
  try {
    slide = await shelf.get(id);
  } catch {
    // The slide that is there stays until the one that is wanted comes.
    void again(tries, isNewest, (tries) => void show(moving, tries));
    return;
  }
  if (!isNewest()) return;
  if (!slide) return showNothing();
  const isNew = shown?.section !== slide.section;
  const step = own === undefined ? stepOf(state, slide.steps) : slide.steps;
  build(slide.section, step, moving && !isNew);
  if (isNew || asText) put(slide, moving && isNew);
  shown = slide;
  drawPlace();
  if (isNew && moving) say(t("hall.slide.said", { n: slide.number, count, title: slide.title }));
}

function put(slide: Slide, moving: boolean) {
  const swap = () => {
    frame.classList.toggle("text", asText);
    frame.replaceChildren(asText ? reading(slide.section) : slide.section);
    if (!asText) awaken(slide.section);
  };
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!moving || calm || asText || !document.startViewTransition) return swap();
  // A second move in the same moment skips the first transition, which is no fault.
  document.startViewTransition(swap).ready.catch(() => undefined);
}

function showNothing() {
  shown = undefined;
  frame.classList.remove("text");
  frame.replaceChildren(make("p", "hidden", t("hall.slide.hidden")));
  drawPlace();
}

function drawPlace() {
  find("place").textContent = shown ? t("hall.slide.place", { n: shown.number, count }) : "";
  find("browse").hidden = !free;
  if (!free) return;
  const [mine, theirs] = [order.indexOf(own ?? state.slideId) + 1, order.indexOf(state.slideId) + 1];
  const apart = own !== undefined && own !== state.slideId;
  find("apart").textContent = apart && theirs ? t("hall.browse.apart", { mine, theirs }) : "";
  const home = find("return");
  home.hidden = !apart;
  home.textContent = theirs ? t("hall.browse.return", { n: theirs }) : t("hall.browse.locked");
  find<HTMLButtonElement>("back").disabled = mine <= 1;
  find<HTMLButtonElement>("next").disabled = mine >= order.length;
  ahead();
}

/** With free browsing the neighbours are there before one goes to them. */
function ahead() {
  const at = order.indexOf(own ?? state.slideId);
  for (const id of [order[at + 1], order[at - 1]]) if (id) void shelf.get(id).catch(() => undefined);
}

function go(by: number) {
  if (!free) return;
  const to = order[order.indexOf(own ?? state.slideId) + by];
  if (!to) return;
  own = to === state.slideId ? undefined : to;
  void show(true);
}

function follow() {
  own = undefined;
  void show(true);
}

const changes: Events["deckUpdated"][] = [];

/** Takes in what happened to the deck. A change of one slide leaves the others as they are. */
async function change() {
  const taken = changes.splice(0);
  const [before, was] = [count, theme];
  await loadOrder();
  let restyled = theme !== was;
  for (const { revision, slideId } of taken) {
    const known = shelf.renew(revision, count === before && theme === was ? slideId : "");
    restyled ||= known && !slideId;
  }
  if (restyled) await restyle();
  await show(false);
  if (taken.some(({ slideId }) => !slideId || slideId === state.slideId)) void answer.fetch();
}

async function loadOrder() {
  try {
    const deck = await api.get("/api/follow/{id}/presentation", {
      id: view.sessionId,
      query: { lang: view.lang },
    });
    count = deck.slideCount;
    theme = deck.theme;
    order = free ? deck.slides.map((slide) => slide.id) : [];
    if (own && !order.includes(own)) own = undefined;
    drawPlace();
  } catch {
    // The next event asks again.
  }
}

const on: { [K in keyof Events]: (data: Events[K]) => void } = {
  state(data) {
    const moved = data.slideId !== state.slideId;
    state = data;
    answer.moved(data.slideId);
    if (own === undefined) void show(true);
    else {
      if (own === state.slideId) own = undefined;
      drawPlace();
      if (moved) pulse();
    }
  },
  controlEnabled(data) {
    const changed = data.controlEnabled !== free;
    free = data.controlEnabled;
    if (free) {
      if (changed || !order.length) void loadOrder();
    } else {
      const was = own;
      own = undefined;
      if (was) {
        tell(t("hall.browse.locked"), 4000);
        void show(true);
      }
    }
    if (changed && free) tell(t("hall.browse.free"), 4000);
    drawPlace();
  },
  deckUpdated(data) {
    changes.push(data);
    if (changes.length === 1) setTimeout(() => void change(), Math.random() * SPREAD);
  },
  interactionState(data) {
    if (data.type === "qa") questions.changed();
    else void answer.stands(data);
  },
};

function pulse() {
  const home = find("return");
  home.classList.remove("pulse");
  void home.offsetWidth;
  home.classList.add("pulse");
}

let away = false;
listen(view.sessionId, {
  event: (name, data) => on[name](data),
  health(health) {
    if (health === "ended") return end();
    if (health === "open") {
      if (away) {
        tell(t("hall.stream.back"), 2000);
        void answer.fetch();
      }
      away = false;
    } else {
      away = true;
      tell(t(`hall.stream.${health}`));
    }
  },
});

function end() {
  tell("");
  const card = make("div", "ended");
  card.append(make("h2", "", t("hall.ended.title")), make("p", "", t("hall.ended.lead")));
  frame.replaceChildren(card);
  frame.classList.remove("text");
  find<HTMLDialogElement>("questions").close();
  for (const id of ["answer", "bar", "skip"]) find(id).hidden = true;
  say(`${t("hall.ended.title")} ${t("hall.ended.lead")}`);
}

// Tools.

const questions = new Questions(view.sessionId, find("ask"));
find("ask").hidden = !view.questions;
nameLanguages();

const text = find("text");
text.hidden = false;
text.setAttribute("aria-pressed", String(asText));
text.addEventListener("click", () => {
  asText = !asText;
  memory.set("hall.text", asText ? "on" : "off");
  text.setAttribute("aria-pressed", String(asText));
  if (shown) put(shown, false);
});

const awake = find("awake");
awake.hidden = !canStayAwake;
awake.addEventListener("click", async () => {
  const on = awake.getAttribute("aria-pressed") !== "true";
  awake.setAttribute("aria-pressed", String(await stayAwake(on)));
});

const full = find("full");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => void toggleFull());

async function toggleFull() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else
    await find("hall")
      .requestFullscreen()
      .catch(() => undefined);
}

// Moving by oneself.

find("back").addEventListener("click", () => go(-1));
find("next").addEventListener("click", () => go(1));
find("return").addEventListener("click", follow);

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest("input, textarea, select, dialog, summary, video, iframe")) return;
  if (event.key === "ArrowRight" || event.key === "PageDown") go(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") go(-1);
  else if (event.key === "Home" || event.key === "Escape") follow();
  else return;
  event.preventDefault();
});

let touch: Touch | undefined;
const stage = find("stage");
stage.addEventListener("touchstart", (event) => (touch = event.touches[0]), { passive: true });
stage.addEventListener(
  "touchend",
  (event) => {
    const end = event.changedTouches[0];
    if (!touch || !end) return;
    const [across, down] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
    if (Math.abs(across) > 48 && Math.abs(across) > 2 * Math.abs(down)) go(across < 0 ? 1 : -1);
  },
  { passive: true },
);
// On a phone held wide the slide has the screen for itself; a tap brings the bar.
stage.addEventListener("click", () => document.body.classList.toggle("tapped"));
// Links between slides are the speaker's to follow, unless one may browse.
frame.addEventListener("click", (event) => {
  const link = (event.target as HTMLElement).closest<HTMLAnchorElement>("a[href^='#']");
  if (!link) return;
  event.preventDefault();
  const target = link.getAttribute("href")?.replace(/^#(slide:)?/, "") ?? "";
  const to = order.includes(target) ? target : order[Number(target) - 1];
  if (!free || !to) return;
  own = to === state.slideId ? undefined : to;
  void show(true);
});

// What stands in the page already is the first slide.
const first = adopt(frame.querySelector<HTMLElement>("section.slide"));
if (first) {
  shelf.put(first);
  shown = first;
  build(first.section, stepOf(state, first.steps), false);
  awaken(first.section);
  if (asText) put(first, false);
}
answer.moved(state.slideId);
drawPlace();
if (free) void loadOrder();
loadFaces(view.faces);
