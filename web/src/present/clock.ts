// The clock of a talk: how long it has run, how long it should, and whether it is on time.

/** Kept as it is, so that a talk survives a reload. Times are in milliseconds. */
export type ClockState = {
  /** Since when it runs; nothing while it stands. */
  since: number | undefined;
  /** How long it ran before that. */
  ran: number;
  /** How long the talk should take; 0 for no target. */
  target: number;
};

export const still = (target: number): ClockState => ({ since: undefined, ran: 0, target });

/** A time that never runs backwards within a page and goes on across a reload. */
export const now = () => performance.timeOrigin + performance.now();

export function elapsed(clock: ClockState, at: number): number {
  return clock.ran + (clock.since === undefined ? 0 : Math.max(0, at - clock.since));
}

export function started(clock: ClockState, at: number): ClockState {
  return clock.since === undefined ? { ...clock, since: at } : clock;
}

export function paused(clock: ClockState, at: number): ClockState {
  return { ...clock, ran: elapsed(clock, at), since: undefined };
}

/** From zero again; it goes on running when it ran. */
export function reset(clock: ClockState, at: number): ClockState {
  return { ...clock, ran: 0, since: clock.since === undefined ? undefined : at };
}

/** "12:04", "1:02:09". */
export function spell(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const two = (figure: number) => String(figure).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How full the time is: `1` at the target. Without a target the talk has no rim to reach. */
export function level(clock: ClockState, at: number): number {
  return clock.target ? elapsed(clock, at) / clock.target : 0;
}

export type Mood = "calm" | "soon" | "over";

/** At four fifths it is time to come to the point. */
export function mood(level: number): Mood {
  return level > 1 ? "over" : level >= 0.8 ? "soon" : "calm";
}

/** What is left unsaid about being late or early: half a minute either way is on time. */
const LEEWAY = 30_000;

export type Pace = { state: "onTime" | "ahead" | "behind"; minutes: number };

/**
 * Whether a talk is on time. `durations` are the planned lengths of the slides that are shown, in any unit: the target
 * is shared among them. While the clock is within the share of the slide at `index`, all is well.
 */
export function pace(durations: readonly number[], index: number, elapsed: number, target: number): Pace {
  const total = durations.reduce((sum, duration) => sum + duration, 0);
  if (!total || !target || index < 0) return { state: "onTime", minutes: 0 };
  const before = durations.slice(0, index).reduce((sum, duration) => sum + duration, 0);
  const from = (before / total) * target;
  const to = ((before + (durations[index] ?? 0)) / total) * target;
  const minutes = (ms: number) => Math.max(1, Math.round(ms / 60_000));
  if (elapsed > to + LEEWAY) return { state: "behind", minutes: minutes(elapsed - to) };
  if (elapsed < from - LEEWAY) return { state: "ahead", minutes: minutes(from - elapsed) };
  return { state: "onTime", minutes: 0 };
}

/** Right on the tide: the end came within half a minute of the target. */
export function isOnTide(clock: ClockState, at: number): boolean {
  return clock.target > 0 && Math.abs(elapsed(clock, at) - clock.target) <= LEEWAY;
}
