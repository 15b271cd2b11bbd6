// What the pictures are drawn with: seeded random numbers, colours, ridges and an SVG sheet.
//
// The sheet knows rectangles, circles, ellipses, paths and gradients, which every output of Lectern draws alike.

/** Numbers from 0 to 1, the same ones for the same seed. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** The colour between two, 0 being the first and 1 the second. */
export function mix(from, to, share) {
  const [a, b] = [channels(from), channels(to)];
  const mixed = a.map((value, at) => Math.round(value + (b[at] - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** `count` numbers from `from` to `to`. */
export const steps = (count, from = 0, to = 1) =>
  Array.from({ length: count }, (_, at) => from + ((to - from) * at) / Math.max(1, count - 1));

/** A number in as few characters as one decimal needs. */
const short = (value) => String(Math.round(value * 10) / 10);
const whole = (value) => String(Math.round(value));

/** Joins numbers as paths allow it: a minus sign needs no space before it. */
const join = (values, write = whole) =>
  values
    .map(write)
    .reduce((text, value) => text + (text === "" || value.startsWith("-") ? "" : " ") + value, "");

/** A line through points, in steps relative to the last point. `isClosed` makes it an area. */
export function line(points, isClosed = true) {
  const rounded = points.map(([x, y]) => [Math.round(x), Math.round(y)]);
  const moves = rounded.slice(1).map(([x, y], at) => [x - rounded[at][0], y - rounded[at][1]]);
  return `M${join(rounded[0])}l${join(moves.flat())}${isClosed ? "z" : ""}`;
}

/** A smooth line through points (Catmull-Rom). */
export function curve(points, isClosed = false, write = whole) {
  const last = points.length - 1;
  const at = (index) =>
    isClosed ? points[(index + points.length) % points.length] : points[Math.max(0, Math.min(last, index))];
  let path = `M${join(at(0), write)}`;
  for (let index = 0; index < (isClosed ? points.length : last); index += 1) {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const relative = [
      [(c[0] - a[0]) / 6, (c[1] - a[1]) / 6],
      [c[0] - b[0] - (d[0] - b[0]) / 6, c[1] - b[1] - (d[1] - b[1]) / 6],
      [c[0] - b[0], c[1] - b[1]],
    ];
    path += `c${join(relative.flat(), write)}`;
  }
  // The rounding of relative steps adds up, so a closed line says so.
  return isClosed ? `${path}z` : path;
}

/** Smooth noise of one dimension, from -1 to 1. */
export function noise(seed) {
  const values = Array.from({ length: 256 }, random(seed));
  return (x) => {
    const floor = Math.floor(x);
    const share = x - floor;
    const smooth = share * share * (3 - 2 * share);
    const [a, b] = [values[floor & 255], values[(floor + 1) & 255]];
    return (a + (b - a) * smooth) * 2 - 1;
  };
}

/** The heights of a ridge from left to right: octaves of noise around `base`. */
export function ridge({
  seed,
  base,
  height,
  wave = 600,
  octaves = 3,
  step = 40,
  width = 1920,
  sharp = false,
}) {
  const noises = steps(octaves, 0, octaves - 1).map((at) => noise(seed * 31 + at));
  const points = [];
  for (let x = -step; x <= width + step; x += step) {
    let y = 0;
    noises.forEach((one, at) => {
      const value = one((x / wave) * 2 ** at + 7);
      y += (sharp ? 1 - 2 * Math.abs(value) : value) / 2 ** at;
    });
    points.push([x, base - y * height]);
  }
  return points;
}

/** A sheet of that size. */
export function sheet(width = 1920, height = 1080) {
  let defs = "";
  let body = "";
  let gradients = 0;
  const attributes = (values) =>
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ` ${name}="${typeof value === "number" ? short(value) : value}"`)
      .join("");
  const paint = (fill, more = {}) => attributes({ fill, ...more });
  const stops = (colours) =>
    colours
      .map((colour, at) => {
        const [value, offset, opacity] = Array.isArray(colour) ? colour : [colour, at / (colours.length - 1)];
        const opaque = opacity === undefined ? "" : ` stop-opacity="${Math.round(opacity * 100) / 100}"`;
        return `<stop offset="${Math.round(offset * 100) / 100}" stop-color="${value}"${opaque}/>`;
      })
      .join("");
  const define = (tag, place, colours) => {
    const id = `g${(gradients += 1)}`;
    defs += `<${tag} id="${id}"${attributes(place)}>${stops(colours)}</${tag}>`;
    return `url(#${id})`;
  };
  const one = {
    width,
    height,
    /** A gradient from top to bottom of what it fills, or between two places of it. */
    linear: (colours, [x1, y1, x2, y2] = [0, 0, 0, 1]) =>
      define("linearGradient", { x1, y1, x2, y2 }, colours),
    /** A gradient between two points of the sheet. */
    across: (colours, [x1, y1, x2, y2]) =>
      define("linearGradient", { gradientUnits: "userSpaceOnUse", x1, y1, x2, y2 }, colours),
    /** A gradient from the middle of what it fills outwards. */
    radial: (colours) => define("radialGradient", {}, colours),
    add(markup) {
      body += markup;
      return one;
    },
    ground: (fill) => one.add(`<path${paint(fill)} d="M0 0h${width}v${height}H0z"/>`),
    rect: (x, y, w, h, fill, more) =>
      one.add(`<rect${attributes({ x, y, width: w, height: h })}${paint(fill, more)}/>`),
    circle: (cx, cy, r, fill, more) => one.add(`<circle${attributes({ cx, cy, r })}${paint(fill, more)}/>`),
    ellipse: (cx, cy, rx, ry, fill, more) =>
      one.add(`<ellipse${attributes({ cx, cy, rx, ry })}${paint(fill, more)}/>`),
    path: (d, fill, more) => one.add(`<path${paint(fill, more)} d="${d}"/>`),
    area: (points, fill, more) => one.path(line(points), fill, more),
    stroke: (d, stroke, size, more = {}) => one.path(d, "none", { stroke, "stroke-width": size, ...more }),
    /** What lies below a line of points, down to `bottom`. */
    below(points, fill, { isSmooth = false, bottom = height, more } = {}) {
      const end = points[points.length - 1];
      const top = isSmooth ? curve(points) : line(points, false);
      return one.path(`${top}L${whole(end[0])} ${whole(bottom)}H${whole(points[0][0])}z`, fill, more);
    },
    /** A glow around a point: a circle that fades out. */
    glow: (x, y, r, colour, opacity = 0.6) =>
      one.circle(
        x,
        y,
        r,
        one.radial([
          [colour, 0, opacity],
          [colour, 0.4, opacity * 0.45],
          [colour, 0.75, opacity * 0.1],
          [colour, 1, 0],
        ]),
      ),
    /** Draws inside a group that is moved, turned or scaled. */
    group(transform, draw) {
      one.add(`<g transform="${transform}">`);
      draw();
      return one.add("</g>");
    },
    svg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `${defs ? `<defs>${defs}</defs>` : ""}${body}</svg>\n`,
  };
  return one;
}

/** Many circles in one path, which is shorter than an element for each. */
export const dots = (circles, write = whole) =>
  circles
    .map(([x, y, r]) => {
      const width = write(2 * r);
      return `M${write(x - r)} ${write(y)}a${write(r)} ${write(r)} 0 1 0 ${width} 0a${write(r)} ${write(r)} 0 1 0-${width} 0`;
    })
    .join("");
