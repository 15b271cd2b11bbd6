// How long somebody has been speaking. It begins with the first move and survives a reload.

import { memory } from "../follow/page";

/** The time now, on a clock that nobody sets while the page is open. */
const now = () => performance.timeOrigin + performance.now();

export class Talk {
  private start: number | undefined;

  constructor(
    private readonly name: string,
    private readonly clock: () => number = now,
  ) {
    const kept = Number(memory.get(name));
    // A day is longer than any talk: what is older is of another one.
    if (kept > 0 && clock() - kept < 86_400_000) this.start = kept;
  }

  /** The first move begins it; later ones change nothing. */
  begin() {
    if (this.start === undefined) this.restart();
  }

  restart() {
    this.start = this.clock();
    memory.set(this.name, String(this.start));
  }

  seconds(): number {
    return this.start === undefined ? 0 : Math.max(0, Math.floor((this.clock() - this.start) / 1000));
  }
}

/** Seconds as minutes, with hours when there are any. */
export function elapsedText(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${two(minutes)}:${two(Math.floor(seconds) % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}
