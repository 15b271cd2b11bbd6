import { expect, it } from "vitest";
import { LivePreview } from "./live-preview.svelte";

const soon = () => new Promise((done) => setTimeout(done));

it("sends one request at a time and skips outdated drafts", async () => {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const drawn = new LivePreview<number, number>((draft) => {
    asked.push(draft);
    return new Promise((done) => answers.push(() => done(draft)));
  });
  for (const draft of [1, 2, 3]) drawn.draw(draft);
  expect(asked).toEqual([1]);
  answers[0]?.();
  await soon();
  expect(asked).toEqual([1, 3]);
  expect(drawn.answer).toBe(1);
  answers[1]?.();
  await soon();
  expect(drawn.answer).toBe(3);
});

it("keeps the last drawing when the newest draft is invalid, and continues", async () => {
  const drawn = new LivePreview<string, string>(async (draft) => {
    if (draft === "bad") throw new Error(draft);
    return draft;
  });
  drawn.draw("good");
  await soon();
  drawn.draw("bad");
  await soon();
  expect([drawn.answer, drawn.fault]).toEqual(["good", new Error("bad")]);
  drawn.draw("better");
  await soon();
  expect([drawn.answer, drawn.fault]).toEqual(["better", undefined]);
});
