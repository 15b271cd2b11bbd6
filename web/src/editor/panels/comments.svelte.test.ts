import { afterEach, expect, test, vi } from "vitest";
import type { EditorStore } from "../panel-types";
import { Threads } from "./comments.svelte";

afterEach(() => vi.unstubAllGlobals());

test("the list has the comments of the last request, whatever the order of the responses", async () => {
  const bodies = ["old", "new"];
  const answers: (() => void)[] = [];
  vi.stubGlobal("fetch", () => {
    const comments = [{ id: "c", body: bodies.shift(), status: "open", replies: [] }];
    return new Promise((resolve) => answers.push(() => resolve(Response.json({ comments }))));
  });
  const threads = new Threads({ deck: { id: "d" }, on: () => undefined } as unknown as EditorStore);
  const again = threads.load();
  // Responses arrive in reverse order, should both requests have been sent at once.
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0));
  for (let at = answers.length - 1; at >= 0; at -= 1) answers[at]?.();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await again;
  await new Promise((resolve) => setTimeout(resolve));
  expect(threads.list.map(({ body }) => body)).toEqual(["new"]);
});
