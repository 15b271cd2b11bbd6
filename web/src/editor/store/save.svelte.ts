// When edits are sent, and what the person is told about it.

import { ApiError, Offline } from "../../lib/api";
import type { Sync } from "./sync";

export type SaveState =
  | { is: "saved" | "saving" | "kept" }
  /** Not saved, and why in the server's words. */
  | { is: "failed"; details: string };

/** After the last key, and at the latest. */
const REST = 400;
const LATEST = 2000;
const RETRY = 3000;

export class Saver {
  state = $state.raw<SaveState>({ is: "saved" });
  private rest: ReturnType<typeof setTimeout> | undefined;
  private latest: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly sync: Sync) {}

  /** Something waits: it is sent soon. */
  touch() {
    if (this.state.is === "saved") this.state = { is: "saving" };
    const save = () => void this.through(() => this.sync.save()).catch(() => undefined);
    clearTimeout(this.rest);
    this.rest = setTimeout(save, REST);
    this.latest ??= setTimeout(save, LATEST);
  }

  /** Sends at once. Never throws: the state says how it went. */
  async now(): Promise<void> {
    await this.send().catch(() => undefined);
  }

  /** Sends everything at once; throws when it could not. */
  async send(): Promise<void> {
    await this.through(() => this.sync.settle());
  }

  /** Fetches what somebody saved. It does not hurry what waits here: two who type would drive each other. */
  async catchUp(): Promise<void> {
    await this.sync.catchUp().catch(() => this.now());
  }

  private async through(act: () => Promise<void>): Promise<void> {
    clearTimeout(this.rest);
    clearTimeout(this.latest);
    clearTimeout(this.again);
    this.latest = undefined;
    if (!this.sync.isIdle && this.state.is === "saved") this.state = { is: "saving" };
    try {
      await act();
      const refused = this.sync.outbox.held.find(({ reason }) => reason === "refused");
      if (refused) this.state = { is: "failed", details: refused.details ?? "" };
      else this.state = { is: this.sync.isIdle ? "saved" : "saving" };
      if (!this.sync.isIdle) this.touch();
    } catch (fault) {
      this.state = this.failure(fault);
      const wait = fault instanceof ApiError ? (fault.retryAfter ?? RETRY / 1000) * 1000 : RETRY;
      this.again = setTimeout(() => void this.now(), wait);
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
