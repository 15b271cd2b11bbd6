// The user's notifications.

import { api } from "../lib/api";
import type { NotificationList } from "../lib/api-types";

export function loadNotifications(): Promise<NotificationList> {
  return api.get("/api/notifications");
}

/** Marks notifications as read: those with the ids, or all. */
export async function markRead(ids?: string[]) {
  await api.post("/api/notifications/read", { body: ids ? { ids } : {} }, { keepalive: true });
}
