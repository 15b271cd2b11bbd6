// Threads in the order of what they are about.

/** As much of a comment as its place needs. */
type Anchored = { slideId: string | null; status: string; createdAt: string };
/** A slide (or, without one, the deck as a whole), its number in the deck (0 when it is gone), and what is said about it. */
export type Anchor<Thread = Anchored> = { slideId: string | null; number: number; threads: Thread[] };

/** The threads by slide: the deck as a whole first, then in the order of the slides, deleted slides last. Newest first. */
export function anchors<Thread extends Anchored>(
  threads: Thread[],
  slides: { id: string }[],
  wanted: { which: "open" | "settled" | "all"; slideId: string | undefined },
): Anchor<Thread>[] {
  const shown = threads.filter(
    ({ status, slideId }) =>
      (wanted.which === "all" || (status === "open") === (wanted.which === "open")) &&
      (wanted.slideId === undefined || slideId === wanted.slideId),
  );
  const places = new Map(slides.map(({ id }, place) => [id, place + 1]));
  const groups = new Map<string | null, Anchor<Thread>>();
  for (const thread of [...shown].sort((one, other) => other.createdAt.localeCompare(one.createdAt))) {
    const { slideId } = thread;
    const number = slideId ? (places.get(slideId) ?? 0) : 0;
    const group = groups.get(slideId) ?? { slideId, number, threads: [] };
    group.threads.push(thread);
    groups.set(slideId, group);
  }
  const rank = ({ slideId, number }: Anchor<Thread>) => (slideId === null ? 0 : number || Infinity);
  return [...groups.values()].sort((one, other) => rank(one) - rank(other) || 0);
}
