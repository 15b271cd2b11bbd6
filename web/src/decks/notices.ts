// What the bell tells of.

import { api } from "../lib/api";

export type Notice = {
  id: string;
  kind: "comment" | "reply" | "mention";
  presentationId: string;
  presentationTitle: string;
  slideId: string | null;
  actor: string;
  /** What they are called; empty without a name. */
  actorName: string;
  createdAt: string;
  readAt: string | null;
};

export type Told = { notifications: Notice[]; unread: number };

export function loadNotices(): Promise<Told> {
  return api.get<Told>("/api/notifications");
}

/** Marks some as read, or all of them. */
export async function readNotices(ids?: string[]) {
  await api.post("/api/notifications/read", ids ? { ids } : {}, { keepalive: true });
}
