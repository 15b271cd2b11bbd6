// The projector's window: the slide, and nothing else, ever. The console tells it what to show; when the console is
// gone it listens to the session itself. What is pressed here goes to the console.

import "../lib/tokens.css";
import "./projector.css";
import { loadWords, t } from "../lib/i18n";
import { stream, type Stream } from "../lib/sse";
import { BEAT, channel, newest, pulse, type DrawnTalk, type Message, type Screen } from "../present/channel";
import { actionOf, type Action } from "../present/keys";
import { pointOn, stage } from "../present/stage";
import { stayAwake } from "../present/screens";
import { fingers } from "../present/touch";
import { lastTalk, type Remembered } from "./last";

const deckId = location.pathname.split("/")[2] ?? "";
const REMEMBERED = `lectern.projector.${deckId}`;
const REST = 2000;
const HINT = 4000;

const main = document.createElement("main");
document.body.append(main);
const view = stage(main, { plays: true, moves: true });

let talk: DrawnTalk | undefined;
let screen: Screen | undefined;
let laserOn = false;
let own: Stream | undefined;
const isNews = newest();
const isNewTalk = newest();

function show(next: Screen) {
  const drawn = talk?.slides.find((slide) => slide.id === next.slideId);
  if (!talk || !drawn) return;
  const order = (of: Screen) =>
    (talk?.slides.findIndex((slide) => slide.id === of.slideId) ?? 0) * 1000 + of.step;
  const forward = !screen || order(next) >= order(screen);
  // What it held up to now is remembered first: a reload lands on the same slide and step.
  screen = next;
  remember();
  view.show(next, drawn, talk.builds, talk.look, forward);
}

function take(next: DrawnTalk) {
  talk = next;
  document.title = next.title;
  document.documentElement.dir = next.rightToLeft ? "rtl" : "ltr";
  if (screen) show(screen);
}

function remember() {
  const last: Remembered = { screen, sessionId: talk?.sessionId };
  sessionStorage.setItem(REMEMBERED, JSON.stringify(last));
}

const line = channel(deckId, heard);
const say = (message: Message) => line.say(message);
const speaker = pulse((there) => (there ? leaveSession() : void joinSession()));

function heard(message: Message) {
  switch (message.kind) {
    case "deck":
      speaker.beat();
      if (isNewTalk(message.seq)) take(message.talk);
      return;
    case "go":
      speaker.beat();
      if (isNews(message.seq)) show(message.screen);
      return;
    case "alive":
      if (message.from === "console") {
        speaker.beat();
        if (!talk) say({ kind: "hello" });
      }
      return;
    case "laser":
      return view.laser(message.at);
    case "end":
      return close();
    case "bye":
      if (message.from === "console") speaker.leaving();
  }
}

// Without a console

const empty = { cover: "", join: undefined, answers: undefined, countdown: undefined } as const;

/** The console is gone: the session says where the talk stands. */
async function joinSession() {
  const last = sessionStorage.getItem(REMEMBERED);
  const remembered = last ? (JSON.parse(last) as Remembered) : undefined;
  talk ??= await lastTalk(deckId);
  if (!talk) return;
  take(talk);
  if (!screen) show(remembered?.screen ?? { ...empty, slideId: talk.slides[0]?.id ?? "", step: 0 });
  const sessionId = talk.sessionId ?? remembered?.sessionId;
  if (!sessionId || own) return;
  own = stream(
    "/api/present-sessions/{id}/events",
    { id: sessionId },
    {
      events: {
        state: (state) => show({ ...empty, slideId: state.slideId, step: state.stepIdx }),
        deckUpdated: () => void lastTalk(deckId).then((fresh) => fresh && take({ ...fresh, sessionId })),
      },
    },
  );
}

function leaveSession() {
  own?.close();
  own = undefined;
}

// What is pressed here

function full() {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen?.().catch(() => undefined);
}

function act(action: Action) {
  if (action === "full") return full();
  if (action === "laser") laserOn = !laserOn;
  document.documentElement.classList.toggle("pointing", laserOn);
  say({ kind: "do", action });
}

addEventListener("keydown", (event) => {
  const action = actionOf(event, talk?.rightToLeft);
  if (!action) return;
  event.preventDefault();
  act(action);
});
addEventListener("dblclick", full);
fingers(main, view.slide, {
  act,
  point: (at) => {
    view.laser(at);
    say({ kind: "laser", at });
  },
  rightToLeft: () => talk?.rightToLeft ?? false,
});

let resting: ReturnType<typeof setTimeout> | undefined;
let pointed = 0;
addEventListener("pointermove", (event) => {
  document.documentElement.classList.add("awake");
  clearTimeout(resting);
  resting = setTimeout(() => document.documentElement.classList.remove("awake"), REST);
  if (!laserOn || event.timeStamp - pointed < 16) return;
  pointed = event.timeStamp;
  const at = pointOn(view.slide, event);
  view.laser(at);
  say({ kind: "laser", at });
});

addEventListener("pagehide", () => say({ kind: "bye", from: "projector" }));
setInterval(() => say({ kind: "alive", from: "projector" }), BEAT);
stayAwake();
speaker.wait();
say({ kind: "hello" });

void loadWords("projector").then(() => {
  const hint = document.createElement("p");
  hint.className = "hint";
  hint.textContent = t("projector.full");
  document.body.append(hint);
  setTimeout(() => hint.remove(), HINT);
});
