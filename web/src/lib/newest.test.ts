import { expect, test } from "vitest";
import { newestOnly } from "./newest";

test("only the newest request has an answer, whichever arrives first", async () => {
  const newest = newestOnly();
  let [slow, fail] = [(_: string) => {}, (_: Error) => {}];
  const first = newest(new Promise<string>((resolve) => (slow = resolve)));
  const second = newest(new Promise<string>((_, reject) => (fail = reject)));
  const third = newest(Promise.resolve("ab"));
  expect(await third).toBe("ab");
  slow("a");
  fail(new Error("offline"));
  expect(await first).toBeUndefined();
  expect(await second).toBeUndefined();
  await expect(newest(Promise.reject(new Error("offline")))).rejects.toThrow("offline");
});
