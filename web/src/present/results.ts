// Results of a question, drawn over its slide during a talk. The server draws the question and says where results
// appear and in which colours (`data-bars`, `data-fills`, `data-outcome` and so on); nothing of the question moves.

import type { Answers } from "./channel";

type Box = { left: number; top: number; width: number; height: number };
type Font = { family: string; weight: string };

/** The box of a result on the slide, and its colours. */
type Bar = { box: Box; fill: string; leadingFill: string; leadingInk: string };

/** The elements, boxes, fonts and colours with which the results of a question are drawn. */
type Canvas = {
  widget: HTMLElement;
  /** The element over the question in which the results are drawn. */
  layer: HTMLElement;
  bars: Bar[];
  outcome: Box;
  heading: Font;
  body: Font;
  text: string;
  mark: string;
  /** Three colours: of plates, of text on them, and of figures on them. */
  plate: string[];
  radius: number;
  rightToLeft: boolean;
};

type TextStyle = {
  size: number;
  font: Font;
  color: string;
  align?: "left" | "center" | "right";
  /** The vertical position in the box. */
  at?: "start" | "center" | "end";
};

const numbers = (text: string | undefined) => (text ?? "").split(",").map(Number);

function boxOf(text: string | undefined): Box {
  const [left = 0, top = 0, width = 0, height = 0] = numbers(text);
  return { left, top, width, height };
}

