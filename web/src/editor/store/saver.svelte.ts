// Decides when edits are sent, and holds the save state that the user sees.

import { ApiError, Offline } from "../../lib/api";
import type { Sync } from "./sync";

export type SaveState =
  | { is: "saved" | "saving" | "kept" }
  /** Not saved, with the reason from the server. */
  | { is: "failed"; details: string };

/** Milliseconds until edits are sent: after the last edit, but at most so many after the first one. */
const IDLE_DELAY = 400;
const MAX_DELAY = 2000;
const RETRY_DELAY = 3000;

export class Saver {
  state = $state.raw<SaveState>({ is: "saved" });
  private idleTimer: ReturnType<typeof setTimeout> | undefined;
  private maxTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly sync: Sync) {}

  /** Sends pending edits soon. */
  schedule() {
    if (this.state.is === "saved") this.state = { is: "saving" };
    const save = () => void this.run(() => this.sync.sendPending()).catch(() => undefined);
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(save, IDLE_DELAY);
    this.maxTimer ??= setTimeout(save, MAX_DELAY);
  }

  /** Sends at once. Never throws; the state holds the result. */
  async saveNow(): Promise<void> {
    await this.flush().catch(() => undefined);
  }

  /** Sends all pending edits at once. Throws where that fails. */
  async flush(): Promise<void> {
    await this.run(() => this.sync.flush());
  }

  /** Loads what another user saved, without sending pending edits: two users who type would trigger each other. */
  async catchUp(): Promise<void> {
    await this.sync.catchUp().catch(() => this.saveNow());
  }

  private async run(act: () => Promise<void>): Promise<void> {
    clearTimeout(this.idleTimer);
    clearTimeout(this.maxTimer);
    clearTimeout(this.retryTimer);
    this.maxTimer = undefined;
    if (!this.sync.isIdle && this.state.is === "saved") this.state = { is: "saving" };
    try {
      await act();
      // A text that is too long is stored as a draft until it is corrected; the slide shows that.
      if (this.sync.isIdle && this.sync.outbox.held.some(({ reason }) => reason === "refused"))
        this.state = { is: "kept" };
      else this.state = { is: this.sync.isIdle ? "saved" : "saving" };
      if (!this.sync.isIdle) this.schedule();
    } catch (fault) {
      this.state = this.failure(fault);
      const wait = fault instanceof ApiError ? (fault.retryAfter ?? RETRY_DELAY / 1000) * 1000 : RETRY_DELAY;
      this.retryTimer = setTimeout(() => void this.saveNow(), wait);
      throw fault;
    }
  }

  private failure(fault: unknown): SaveState {
    const isKept =
      fault instanceof Offline || (fault instanceof ApiError && [401, 429, 502, 503].includes(fault.status));
    if (isKept) return this.sync.isIdle ? { is: "saved" } : { is: "kept" };
    return { is: "failed", details: fault instanceof Error ? fault.message : String(fault) };
  }
}
