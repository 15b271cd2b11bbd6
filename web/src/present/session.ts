// The requests of a live session.

import { api, call, urlOf } from "../lib/api";
import type { InteractionState, LiveState, MarksNotice, Question } from "../lib/api-types";
import type { SendMarks } from "../lib/wire";
import { openStream, type EventStream } from "../lib/event-stream";
import type { TalkPosition } from "./position";

/** Returns the running session of a deck, or else starts one. Unless `anew`, a finished session is continued. */
export const begin = (presentationId: string, anew = false) =>
  api.post("/api/present-sessions", { body: anew ? { presentationId, anew } : { presentationId } });

/** Moves the session to a slide and step. `builds`: whether slides appear step by step. */
export const move = (sessionId: string, place: TalkPosition, builds: boolean) =>
  api.post("/api/present-sessions/{id}/state", {
    id: sessionId,
    body: { slideId: place.slideId, stepIdx: place.step, stepParagraphs: builds },
  });

/** Shows marks to the audience. */
export const mark = (sessionId: string, marks: SendMarks) =>
  api.post("/api/present-sessions/{id}/marks", { id: sessionId, body: marks });

/** Ends the talk for its audience. */
export const finish = (sessionId: string) => api.post("/api/present-sessions/{id}/finish", { id: sessionId });

/** The number of followers and the answers to the current slide. */
export const audience = (sessionId: string) =>
  api.get("/api/present-sessions/{id}/audience", { id: sessionId });

export const questions = (sessionId: string) => api.get("/api/follow/{id}/questions", { id: sessionId });

export const setQuestionsOpen = async (sessionId: string, open: boolean) =>
  (await api.post(`/api/present-sessions/{id}/questions/${open ? "open" : "close"}`, { id: sessionId })).open;

/** Removes all questions of the person who asked one. Returns how many there were. */
export const removeAsker = async (sessionId: string, question: string) =>
  (
    await api.post("/api/present-sessions/{id}/questions/{question}/remove-asker", {
      id: sessionId,
      question,
    })
  ).removed;

/** Sets whether the audience may move through the slides by itself. */
export const setBrowsing = (sessionId: string, on: boolean) =>
  api.post(`/api/present-sessions/{id}/control/${on ? "enable" : "disable"}`, { id: sessionId });

/** Opens or closes the voting on a slide, or deletes its votes. */
export const setVoting = async (sessionId: string, slideId: string, what: "open" | "close" | "reset") =>
  (
    await api.post(`/api/present-sessions/{id}/interactions/{slide}/${what}`, {
      id: sessionId,
      slide: slideId,
    })
  ).interactionState;

/** The free-text answers to a slide, the newest first. */
export async function texts(sessionId: string, slideId: string): Promise<string[]> {
  const path = "/api/present-sessions/{id}/feedback/{slide}.json";
  const response = await call("GET", urlOf(path, { id: sessionId, slide: slideId }));
  const { entries } = (await response.json()) as { entries: { text: string }[] };
  return entries.map(({ text }) => text).reverse();
}

/** Marks a question as answered, removes it, or inserts it as the next slide. */
export function moderate(sessionId: string, question: string, what: "answered" | "remove" | "promote") {
  const path = { id: sessionId, question };
  return what === "promote"
    ? api.post("/api/present-sessions/{id}/questions/{question}/promote", {
        ...path,
        body: { position: "next" },
      })
    : api.post(`/api/present-sessions/{id}/questions/{question}/${what}`, path);
}

/** URLs of results as CSV. */
export const csvUrls = {
  answers: (sessionId: string, slideId: string, texts: boolean) =>
    `/api/present-sessions/${sessionId}/${texts ? "feedback" : "results"}/${slideId}.csv`,
  questions: (sessionId: string) => `/api/present-sessions/${sessionId}/questions.csv`,
};

type SessionListeners = {
  state: (state: LiveState) => void;
  browsing: (on: boolean) => void;
  /** A slide of the deck was changed. */
  changed: (slideId: string) => void;
  interaction: (interaction: InteractionState) => void;
  questions: (state: { questions: Question[]; open: boolean }) => void;
  reactions: (counts: Record<string, number>) => void;
  marks: (notice: MarksNotice) => void;
  /** The connection opened or closed. */
  open: (open: boolean) => void;
};

/** Listens to a session. */
export function listen(sessionId: string, listeners: SessionListeners): EventStream {
  return openStream(
    "/api/present-sessions/{id}/events",
    { id: sessionId, query: { presenter: "1" } },
    {
      events: {
        state: listeners.state,
        controlEnabled: (data) => listeners.browsing(data.controlEnabled),
        deckUpdated: (data) => listeners.changed(data.slideId),
        interactionState: (data) => {
          if (data.type === "qa") listeners.questions(data);
          else if (data.type === "reactions") listeners.reactions(data.counts);
          else if (data.type === "marks") listeners.marks(data);
          else listeners.interaction(data);
        },
      },
      onstate: listeners.open,
    },
  );
}
