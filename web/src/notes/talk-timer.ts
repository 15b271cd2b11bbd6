// The elapsed time of a talk. It starts with the first move and survives a reload.

import { storage } from "../follow/page";
import { spell } from "../present/clock";

/** The current time on a monotonic clock. */
const now = () => performance.timeOrigin + performance.now();

export class TalkTimer {
  private start: number | undefined;

  constructor(
    private readonly name: string,
    private readonly clock: () => number = now,
  ) {
    const stored = Number(storage.get(name));
    // An older start belongs to another talk.
    if (stored > 0 && clock() - stored < 86_400_000) this.start = stored;
  }

  /** Starts the timer, some milliseconds after the talk began; later calls have no effect. */
  begin(elapsed = 0) {
    if (this.start === undefined) this.restart(elapsed);
  }

  /** Starts the timer anew. */
  restart(elapsed = 0) {
    this.start = this.clock() - elapsed;
    storage.set(this.name, String(this.start));
  }

  /** The elapsed time in whole seconds; 0 before the start. */
  seconds(): number {
    return this.start === undefined ? 0 : Math.max(0, Math.floor((this.clock() - this.start) / 1000));
  }
}

/** Seconds as minutes, with hours where there are any. Minutes have two digits, so that the text does not move. */
export function elapsedText(seconds: number): string {
  return spell(seconds * 1000).padStart(5, "0");
}
