// The projector window: the slide and nothing else. It shows what the console sends, and without a console it follows
// the session. Key presses go to the console.

import "../lib/tokens.css";
import "./projector.css";
import { loadChunk } from "../lib/chunks";
import { loadTexts, t } from "../lib/i18n";
import { openStream, type EventStream } from "../lib/event-stream";
import {
  HEARTBEAT,
  channel,
  newest,
  watchHeartbeat,
  type DrawnTalk,
  type Message,
  type Screen,
} from "../present/channel";
import { actionOf, type Action } from "../present/keys";
import { pointOn, stage } from "../present/stage";
import { stayAwake } from "../present/screens";
import type { MarksNotice } from "../lib/api-types";
import type { MarksStream } from "../marks/stream";
import { loadTalk, type ProjectorState } from "./load-talk";

const deckId = location.pathname.split("/")[2] ?? "";
const STORAGE_KEY = `lectern.projector.${deckId}`;
/** The pointer is hidden after this time without a move, in milliseconds. */
const POINTER_TIMEOUT = 2000;
/** The hint for full screen is shown for this time, in milliseconds. */
const HINT_DURATION = 4000;
/** The longest time between the two clicks of a double click, in milliseconds. */
const DOUBLE_CLICK = 300;

const main = document.createElement("main");
document.body.append(main);
const view = stage(main, { plays: true, moves: true });

let talk: DrawnTalk | undefined;
let screen: Screen | undefined;
/** A screen whose slide is not drawn yet: it came before the deck that has it. */
let waiting: Screen | undefined;
let laserOn = false;
let sessionStream: EventStream | undefined;
const isNewScreen = newest();
const isNewTalk = newest();

const drawnSlideOf = ({ slideId }: Screen) => talk?.slides.find((slide) => slide.id === slideId);

function show(next: Screen) {
  const drawn = drawnSlideOf(next);
  waiting = drawn ? undefined : next;
  if (!talk || !drawn) return;
  const order = ({ slideId, step }: Screen) =>
    (talk?.slides.findIndex((slide) => slide.id === slideId) ?? 0) * 1000 + step;
  const forward = !screen || order(next) >= order(screen);
  // Saved first, so that a reload shows the same slide and step.
  screen = next;
  saveState();
  view.show(next, drawn, talk.builds, talk.look, forward);
}

function setTalk(next: DrawnTalk) {
  talk = next;
  document.title = next.title;
  document.documentElement.dir = next.rightToLeft ? "rtl" : "ltr";
  const last = waiting && drawnSlideOf(waiting) ? waiting : screen;
  if (last) show(last);
}

function saveState() {
  const last: ProjectorState = { screen, sessionId: talk?.sessionId };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(last));
}

const windows = channel(deckId, onMessage);
const send = (message: Message) => windows.send(message);
/** There is no console. */
let isAlone = false;
const speaker = watchHeartbeat((isPresent) => {
  isAlone = !isPresent;
  if (isPresent) leaveSession();
  else void joinSession();
});

function onMessage(message: Message) {
  switch (message.kind) {
    case "deck":
      speaker.beat();
      if (isNewTalk(message.seq)) setTalk(message.talk);
      return;
    case "go":
      speaker.beat();
      if (isNewScreen(message.seq)) show(message.screen);
      return;
    case "alive":
      if (message.from === "console") {
        speaker.beat();
        if (!talk) send({ kind: "hello" });
      }
      return;
    case "laser":
      return view.laser(message.at);
    case "reactions":
      return view.react(message.counts);
    case "marks":
      return view.mark(message.marks);
    case "caption":
      return view.caption(message.caption);
    case "end":
      return close();
    case "bye":
      if (message.from === "console") speaker.leaving();
  }
}

// Without a console

const EMPTY_SCREEN = { cover: "", join: undefined, answers: undefined, countdown: undefined } as const;

