// The elapsed time of a talk. It starts with the first move and survives a reload.

import { storage } from "../follow/page";

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

  /** Starts the timer; later calls have no effect. */
  begin() {
    if (this.start === undefined) this.restart();
  }

  restart() {
    this.start = this.clock();
    storage.set(this.name, String(this.start));
  }

  seconds(): number {
    return this.start === undefined ? 0 : Math.max(0, Math.floor((this.clock() - this.start) / 1000));
  }
}

/** Seconds as minutes, with hours where there are any. */
export function elapsedText(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${two(minutes)}:${two(Math.floor(seconds) % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}
