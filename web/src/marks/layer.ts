// Marks of the speaker over a slide: strokes, the pointer and captions. Screen readers skip strokes and pointer, which
// have no words; captions are text.

import type { Caption, SlideMarks } from "../lib/api-types";
import { INKS } from "./ink";
import { laser } from "./laser";
import { Strokes, pathOf, pointAt, type Stroke } from "./strokes";

const SVG = "http://www.w3.org/2000/svg";
/** The widths of a stroke and of its light rim, in 16000ths of the width of the slide. */
const WIDTH = 110;
const RIM = 165;
/** Milliseconds after which a caption is hidden. */
const CAPTION_DURATION = 8000;

type Point = { x: number; y: number };

export type MarksLayer = {
  /** Adds marks. They are shown while their slide is. */
  apply: (marks: SlideMarks) => void;
  /** Removes the line that was drawn last on the slide that is shown. Returns the ids of its strokes. */
  takeLastLine: () => string[];
  /** Shows the strokes of a slide. */
  show: (slideId: string) => void;
  point: (at: Point | undefined) => void;
  caption: (caption: Caption) => void;
  stop: () => void;
};

/** Puts a layer into the frame of a slide, below an element of the frame if one is given. */
export function marksLayer(frame: HTMLElement, below: Element | null = null): MarksLayer {
  const strokes = new Strokes();
  const drawn = new Map<string, SVGGElement>();
  const ink = document.createElementNS(SVG, "svg");
  ink.setAttribute("viewBox", "0 0 16000 9000");
  ink.setAttribute("class", "ink");
  const canvas = document.createElement("canvas");
  canvas.className = "pointer";
  for (const element of [ink, canvas]) {
    element.setAttribute("aria-hidden", "true");
    Object.assign(element.style, {
      position: "absolute",
      inset: "0",
      width: "100%",
      height: "100%",
      pointerEvents: "none",
    });
  }
  canvas.style.zIndex = "var(--z-laser)";
  const pointer = laser(canvas);
  const words = document.createElement("p");
  words.className = "caption";
  words.hidden = true;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let shown = "";

  function draw(id: string, { points, color }: Stroke) {
    let group = drawn.get(id);
    if (!group) {
      group = document.createElementNS(SVG, "g");
      for (const [paint, width] of [
        ["#fff", RIM],
        [INKS[color], WIDTH],
      ] as const) {
        const line = document.createElementNS(SVG, "path");
        line.setAttribute("stroke", paint);
        line.setAttribute("stroke-width", String(width));
        group.append(line);
      }
      group.setAttribute("fill", "none");
      group.setAttribute("stroke-linecap", "round");
      group.setAttribute("stroke-linejoin", "round");
      drawn.set(id, group);
      ink.append(group);
    }
    const path = pathOf(points);
    for (const line of group.children) line.setAttribute("d", path);
  }

  function redraw() {
    ink.replaceChildren();
    drawn.clear();
    for (const [id, stroke] of strokes.of(shown)) draw(id, stroke);
  }

  return {
    apply(marks) {
      strokes.apply(marks);
      if (marks.slideId !== shown) return;
      if (marks.reset) redraw();
      for (const { id } of marks.reset ? [] : marks.strokes) {
        const stroke = strokes.of(shown).get(id);
        if (stroke) draw(id, stroke);
      }
      if (marks.pointer) pointer.point(marks.pointer.length ? pointAt(marks.pointer) : undefined);
    },
    takeLastLine() {
      const taken = strokes.takeLastLine(shown);
      redraw();
      return taken;
    },
    show(slideId) {
      // A slide may have been put over the layer, or have replaced it.
      const isOnTop = below ? ink.nextElementSibling === below : frame.lastElementChild === words;
      if (!isOnTop) {
        frame.append(canvas, words);
        frame.insertBefore(ink, below ?? canvas);
      }
      if (slideId === shown) return;
      shown = slideId;
      pointer.point(undefined);
      redraw();
    },
    point: pointer.point,
    caption({ text, lang }) {
      clearTimeout(hiding);
      words.textContent = text;
      words.lang = lang;
      words.hidden = !text;
      hiding = setTimeout(() => (words.hidden = true), CAPTION_DURATION);
    },
    stop() {
      clearTimeout(hiding);
      pointer.stop();
      for (const part of [ink, canvas, words]) part.remove();
    },
  };
}
