// How the windows of one talk speak to each other: in this browser, without the network. The console leads; a projector
// window draws what it is told and says what was pressed on it.

import type { Action } from "./keys";

/** A slide as it is drawn. */
export type DrawnSlide = {
  id: string;
  html: string;
  css: string;
  steps: number;
  skipped: boolean;
  /** What it is called. */
  label: string;
  /** Its figures count up when it is shown. */
  countsUp: boolean;
};

/** How slides and their parts come; `typed` is letter by letter. */
export type Look = { transition: string; typed: boolean };

/** All that a window needs to draw a talk. */
export type DrawnTalk = {
  deckId: string;
  title: string;
  slides: DrawnSlide[];
  builds: boolean;
  look: Look;
  rightToLeft: boolean;
  sessionId: string | undefined;
};

/** Answers to the slide that is shown, as the hall may see them. */
export type Answers = { slideId: string; totals: number[]; total: number; said: string };

/** The way into the talk, large over the slide. */
export type JoinCard = { address: string; code: string; picture: string; words: string };

/** What is on the screen. */
export type Screen = {
  slideId: string;
  step: number;
  cover: "" | "black" | "white";
  join: JoinCard | undefined;
  answers: Answers | undefined;
  /** When the countdown on this slide began, by the clock of the machine. */
  countdown: number | undefined;
};

/** A point on the slide, in shares of its width and height. */
export type Point = { x: number; y: number };

export type Message =
  | { kind: "go"; seq: number; at: number; screen: Screen }
  | { kind: "deck"; seq: number; at: number; talk: DrawnTalk }
  | { kind: "laser"; at: Point | undefined }
  | { kind: "hello" }
  | { kind: "alive"; from: "console" | "projector" }
  | { kind: "do"; action: Action }
  | { kind: "end" }
  | { kind: "bye"; from: "console" | "projector" };

/** How often a window says that it is there, and how long its silence may be. */
export const BEAT = 2000;
export const SILENCE = 5000;
/** How long a window may take to come back from a reload. */
const RELOAD = 1500;

/** Lets the newest through: of two numbers the higher one wins, and the same one twice is no news. */
export function newest(): (seq: number) => boolean {
  let highest = -Infinity;
  return (seq) => {
    if (seq <= highest) return false;
    highest = seq;
    return true;
  };
}

/** Numbers that rise within a window, and from one console to the next. */
export function sequence(now: () => number = Date.now): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, now()));
}

export type Channel = { say: (message: Message) => void; close: () => void };

/** The channel of a deck: a deck has one talk at a time, and a window knows its deck before it knows a session. */
export function channel(deckId: string, heard: (message: Message) => void): Channel {
  const open = new BroadcastChannel(`lectern-${deckId}`);
  open.onmessage = (event: MessageEvent<Message>) => heard(event.data);
  return { say: (message) => open.postMessage(message), close: () => open.close() };
}

/** Tells when the other side has been silent for too long, and when it is heard again. */
export function pulse(changed: (there: boolean) => void, silence = SILENCE) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let there: boolean | undefined;
  const turn = (to: boolean) => {
    if (there !== to) changed((there = to));
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => turn(false), silence);
  };
  return {
    /** It was heard. */
    beat() {
      turn(true);
      wait();
    },
    /** It may be silent from now on. */
    wait,
    /** It said goodbye: for good, or to come back at once after a reload. */
    leaving() {
      clearTimeout(timer);
      timer = setTimeout(() => turn(false), RELOAD);
    },
    stop: () => clearTimeout(timer),
  };
}
