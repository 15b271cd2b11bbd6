// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showLocation, writeLocation, type EditorLocation } from "./location";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const place = (slideId: string, panel: EditorLocation["panel"] = null): EditorLocation => ({
  slideId,
  panel,
  lang: null,
  field: null,
});
let entries: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(10_000);
  entries = [];
  history.replaceState(null, "", "/app/deck");
  const push = history.pushState.bind(history);
  vi.spyOn(history, "pushState").mockImplementation((state, title, url) => {
    entries.push(String(url));
    push(state, title, url);
  });
});

test("slides in quick succession share an entry, and later ones have their own", () => {
  writeLocation(place("a"), true);
  writeLocation(place("b"), false);
  expect(entries).toEqual([]);
  expect(location.search).toBe("?slideId=b");
  vi.advanceTimersByTime(2000);
  writeLocation(place("c"), false);
  expect(entries).toEqual(["/app/deck?slideId=c"]);
});

test("a panel that is closed at once can be reached by going back", () => {
  writeLocation(place("a", "comments"), true);
  writeLocation(place("a"), false);
  expect(entries).toEqual(["/app/deck?slideId=a"]);
  writeLocation(place("a", "history"), false);
  expect(entries.at(-1)).toBe("/app/deck?slideId=a&panel=history");
});

test("going back from a translation shows the main language again", () => {
  const store = {
    deck: { language: "en" },
    slide: { id: "a" },
    select: vi.fn(),
    showLanguage: vi.fn(),
    openPanel: vi.fn(),
    closePanel: vi.fn(),
    editField: vi.fn(),
  };
  history.replaceState(null, "", "/app/deck?slideId=a&lang=nl");
  showLocation(store);
  expect(store.showLanguage).toHaveBeenLastCalledWith("nl");
  history.replaceState(null, "", "/app/deck?slideId=a");
  showLocation(store);
  expect(store.showLanguage).toHaveBeenLastCalledWith("en");
});