/** Whole percentages that sum to 100. The largest remainders are rounded up, of equal ones the earlier. */
export function percentages(totals: number[]): number[] {
  const total = totals.reduce((sum, count) => sum + count, 0);
  if (!total) return totals.map(() => 0);
  const exact = totals.map((count) => (100 * count) / total);
  const shares = exact.map(Math.floor);
  const missing = 100 - shares.reduce((sum, share) => sum + share, 0);
  const remainder = (index: number) => (exact[index] ?? 0) - (shares[index] ?? 0);
  const order = totals
    .map((_, index) => index)
    .sort((one, two) => remainder(two) - remainder(one) || one - two);
  for (const index of order.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** The position of the only answer with the most votes. */
function leaderOf(totals: number[]): number | undefined {
  const most = Math.max(0, ...totals);
  const leader = totals.indexOf(most);
  return most > 0 && totals.lastIndexOf(most) === leader ? leader : undefined;
}

/** The mean of a scale from 1. */
function averageOf(totals: number[]): number {
  const total = totals.reduce((sum, count) => sum + count, 0);
  return totals.reduce((sum, count, index) => sum + count * (index + 1), 0) / Math.max(1, total);
}

const px = (length: number) => `${length}px`;

/** A box of one colour. */
function shape(at: Box, background: string, radius = 0): HTMLElement {
  const made = document.createElement("div");
  const { left, top, width, height } = at;
  Object.assign(made.style, {
    position: "absolute",
    left: px(left),
    top: px(top),
    width: px(width),
    height: px(height),
    background,
    borderRadius: px(Math.min(radius, width / 2, height / 2)),
  });
  return made;
}

function text(
  at: Box,
  words: string,
  { size, font, color, align = "left", at: place = "center" }: TextStyle,
) {
  const made = shape(at, "transparent");
  const side = { start: "flex-start", center: "center", end: "flex-end" };
  Object.assign(made.style, {
    display: "flex",
    flexDirection: "column",
    justifyContent: side[place],
    textAlign: align,
    color,
    fontSize: px(size),
    lineHeight: "1.1",
    fontFamily: font.family,
    fontWeight: font.weight,
  });
  made.textContent = words;
  return made;
}

/** The largest font size, up to a maximum, at which a line of text fits into a width, by estimate. */
const fitted = (words: string, width: number, most: number) =>
  Math.min(most, width / Math.max(1, words.length * 0.58));

/** The shares of the answers that each question showed last. */
const formerShares = new WeakMap<HTMLElement, number[]>();

/** Animates a bar from its former share. */
function grow(bar: HTMLElement, from: number, to: number, horizontal: boolean, rightToLeft: boolean) {
  const isCalm = typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (from === to || to === 0 || isCalm || !("animate" in bar)) return;
  bar.style.transformOrigin = horizontal ? (rightToLeft ? "right" : "left") : "bottom";
  const scale = (share: number) => ({ transform: horizontal ? `scaleX(${share})` : `scaleY(${share})` });
  bar.animate([scale(Math.max(0.01, from / to)), scale(1)], {
    duration: 400,
    easing: "cubic-bezier(.2, .8, .2, 1)",
  });
}

/** Hides parts of the question that results replace. */
function hide(widget: HTMLElement, isReplaced: (element: Element) => boolean) {
  for (const element of widget.children) {
    if (element.classList.contains("answers") || !isReplaced(element)) continue;
    element.setAttribute("data-replaced", "");
    (element as HTMLElement | SVGElement).style.display = "none";
  }
}

/** Removes the results of a question. */
function clear(widget: HTMLElement) {
  for (const layer of widget.querySelectorAll(".answers")) layer.remove();
  for (const element of widget.querySelectorAll<HTMLElement | SVGElement>("[data-replaced]")) {
    element.removeAttribute("data-replaced");
    element.style.display = "";
  }
}

function fontOf(element: Element | null | undefined): Font | undefined {
  if (!element) return undefined;
  const { fontFamily: family, fontWeight: weight } = getComputedStyle(element);
  return { family, weight };
}

function canvasOf(widget: HTMLElement): Canvas {
  const { dataset } = widget;
  const fills = (dataset["fills"] ?? "").split(" ");
  const bars = (dataset["bars"] ?? "").split(" ").filter(Boolean);
  const hint = widget.querySelector("[data-field=placeholder] .l");
  const heading = fontOf(hint ?? widget.querySelector("p:not([data-field]) .l")) ?? {
    family: "",
    weight: "",
  };
  const field = widget.querySelector(
    ":scope [data-field]:not([data-field=placeholder]) .l, [data-kind=group] p .l",
  );
  const layer = document.createElement("div");
  layer.className = "answers";
  layer.setAttribute("role", "status");
  return {
    widget,
    layer,
    bars: bars.map((box, index) => {
      const [fill = "", leadingFill = fill, leadingInk = ""] = (fills[index] ?? "").split(",");
      return { box: boxOf(box), fill, leadingFill, leadingInk };
    }),
    outcome: boxOf(dataset["outcome"]),
    heading,
    body: fontOf(field) ?? heading,
    text: dataset["text"] ?? "currentColor",
    mark: dataset["mark"] ?? "currentColor",
    plate: (dataset["plate"] ?? "").split(","),
    radius: Number(dataset["radius"]) || 0,
    rightToLeft: dataset["direction"] === "rtl",
  };
}

/** A part of a box from its start or end side. */
function slice(box: Box, canvas: Canvas, from: number, width: number): Box {
  const left = canvas.rightToLeft ? box.left + box.width - from - width : box.left + from;
  return { ...box, left, width };
}

/** Draws the results of a question over it, or removes them. */
export function showAnswers(root: ShadowRoot, answers: Answers | undefined) {
  const widget = root.querySelector<HTMLElement>("[data-widget=poll]");
  if (!widget) return;
  clear(widget);
  if (!answers?.total) formerShares.delete(widget);
  if (!answers?.total && !answers?.closed) return;
  const canvas = canvasOf(widget);
  const isScale = widget.dataset["form"]?.startsWith("likert");
  if (!answers.total) {
    if (isScale) drawNotice(canvas, answers.closed);
    else coverJoinCard(canvas, answers.closed);
    widget.append(canvas.layer);
    return;
  }
  const isColumns = canvas.bars.some(({ box }) => box.height > box.width);
  switch (widget.dataset["form"]) {
    case "poll":
      drawPoll(canvas, answers);
      break;
    case "likert":
      if (isColumns) drawColumns(canvas, answers);
      else drawRows(canvas, answers);
      drawNotice(canvas, answers.closed);
      break;
    case "likert-slider":
      drawSlider(canvas, answers);
      break;
    default:
      drawTexts(canvas, answers);
  }
  formerShares.set(
    widget,
    answers.totals.map((count) => count / answers.total),
  );
  widget.append(canvas.layer);
}

/** Covers the join card with a message that no more answers are accepted. */
function coverJoinCard(canvas: Canvas, closed: string | undefined) {
  const { widget, outcome } = canvas;
  const plate = widget.querySelector<HTMLElement>("[data-kind=group] > :is(i, svg)");
  if (!closed || !plate) return;
  const [left = 0, top = 0, width = 0, height = 0] = (["left", "top", "width", "height"] as const).map(
    (side) => parseFloat(plate.style[side]),
  );
  // The number of votes is drawn at the bottom of the card.
  const foot = widget.dataset["form"] === "poll" ? Math.max(0, top + height - outcome.top) : 0;
  drawClosed(canvas, { left, top, width, height }, closed, foot);
}

/** Draws a card with the message `closed`. The lower `foot` slide units of the box stay free of text. */
function drawClosed({ layer, heading, plate, radius }: Canvas, box: Box, closed: string, foot: number) {
  const [fill = "", , ink = ""] = plate;
  const inner = { ...box, left: box.left + 32, width: box.width - 64, height: box.height - foot };
  const longest = Math.max(...closed.split(" ").map((word) => word.length));
  const size = fitted("x".repeat(longest), inner.width, 72);
  layer.append(
    shape(box, fill, radius),
    text(inner, closed, { size, font: heading, color: ink, align: "center" }),
  );
}

/**
 * Draws a message in the space between the question and the answers of a scale, whose slide has no join card. The space
 * is 48 slide units high in every theme.
 */
function drawNotice(canvas: Canvas, closed: string | undefined) {
  if (!closed) return;
  const { layer, bars, outcome, heading, plate, radius, rightToLeft } = canvas;
  const [fill = "", ink = ""] = plate;
  const size = 32;
  const width = closed.length * 0.58 * size + 48;
  const boxes = [outcome, ...bars.map(({ box }) => box)];
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const box = { left: rightToLeft ? left : right - width, top: outcome.top - 46, width, height: 44 };
  layer.append(
    shape(box, fill, radius),
    text(box, closed, { size, font: heading, color: ink, align: "center" }),
  );
}

/** Draws the number of answers. */
function drawCount({ layer, outcome, body, plate }: Canvas, caption: string) {
  if (!outcome.height) return;
  const style = {
    size: fitted(caption, outcome.width, 56),
    font: body,
    color: plate[1] ?? "",
    align: "center",
  } as const;
  layer.append(text(outcome, caption, style));
}

function drawPoll(canvas: Canvas, answers: Answers) {
  const { widget, layer, bars, heading, text: ink, radius, rightToLeft } = canvas;
  const leader = leaderOf(answers.totals);
  const shares = percentages(answers.totals);
  const longest = Math.max(...shares.map((share) => `${share}%`.length));
  const former = formerShares.get(widget) ?? [];
  // Bars are drawn behind the texts of the question.
  const below = document.createElement("div");
  below.className = "answers";
  bars.forEach(({ box, fill, leadingFill, leadingInk }, index) => {
    const share = (answers.totals[index] ?? 0) / answers.total;
    const isHorizontal = box.width > box.height;
    const leads = index === leader;
    const length = isHorizontal ? Math.max(36, box.width * share) : Math.max(24, box.height * share);
    const at = isHorizontal
      ? slice(box, canvas, 0, length)
      : { ...box, top: box.top + box.height - length, height: length };
    if (share > 0) {
      const bar = shape(at, leads ? leadingFill : fill, radius);
      bar.style.overflow = "hidden";
      if (leads)
        bar.append(shape({ left: 0, top: at.height - 12, width: at.width, height: 12 }, canvas.mark));
      grow(bar, former[index] ?? 0, share, isHorizontal, rightToLeft);
      below.append(bar);
    }
    const words = `${shares[index] ?? 0}%`;
    const color = leads ? leadingInk : ink;
    if (isHorizontal) {
      const place = slice(box, canvas, box.width - 36 - 230, 230);
      const size = Math.min(96, box.height * 0.72, longest > 3 ? 72 : 88);
      layer.append(text(place, words, { size, font: heading, color, align: rightToLeft ? "left" : "right" }));
    } else {
      const size = Math.min(200, box.height * 0.25, fitted(words, box.width - 80, 200));
      const place = { left: box.left + 40, top: box.top, width: box.width - 80, height: box.height - 24 };
      layer.append(
        text(place, words, { size, font: heading, color, align: rightToLeft ? "right" : "left", at: "end" }),
      );
    }
  });
  const first = [...widget.children].find((element) => element.localName === "p");
  widget.insertBefore(below, first ?? null);
  // The text that is shown in place of the count before there are votes.
  const word = widget.lastElementChild;
  if (word?.matches("p:not([data-field])")) hide(widget, (element) => element === word);
  coverJoinCard(canvas, answers.closed);
  drawCount(canvas, answers.caption);
}

function drawColumns(canvas: Canvas, answers: Answers) {
  const { widget, layer, bars, outcome, heading, body, text: ink, mark, radius } = canvas;
  hide(widget, (element) => !element.hasAttribute("data-field"));
  const most = Math.max(1, ...answers.totals);
  const leader = leaderOf(answers.totals);
  const shares = percentages(answers.totals);
  const former = formerShares.get(widget) ?? [];
  const foot = outcome.top + outcome.height;
  const tops: number[] = [];
  bars.forEach(({ box, fill }, index) => {
    const count = answers.totals[index] ?? 0;
    const height = Math.max(8, (box.height * count) / most);
    const bar = shape({ ...box, top: foot - height, height }, fill, Math.min(radius, height));
    bar.style.borderBottomLeftRadius = bar.style.borderBottomRightRadius = "0";
    grow(bar, former[index] ?? 0, count / answers.total, false, false);
    const size = Math.min(index === leader ? 88 : 72, box.width / 2.4);
    const above = { ...box, top: foot - height - 100, height: 96 };
    tops[index] = above.top;
    layer.append(
      bar,
      text(above, `${shares[index] ?? 0}%`, { size, font: heading, color: ink, align: "center", at: "end" }),
    );
  });
  layer.append(shape({ ...outcome, top: foot, height: 6 }, ink));
  const average = averageOf(answers.totals);
  const [from, to] = [bars[0]?.box, bars.at(-1)?.box];
  if (!from || !to) return;
  const share = bars.length > 1 ? (average - 1) / (bars.length - 1) : 0;
  const middle = from.left + from.width / 2 + share * (to.left + to.width / 2 - from.left - from.width / 2);
  const pointer = shape({ left: middle - 22, top: foot + 10, width: 44, height: 26 }, ink);
  pointer.style.clipPath = "polygon(50% 0, 100% 100%, 0 100%)";
  layer.append(pointer);
  drawAverage(canvas, average, tops, { heading, body, mark, ink });
}

/** Draws the mean in the upper corner on the side where the bars are low, or beside the question. */
function drawAverage(
  canvas: Canvas,
  average: number,
  tops: number[],
  { heading, body, mark, ink }: { heading: Font; body: Font; mark: string; ink: string },
) {
  const { widget, layer, bars, outcome, rightToLeft } = canvas;
  const figure = average.toFixed(1);
  const atStart = average > (bars.length + 1) / 2;
  const width = (size: number) => Math.max(figure.length * 0.58 * size, 200);
  const onLeft = atStart !== rightToLeft;
  const isFree = (size: number) => {
    const [left, right] = onLeft
      ? [outcome.left, outcome.left + width(size)]
      : [outcome.left + outcome.width - width(size), outcome.left + outcome.width];
    return bars.every(
      ({ box }, index) =>
        box.left >= right ||
        box.left + box.width <= left ||
        (tops[index] ?? 0) >= outcome.top + size + 58 + 24,
    );
  };
  const align = onLeft ? "left" : "right";
  const size = [200, 120].find(isFree);
  if (size !== undefined) {
    const box = { ...outcome, height: size };
    layer.append(
      text(box, figure, { size, font: heading, color: mark, align }),
      text({ ...outcome, top: outcome.top + size - 4, height: 58 }, widget.dataset["average"] ?? "", {
        size: 48,
        font: body,
        color: ink,
        align,
      }),
    );
    return;
  }
  const root = widget.getRootNode();
  const title =
    root instanceof ShadowRoot ? root.querySelector<HTMLElement>("[data-field=question] .l") : null;
  const end = title ? title.offsetLeft + title.offsetWidth + 96 : 0;
  if (end > outcome.left + outcome.width - 420) return;
  const words = `${widget.dataset["average"] ?? ""} ${figure}`;
  const box = { ...outcome, top: outcome.top - 48 - 80, height: 80 };
  layer.append(
    text(box, words, { size: 56, font: heading, color: mark, align: rightToLeft ? "left" : "right" }),
  );
}

function drawRows(canvas: Canvas, answers: Answers) {
  const { widget, layer, bars, heading, text: ink, radius, rightToLeft } = canvas;
  hide(widget, (element) => element.localName === "p" && !element.hasAttribute("data-field"));
  const most = Math.max(1, ...answers.totals);
  const shares = percentages(answers.totals);
  const former = formerShares.get(widget) ?? [];
  bars.forEach(({ box, fill }, index) => {
    const count = answers.totals[index] ?? 0;
    const bar = shape(slice(box, canvas, 0, Math.max(8, ((box.width - 160) * count) / most)), fill, radius);
    grow(bar, former[index] ?? 0, count / answers.total, true, rightToLeft);
    const size = Math.min(box.height > 100 ? 56 : 48, box.height * 0.76);
    const place = slice(box, canvas, box.width - 20 - 180, 180);
    layer.append(
      bar,
      text(place, `${shares[index] ?? 0}%`, {
        size,
        font: heading,
        color: ink,
        align: rightToLeft ? "left" : "right",
      }),
    );
  });
}

function drawSlider(canvas: Canvas, answers: Answers) {
  const { widget, layer, bars, outcome, heading, body, text: ink, plate, radius, rightToLeft } = canvas;
  hide(widget, () => true);
  const [fill = "", onPlate = "", figureInk = ""] = plate;
  const average = averageOf(answers.totals);
  const figure = average.toFixed(1);
  const caption = [answers.caption, answers.closed].filter(Boolean).join(" · ");
  const center = { align: "center" } as const;
  layer.append(
    shape(outcome, fill, radius),
    text({ ...outcome, top: outcome.top + 48, height: 72 }, widget.dataset["average"] ?? "", {
      ...center,
      size: 56,
      font: body,
      color: onPlate,
    }),
    text(outcome, figure, {
      ...center,
      size: fitted(figure, outcome.width - 48, 320),
      font: heading,
      color: figureInk,
    }),
    text({ ...outcome, top: outcome.top + outcome.height - 120, height: 72 }, caption, {
      ...center,
      size: fitted(caption, outcome.width - 64, 56),
      font: body,
      color: onPlate,
    }),
  );
  const most = Math.max(1, ...answers.totals);
  const former = formerShares.get(widget) ?? [];
  bars.forEach(({ box, fill, leadingFill, leadingInk }, index) => {
    const count = answers.totals[index] ?? 0;
    const height = Math.max(6, (box.height * count) / most);
    const foot = box.top + box.height;
    const isNear = Math.abs(index + 1 - average) <= 0.75;
    const bar = shape(
      { ...box, top: foot - height, height },
      isNear ? leadingFill : fill,
      Math.min(8, radius),
    );
    grow(bar, former[index] ?? 0, count / answers.total, false, false);
    layer.append(
      bar,
      text({ ...box, top: foot - height - 50, height: 46 }, String(count), {
        ...center,
        size: 36,
        font: body,
        color: ink,
      }),
      text({ ...box, top: foot + 12, height: 56 }, String(index + 1), {
        ...center,
        size: 48,
        font: heading,
        color: isNear ? leadingInk : ink,
      }),
    );
  });
  const lefts = bars.map(({ box }) => box.left);
  const first = bars[0]?.box;
  if (!first) return;
  const left = Math.min(...lefts);
  const width = Math.max(...lefts) + first.width - left;
  layer.append(shape({ left, top: first.top + first.height, width, height: 4 }, ink));
  for (const [field, isStart] of [
    ["minLabel", true],
    ["maxLabel", false],
  ] as const) {
    const words = widget.querySelector(`[data-field=${field}]`)?.textContent?.trim();
    if (!words) continue;
    const half = { left: isStart !== rightToLeft ? left : left + width / 2 + 12, width: width / 2 - 12 };
    const size = words.length > 48 ? 24 : words.length > 22 ? 32 : 44;
    const box = { ...half, top: first.top + first.height + 68, height: 82 };
    layer.append(
      text(box, words, { size, font: body, color: ink, align: isStart !== rightToLeft ? "left" : "right" }),
    );
  }
}

// Free-text answers

const GAP = 24;
const STEPS = [72, 64, 56, 48, 44, 40, 36];
/** The maximum number of lines of an answer, and the height of a line. */
const LINES = 4;
const LEADING = 1.2;

type Card = { column: number; height: number; words: string };

function drawTexts(canvas: Canvas, answers: Answers) {
  const { widget, layer, outcome, body } = canvas;
  if (!answers.texts.length) {
    coverJoinCard(canvas, answers.closed);
    const box = { ...outcome, top: outcome.top + outcome.height - 104, height: 72 };
    const plate = slice(box, canvas, 64, 900);
    layer.append(
      text(plate, answers.caption, {
        size: 48,
        font: body,
        color: canvas.text,
        align: canvas.rightToLeft ? "right" : "left",
      }),
    );
    return;
  }
  const card = widget.querySelector("[data-kind=group]");
  const join = card && joinOf(card);
  const count = answers.texts.length;
  const columns = count <= 3 ? 1 : count <= 8 ? 2 : 3;
  const isWall = columns === 3;
  hide(widget, () => true);
  const area = { ...outcome };
  const { closed } = answers;
  if (join && isWall) {
    area.height -= 112;
    drawStrip(
      canvas,
      closed ? { square: null, address: closed, code: "" } : join,
      { ...outcome, top: outcome.top + outcome.height - 88, height: 88 },
      answers.caption,
    );
  } else if (join) {
    const wide = (outcome.width * 414) / 1728;
    const box = slice(outcome, canvas, outcome.width - wide, wide);
    if (closed) drawClosed(canvas, box, closed, 92);
    else drawJoinCard(canvas, join, box);
    drawCardCaption(canvas, box, answers.caption);
    Object.assign(area, slice(outcome, canvas, 0, outcome.width - wide - 32));
  }
  drawCards(canvas, area, columns, answers.texts);
}

function drawCards(canvas: Canvas, area: Box, columns: number, texts: string[]) {
  const { widget, layer, body, radius } = canvas;
  const pad = columns === 3 ? 28 : 36;
  const width = (area.width - GAP * (columns - 1)) / columns;
  const [newest = [], others = []] = [widget.dataset["newest"], widget.dataset["others"]].map((colors) =>
    (colors ?? "").split(","),
  );
  const probe = text({ left: 0, top: 0, width: width - pad * 2, height: 0 }, "", {
    size: 36,
    font: body,
    color: "",
  });
  Object.assign(probe.style, {
    visibility: "hidden",
    height: "auto",
    lineHeight: String(LEADING),
    display: "block",
  });
  widget.append(probe);
  const heightOf = (words: string, size: number) => {
    probe.style.fontSize = px(size);
    probe.textContent = words;
    return Math.min(probe.offsetHeight, LINES * size * LEADING) + pad * 2;
  };
  /** Puts each answer into the shortest column. */
  const place = (size: number, shown: string[]): { cards: Card[]; used: number[] } => {
    const used = Array.from({ length: columns }, () => 0);
    const cards = shown.map((words) => {
      const column = used.indexOf(Math.min(...used));
      const height = heightOf(words, size);
      used[column] = (used[column] ?? 0) + height + GAP;
      return { column, height, words };
    });
    return { cards, used };
  };
  const fits = ({ used }: { used: number[] }) => Math.max(...used) - GAP <= area.height;
  // Older answers are left out where the slide has no space.
  let shown = texts.slice(0, 60);
  const size = STEPS.find((step) => fits(place(step, shown))) ?? 36;
  while (shown.length > 1 && !fits(place(size, shown))) shown = shown.slice(0, -1);
  const { cards, used } = place(size, shown);
  probe.remove();
  const tops = Array.from({ length: columns }, () => area.top);
  cards.forEach(({ column, height, words }, index) => {
    const inColumn = cards.filter((card) => card.column === column).length;
    const spare = Math.max(0, area.height - ((used[column] ?? 0) - GAP)) / inColumn;
    const top = tops[column] ?? area.top;
    tops[column] = top + height + spare + GAP;
    const box = { ...slice(area, canvas, (width + GAP) * column, width), top, height: height + spare };
    const [fill = "", ink = ""] = index === 0 ? newest : others;
    const inner = { left: pad, top: 0, width: width - pad * 2, height: box.height };
    const card = shape(box, fill, radius);
    const line = document.createElement("span");
    line.dir = "auto";
    line.textContent = words;
    Object.assign(line.style, {
      display: "-webkit-box",
      webkitBoxOrient: "vertical",
      webkitLineClamp: String(LINES),
      overflow: "hidden",
    });
    const written = text(inner, "", { size, font: body, color: ink });
    written.style.lineHeight = String(LEADING);
    written.append(line);
    card.append(written);
    layer.append(card);
  });
}

/** The QR code, the address and the code of the join card of a slide. */
type Join = { square: Element | null; address: string; code: string };

function joinOf(card: Element): Join {
  const words = [...card.querySelectorAll("p")].map((element) => element.textContent?.trim() ?? "");
  const [address = "", code = ""] = words.length > 1 ? words : ["", words[0] ?? ""];
  return { square: card.querySelector("[data-kind=widget]"), address, code };
}

/** A copy of a QR code in another place. */
function movedSquare(square: Element, to: Box): HTMLElement | undefined {
  const plate = square.querySelector<HTMLElement>("i, svg");
  if (!plate) return undefined;
  const [left, top, width] = [plate.style.left, plate.style.top, plate.style.width].map(parseFloat);
  if (left === undefined || top === undefined || !width) return undefined;
  const copy = shape({ left: 0, top: 0, width: 0, height: 0 }, "transparent");
  Object.assign(copy.style, {
    transformOrigin: "0 0",
    transform: `translate(${to.left}px, ${to.top}px) scale(${to.width / width}) translate(${-left}px, ${-top}px)`,
  });
  copy.append(square.cloneNode(true));
  return copy;
}

/** The join card beside answers. */
function drawJoinCard(canvas: Canvas, { square, address, code }: Join, box: Box) {
  const { layer, heading, body, plate, radius } = canvas;
  const [fill = "", ink = "", figureInk = ""] = plate;
  const inner = { ...box, left: box.left + 32, width: box.width - 64 };
  const side = Math.max(200, Math.min(inner.width, box.height - 370));
  const center = { align: "center" } as const;
  // Capitals are wider than other letters.
  const codeSize = fitted(code, inner.width * 0.74, 144);
  layer.append(shape(box, fill, radius));
  const copy =
    square &&
    movedSquare(square, {
      left: box.left + (box.width - side) / 2,
      top: box.top + 32,
      width: side,
      height: side,
    });
  if (copy) layer.append(copy);
  const top = box.top + 32 + side + 16;
  layer.append(
    text({ ...inner, top, height: 52 }, address, {
      ...center,
      size: fitted(address, inner.width, 40),
      font: body,
      color: ink,
    }),
    text({ ...inner, top: top + 52, height: codeSize * 1.1 }, code, {
      ...center,
      size: codeSize,
      font: heading,
      color: figureInk,
    }),
  );
}

/** The number of answers at the foot of a card beside answers. */
function drawCardCaption({ layer, body, plate }: Canvas, box: Box, caption: string) {
  const inner = { left: box.left + 32, top: box.top + box.height - 92, width: box.width - 64, height: 84 };
  const style = { size: fitted(caption, inner.width, 56), font: body, color: plate[1] ?? "" };
  layer.append(text(inner, caption, { ...style, align: "center" }));
}

/** The join details in one line under many answers. */
function drawStrip(canvas: Canvas, { address, code }: Join, box: Box, caption: string) {
  const { layer, heading, body, plate, radius, rightToLeft } = canvas;
  const [fill = "", ink = "", figureInk = ""] = plate;
  const inner = { ...box, left: box.left + 36, width: box.width - 72 };
  const [start, end] = rightToLeft ? (["right", "left"] as const) : (["left", "right"] as const);
  layer.append(
    shape(box, fill, radius),
    text(inner, address, { size: 48, font: body, color: ink, align: start }),
    text(inner, code, { size: 64, font: heading, color: figureInk, align: "center" }),
    text(inner, caption, { size: 48, font: body, color: ink, align: end }),
  );
}
