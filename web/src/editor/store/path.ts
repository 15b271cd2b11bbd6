// Reads and replaces values in a slide or deck by their path.

import type { Content, Value } from "./deck";

/** The value at a path such as `items.2.title`; undefined when there is none. */
export function valueAt(root: Value | undefined, path: string): Value | undefined {
  if (path === "") return root;
  let value: Value | undefined = root;
  for (const key of path.split(".")) {
    if (value === null || typeof value !== "object") return undefined;
    value = Array.isArray(value) ? value[Number(key)] : value[key];
  }
  return value;
}

/**
 * A copy with the value at a path replaced; `null` and undefined remove it. Shares everything else. Only the last key
 * of the path may be new, and not in a list: otherwise the root itself is returned.
 */
export function withValue<T extends Value>(root: T, path: string, value: Value | undefined): T {
  return (replaced(root, path.split("."), value ?? null) ?? root) as T;
}

function replaced(parent: Value | undefined, [key = "", ...rest]: string[], value: Value): Value | undefined {
  if (parent === undefined || parent === null || typeof parent !== "object") return undefined;
  if (Array.isArray(parent)) {
    const index = /^\d+$/.test(key) ? Number(key) : parent.length;
    if (index >= parent.length) return undefined;
    if (rest.length === 0 && value === null) return parent.filter((_, at) => at !== index);
    const entry = rest.length === 0 ? value : replaced(parent[index], rest, value);
    if (entry === undefined) return undefined;
    const entries = parent.slice();
    entries[index] = entry;
    return entries;
  }
  if (rest.length === 0 && value === null) {
    const fields: Content = { ...parent };
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
    delete fields[key];
    return fields;
  }
  const field = rest.length === 0 ? value : replaced(parent[key], rest, value);
  return field === undefined ? undefined : { ...parent, [key]: field };
}

/**
 * Whether two values are equal. Empty texts, lists and objects equal a missing value; an entry of a list
 * counts even if it is empty.
 */
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
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.values(value).every(isNothing);
}
