// The live session of a talk: what the server is told and asked. One file knows these routes.

import { api } from "../lib/api";
import type { InteractionState, LiveState, Question } from "../lib/api-types";
import { stream, type Stream } from "../lib/sse";
import type { Place } from "./position";

/** The session of a deck: the one that runs, or a new one. */
export const begin = (presentationId: string) =>
  api.post("/api/present-sessions", { body: { presentationId } });

export const move = (sessionId: string, place: Place, builds: boolean) =>
  api.post("/api/present-sessions/{id}/state", {
    id: sessionId,
    body: { slideId: place.slideId, stepIdx: place.step, stepParagraphs: builds },
  });

export const audience = (sessionId: string) =>
  api.get("/api/present-sessions/{id}/audience", { id: sessionId });

export const questions = async (sessionId: string) =>
  (await api.get("/api/follow/{id}/questions", { id: sessionId })).questions;

export const browsing = (sessionId: string, on: boolean) =>
  api.post(`/api/present-sessions/{id}/control/${on ? "enable" : "disable"}`, { id: sessionId });

export const vote = async (sessionId: string, slideId: string, what: "open" | "close" | "reset") =>
  (
    await api.post(`/api/present-sessions/{id}/interactions/{slide}/${what}`, {
      id: sessionId,
      slide: slideId,
    })
  ).interactionState;

export function settle(sessionId: string, question: string, what: "answered" | "remove" | "promote") {
  const path = { id: sessionId, question };
  return what === "promote"
    ? api.post("/api/present-sessions/{id}/questions/{question}/promote", {
        ...path,
        body: { position: "next" },
      })
    : api.post(`/api/present-sessions/{id}/questions/{question}/${what}`, path);
}

/** Where tables of what came in are. */
export const tables = {
  answers: (sessionId: string, slideId: string, texts: boolean) =>
    `/api/present-sessions/${sessionId}/${texts ? "feedback" : "results"}/${slideId}.csv`,
  questions: (sessionId: string) => `/api/present-sessions/${sessionId}/questions.csv`,
};

type Heard = {
  state: (state: LiveState) => void;
  browsing: (on: boolean) => void;
  changed: (slideId: string) => void;
  interaction: (interaction: InteractionState) => void;
  questions: (questions: Question[]) => void;
  open: (open: boolean) => void;
};

/** Listens to a session. */
export function listen(sessionId: string, heard: Heard): Stream {
  return stream(
    "/api/present-sessions/{id}/events",
    { id: sessionId },
    {
      events: {
        state: heard.state,
        controlEnabled: (data) => heard.browsing(data.controlEnabled),
        deckUpdated: (data) => heard.changed(data.slideId),
        interactionState: (data) =>
          data.type === "qa" ? heard.questions(data.questions) : heard.interaction(data),
      },
      onstate: heard.open,
    },
  );
}
