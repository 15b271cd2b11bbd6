// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { listenToSession } from "./session-stream";

vi.mock("./session-stream");

const state = { slideId: "a", slideIndex: 0, slideType: "", stepIdx: 0, stepParagraphs: true, updatedAt: 0 };
const page = { sessionId: "s", revision: 1, lang: "en", slideCount: 2, theme: "t", controlEnabled: true };
const section = (id: string, number: number) =>
  `<section class="slide" id="${number}" data-slide="${id}" aria-label="${number} ${id}"></section>`;

test("after the end of a talk, keys and slides that arrive late do not replace the closing message", async () => {
  const file = join(import.meta.dirname, "../../../crates/server/src/routes/page/follow.html");
  const data = JSON.stringify({ ...page, state, questions: false, faces: [], words: {} });
  document.body.innerHTML = `${readFileSync(file, "utf8").replace("{slide}", section("a", 1))}
    <script type="application/json" id="data">${data}</script>`;
  HTMLDialogElement.prototype.close = () => undefined;
  let late: (response: Response) => void = () => undefined;
  const requested: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    requested.push(url);
    const slides = ["a", "b", "c"].map((id) => ({ id }));
    if (url.includes("/presentation"))
      return Promise.resolve(Response.json({ slideCount: 3, theme: "t", slides }));
    if (url.includes("/slide/c")) return Promise.resolve(new Response(section("c", 3)));
    return new Promise<Response>((resolve) => (late = resolve));
  });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  await vi.importActual("./main");
  const shown = () => document.getElementById("frame")?.firstElementChild?.className;
  const press = (key: string) =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  await vi.waitFor(() => expect(requested.some((url) => url.includes("/slide/b"))).toBe(true));
  press("ArrowRight");
  vi.mocked(listenToSession).mock.calls[0]?.[1].health("ended");
  late(new Response(section("b", 2)));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(shown()).toBe("ended");
  press("ArrowRight");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(shown()).toBe("ended");
});
