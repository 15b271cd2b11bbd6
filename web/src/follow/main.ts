// The page for the audience: the current slide, answers, questions, and browsing.

import { api } from "../lib/api";
import type { LiveState, MarksNotice } from "../lib/api-types";
import { loadChunk } from "../lib/chunks";
import type { begin as beginTransition } from "../lib/transitions";
import { retryLater } from "../lib/retry";
import { readsRightToLeft } from "../lib/right-to-left";
import { AnswerPanel } from "./answer-panel";
import { canKeepScreenOn, keepScreenOn } from "./wake-lock";
import "./hall.css";
import { find, make, storage, setUpLanguageMenu, readPageData, announce, t, showMessage } from "./page";
import type { FollowedMarks } from "./marks";
import { QuestionsSheet } from "./questions-sheet";
import { setUpReactions } from "./reactions-bar";
import { readingView } from "./reading-view";
import {
  slideFrom,
  loadMedia,
  showStep,
  loadFaces,
  reloadStyles,
  SlideCache,
  stepToShow,
  type Slide,
} from "./slides";
import { listenToSession, type Events } from "./session-stream";
import { listenForSwipes } from "./swipes";

/** Spreads the requests of the audience over this time, in milliseconds. */
const MAX_DELAY = 400;

const view = readPageData();
const session = encodeURIComponent(view.sessionId);
const query = `lang=${encodeURIComponent(view.lang)}`;
const slideCache = new SlideCache(
  (slide, revision) => `/follow/${session}/slide/${encodeURIComponent(slide)}?${query}&rev=${revision}`,
  view.revision,
);
const answerPanel = new AnswerPanel(view.sessionId, view.lang);
const frame = find("frame");

/** The position of the speaker. */
let state: LiveState = view.state;
let count = view.slideCount;
let theme = view.theme;
let isBrowsable = view.controlEnabled;
/** The slide that the user browsed to; undefined while they follow the speaker. */
let ownSlideId: string | undefined;
/** The slides that can be browsed, in order. */
let browsable: string[] = [];
let shown: Slide | undefined;
let asText = storage.get("hall.text") === "on";
/** The number of the latest call of `show`: older ones have no effect. */
let latestShow = 0;
let isOver = false;

/** Shows the slide that the user browsed to, or else the slide of the speaker. */
async function show(animated: boolean, tries = 0) {
  if (isOver) return;
  const own = ++latestShow;
  const isNewest = () => own === latestShow;
  const id = ownSlideId ?? state.slideId;
  let slide: Slide | undefined;
  try {
    slide = await slideCache.get(id);
  } catch {
    // The current slide stays until the new one is loaded.
    void retryLater(tries, isNewest, (tries) => void show(animated, tries));
    return;
  }
  if (!isNewest()) return;
  if (!slide) return showNothing();
  const isNew = shown?.section !== slide.section;
  const step = ownSlideId === undefined ? stepToShow(state, slide.steps) : slide.steps;
  const kind = isNew ? transitionTo(slide) : undefined;
  if (kind && animated) {
    await loadTransitions();
    if (!isNewest()) return;
  }
  showStep(slide.section, step, animated && !isNew);
  if (isNew || asText) putSlide(slide, animated && isNew, kind);
  shown = slide;
  if (ownTransition(slide)) void loadTransitions();
  showPosition();
  if (isNew && animated) announce(t("hall.slide.said", { n: slide.number, count, title: slide.title }));
}

let begin: typeof beginTransition | undefined;
let animations: Animation[] = [];

const ownTransition = ({ section }: Slide) => section.dataset["transition"];

/** The transition to a slide. Going back reverses the transition of the slide that is left. */
const transitionTo = (slide: Slide) => ownTransition(isForward(slide) ? slide : (shown ?? slide));
const isForward = (slide: Slide) => !shown || slide.number > shown.number;

/** Loads the transitions other than fading, which few talks need. Until they are loaded, slides fade. */
async function loadTransitions() {
  begin ??= await loadChunk(() => import("../lib/transitions")).then(
    (loaded) => loaded.begin,
    () => undefined,
  );
}

function putSlide(slide: Slide, animated: boolean, kind?: string) {
  const swap = () => {
    frame.classList.toggle("text", asText);
    frame.replaceChildren(asText ? readingView(slide.section) : slide.section);
    if (!asText) loadMedia(slide.section);
    marks?.show(asText ? "" : slide.id);
  };
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!animated || calm || asText || kind === "none") return swap();
  const before = shown?.section;
  if (begin && before?.isConnected && kind) {
    for (const animation of animations) animation.finish();
    before.classList.add("left");
    frame.append(slide.section);
    loadMedia(slide.section);
    marks?.show(slide.id);
    const place = (section: HTMLElement) => ({ layer: section, root: section });
    animations = begin(kind, place(before), place(slide.section), isForward(slide));
    const end = () => {
      before.classList.remove("left");
      before.remove();
    };
    if (animations[0]) animations[0].onfinish = end;
    else end();
    return;
  }
  if (!document.startViewTransition) return swap();
  // A second move interrupts the first transition, which is not an error.
  document.startViewTransition(swap).ready.catch(() => undefined);
}

