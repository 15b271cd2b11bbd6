// One drawn slide becomes another: parts that both have move to their new place, size and colour; the other parts fade.
//
// The app imports this module. The HTML file of a deck contains it, without the word `export`, so it is plain
// JavaScript.

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

/** The keys by which a part is found on the other slide, from the most to the least specific. */
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
    const oldParts = olds.filter((old) => !taken.has(old) && isKind(old));
    const newParts = news.filter((part) => !pairs.has(part) && isKind(part));
    return newParts.flatMap((part, at) => (oldParts[at] ? [[part, oldParts[at]]] : []));
  });
}

/** The words and signs of a text in reading order, each with its line and place. */
function tokensOf(part) {
  return linesOf(part).flatMap((line) =>
    [...(line.firstChild?.textContent ?? "").matchAll(/[\p{L}\p{N}_]+|\S/gu)].map(({ 0: text, index }) => ({
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
  let last;
  tokens.forEach(({ line, text }, start) => {
    const top = line === last ? rows.at(-1).top : line.style.top;
    if (rows.at(-1)?.top === top) rows.at(-1).text += ` ${text}`;
    else rows.push({ top, text, start });
    last = line;
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

/**
 * Neighbouring tokens of a line that stay together, as ranges: those of the new text, each with the range of the old
 * text that it is, if any, as its `mate`; and those that only the old text has.
 */
function rangesOf(olds, news) {
  const same = sameTokens(olds, news);
  const [gone, ranges] = [[], []];
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
  olds.forEach((token, at) => kept.has(at) || add(gone, token));
  news.forEach((token, at) => add(ranges, token, same[at]));
  return { ranges, gone };
}

/** How the opacity of words changes. Of words that change colour, the old ones stay until the new ones cover them. */
const FADES = {
  same: [{}, {}],
  comes: [{ opacity: 0 }, { opacity: 0, offset: 0.35 }, { opacity: 1 }],
  goes: [{ opacity: 1 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }],
  covers: [{ opacity: 0 }, { opacity: 1, offset: 0.5 }, { opacity: 1 }],
  covered: [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }],
};

/** Returns a function that measures a range of a text: its words, where they are from a corner, and how they look. */
function measureRanges(corner, scale) {
  const letters = document.createRange();
  const lines = new Map();
  const measureLine = (line) => {
    const { left, top } = line.getBoundingClientRect();
    const { fontSize, color } = getComputedStyle(line);
    return { left, top, size: parseFloat(fontSize), color, isDim: line.closest(".dim") !== null };
  };
  return ({ line, start, end }) => {
    if (!lines.has(line)) lines.set(line, measureLine(line));
    const measured = lines.get(line);
    let { left, top } = measured;
    if (start > 0 || line.matches(".r")) {
      letters.setStart(line.firstChild, start);
      letters.setEnd(line.firstChild, end);
      ({ left } = letters.getBoundingClientRect());
    }
    [left, top] = [(left - corner.left) / scale, (top - corner.top) / scale];
    return { ...measured, line, text: line.textContent.slice(start, end), left, top };
  };
}

/**
 * How the words of a new text come from their old places, and the others come and go. Words that move and fade alike
 * are a group, since each element that moves costs time in every frame. Only measures.
 */
function groupsOf(part, old, scale) {
  const { ranges, gone } = rangesOf(tokensOf(old), tokensOf(part));
  const measure = measureRanges(part.getBoundingClientRect(), scale);
  const groups = [];
  const add = (words, fade, was = words) => {
    const size = was.size / words.size;
    const [x, y] = [was.left - words.left * size, was.top - words.top * size];
    const isAlike = (group) =>
      group.fade === fade &&
      group.size === size &&
      Math.abs(group.x - x) < 0.5 &&
      Math.abs(group.y - y) < 0.5;
    const group = groups.find(isAlike);
    if (group) group.words.push(words);
    else groups.push({ fade, x, y, size, words: [words] });
  };
  for (const range of gone) add(measure(range), "goes");
  for (const range of ranges) {
    const words = measure(range);
    if (!range.mate) {
      add(words, "comes");
      continue;
    }
    const was = measure(range.mate);
    const { color, isDim } = was;
    if (color === words.color && isDim === words.isDim) add(words, "same", was);
    else {
      add({ ...words, color, isDim }, "covered", was);
      add(words, "covers", was);
    }
  }
  return groups;
}

/** Draws groups of words in a layer over their text. Returns the element and the frames of each. */
function drawGroups(part, groups) {
  const layer = part.cloneNode(false);
  layer.ariaHidden = "true";
  layer.dataset.moving = "";
  const moves = groups.map(({ fade, x, y, size, words }) => {
    const element = document.createElement("span");
    // A group has no size of its own: the browser draws no more than its words. Spaces between them take no room.
    element.style.cssText = "position: absolute; left: 0; top: 0; transform-origin: 0 0; white-space: normal";
    for (const { line, text, left, top, color, isDim } of words) {
      const copy = line.cloneNode(false);
      copy.textContent = text;
      Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, right: "auto", color });
      copy.classList.toggle("dim", isDim);
      element.append(copy, " ");
    }
    layer.append(element);
    const frames = FADES[fade].map((frame) => ({ ...frame }));
    const isStill = Math.abs(x) < 0.5 && Math.abs(y) < 0.5 && size === 1;
    if (!isStill) {
      frames[0].transform = `translate(${x}px, ${y}px) scale(${size})`;
      frames.at(-1).transform = "none";
    }
    return { element, frames: isStill && fade === "same" ? undefined : frames };
  });
  part.after(layer);
  return { layer, moves };
}

/** The box around the lines of a text, or the box of another part. */
function boxOf(part, lines) {
  const boxes = (lines.length ? lines : [part]).map((each) => each.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * The transform that shows a part, whose box is `own`, in another box. A text grows evenly, by the ratio of font sizes;
 * other parts have the ratio 0 and fill the box.
 */
function shownIn(part, own, other, fontRatio, scale) {
  const { left, top } = part.getBoundingClientRect();
  const ratio = (side) => fontRatio || (own[side] ? other[side] / own[side] : 1);
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
  // An earlier transition that this one interrupts may have left its layers.
  const layers = [from, to].flatMap((canvas) => [...canvas.querySelectorAll("[data-moving]")]);
  for (const layer of layers) layer.remove();
  const page = to.getBoundingClientRect();
  const scale = page.width / 1920 || 1;
  const timing = { duration: DURATION, easing: EASING };
  const [olds, news] = [partsOf(from), partsOf(to)];
  const pairs = pairsOf(olds, news);
  const codes = codePairsOf(olds, news, pairs);
  const moving = new Set([...pairs.values(), ...codes.map(([, old]) => old)]);
  // All boxes are measured before anything moves.
  const measuredCode = codes.map(([part, old]) => ({ part, old, groups: groupsOf(part, old, scale) }));
  const measured = [...pairs].map(([part, old]) => {
    const [lines, oldLines] = [linesOf(part), linesOf(old)];
    const [own, was] = [boxOf(part, lines), boxOf(old, oldLines)];
    const isText = lines.length > 0 && oldLines.length > 0;
    // Another text, one that wraps otherwise, or a part that looks different inside, is blended.
    const isSame = isText
      ? rowsOf(lines) === rowsOf(oldLines) && textOf(part) === textOf(old)
      : part.innerHTML.length === old.innerHTML.length && sourceOf(part) === sourceOf(old);
    const fontRatio = isText ? sizeOf(oldLines[0]) / sizeOf(lines[0]) : 0;
    const fromOld = shownIn(part, own, was, fontRatio, scale);
    const toNew = isSame ? "" : shownIn(old, was, own, fontRatio && 1 / fontRatio, scale);
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
  const unpaired = olds.filter((old) => !moving.has(old));
  const leaving = unpaired.filter((old) => !covers(old.getBoundingClientRect()));

  // The old slide is seen through the new one. A background that fades in is drawn anew in each frame, so it does so
  // only where it must cover something.
  const [wasSection, section] = [from, to].map((canvas) => canvas.parentElement ?? canvas);
  const [wasColor, color] = [wasSection, section].map((each) => getComputedStyle(each).backgroundColor);
  const clear = { backgroundColor: "transparent" };
  const isCovering = unpaired.length > leaving.length || wasColor !== color;
  const clock = section.animate([clear, isCovering ? {} : clear], timing);
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
  for (const { part, old, groups } of measuredCode) {
    for (const each of [part, old]) animate(each, [{ visibility: "hidden" }, { visibility: "hidden" }]);
    const { layer, moves } = drawGroups(part, groups);
    for (const { element, frames } of moves) if (frames) animate(element, frames);
    for (const end of ["finish", "cancel"]) clock.addEventListener(end, () => layer.remove());
  }
  for (const old of leaving) animate(old, [{ opacity: 1 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }]);
  const appeared = new Set([...pairs.keys(), ...codes.map(([part]) => part)]);
  for (const part of news) {
    if (!appeared.has(part)) animate(part, [{ opacity: 0 }, { opacity: 0, offset: 0.35 }, { opacity: 1 }]);
  }
  return animations;
}

/** The number of rows in which the lines of a text are. */
function rowsOf(lines) {
  return new Set(lines.map((line) => line.style.top)).size;
}
