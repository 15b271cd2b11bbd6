// The elapsed time of a talk. It starts with the first move and survives a reload.

import { storage } from "../follow/page";
import { spell } from "../present/clock";

/** The current time on a monotonic clock. */
const now = () => performance.timeOrigin + performance.now();

export class TalkTimer {
  private start: number | undefined;
  private end: number | undefined;

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

  /** Stops the timer for good: the talk has ended. The next talk starts at zero. */
  stop() {
    this.end ??= this.clock();
    storage.set(this.name, "");
  }

  /** The elapsed time in whole seconds; 0 before the start. */
  seconds(): number {
    if (this.start === undefined) return 0;
    return Math.max(0, Math.floor(((this.end ?? this.clock()) - this.start) / 1000));
  }
}

/** Seconds as minutes, with hours where there are any. Minutes have two digits, so that the text does not move. */
export function elapsedText(seconds: number): string {
  return spell(seconds * 1000).padStart(5, "0");
}
