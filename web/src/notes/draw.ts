// Pointing and drawing on the slide, from the speaker's phone. The slide fills the width of a sheet; a finger on it is
// the pointer or the pen.

import { ApiError, api } from "../lib/api";
import type { MarksNotice } from "../lib/api-types";
import { newId } from "../lib/ids";
import { marksLayer } from "../marks/layer";
import { MarksOutbox } from "../marks/outbox";
import { marksStream } from "../marks/stream";
import { MAX_POINTS, unitsOf } from "../marks/strokes";
import { find, make, showMessage, t } from "../follow/page";

/** Points that are closer than this, in units of the slide, are one. */
const NEAR = 25;

export type DrawingSheet = {
  /** Shows a slide. */
  show: (slideId: string, section: HTMLElement) => void;
  notice: (notice: MarksNotice) => void;
  open: () => void;
};

export function drawingSheet(sessionId: string, key: string | undefined): DrawingSheet {
  const sheet = make("dialog", "drawing");
  const frame = make("div", "frame");
  const copy = make("div", "copy");
  const tools = make("div", "tools");
  sheet.setAttribute("aria-label", t("hall.notes.draw"));
  frame.setAttribute("role", "img");
  frame.setAttribute("aria-label", t("hall.notes.draw.slide"));
  frame.lang = find("now").lang;
  copy.inert = true;
  frame.append(copy);
  sheet.append(frame, tools);
  document.body.append(sheet);

  const layer = marksLayer(frame);
  const stream = marksStream(sessionId, { marks: layer.apply, caption: () => undefined });
  const outbox = new MarksOutbox(
    (body) => api.post("/api/present-sessions/{id}/marks", { id: sessionId, query: { key }, body }),
    { refused },
  );
  let slideId = "";
  let tool: "pointer" | "pen" = "pointer";
  let stroke: { id: string; points: number[] } | undefined;
  let active: number | undefined;

  function refused(refusal: ApiError) {
    const isOff = [401, 403].includes(refusal.status);
    const isFull = refusal.code === "limit_exceeded";
    showMessage(t(isOff ? "hall.notes.off" : isFull ? "hall.notes.draw.full" : "hall.notes.failed"), 6000);
  }

  function button(name: "pointer" | "pen" | "erase" | "close", act: () => void) {
    const made = make("button", "tool", t(`hall.notes.draw.${name}`));
    made.type = "button";
    made.addEventListener("click", act);
    tools.append(made);
    return made;
  }
  const choices = (["pointer", "pen"] as const).map((name) => {
    const made = button(name, () => choose(name));
    return { name, made };
  });
  button("erase", () => {
    outbox.clear(slideId);
    layer.apply({ slideId, reset: true, strokes: [] });
  });
  button("close", () => sheet.close());

  function choose(name: typeof tool) {
    tool = name;
    for (const choice of choices) choice.made.setAttribute("aria-pressed", String(choice.name === name));
  }
  choose("pointer");

  function draw(done: boolean) {
    if (!stroke) return;
    outbox.draw(slideId, stroke.id, [...stroke.points], done);
    const part = { id: stroke.id, from: 0, points: [...stroke.points], done };
    layer.apply({ slideId, reset: false, strokes: [part] });
  }

  function move(event: PointerEvent) {
    if (active !== event.pointerId) return;
    const box = frame.getBoundingClientRect();
    const at = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    const next = unitsOf(at);
    if (tool === "pointer") {
      layer.point(at);
      return outbox.point(slideId, next);
    }
    const [x = -NEAR, y = -NEAR] = stroke?.points.slice(-2) ?? [];
    if (stroke && Math.hypot(next[0] - x, next[1] - y) < NEAR) return;
    stroke ??= { id: newId(), points: [] };
    stroke.points.push(...next);
    const isLong = stroke.points.length >= MAX_POINTS * 2;
    draw(isLong);
    if (isLong) stroke = { id: newId(), points: next };
  }

  function up(event: PointerEvent) {
    if (active !== event.pointerId) return;
    active = undefined;
    if (tool === "pointer") {
      layer.point(undefined);
      outbox.point(slideId, []);
    }
    draw(true);
    stroke = undefined;
  }

  frame.addEventListener("pointerdown", (event) => {
    if (active !== undefined) return;
    event.preventDefault();
    frame.setPointerCapture(event.pointerId);
    active = event.pointerId;
    move(event);
  });
  frame.addEventListener("pointermove", move);
  frame.addEventListener("pointerup", up);
  frame.addEventListener("pointercancel", up);

  return {
    show(id, section) {
      if (active !== undefined && id !== slideId) {
        draw(true);
        stroke = undefined;
      }
      slideId = id;
      copy.replaceChildren(section.cloneNode(true));
      layer.show(id);
    },
    notice: (notice) => stream.notice(notice, false),
    open() {
      if (!sheet.open) sheet.showModal();
      // The strokes that are there.
      stream.notice({ marks: true, captions: false }, false);
    },
  };
}