function showNothing() {
  shown = undefined;
  frame.classList.remove("text");
  frame.replaceChildren(make("p", "hidden", t("hall.slide.hidden")));
  showPosition();
}

function showPosition() {
  find("place").textContent = shown ? t("hall.slide.place", { n: shown.number, count }) : "";
  find("browse").hidden = !isBrowsable;
  if (!isBrowsable) return;
  const [own, theirs] = [
    browsable.indexOf(ownSlideId ?? state.slideId) + 1,
    browsable.indexOf(state.slideId) + 1,
  ];
  const apart = ownSlideId !== undefined && ownSlideId !== state.slideId;
  find("apart").textContent = apart && theirs ? t("hall.browse.apart", { mine: own, theirs }) : "";
  const home = find("return");
  home.hidden = !apart;
  home.textContent = theirs ? t("hall.browse.return", { n: theirs }) : t("hall.browse.locked");
  find<HTMLButtonElement>("back").disabled = own <= 1;
  find<HTMLButtonElement>("next").disabled = own >= browsable.length;
  prefetchNeighbours();
}

/** While browsing is allowed, loads the next and the previous slide. */
function prefetchNeighbours() {
  const at = browsable.indexOf(ownSlideId ?? state.slideId);
  for (const id of [browsable[at + 1], browsable[at - 1]])
    if (id) void slideCache.get(id).catch(() => undefined);
}

function browse(by: number) {
  if (!isBrowsable) return;
  const to = browsable[browsable.indexOf(ownSlideId ?? state.slideId) + by];
  if (!to) return;
  ownSlideId = to === state.slideId ? undefined : to;
  void show(true);
}

function followSpeaker() {
  ownSlideId = undefined;
  void show(true);
}

const changes: Events["deckUpdated"][] = [];

/** Applies changes of the deck. A change of one slide keeps the others cached. */
async function applyChanges() {
  const batch = changes.splice(0);
  const [oldCount, oldTheme] = [count, theme];
  await loadOrder();
  let restyled = theme !== oldTheme;
  for (const { revision, slideId } of batch) {
    const isKnown = slideCache.invalidate(revision, count === oldCount && theme === oldTheme ? slideId : "");
    restyled ||= isKnown && !slideId;
  }
  if (restyled) await reloadStyles();
  await show(false);
  if (batch.some(({ slideId }) => !slideId || slideId === state.slideId)) void answerPanel.fetch();
}

async function loadOrder() {
  try {
    const deck = await api.get("/api/follow/{id}/presentation", {
      id: view.sessionId,
      query: { lang: view.lang },
    });
    count = deck.slideCount;
    theme = deck.theme;
    browsable = isBrowsable ? deck.slides.map((slide) => slide.id) : [];
    if (ownSlideId && !browsable.includes(ownSlideId)) ownSlideId = undefined;
    showPosition();
  } catch {
    // The next event tries again.
  }
}

const listeners: { [K in keyof Events]: (data: Events[K]) => void } = {
  state(data) {
    const moved = data.slideId !== state.slideId;
    state = data;
    answerPanel.setSlide(data.slideId);
    if (ownSlideId === undefined) void show(true);
    else {
      if (ownSlideId === state.slideId) ownSlideId = undefined;
      showPosition();
      if (moved) pulse();
    }
  },
  controlEnabled(data) {
    const changed = data.controlEnabled !== isBrowsable;
    isBrowsable = data.controlEnabled;
    if (isBrowsable) {
      if (changed || !browsable.length) void loadOrder();
    } else {
      const wasBrowsing = ownSlideId !== undefined;
      ownSlideId = undefined;
      if (wasBrowsing) {
        showMessage(t("hall.browse.locked"), 4000);
        void show(true);
      }
    }
    if (changed && isBrowsable) showMessage(t("hall.browse.free"), 4000);
    showPosition();
  },
  deckUpdated(data) {
    changes.push(data);
    if (changes.length === 1) setTimeout(() => void applyChanges(), Math.random() * MAX_DELAY);
  },
  interactionState(data) {
    if (data.type === "qa") questionsSheet.refresh();
    else if (data.type === "marks") void onMarks(data);
    else if (data.type !== "reactions") void answerPanel.update(data);
  },
};

// Marks of the speaker. The code that shows them is loaded with the first mark.

let marks: FollowedMarks | undefined;
let notice: Pick<MarksNotice, "marks" | "captions"> = { marks: false, captions: false };
let wantsCaptions = storage.get("hall.captions") === "on";

