// Messages between the windows of one talk in this browser. The console leads; a projector window draws what it
// receives and sends what is pressed on it.

import type { Caption, SlideMarks } from "../lib/api-types";
import type { ReactionCounts } from "./floating-reactions";
import type { Action } from "./keys";

/** A drawn slide. */
export type DrawnSlide = {
  id: string;
  html: string;
  css: string;
  steps: number;
  skipped: boolean;
  /** Its name. */
  label: string;
  /** Its numbers count up when it is shown. */
  countsUp: boolean;
};

/** How slides and their parts appear: the transition of the deck; `typed` is letter by letter. */
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

/** Answers to the current slide, as the audience may see them. */
export type Answers = {
  slideId: string;
  totals: number[];
  total: number;
  /** The number of answers, in words. */
  caption: string;
  /** The message that no more answers are accepted; undefined while they are. */
  closed: string | undefined;
  /** Free-text answers, the newest first. */
  texts: string[];
};

/** How to join, large over the slide. */
export type JoinCard = { address: string; code: string; picture: string; words: string };

/** What the screen shows. */
export type Screen = {
  slideId: string;
  step: number;
  cover: "" | "black" | "white";
  join: JoinCard | undefined;
  answers: Answers | undefined;
  /** When the countdown on this slide began, in milliseconds since the epoch. */
  countdown: number | undefined;
};

/** A point on the slide, as shares of its width and height. */
export type Point = { x: number; y: number };

export type Message =
  | { kind: "go"; seq: number; at: number; screen: Screen }
  | { kind: "deck"; seq: number; at: number; talk: DrawnTalk }
  | { kind: "laser"; at: Point | undefined }
  | { kind: "reactions"; counts: ReactionCounts }
  | { kind: "marks"; marks: SlideMarks }
  | { kind: "caption"; caption: Caption }
  | { kind: "hello" }
  | { kind: "alive"; from: "console" | "projector" }
  | { kind: "do"; action: Action }
  | { kind: "end" }
  | { kind: "bye"; from: "console" | "projector" };

/** Milliseconds between heartbeats. */
export const HEARTBEAT = 2000;
/** Milliseconds without a heartbeat after which the other side counts as gone. */
export const MAX_SILENCE = 5000;
/** Milliseconds that a window has to come back from a reload. */
const RELOAD = 1500;

/** Returns a function that accepts a number only if it is higher than all before. */
export function newest(): (seq: number) => boolean {
  let highest = -Infinity;
  return (seq) => {
    if (seq <= highest) return false;
    highest = seq;
    return true;
  };
}

/** Returns a function that returns rising numbers, which also rise from one console to the next. */
export function sequence(now: () => number = Date.now): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, now()));
}

export type Channel = { send: (message: Message) => void; close: () => void };

/** Opens the channel of a deck: a deck has one talk at a time, and a window knows its deck before its session. */
export function channel(deckId: string, onMessage: (message: Message) => void): Channel {
  const open = new BroadcastChannel(`lectern-${deckId}`);
  open.onmessage = (event: MessageEvent<Message>) => onMessage(event.data);
  return { send: (message) => open.postMessage(message), close: () => open.close() };
}

/** Reports when the other side is silent for too long, and when it is heard again. */
export function watchHeartbeat(changed: (isPresent: boolean) => void, silence = MAX_SILENCE) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPresent: boolean | undefined;
  const setPresent = (to: boolean) => {
    if (isPresent !== to) changed((isPresent = to));
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => setPresent(false), silence);
  };
  return {
    /** The other side was heard. */
    beat() {
      setPresent(true);
      wait();
    },
    /** Starts to wait for the other side. */
    wait,
    /** The other side is closing: for good, or for a reload. */
    leaving() {
      clearTimeout(timer);
      timer = setTimeout(() => setPresent(false), RELOAD);
    },
    stop: () => clearTimeout(timer),
  };
}
