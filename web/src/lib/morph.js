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

/** The picture that a part shows, by its address. */
function sourceOf(part) {
  const picture = part.matches(".pic, img") ? part : part.querySelector(".pic, img");
  if (!picture) return "";
  // In a file, a class says which picture it is.
  const [inFile = ""] = /\bp\d+\b/.exec(picture.className) ?? [];
  return picture.currentSrc || picture.src || picture.style.backgroundImage || inFile;
}

/** By what a part is found again, from what says most to what says least. */
function keysOf(part) {
  const source = sourceOf(part);
  const text = textOf(part);
  const { field, kind, morph: name, morphPlace: place = "" } = part.dataset;
  const { width, height, background } = part.style;
  const form = source ? "picture" : text ? "text" : part.localName;
  // Words of code move one by one, whatever the code is called.
  const isNamed = name && !isCode(part) && !isLineNumbers(part);
  return [
    isNamed && `name ${name}/${place} ${form}`,
    isNamed && `name ${name} ${form}`,
    isNamed && `name ${name}`,
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
  for (const rank of (news[0] ? keys.get(news[0]) : []).keys()) {
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

const isCode = (part) => part.matches("pre");
const isLineNumbers = (part) => linesOf(part).length > 1 && /^[\d\s]+$/.test(textOf(part));

/** Pairs of new and old code, and of the numbers of its lines, of which words move one by one. */
function codePairsOf(olds, news, pairs) {
  const taken = new Set(pairs.values());
  return [isCode, isLineNumbers].flatMap((isKind) => {
    const left = olds.filter((old) => !taken.has(old) && isKind(old));
    const came = news.filter((part) => !pairs.has(part) && isKind(part));
    return came.flatMap((part, at) => (left[at] ? [[part, left[at]]] : []));
  });
}

/** The words and signs of a text in reading order, each with its line and place. */
function tokensOf(part) {
  return linesOf(part).flatMap((line) =>
    [...line.textContent.matchAll(/[\p{L}\p{N}_]+|\S/gu)].map(({ 0: text, index }) => ({
      line,
      text,
      start: index,
      end: index + text.length,
    })),
  );
}

/** For each new text the index of the old one that it is, or -1: the longest common subsequence. */
function common(olds, news) {
  const same = news.map(() => -1);
  let [first, oldEnd, end] = [0, olds.length, news.length];
  while (first < oldEnd && first < end && olds[first] === news[first]) same[first] = first++;
  while (oldEnd > first && end > first && olds[oldEnd - 1] === news[end - 1]) same[--end] = --oldEnd;
  const [height, width] = [oldEnd - first, end - first];
  // Long texts of which nothing stayed are not compared.
  if (height * width > 1e6) return same;
  const is = (old, at) => olds[first + old] === news[first + at];
  const longest = Array.from({ length: height + 1 }, () => new Uint16Array(width + 1));
  for (let old = height - 1; old >= 0; old -= 1) {
    for (let at = width - 1; at >= 0; at -= 1) {
      longest[old][at] = is(old, at)
        ? longest[old + 1][at + 1] + 1
        : Math.max(longest[old + 1][at], longest[old][at + 1]);
    }
  }
  for (let old = 0, at = 0; old < height && at < width;) {
    if (is(old, at)) same[first + at++] = first + old++;
    else if (longest[old + 1][at] >= longest[old][at + 1]) old += 1;
    else at += 1;
  }
  return same;
}

/** The rows of tokens: the text of each, and where its tokens begin. */
function rowsOfTokens(tokens) {
  const rows = [];
  tokens.forEach(({ line, text }, at) => {
    if (rows.at(-1)?.top === line.style.top) rows.at(-1).text += ` ${text}`;
    else rows.push({ top: line.style.top, text, start: at });
  });
  return rows;
}

/** For each new token the index of the old one that it is, or -1. Whole lines first, then words between such lines. */
function sameTokens(olds, news) {
  const same = news.map(() => -1);
  const [oldRows, rows] = [olds, news].map(rowsOfTokens);
  const sameRows = common(...[oldRows, rows].map((each) => each.map(({ text }) => text)));
  const [oldEnd, end] = [{ start: olds.length }, { start: news.length }];
  let [oldFrom, from] = [0, 0];
  const compare = (oldTo, to) => {
    const texts = (tokens, start, stop) => tokens.slice(start, stop).map(({ text }) => text);
    const found = common(texts(olds, oldFrom, oldTo), texts(news, from, to));
    const isWord = (at) => /[\p{L}\p{N}_]/u.test(news[from + at].text);
    // Brackets and full stops alone would fly across the slide.
    for (let at = 0, stop; at < found.length; at = stop) {
      stop = at + 1;
      if (found[at] < 0) continue;
      while (found[stop] === found[stop - 1] + 1) stop += 1;
      const run = Array.from({ length: stop - at }, (_, index) => at + index);
      if (run.some(isWord)) for (const index of run) same[from + index] = oldFrom + found[index];
    }
  };
  for (const [at, row] of rows.entries()) {
    const old = sameRows[at];
    if (old < 0) continue;
    compare(oldRows[old].start, row.start);
    [from, oldFrom] = [(rows[at + 1] ?? end).start, (oldRows[old + 1] ?? oldEnd).start];
    for (let index = row.start; index < from; index += 1)
      same[index] = oldRows[old].start + index - row.start;
  }
  compare(olds.length, news.length);
  return same;
}

/** Neighbouring tokens of a line that stay together, as ranges; `mate` is the range of the other text. */
function rangesOf(olds, news) {
  const same = sameTokens(olds, news);
  const [oldRanges, newRanges] = [[], []];
  const add = (ranges, { line, start, end }, old = -1) => {
    const [last, mate] = [ranges.at(-1), olds[old]];
    const isNext = last?.line === line && last.mate?.line === mate?.line;
    const joins =
      isNext && (!mate || (last.old + 1 === old && mate.start - last.mate.end === start - last.end));
    if (!joins) ranges.push({ line, start, end, mate: mate && { ...mate }, old });
    else {
      [last.end, last.old] = [end, old];
      if (mate) last.mate.end = mate.end;
    }
  };
  const kept = new Set(same);
  olds.forEach((token, at) => kept.has(at) || add(oldRanges, token));
  news.forEach((token, at) => add(newRanges, token, same[at]));
  for (const range of newRanges) if (range.mate) oldRanges.push(range.mate);
  return { oldRanges, newRanges };
}

/** Which move split a line into pieces. */
const splitBy = new WeakMap();

/** Splits lines, so that each range is an element of its own. A range over a whole line is the line. */
function splitLines(ranges, move) {
  const byLine = new Map();
  for (const range of ranges) byLine.set(range.line, [...(byLine.get(range.line) ?? []), range]);
  for (const [line, own] of byLine) {
    const text = line.textContent;
    if (own.length === 1 && own[0].start === 0 && own[0].end === text.trimEnd().length) {
      own[0].element = line;
      continue;
    }
    own.sort((a, b) => a.start - b.start);
    const pieces = [];
    let done = 0;
    for (const range of own) {
      range.element = document.createElement("span");
      range.element.style.display = "inline-block";
      range.element.textContent = text.slice(range.start, range.end);
      pieces.push(text.slice(done, range.start), range.element);
      done = range.end;
    }
    line.replaceChildren(...pieces, text.slice(done));
    splitBy.set(line, move);
  }
}

/** Makes the lines of ended moves whole again. */
function joinPieces(moves) {
  for (const { line, move } of moves) {
    if (splitBy.get(line) !== move) continue;
    splitBy.delete(line);
    line.replaceChildren(line.textContent);
  }
}

/** How the words of a new text come from their old places, and the others come and go. */
function tokenMoves(part, old, scale) {
  const { oldRanges, newRanges } = rangesOf(tokensOf(old), tokensOf(part));
  const move = {};
  splitLines(oldRanges, move);
  splitLines(newRanges, move);
  const origin = { transformOrigin: "0 0" };
  const came = newRanges.map(({ element, line, mate }) => {
    if (!mate)
      return { element, line, move, frames: [{ opacity: 0 }, { opacity: 0, offset: 0.35 }, { opacity: 1 }] };
    const [own, was] = [element, mate.element].map((each) => each.getBoundingClientRect());
    const [x, y] = [(was.left - own.left) / scale, (was.top - own.top) / scale];
    const size = sizeOf(mate.element) / sizeOf(element);
    const [color, now] = [mate.element, element].map((each) => getComputedStyle(each).color);
    const isStill = Math.abs(x) < 0.5 && Math.abs(y) < 0.5 && Math.abs(size - 1) < 0.01;
    const shift = isStill ? {} : { ...origin, transform: `translate(${x}px, ${y}px) scale(${size})` };
    const recolor = color === now ? {} : { color };
    const first = { ...shift, ...recolor };
    const frames = Object.keys(first).length
      ? [first, isStill ? {} : { ...origin, transform: "none" }]
      : undefined;
    return { element, line, move, frames };
  });
  const visible = { visibility: "visible" };
  const left = oldRanges.map(({ element, line }) => ({ element, line, move }));
  const mates = new Set(newRanges.map(({ mate }) => mate));
  const gone = oldRanges
    .filter((range) => !mates.has(range))
    .map(({ element, line }) => ({
      element,
      line,
      move,
      frames: [
        { ...visible, opacity: 1 },
        { ...visible, opacity: 0, offset: 0.5 },
        { ...visible, opacity: 0 },
      ],
    }));
  return [...came, ...gone, ...left];
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
  const codes = codePairsOf(olds, news, pairs);
  const moving = new Set([...pairs.values(), ...codes.map(([, old]) => old)]);
  const movingCode = codes.flatMap(([part, old]) => tokenMoves(part, old, scale));
  // All boxes are measured before anything moves.
  const measured = [...pairs].map(([part, old]) => {
    const [lines, oldLines] = [linesOf(part), linesOf(old)];
    const [own, was] = [boxOf(part, lines), boxOf(old, oldLines)];
    const isText = lines.length > 0 && oldLines.length > 0;
    // Another text, one that wraps otherwise, or a part that looks different inside, is blended.
    const isSame = isText
      ? rowsOf(lines) === rowsOf(oldLines) && textOf(part) === textOf(old)
      : part.innerHTML.length === old.innerHTML.length && sourceOf(part) === sourceOf(old);
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
  for (const end of ["finish", "cancel"]) clock.addEventListener(end, () => joinPieces(movingCode));
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
  for (const [, old] of codes) animate(old, [{ visibility: "hidden" }, { visibility: "hidden" }]);
  for (const { element, frames } of movingCode) if (frames) animate(element, frames);
  for (const old of leaving) animate(old, [{ opacity: 1 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }]);
  const appeared = new Set([...pairs.keys(), ...codes.map(([part]) => part)]);
  for (const part of news) {
    if (!appeared.has(part)) animate(part, [{ opacity: 0 }, { opacity: 0, offset: 0.35 }, { opacity: 1 }]);
  }
  return animations;
}

/** How many rows the lines of a text stand in. */
function rowsOf(lines) {
  return new Set(lines.map((line) => line.style.top)).size;
}
