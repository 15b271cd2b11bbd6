// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { QuestionsSheet } from "./questions-sheet";

afterEach(() => vi.unstubAllGlobals());

test("two taps on the button ask a question once", async () => {
  document.body.innerHTML = `<button id="ask"></button><dialog id="questions"><button id="close"></button>
    <p id="questions-closed"></p><form id="asking"><textarea name="text"></textarea><input name="name">
    <p id="asked"></p></form><ul id="list"></ul></dialog>`;
  let answer: (response: Response) => void = () => undefined;
  const asked: string[] = [];
  vi.stubGlobal("fetch", (_: string, { method, body }: { method: string; body?: string }) => {
    if (method !== "POST") return Promise.resolve(Response.json({ questions: [], open: true }));
    asked.push(String(body));
    return new Promise<Response>((resolve) => (answer = resolve));
  });
  new QuestionsSheet("session", document.getElementById("ask") as HTMLElement);
  const text = document.querySelector("textarea") as HTMLTextAreaElement;
  const send = () => document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  text.value = "When?";
  send();
  send();
  expect(asked).toEqual([JSON.stringify({ text: "When?" })]);
  answer(Response.json({ ok: true }));
  await vi.waitFor(() => expect(text.value).toBe(""));
  await new Promise((resolve) => setTimeout(resolve));
  text.value = "And why?";
  send();
  expect(asked.length).toBe(2);
});
