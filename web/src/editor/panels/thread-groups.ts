// Groups comment threads by slide.

/** The fields that grouping needs. */
type AnchoredThread = { slideId: string | null; status: string; createdAt: string };
/** The threads of a slide, or of the whole deck without a slide id. `number` is 0 for a deleted slide. */
export type ThreadGroup<Thread = AnchoredThread> = {
  slideId: string | null;
  number: number;
  threads: Thread[];
};

/**
 * Groups the wanted threads by slide: the whole deck first, then in the order of the slides, deleted slides
 * last. Each group has its newest thread first.
 */
export function groupThreads<Thread extends AnchoredThread>(
  threads: Thread[],
  slides: { id: string }[],
  wanted: { which: "open" | "settled" | "all"; slideId: string | undefined },
): ThreadGroup<Thread>[] {
  const shown = threads.filter(
    ({ status, slideId }) =>
      (wanted.which === "all" || (status === "open") === (wanted.which === "open")) &&
      (wanted.slideId === undefined || slideId === wanted.slideId),
  );
  const places = new Map(slides.map(({ id }, place) => [id, place + 1]));
  const groups = new Map<string | null, ThreadGroup<Thread>>();
  for (const thread of [...shown].sort((one, other) => other.createdAt.localeCompare(one.createdAt))) {
    const { slideId } = thread;
    const number = slideId ? (places.get(slideId) ?? 0) : 0;
    const group = groups.get(slideId) ?? { slideId, number, threads: [] };
    group.threads.push(thread);
    groups.set(slideId, group);
  }
  const rank = ({ slideId, number }: ThreadGroup<Thread>) => (slideId === null ? 0 : number || Infinity);
  return [...groups.values()].sort((one, other) => rank(one) - rank(other) || 0);
}
