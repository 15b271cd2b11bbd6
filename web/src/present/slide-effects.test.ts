import { expect, it } from "vitest";
import { clockFace, showAnswers, showCountdown } from "./slide-effects";

/** A slide in a shadow root, as the server writes it. */
function slide(html: string): ShadowRoot {
  const host = document.createElement("div");
  document.body.append(host);
  const root = host.attachShadow({ mode: "open" });
  root.innerHTML = html;
  return root;
}

it("formats a countdown, never below zero", () => {
  expect([300, 59.2, 0.4, -3].map(clockFace)).toEqual(["05:00", "01:00", "00:01", "00:00"]);
});

it("runs a countdown from its start, and reports its end", () => {
  const root = slide('<div data-widget="countdown" data-seconds="60"><span>01:00</span><i></i><i></i></div>');
  const widget = root.querySelector<HTMLElement>("[data-widget]");
  if (!widget) throw new Error("no countdown");
  expect(showCountdown(widget, undefined, 9_000_000)).toBe(false);
  expect(widget.textContent).toBe("01:00");
  expect(showCountdown(widget, 1000, 31_000)).toBe(false);
  expect(widget.textContent).toBe("00:30");
  expect(showCountdown(widget, 1000, 62_000)).toBe(true);
  expect(widget.textContent).toBe("00:00");
});

it("draws results over their question once, and removes them", () => {
  const root = slide(
    `<div data-widget="poll" data-form="poll" data-bars="0,0,800,100 0,120,800,100" data-outcome="0,300,800,60">
      <p data-field="option1"><span class="l">Harbour Street</span></p></div>`,
  );
  const drawn = () => [...root.querySelectorAll(".answers")].map((layer) => layer.textContent);
  showAnswers(root, { slideId: "a", totals: [3, 1], total: 4, said: "4 votes" });
  showAnswers(root, { slideId: "a", totals: [3, 1], total: 4, said: "4 votes" });
  expect(drawn()).toEqual(["3  ·  75%1  ·  25%4 votes"]);
  showAnswers(root, undefined);
  expect(drawn()).toEqual([]);
});
