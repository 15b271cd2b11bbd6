// @vitest-environment jsdom

import { expect, it } from "vitest";
import { clockFace, showCountdown } from "./slide-effects";

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

it("shows the message at the end in place of the digits, and removes it again", () => {
  const root = slide(
    `<div class="slide"><div data-widget="countdown" data-seconds="60" data-end="Back to the plan"><p><span>01</span><span>:</span
      ><span>00</span></p><i></i><i></i></div></div>`,
  );
  const widget = root.querySelector<HTMLElement>("[data-widget]");
  if (!widget) throw new Error("no countdown");
  const seen = () => [
    widget.querySelector("p")?.style.visibility,
    widget.querySelector(".message")?.textContent,
  ];
  showCountdown(widget, 1000, 31_000);
  expect(widget.querySelector("p")?.textContent).toBe("00:30");
  expect(root.querySelector(".slide")?.hasAttribute("data-turned")).toBe(true);
  showCountdown(widget, 1000, 62_000);
  expect(seen()).toEqual(["hidden", "Back to the plan"]);
  showCountdown(widget, undefined, 62_000);
  expect(seen()).toEqual(["", undefined]);
  expect(root.querySelector(".slide")?.hasAttribute("data-turned")).toBe(false);
});
