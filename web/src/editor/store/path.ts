// Reading and writing a place in a slide by its path, without changing what was there.

import type { Content, Value } from "./deck";

/** The value at a path such as `items.2.title`; undefined where there is none. */
export function valueAt(root: Value | undefined, path: string): Value | undefined {
  if (path === "") return root;
  let here: Value | undefined = root;
  for (const part of path.split(".")) {
    if (here === null || typeof here !== "object") return undefined;
    here = Array.isArray(here) ? here[Number(part)] : here[part];
  }
  return here;
}

/** A copy with the value at a path replaced; `null` and undefined remove it. What the path does not touch is shared. */
export function withValue<T extends Value>(root: T, path: string, value: Value | undefined): T {
  return placed(root, path.split("."), value) as T;
}

function placed(here: Value | undefined, [part, ...rest]: string[], value: Value | undefined): Value {
  if (part === undefined) return value ?? null;
  const inner = (old: Value | undefined) => (rest.length > 0 ? placed(old, rest, value) : (value ?? null));
  if (Array.isArray(here)) {
    const index = Number(part);
    if (rest.length === 0 && (value === undefined || value === null))
      return here.filter((_, at) => at !== index);
    const copy = here.slice();
    copy[index] = inner(here[index]);
    return copy;
  }
  const fields: Content = here !== null && typeof here === "object" ? { ...here } : {};
  const key = part;
  if (rest.length === 0 && (value === undefined || value === null)) {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
    delete fields[key];
    return fields;
  }
  // A number after a name that is not there yet begins a list.
  const begun = fields[key] ?? (rest[0] !== undefined && /^\d+$/.test(rest[0]) ? [] : undefined);
  fields[key] = inner(begun);
  return fields;
}

/** Whether two values say the same. An empty text, an empty list and nothing count alike. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNothing(a) && isNothing(b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, at) => isSame(entry, b[at]));
  }
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) =>
    isSame(left[key], right[key]),
  );
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isNothing);
}