async function onMarks(next: typeof notice) {
  notice = next;
  showCaptions();
  if (!notice.marks && !(notice.captions && wantsCaptions)) return;
  const { followMarks } = await loadChunk(() => import("./marks"));
  if (!marks) {
    marks = followMarks(view.sessionId);
    if (shown && !asText) marks.show(shown.id);
  }
  marks.notice(notice, wantsCaptions);
}

function showCaptions() {
  const button = find("captioned");
  button.hidden = !notice.captions;
  button.setAttribute("aria-pressed", String(wantsCaptions));
  const captions = find("captions");
  captions.hidden = !notice.captions || !wantsCaptions;
  if (captions.hidden) captions.replaceChildren();
  else captions.textContent ||= t("hall.captions.wait");
}

find("captioned").addEventListener("click", () => {
  wantsCaptions = !wantsCaptions;
  storage.set("hall.captions", wantsCaptions ? "on" : "off");
  void onMarks(notice);
});

function pulse() {
  const home = find("return");
  home.classList.remove("pulse");
  void home.offsetWidth;
  home.classList.add("pulse");
}

let wasLost = false;
listenToSession(view.sessionId, {
  event: (name, data) => listeners[name](data),
  health(health) {
    if (health === "ended") return end();
    if (health === "open") {
      if (wasLost) {
        showMessage(t("hall.stream.back"), 2000);
        void answerPanel.fetch();
        questionsSheet.refresh();
      }
      wasLost = false;
    } else {
      wasLost = true;
      showMessage(t(`hall.stream.${health}`));
    }
  },
});

function end() {
  isOver = true;
  latestShow += 1;
  showMessage("");
  marks?.close();
  const card = make("div", "ended");
  card.append(make("h2", "", t("hall.ended.title")), make("p", "", t("hall.ended.lead")));
  frame.replaceChildren(card);
  frame.classList.remove("text");
  find<HTMLDialogElement>("questions").close();
  for (const id of ["answer", "bar", "captions", "skip"]) find(id).hidden = true;
  announce(`${t("hall.ended.title")} ${t("hall.ended.lead")}`);
}

// Buttons

const questionsSheet = new QuestionsSheet(view.sessionId, find("ask"));
find("ask").hidden = !view.questions;
setUpLanguageMenu();
setUpReactions(view.sessionId);

const textButton = find("text");
textButton.hidden = false;
textButton.setAttribute("aria-pressed", String(asText));
textButton.addEventListener("click", () => {
  asText = !asText;
  storage.set("hall.text", asText ? "on" : "off");
  textButton.setAttribute("aria-pressed", String(asText));
  if (shown) putSlide(shown, false);
});

const awakeButton = find("awake");
awakeButton.hidden = !canKeepScreenOn;
awakeButton.addEventListener("click", async () => {
  const on = awakeButton.getAttribute("aria-pressed") !== "true";
  awakeButton.setAttribute("aria-pressed", String(await keepScreenOn(on)));
});

const fullButton = find("full");
fullButton.hidden = !document.fullscreenEnabled;
fullButton.addEventListener("click", () => void toggleFull());

async function toggleFull() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else
    await find("hall")
      .requestFullscreen()
      .catch(() => undefined);
}

// Browsing

find("back").addEventListener("click", () => browse(-1));
find("next").addEventListener("click", () => browse(1));
find("return").addEventListener("click", followSpeaker);

const rightToLeft = readsRightToLeft(view.lang);
const [forward, backward] = rightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];

addEventListener("keydown", (event) => {
  if (isOver || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest("input, textarea, select, dialog, summary, video, audio, iframe")) return;
  if (event.key === forward || event.key === "PageDown") browse(1);
  else if (event.key === backward || event.key === "PageUp") browse(-1);
  else if (event.key === "Home" || event.key === "Escape") followSpeaker();
  else return;
  event.preventDefault();
});

const stage = find("stage");
listenForSwipes(stage, browse, rightToLeft);
// On a phone in landscape the slide fills the screen; a tap shows the bar.
stage.addEventListener("click", () => document.body.classList.toggle("tapped"));
// Links between slides work only while browsing is allowed.
frame.addEventListener("click", (event) => {
  const link = (event.target as HTMLElement).closest<HTMLAnchorElement>("a[href^='#']");
  if (!link) return;
  event.preventDefault();
  const target = link.getAttribute("href")?.replace(/^#(slide:)?/, "") ?? "";
  const to = browsable.includes(target) ? target : browsable[Number(target) - 1];
  if (!isBrowsable || !to) return;
  ownSlideId = to === state.slideId ? undefined : to;
  void show(true);
});

// The slide in the page is the first one.
const first = slideFrom(frame.querySelector<HTMLElement>("section.slide"));
if (first) {
  slideCache.put(first);
  shown = first;
  showStep(first.section, stepToShow(state, first.steps), false);
  loadMedia(first.section);
  if (asText) putSlide(first, false);
}
answerPanel.setSlide(state.slideId);
showPosition();
if (isBrowsable) void loadOrder();
loadFaces(view.faces);
