// The clock of a talk: elapsed time, target and pace.

/** The state of the clock, in milliseconds. It is stored, so that a talk survives a reload. */
export type ClockState = {
  /** When the clock was last started; undefined while it is paused. */
  since: number | undefined;
  /** The time that had elapsed before `since`. */
  ran: number;
  /** The target duration; 0 without one. */
  target: number;
};

/** A clock at zero that has not started. */
export const still = (target: number): ClockState => ({ since: undefined, ran: 0, target });

/** The current time in milliseconds. It never runs backwards within a page, and continues after a reload. */
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

/** Resets to zero; a running clock keeps running. */
export function reset(clock: ClockState, at: number): ClockState {
  return { ...clock, ran: 0, since: clock.since === undefined ? undefined : at };
}

/** A duration as text, such as "12:04" or "1:02:09". */
export function spell(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const two = (figure: number) => String(figure).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The elapsed share of the target; 0 without one. */
export function level(clock: ClockState, at: number): number {
  return clock.target ? elapsed(clock, at) / clock.target : 0;
}

export type Mood = "calm" | "soon" | "over";

/** How urgent the time is: `soon` from 80% of the target on, `over` beyond it. */
export function mood(level: number): Mood {
  return level > 1 ? "over" : level >= 0.8 ? "soon" : "calm";
}

/** Half a minute either way counts as on time. */
const LEEWAY = 30_000;

export type Pace = { state: "onTime" | "ahead" | "behind"; minutes: number };

/**
 * Whether a talk is on time. `durations` are the planned durations of the visible slides, in any unit; the target is
 * divided among them. It is on time during the share of the slide at `index`.
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

/** Whether the talk ended within half a minute of the target. */
export function isOnTime(clock: ClockState, at: number): boolean {
  return clock.target > 0 && Math.abs(elapsed(clock, at) - clock.target) <= LEEWAY;
}
