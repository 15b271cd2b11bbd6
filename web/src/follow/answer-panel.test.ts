// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { AnswerPanel } from "./answer-panel";

afterEach(() => vi.unstubAllGlobals());

test("an answer that is being written stays when the connection comes back", async () => {
  document.body.innerHTML = '<div id="answer"></div><a id="skip"></a><p id="said"></p>';
  let question = "What did you learn?";
  const interactionState = { slideId: "a", type: "feedback", open: true, total: 0 };
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json({ interaction: { slideId: "a", type: "feedback", question }, interactionState }),
    ),
  );
  const panel = new AnswerPanel("session", "en");
  panel.setSlide("a");
  await panel.fetch();
  const text = document.querySelector("textarea") as HTMLTextAreaElement;
  text.value = "That tides";
  text.focus();
  question = "What have you learnt?";
  await panel.fetch();
  expect(document.activeElement).toBe(text);
  expect(text.value).toBe("That tides");
  expect(document.querySelector("h2")?.textContent).toBe("What have you learnt?");
});

test("a statement without options shows no panel", async () => {
  document.body.innerHTML = '<div id="answer"></div><a id="skip"></a><p id="said"></p>';
  let options: string[] = [];
  const interactionState = { slideId: "a", type: "likert", open: true, total: 0, totals: [] };
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json({
        interaction: { slideId: "a", type: "likert", question: "Well?", options },
        interactionState,
      }),
    ),
  );
  const panel = new AnswerPanel("session", "en");
  panel.setSlide("a");
  await panel.fetch();
  expect([document.getElementById("answer")?.hidden, document.querySelector("fieldset")]).toEqual([
    true,
    null,
  ]);
  options = ["No", "Yes"];
  await panel.fetch();
  expect(document.getElementById("answer")?.hidden).toBe(false);
  expect(document.querySelectorAll("input").length).toBe(2);
});
