// The differences between two states of a deck: by slide, by field, by word.

type Content = Record<string, unknown>;

/** The parts of a slide that are compared. */
export type ComparedSlide = {
  id: string;
  type: string;
  content: Content;
  notes: string;
  visibility?: unknown;
  duration?: unknown;
  transition?: unknown;
  morphNames?: unknown;
  library?: unknown;
};

/** What happened to a slide since the earlier state. */
export type SlideFate = "same" | "changed" | "moved" | "new" | "gone";
export type SlideDifference<Slide> = { fate: SlideFate; then: Slide | undefined; now: Slide | undefined };

/** Whether two values are equal. The order of keys does not matter, and an empty text equals a missing one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isBlank(one) && isBlank(other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]));
  }
  if (isObject(one) && isObject(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
      isSame(one[key], other[key]),
    );
  }
  return false;
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (isObject(value) && Object.keys(value).length === 0)
  );
}

function isObject(value: unknown): value is Content {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isUnchanged(one: ComparedSlide, other: ComparedSlide): boolean {
  const parts = (slide: ComparedSlide) => [
    slide.type,
    slide.content,
    slide.notes,
    slide.visibility,
    slide.duration,
    slide.transition,
    slide.morphNames,
    slide.library,
  ];
  return isSame(parts(one), parts(other));
}

/** The indexes of the longest increasing subsequence: all other slides have moved. */
function longestOrderedRun(places: number[]): Set<number> {
  const lengths = places.map(() => 1);
  const before = places.map(() => -1);
  let last = -1;
  for (const [at, place] of places.entries()) {
    for (let earlier = 0; earlier < at; earlier += 1) {
      const length = (lengths[earlier] ?? 0) + 1;
      if ((places[earlier] ?? 0) < place && length > (lengths[at] ?? 0)) {
        lengths[at] = length;
        before[at] = earlier;
      }
    }
    if (last < 0 || (lengths[at] ?? 0) > (lengths[last] ?? 0)) last = at;
  }
  const kept = new Set<number>();
  for (let at = last; at >= 0; at = before[at] ?? -1) kept.add(at);
  return kept;
}

/**
 * The slides of an earlier state with what happened to them since, in their earlier order; new slides follow at the
 * end.
 */
export function slideDifferences<Slide extends ComparedSlide>(
  then: Slide[],
  now: Slide[],
): SlideDifference<Slide>[] {
  const places = new Map(now.map((slide, place) => [slide.id, place]));
  const stayed = then.filter((slide) => places.has(slide.id));
  const kept = longestOrderedRun(stayed.map((slide) => places.get(slide.id) ?? 0));
  const moved = new Set(stayed.filter((_, at) => !kept.has(at)).map((slide) => slide.id));
  const old = then.map((slide): SlideDifference<Slide> => {
    const place = places.get(slide.id);
    const present = place === undefined ? undefined : now[place];
    if (!present) return { fate: "gone", then: slide, now: undefined };
    const fate = !isUnchanged(slide, present) ? "changed" : moved.has(slide.id) ? "moved" : "same";
    return { fate, then: slide, now: present };
  });
  const known = new Set(then.map((slide) => slide.id));
  const added = now.filter((slide) => !known.has(slide.id));
  return [
    ...old,
    ...added.map((slide): SlideDifference<Slide> => ({ fate: "new", then: undefined, now: slide })),
  ];
}

/** A field that differs: its path and its values as text. */
export type FieldDifference = { path: string; before: string; after: string };

function collectLeaves(value: unknown, path: string, into: Map<string, string>) {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collectLeaves(item, `${path}.${index}`, into);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) collectLeaves(item, path ? `${path}.${key}` : key, into);
  } else if (!isBlank(value)) {
    into.set(path, String(value));
  }
}

/** The fields that differ between two contents, in their order. */
export function fieldDifferences(before: unknown, after: unknown): FieldDifference[] {
  const [old, fresh] = [new Map<string, string>(), new Map<string, string>()];
  collectLeaves(before, "", old);
  collectLeaves(after, "", fresh);
  const paths = [...new Set([...old.keys(), ...fresh.keys()])];
  return paths
    .map((path) => ({ path, before: old.get(path) ?? "", after: fresh.get(path) ?? "" }))
    .filter((field) => field.before !== field.after);
}

/** A run of words that both texts have, or only the earlier or the later one. */
export type Piece = { kind: "same" | "deleted" | "inserted"; text: string };

/** Longer texts are not compared by word, which would be slow. */
const MOST_WORDS = 1500;

/** The word differences between two texts. */
export function wordDifferences(before: string, after: string): Piece[] {
  const [old, fresh] = [words(before), words(after)];
  if (old.length > MOST_WORDS || fresh.length > MOST_WORDS) {
    return joined([
      { kind: "deleted", text: before },
      { kind: "inserted", text: after },
    ]);
  }
  // The length of the longest common subsequence from each pair of positions on.
  const width = fresh.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      common[at] = isSameWord(old[i], fresh[j])
        ? (common[at + width + 1] ?? 0) + 1
        : Math.max(common[at + width] ?? 0, common[at + 1] ?? 0);
    }
  }
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const at = i * width + j;
    if (i < old.length && j < fresh.length && isSameWord(old[i], fresh[j])) {
      pieces.push({ kind: "same", text: longer(old[i] ?? "", fresh[j] ?? "") });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === fresh.length || (common[at + width] ?? 0) >= (common[at + 1] ?? 0))) {
      pieces.push({ kind: "deleted", text: old[i] ?? "" });
      i += 1;
    } else {
      pieces.push({ kind: "inserted", text: fresh[j] ?? "" });
      j += 1;
    }
  }
  return joined(pieces);
}

/** Words with the space that follows them, so that joining them restores the text. */
function words(text: string): string[] {
  return text.match(/\S+\s*|^\s+/g) ?? [];
}

/** Compares two words without the space after them, which the last word of a text lacks. */
function isSameWord(one: string | undefined, other: string | undefined): boolean {
  return one?.trimEnd() === other?.trimEnd();
}

function longer(one: string, other: string): string {
  return one.length > other.length ? one : other;
}

/** Joins neighbours of one kind; between common words, deletions come before insertions. */
function joined(pieces: Piece[]): Piece[] {
  const result: Piece[] = [];
  let [deleted, inserted] = ["", ""];
  const flush = () => {
    if (deleted) result.push({ kind: "deleted", text: deleted });
    if (inserted) result.push({ kind: "inserted", text: inserted });
    [deleted, inserted] = ["", ""];
  };
  for (const { kind, text } of pieces) {
    if (kind === "deleted") deleted += text;
    else if (kind === "inserted") inserted += text;
    else {
      flush();
      const last = result.at(-1);
      if (last?.kind === "same") last.text += text;
      else result.push({ kind, text });
    }
  }
  flush();
  return result;
}
