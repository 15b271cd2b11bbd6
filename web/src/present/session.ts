// The live session of a talk: what the server is told and asked. One file knows these routes.

import { api } from "../lib/api";
import { stream, type Stream } from "../lib/sse";
import type { Place } from "./position";
import type { LiveState } from "./remote";

export type Session = {
  sessionId: string;
  followCodes: Record<string, string>;
  notesKey: string;
  controlEnabled: boolean;
  state: LiveState;
  createdAt: number;
  followers: number;
};

/** How a slide that asks something stands. `totals` are absent for texts, and for a hall that may not see them yet. */
export type Interaction = {
  slideId: string;
  type: "poll" | "likert" | "feedback";
  open: boolean;
  totals?: number[];
  total: number;
};

export type Question = {
  id: string;
  text: string;
  authorName: string;
  upvotes: number;
  status: "active" | "answered" | "promoted";
  slideId?: string;
};

export type Audience = { followers: number; interactionState: Interaction | null; questions: number };
type Asked = { type: "qa"; questions: Question[]; total: number };

const below = (sessionId: string) => `/api/present-sessions/${sessionId}`;

/** The session of a deck: the one that runs, or a new one. */
export const begin = (presentationId: string) =>
  api.post<Session>("/api/present-sessions", { presentationId });

export const move = (sessionId: string, place: Place, builds: boolean) =>
  api.post<LiveState>(`${below(sessionId)}/state`, {
    slideId: place.slideId,
    stepIdx: place.step,
    stepParagraphs: builds,
  });

export const audience = (sessionId: string) => api.get<Audience>(`${below(sessionId)}/audience`);

export const questions = async (sessionId: string) =>
  (await api.get<{ questions: Question[] }>(`/api/follow/${sessionId}/questions`)).questions;

export const browsing = (sessionId: string, on: boolean) =>
  api.post<{ controlEnabled: boolean }>(`${below(sessionId)}/control/${on ? "enable" : "disable"}`);

export const vote = async (sessionId: string, slideId: string, what: "open" | "close" | "reset") =>
  (await api.post<{ interactionState: Interaction }>(`${below(sessionId)}/interactions/${slideId}/${what}`))
    .interactionState;

export const settle = (sessionId: string, questionId: string, what: "answered" | "remove" | "promote") =>
  api.post(
    `${below(sessionId)}/questions/${questionId}/${what}`,
    what === "promote" ? { position: "next" } : {},
  );

/** Where tables of what came in are. */
export const tables = {
  answers: (sessionId: string, slideId: string, texts: boolean) =>
    `${below(sessionId)}/${texts ? "feedback" : "results"}/${slideId}.csv`,
  questions: (sessionId: string) => `${below(sessionId)}/questions.csv`,
};

type Heard = {
  state: (state: LiveState) => void;
  browsing: (on: boolean) => void;
  changed: (slideId: string) => void;
  interaction: (interaction: Interaction) => void;
  questions: (questions: Question[]) => void;
  open: (open: boolean) => void;
};

/** Listens to a session. */
export function listen(sessionId: string, heard: Heard): Stream {
  return stream(`${below(sessionId)}/events`, {
    events: {
      state: heard.state,
      controlEnabled: (data: { controlEnabled: boolean }) => heard.browsing(data.controlEnabled),
      deckUpdated: (data: { slideId: string }) => heard.changed(data.slideId),
      interactionState: (data: Interaction | Asked) =>
        data.type === "qa" ? heard.questions(data.questions) : heard.interaction(data),
    },
    onstate: heard.open,
  });
}