/** Follows the session while there is no console. */
async function joinSession() {
  const last = sessionStorage.getItem(STORAGE_KEY);
  const remembered = last ? (JSON.parse(last) as ProjectorState) : undefined;
  const loaded = talk ?? (await loadTalk(deckId));
  // The console may have come back meanwhile.
  if (!loaded || !isAlone) return;
  setTalk(loaded);
  if (!screen) show(remembered?.screen ?? { ...EMPTY_SCREEN, slideId: loaded.slides[0]?.id ?? "", step: 0 });
  const sessionId = loaded.sessionId ?? remembered?.sessionId;
  if (!sessionId || sessionStream) return;
  sessionStream = openStream(
    "/api/present-sessions/{id}/events",
    { id: sessionId, query: { presenter: "1" } },
    {
      events: {
        state: (state) => show({ ...EMPTY_SCREEN, slideId: state.slideId, step: state.stepIdx }),
        interactionState: (data) => {
          if (data.type === "reactions") view.react(data.counts);
          else if (data.type === "marks") void followMarks(sessionId, data);
        },
        deckUpdated: () =>
          void loadTalk(deckId).then((fresh) => fresh && isAlone && setTalk({ ...fresh, sessionId })),
      },
    },
  );
}

let marksOfSession: MarksStream | undefined;

async function followMarks(sessionId: string, notice: MarksNotice) {
  const { marksStream } = await loadChunk(() => import("../marks/stream"));
  if (!sessionStream) return;
  marksOfSession ??= marksStream(sessionId, { marks: view.mark, caption: view.caption });
  marksOfSession.notice(notice, true);
}

function leaveSession() {
  sessionStream?.close();
  marksOfSession?.close();
  sessionStream = marksOfSession = undefined;
}

// Keys and pointers

function full() {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen?.().catch(() => undefined);
}

function act(action: Action) {
  if (action === "full") return full();
  if (action === "laser") laserOn = !laserOn;
  document.documentElement.classList.toggle("pointing", laserOn);
  send({ kind: "do", action });
}

addEventListener("keydown", (event) => {
  const action = actionOf(event, talk?.rightToLeft);
  if (!action) return;
  event.preventDefault();
  act(action);
});

/** A click outside full screen, until it is certain that it is not the first of two. */
let click: ReturnType<typeof setTimeout> | undefined;

function actOnClick(action: Action) {
  if (document.fullscreenElement) return act(action);
  clearTimeout(click);
  click = setTimeout(() => act(action), DOUBLE_CLICK);
}

addEventListener("dblclick", () => {
  // In full screen, two quick clicks are two steps.
  if (document.fullscreenElement) return;
  clearTimeout(click);
  full();
});
// Works offline, too: the console uses this module, so its file is in the cache.
void loadChunk(() => import("../present/touch")).then(({ listenForTouches }) =>
  listenForTouches(main, view.slide, {
    act: actOnClick,
    point: (at) => {
      view.laser(at);
      send({ kind: "laser", at });
    },
    rightToLeft: () => talk?.rightToLeft ?? false,
  }),
);

let pointerTimer: ReturnType<typeof setTimeout> | undefined;
let lastPointed = 0;
addEventListener("pointermove", (event) => {
  document.documentElement.classList.add("awake");
  clearTimeout(pointerTimer);
  pointerTimer = setTimeout(() => document.documentElement.classList.remove("awake"), POINTER_TIMEOUT);
  if (!laserOn || event.timeStamp - lastPointed < 16) return;
  lastPointed = event.timeStamp;
  const at = pointOn(view.slide, event);
  view.laser(at);
  send({ kind: "laser", at });
});

addEventListener("pagehide", () => send({ kind: "bye", from: "projector" }));
setInterval(() => send({ kind: "alive", from: "projector" }), HEARTBEAT);
stayAwake();
speaker.wait();
send({ kind: "hello" });

void loadTexts("projector").then(() => {
  const hint = document.createElement("p");
  hint.className = "hint";
  hint.textContent = t(matchMedia("(pointer: coarse)").matches ? "projector.full.tap" : "projector.full");
  document.body.append(hint);
  setTimeout(() => hint.remove(), HINT_DURATION);
});
