// Pointing and drawing on the slide, from the speaker's phone. The slide fills the width of a sheet; a finger on it is
// the pointer or the pen.

import { ApiError, api } from "../lib/api";
import type { MarksNotice, SlideMarks } from "../lib/api-types";
import { newId } from "../lib/ids";
import { INKS, INK_NAMES } from "../marks/ink";
import { marksLayer } from "../marks/layer";
import { MarksOutbox } from "../marks/outbox";
import { marksStream } from "../marks/stream";
import { MAX_POINTS, MIN_DISTANCE, nextPartOf, unitsOf, type Stroke } from "../marks/strokes";
import { find, make, showMessage, t } from "../follow/page";

export type DrawingSheet = {
  /** Shows a copy of a slide, with its marks. */
  show: (slideId: string, section: HTMLElement) => void;
  /** Applies a notice of the session about marks. */
  notice: (notice: MarksNotice) => void;
  open: () => void;
  /** Closes the sheet and its stream for good. */
  end: () => void;
};

/** Adds the sheet for drawing to the page, closed. */
export function drawingSheet(sessionId: string, key: string | undefined): DrawingSheet {
  const sheet = make("dialog", "drawing");
  const frame = make("div", "frame");
  const copy = make("div", "copy");
  const tools = make("div", "tools");
  const inks = make("span", "inks");
  sheet.setAttribute("aria-label", t("hall.notes.draw"));
  frame.setAttribute("role", "img");
  frame.setAttribute("aria-label", t("hall.notes.draw.slide"));
  frame.lang = find("now").lang;
  copy.inert = true;
  frame.append(copy);
  tools.append(inks);
  sheet.append(frame, tools);
  document.body.append(sheet);

  const layer = marksLayer(frame);
  const stream = marksStream(sessionId, { marks: receive, caption: () => undefined });
  const outbox = new MarksOutbox(
    (body) => api.post("/api/present-sessions/{id}/marks", { id: sessionId, query: { key }, body }),
    { refused },
  );
  let slideId = "";
  let tool: "pointer" | "pen" = "pointer";
  let ink = INK_NAMES[0] ?? "red";
  let drawing: { id: string; stroke: Stroke } | undefined;
  /** Ids of strokes that were undone here. Parts of them may still arrive. */
  const undone = new Set<string>();
  let active: number | undefined;

  function refused(refusal: ApiError) {
    const isOff = [401, 403].includes(refusal.status);
    const isFull = refusal.code === "limit_exceeded";
    showMessage(t(isOff ? "hall.notes.off" : isFull ? "hall.notes.draw.full" : "hall.notes.failed"), 6000);
  }

  function receive(marks: SlideMarks) {
    layer.apply({ ...marks, strokes: marks.strokes.filter(({ id }) => !undone.has(id)) });
  }

  function button(name: "pointer" | "pen" | "undo" | "erase" | "close", act: () => void) {
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
  button("undo", () => {
    const ids = layer.takeLastLine();
    for (const id of ids) undone.add(id);
    if (ids.length) outbox.remove(slideId, ids);
  });
  button("erase", () => {
    outbox.clear(slideId);
    layer.apply({ slideId, reset: true, strokes: [] });
  });
  button("close", () => sheet.close());

  const colors = INK_NAMES.map((name) => {
    const made = make("button", "ink");
    made.type = "button";
    made.setAttribute("aria-label", t(`hall.notes.draw.${name}`));
    made.style.setProperty("--ink", INKS[name]);
    made.addEventListener("click", () => chooseInk(name));
    inks.append(made);
    return { name, made };
  });

  function chooseInk(name: typeof ink) {
    ink = name;
    for (const color of colors) color.made.setAttribute("aria-pressed", String(color.name === name));
  }
  chooseInk(ink);

  function choose(name: typeof tool) {
    tool = name;
    inks.hidden = name !== "pen";
    for (const choice of choices) choice.made.setAttribute("aria-pressed", String(choice.name === name));
  }
  choose("pointer");

  function draw(done: boolean) {
    if (!drawing) return;
    const { id, stroke } = drawing;
    const points = [...stroke.points];
    outbox.draw(slideId, id, { ...stroke, points }, done);
    layer.apply({ slideId, reset: false, strokes: [{ id, from: 0, ...stroke, points, done }] });
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
    drawing ??= { id: newId(), stroke: { points: [], color: ink } };
    const { id, stroke } = drawing;
    const [x = -MIN_DISTANCE, y = -MIN_DISTANCE] = stroke.points.slice(-2);
    if (stroke.points.length && Math.hypot(next[0] - x, next[1] - y) < MIN_DISTANCE) return;
    stroke.points.push(...next);
    const isLong = stroke.points.length >= MAX_POINTS * 2;
    draw(isLong);
    if (isLong) drawing = { id: nextPartOf(id), stroke: { points: next, color: stroke.color } };
  }

  function up(event: PointerEvent) {
    if (active !== event.pointerId) return;
    active = undefined;
    if (tool === "pointer") {
      layer.point(undefined);
      outbox.point(slideId, []);
    }
    draw(true);
    drawing = undefined;
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
        drawing = undefined;
      }
      slideId = id;
      copy.replaceChildren(section.cloneNode(true));
      layer.show(id);
    },
    notice: (notice) => stream.notice(notice, false),
    open() {
      if (!sheet.open) sheet.showModal();
      // Opens the stream, which first sends the strokes that exist.
      stream.notice({ marks: true, captions: false }, false);
    },
    end() {
      sheet.close();
      stream.close();
    },
  };
}
