// One drawn slide becomes another: what both have moves, grows and recolours into its new place, the rest fades.
//
// The app imports this module. The HTML file of a deck contains it, without the word `export`, so it is plain JavaScript.

const DURATION = 520;
const EASING = "cubic-bezier(.4, 0, .2, 1)";

/** The parts of a slide that move as one: texts, shapes, pictures, charts and tables. */
function partsOf(canvas) {
  const parts = [...canvas.querySelectorAll(".n, .b, .s")];
  return parts.filter(
    (part) =>
      !part.parentElement?.closest(".n, .soon") && !part.classList.contains("soon") && !part.style.transform,
  );
}

const linesOf = (part) => [...part.querySelectorAll(".l, .r")];
const textOf = (part) => (part.textContent ?? "").replace(/\s+/g, " ").trim();

/** By what a part is found again, from what says most to what says least. */
function keysOf(part) {
  const picture = part.matches(".pic, img") ? part : part.querySelector(".pic, img");
  const source = picture && (picture.currentSrc || picture.src || picture.style.backgroundImage);
  const text = textOf(part);
  const { field, kind } = part.dataset;
  const { width, height, background } = part.style;
  return [
    source ? `picture ${source}` : text && `text ${text}`,
    field && !text && `field ${field} ${kind}`,
    !source && !text && `look ${part.localName} ${width} ${height} ${background} ${part.innerHTML.length}`,
  ];
}

/** Pairs of an old and a new part that are the same. */
function pairsOf(olds, news) {
  const pairs = new Map();
  const taken = new Set();
  const keys = new Map([...olds, ...news].map((part) => [part, keysOf(part)]));
  for (const rank of [0, 1, 2]) {
    for (const part of news) {
      const key = keys.get(part)[rank];
      if (!key || pairs.has(part)) continue;
      const old = olds.find((old) => !taken.has(old) && keys.get(old)[rank] === key);
      if (!old) continue;
      taken.add(old);
      pairs.set(part, old);
    }
  }
  return pairs;
}

/** The box around the lines of a text, or the box of another part. */
function boxOf(part, lines) {
  const boxes = (lines.length ? lines : [part]).map((each) => each.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { left, top, width: right - left, height: bottom - top };
}

/** The transform that shows a part in another box. Type, which has a ratio of sizes, grows evenly. */
function shownIn(part, own, other, type, scale) {
  const { left, top } = part.getBoundingClientRect();
  const ratio = (side) => type || (own[side] ? other[side] / own[side] : 1);
  const [across, down] = [ratio("width"), ratio("height")];
  const x = (other.left + (left - own.left) * across - left) / scale;
  const y = (other.top + (top - own.top) * down - top) / scale;
  return `translate(${x}px, ${y}px) scale(${across}, ${down})`;
}

const sizeOf = (line) => parseFloat(getComputedStyle(line).fontSize);
const fillOf = (part) => getComputedStyle(part.querySelector("[style*=fill]") ?? part).fill;

/**
 * Animates a slide into the place of another, which is shown below it. Both are elements with a `.canvas`, or roots of
 * such. Returns the animations; the first ends last.
 */
export function morph(before, after) {
  const [from, to] = [before, after].map((slide) => slide.querySelector(".canvas"));
  if (!from || !to) return [];
  const page = to.getBoundingClientRect();
  const scale = page.width / 1920 || 1;
  const timing = { duration: DURATION, easing: EASING };
  const [olds, news] = [partsOf(from), partsOf(to)];
  const pairs = pairsOf(olds, news);
  const moving = new Set(pairs.values());
  // All boxes are measured before anything moves.
  const measured = [...pairs].map(([part, old]) => {
    const [lines, oldLines] = [linesOf(part), linesOf(old)];
    const [own, was] = [boxOf(part, lines), boxOf(old, oldLines)];
    const isText = lines.length > 0 && oldLines.length > 0;
    // A text that wraps otherwise, or a part that looks different inside, is blended.
    const isSame = isText
      ? rowsOf(lines) === rowsOf(oldLines)
      : part.innerHTML.length === old.innerHTML.length;
    const type = isText ? sizeOf(oldLines[0]) / sizeOf(lines[0]) : 0;
    const fromOld = shownIn(part, own, was, type, scale);
    const toNew = isSame ? "" : shownIn(old, was, own, type && 1 / type, scale);
    const colors = isText
      ? [getComputedStyle(oldLines[0]).color, getComputedStyle(lines[0]).color]
      : part.matches(".b")
        ? [getComputedStyle(old).backgroundColor, getComputedStyle(part).backgroundColor]
        : part.matches(".s")
          ? [fillOf(old), fillOf(part)]
          : [];
    return { part, old, lines, fromOld, toNew, isSame, colors };
  });
  const covers = ({ left, top, width, height }) =>
    left <= page.left + 1 && top <= page.top + 1 && width >= page.width - 2 && height >= page.height - 2;
  const leaving = olds.filter((old) => !moving.has(old) && !covers(old.getBoundingClientRect()));

  const section = to.parentElement ?? to;
  const clock = section.animate([{ backgroundColor: "transparent" }, {}], timing);
  const animations = [clock];
  const animate = (part, frames) => animations.push(part.animate(frames, timing));
  for (const { part, old, lines, fromOld, toNew, isSame, colors } of measured) {
    const origin = { transformOrigin: "0 0" };
    if (isSame) {
      animate(part, [
        { ...origin, transform: fromOld },
        { ...origin, transform: "none" },
      ]);
      animate(old, [{ visibility: "hidden" }, { visibility: "hidden" }]);
    } else {
      animate(part, [
        { ...origin, transform: fromOld, opacity: 0 },
        { ...origin, transform: "none", opacity: 1 },
      ]);
      animate(old, [
        { ...origin, transform: "none", opacity: 1 },
        { ...origin, transform: toNew, opacity: 0 },
      ]);
    }
    const [was, is] = colors;
    if (was === is) continue;
    if (lines.length) for (const line of lines) animate(line, [{ color: was }, {}]);
    else if (part.matches(".b")) animate(part, [{ backgroundColor: was }, {}]);
    else for (const shape of part.querySelectorAll("[style*=fill]")) animate(shape, [{ fill: was }, {}]);
  }
  for (const old of leaving) animate(old, [{ opacity: 1 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }]);
  for (const part of news) {
    if (!pairs.has(part)) animate(part, [{ opacity: 0 }, { opacity: 0, offset: 0.35 }, { opacity: 1 }]);
  }
  return animations;
}

/** How many rows the lines of a text stand in. */
function rowsOf(lines) {
  return new Set(lines.map((line) => line.style.top)).size;
}
