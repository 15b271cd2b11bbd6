// What the bell tells of.

import { api } from "../lib/api";
import type { NotificationList } from "../lib/api-types";

export function loadNotices(): Promise<NotificationList> {
  return api.get("/api/notifications");
}

/** Marks some as read, or all of them. */
export async function readNotices(ids?: string[]) {
  await api.post("/api/notifications/read", { body: ids ? { ids } : {} }, { keepalive: true });
}
