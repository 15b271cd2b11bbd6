// Textures and abstract compositions: grounds for titles, sections and closings.

import { curve, line, mix, noise, random, sheet, steps } from "./kit.js";

const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };

/** Dots of one size as one stroked path. */
const specks = (points) => points.map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}h.1`).join("");

export function contourLines() {
  const s = sheet();
  s.ground("#0b2a33");
  const wave = noise(6);
  const hills = [
    [1400, 420, 15, 46, 0.4],
    [330, 900, 8, 44, 2.6],
  ];
  for (const [x, y, count, gap, seed] of hills)
    for (let ring = 1; ring <= count; ring += 1) {
      const points = steps(15, 0, 2 * Math.PI)
        .slice(0, -1)
        .map((angle) => {
          const around = Math.cos(angle - 0.6) * 1.3 + seed;
          const r =
            ring *
            gap *
            (1 +
              0.34 * wave(around + ring * 0.05) +
              0.16 * wave(Math.sin(angle) * 2 + seed * 3 + ring * 0.04));
          return [x + Math.cos(angle) * r * 1.25, y + Math.sin(angle) * r];
        });
      s.stroke(curve(points, true), ring % 5 === 0 ? "#5fd0cf" : "#2a6f78", ring % 5 === 0 ? 4 : 2.5);
    }
  return s.svg();
}

export function halftone() {
  const s = sheet();
  s.ground("#f1f1ee");
  const sizes = {};
  for (let row = 0; row < 16; row += 1)
    for (let column = 0; column < 26; column += 1) {
      const [x, y] = [column * 78 + (row % 2) * 39, row * 75];
      const d = (x * 0.8 + y * 1.1) / 2700;
      const r = 2 * Math.round(Math.max(0, (d - 0.28) * 1.25) * 28);
      if (r > 1) (sizes[Math.min(86, r * 2)] ??= []).push([x, y]);
    }
  for (const [size, points] of Object.entries(sizes))
    s.stroke(specks(points), "#c81e06", Number(size), round);
  return s.svg();
}

export function truchet() {
  const s = sheet();
  s.ground("#14213d");
  const next = random(16);
  const size = 180;
  let path = "";
  for (let y = 0; y < 6; y += 1)
    for (let x = 0; x < 11; x += 1) {
      const [l, t, h] = [x * size, y * size, size / 2];
      path +=
        next() < 0.5
          ? `M${l + h} ${t}a${h} ${h} 0 0 1-${h} ${h}m${h} ${h}a${h} ${h} 0 0 1 ${h}-${h}`
          : `M${l + h} ${t}a${h} ${h} 0 0 0 ${h} ${h}m-${h} ${h}a${h} ${h} 0 0 0-${h}-${h}`;
    }
  s.stroke(path, "#2a4585", 76).stroke(path, "#e3be6b", 14);
  return s.svg();
}

export function terrazzo() {
  const s = sheet();
  s.ground("#f7f1e8");
  const next = random(33);
  const colours = ["#a63a1b", "#3c5a4a", "#d9a441", "#2a1b16", "#e3b7a0", "#9db5a5"];
  const paths = colours.map(() => "");
  const placed = [];
  for (let tries = 0; tries < 3000 && placed.length < 140; tries += 1) {
    const r = placed.length < 34 ? 44 + next() * 40 : 9 + next() * 22;
    const [x, y] = [next() * 1980 - 30, next() * 1140 - 30];
    if (placed.some(([a, b, q]) => Math.hypot(a - x, b - y) < q + r + 12)) continue;
    placed.push([x, y, r]);
    const corners = r > 40 ? 6 : 5;
    const turn = next() * 6;
    const points = steps(corners + 1, 0, 2 * Math.PI)
      .slice(0, -1)
      .map((angle) => {
        const d = r * (0.62 + next() * 0.42);
        return [x + Math.cos(angle + turn) * d, y + Math.sin(angle + turn) * d];
      });
    paths[Math.floor(next() * 6)] += line(points);
  }
  paths.forEach((path, at) =>
    s.path(path, colours[at], { stroke: colours[at], "stroke-width": 14, "stroke-linejoin": "round" }),
  );
  return s.svg();
}

export function cubes() {
  const s = sheet();
  s.ground("#0a2a55");
  const [w, h] = [112, 64];
  const sides = { top: ["", ""], left: ["", ""], right: ["", ""] };
  const next = random(7);
  for (let row = -1; row < 7; row += 1)
    for (let column = -1; column < 10; column += 1) {
      const x = column * w * 2 + (row % 2 ? w : 0);
      const y = row * h * 3 - 30;
      const which = next() < 0.13 ? 1 : 0;
      sides.top[which] += `M${x} ${y}l${w} ${h}-${w} ${h}-${w}-${h}z`;
      sides.left[which] += `M${x - w} ${y + h}l${w} ${h}v${h * 2}l-${w}-${h}z`;
      sides.right[which] += `M${x + w} ${y + h}l-${w} ${h}v${h * 2}l${w}-${h}z`;
    }
  s.path(sides.top[0], "#8cbcff").path(sides.left[0], "#1356b4").path(sides.right[0], "#0d3d80");
  s.path(sides.top[1], "#f3c29c").path(sides.left[1], "#d9723a").path(sides.right[1], "#b4430a");
  return s.svg();
}

export function ribbons() {
  const s = sheet();
  s.ground("#2a1140");
  const colours = ["#5a2a8a", "#a31b69", "#d8527e", "#f2a71b", "#ffd98a"];
  colours.forEach((colour, at) => {
    const shift = at * 92;
    const path = `M-60 ${260 + shift}C420 ${60 + shift} 640 ${760 + shift * 0.4} 1060 ${560 + shift * 0.6}S1640 ${120 + shift} 1980 ${240 + shift * 1.1}`;
    s.stroke(path, "#12061f", 118, { opacity: 0.25 }).stroke(
      path,
      s.across([mix(colour, "#2a1140", 0.35), colour, mix(colour, "#2a1140", 0.3), colour], [0, 0, 1920, 0]),
      100,
    );
  });
  return s.svg();
}

export function foldedPaper() {
  const s = sheet();
  s.ground("#eef4f5");
  const tones = ["#ffffff", "#dfeaec", "#f6fafb", "#cddde0", "#eaf2f3", "#bfd3d7"];
  const columns = steps(9, -80, 2000);
  const tilt = noise(5);
  for (let at = 0; at < 8; at += 1) {
    const [a, b] = [columns[at], columns[at + 1]];
    const [p, q] = [tilt(at * 0.9) * 150, tilt((at + 1) * 0.9) * 150];
    const middle = 520 + tilt(at * 1.7) * 190;
    const next = 520 + tilt((at + 1) * 1.7) * 190;
    s.area(
      [
        [a + p, -10],
        [b + q, -10],
        [b - q * 0.2, next],
        [a - p * 0.2, middle],
      ],
      s.linear([tones[at % 6], mix(tones[at % 6], "#9dbcc2", 0.16)], [0, 0, 1, 0]),
    );
    s.area(
      [
        [a - p * 0.2, middle],
        [b - q * 0.2, next],
        [b - q * 0.7, 1090],
        [a - p * 0.7, 1090],
      ],
      s.linear([tones[(at + 3) % 6], mix(tones[(at + 3) % 6], "#7ba6ae", 0.22)], [0, 0, 1, 1]),
    );
  }
  return s.svg();
}

export function lowPoly() {
  const s = sheet();
  const next = random(29);
  const [columns, rows] = [12, 6];
  const points = [];
  for (let y = 0; y <= rows; y += 1)
    for (let x = 0; x <= columns; x += 1) {
      const isEdge = x === 0 || y === 0 || x === columns || y === rows;
      points.push([
        (x * 1920) / columns + (isEdge ? 0 : (next() - 0.5) * 110),
        (y * 1080) / rows + (isEdge ? 0 : (next() - 0.5) * 110),
      ]);
    }
  s.ground("#1d6f7d");
  const tone = (x, y) => {
    const t = (x / 1920) * 0.55 + (y / 1080) * 0.45 + (next() - 0.5) * 0.16;
    const stops = ["#bfe6df", "#5fbdb8", "#1d8a91", "#0f5a6c", "#0b2a44"];
    const at = Math.max(0, Math.min(3.999, t * 4));
    return mix(stops[Math.floor(at)], stops[Math.floor(at) + 1], at % 1);
  };
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) {
      const at = y * (columns + 1) + x;
      const [a, b, c, d] = [points[at], points[at + 1], points[at + columns + 2], points[at + columns + 1]];
      for (const three of (x + y) % 2
        ? [
            [a, b, c],
            [a, c, d],
          ]
        : [
            [a, b, d],
            [b, c, d],
          ]) {
        const colour = tone(
          (three[0][0] + three[1][0] + three[2][0]) / 3,
          (three[0][1] + three[1][1] + three[2][1]) / 3,
        );
        s.add(`<path fill="${colour}" d="${line(three)}"/>`);
      }
    }
  return s.svg();
}

export function scallopWaves() {
  const s = sheet();
  s.ground("#eef4f5");
  const r = 160;
  for (let row = 0; row < 14; row += 1) {
    const y = row * 80 - 10;
    const shift = row % 2 ? 0 : -r;
    const t = row / 13;
    const colour = mix("#cfe6e8", "#0b4f5a", t);
    const arc = (radius) =>
      steps(row % 2 ? 6 : 7, 0, row % 2 ? 5 : 6)
        .map((at) => `M${at * 2 * r + shift + r - radius} ${y + r}a${radius} ${radius} 0 0 1 ${radius * 2} 0`)
        .join("");
    s.path(arc(r).replaceAll(/ 0(?=M|$)/g, ` 0v40h-${2 * r}`), colour).stroke(
      arc(r - 48),
      mix(colour, t < 0.5 ? "#0b6b75" : "#ffffff", 0.32),
      14,
    );
  }
  return s.svg();
}

export function concentricArcs() {
  const s = sheet();
  s.ground("#fbf3e9");
  const sets = [
    [0, 1080, ["#a63a1b", "#d9653a", "#f2a07b", "#f7cfae", "#fbf3e9"], 640],
    [1920, 1080, ["#2a1b16", "#3c5a4a", "#6f9480", "#b9cdb9", "#fbf3e9"], 820],
    [1180, 0, ["#d9a441", "#e8c27a", "#f3dcab", "#fbf3e9"], 420],
  ];
  for (const [x, y, colours, outer] of sets)
    colours.forEach((colour, at) => s.circle(x, y, outer - (at * outer) / (colours.length + 0.5), colour));
  return s.svg();
}

export function circuit() {
  const s = sheet();
  s.ground("#0c1122");
  const next = random(88);
  const taken = new Set();
  const paths = ["", "", ""];
  const ends = [];
  const cell = 60;
  const moves = [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
  ];
  for (let at = 0; at < 260; at += 1) {
    let [x, y] = [Math.floor(next() * 33), Math.floor(next() * 19)];
    if (taken.has(`${x},${y}`)) continue;
    let way = Math.floor(next() * 4) * 2;
    const points = [[x, y]];
    const own = new Set([`${x},${y}`]);
    for (let step = 0; step < 9; step += 1) {
      if (next() < 0.35) way = (way + (next() < 0.5 ? 1 : 7)) % 8;
      const to = [x + moves[way][0], y + moves[way][1]];
      const key = String(to);
      const crosses = taken.has(`${to[0]},${y}`) && taken.has(`${x},${to[1]}`);
      if (taken.has(key) || own.has(key) || crosses) break;
      [x, y] = to;
      own.add(key);
      points.push(to);
    }
    if (points.length < 3) continue;
    own.forEach((key) => taken.add(key));
    const straight = points.filter(([px, py], index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      return !before || !after || px - before[0] !== after[0] - px || py - before[1] !== after[1] - py;
    });
    const placed = straight.map(([px, py]) => [px * cell, py * cell]);
    paths[at % 5 === 0 ? 1 : at % 7 === 0 ? 2 : 0] += line(placed, false);
    ends.push(placed[0], placed[placed.length - 1]);
  }
  ["#2c3763", "#7cc4ff", "#ffb454"].forEach((colour, at) => s.stroke(paths[at], colour, 7, round));
  s.stroke(specks(ends), "#4a5aa0", 26, round).stroke(specks(ends), "#0c1122", 12, round);
  return s.svg();
}

export function cells() {
  const s = sheet();
  s.ground("#f0f4ee");
  const next = random(13);
  const sites = [];
  for (let y = 0; y < 6; y += 1)
    for (let x = 0; x < 10; x += 1)
      sites.push([(x + 0.5 + (next() - 0.5) * 0.8) * 200 - 40, (y + 0.5 + (next() - 0.5) * 0.8) * 200 - 60]);
  const colours = ["#2f6f5e", "#5f9a80", "#9cc4a8", "#cfe0cc", "#e3c77a", "#1d4a44"];
  sites.forEach(([x, y], at) => {
    let shape = [
      [-200, -200],
      [2120, -200],
      [2120, 1280],
      [-200, 1280],
    ];
    sites.forEach(([a, b], other) => {
      if (other === at) return;
      const [mx, my, dx, dy] = [(x + a) / 2, (y + b) / 2, a - x, b - y];
      const length = Math.hypot(dx, dy);
      const side = ([px, py]) => ((px - mx) * dx + (py - my) * dy) / length + 8;
      const cut = [];
      shape.forEach((point, index) => {
        const after = shape[(index + 1) % shape.length];
        const [p, q] = [side(point), side(after)];
        if (p <= 0) cut.push(point);
        if (p * q < 0)
          cut.push([
            point[0] + ((after[0] - point[0]) * p) / (p - q),
            point[1] + ((after[1] - point[1]) * p) / (p - q),
          ]);
      });
      shape = cut;
    });
    if (shape.length < 3) return;
    const colour = colours[Math.floor(next() * 6)];
    s.path(line(shape), colour, { stroke: colour, "stroke-width": 10, "stroke-linejoin": "round" });
  });
  return s.svg();
}

const soft = (colours, ground) => {
  const s = sheet();
  s.ground(ground);
  for (const [x, y, r, colour, opacity] of colours)
    s.circle(
      x,
      y,
      r,
      s.radial([
        [colour, 0, opacity],
        [colour, 0.35, opacity * 0.72],
        [colour, 0.7, opacity * 0.22],
        [colour, 1, 0],
      ]),
    );
  return s.svg();
};

export const softDawn = () =>
  soft(
    [
      [260, 200, 900, "#f7b6a0", 0.95],
      [1660, 140, 900, "#f6d9a0", 0.95],
      [1500, 980, 900, "#c9b6e4", 0.95],
      [420, 1040, 860, "#9fcfe0", 0.9],
      [980, 560, 520, "#fff6ee", 0.9],
    ],
    "#f6e6dd",
  );

export const softNight = () =>
  soft(
    [
      [200, 160, 900, "#2b4a9a", 0.9],
      [1700, 980, 1000, "#5a2a8a", 0.85],
      [1500, 120, 720, "#0b6b75", 0.8],
      [620, 1080, 760, "#a31b69", 0.55],
      [1040, 520, 520, "#7cc4ff", 0.3],
    ],
    "#0a0e22",
  );

export function bauhaus() {
  const s = sheet();
  s.ground("#f1f1ee");
  const size = 270;
  const next = random(2);
  const colours = ["#c81e06", "#0e0e0e", "#e9b83b", "#1f5fa8", "#d6d6d0"];
  let last = "";
  const colour = (not) => {
    let one = colours[Math.floor(next() * 5)];
    while (one === not || one === last) one = colours[Math.floor(next() * 5)];
    last = one;
    return one;
  };
  for (let row = 0; row < 4; row += 1)
    for (let column = 0; column < 8; column += 1) {
      const [x, y] = [column * size - 120, row * size];
      const ground = next() < 0.45 ? "#f1f1ee" : colour();
      s.rect(x, y, size, size, ground);
      const fill = colour(ground);
      const kind = Math.floor(next() * 7);
      if (kind === 0) s.circle(x + 135, y + 135, 100, fill).circle(x + 135, y + 135, 44, ground);
      if (kind === 1) s.path(`M${x} ${y}h${size}a${size} ${size} 0 0 1-${size} ${size}z`, fill);
      if (kind === 2)
        s.path(`M${x} ${y + size}a135 135 0 0 1 ${size} 0z`, fill).path(
          `M${x} ${y + 135}a135 135 0 0 1 ${size} 0z`,
          fill,
        );
      if (kind === 3) s.path(`M${x} ${y + size}L${x + size} ${y}v${size}z`, fill);
      if (kind === 4)
        s.path(
          `M${x} ${y}h${size}v54h-${size}zM${x} ${y + 108}h${size}v54h-${size}zM${x} ${y + 216}h${size}v54h-${size}z`,
          fill,
        );
      if (kind === 5)
        s.path(`M${x + size} ${y}v${size}h-${size}a${size} ${size} 0 0 1 ${size}-${size}z`, fill).circle(
          x + 80,
          y + 80,
          40,
          fill,
        );
      if (kind === 6)
        s.path(`M${x} ${y}a135 135 0 0 1 0 ${size}zM${x + 135} ${y}a135 135 0 0 1 0 ${size}z`, fill);
    }
  return s.svg();
}

export function paperCut() {
  const s = sheet();
  s.ground("#0a2a55");
  const tones = ["#123f7a", "#1b58a3", "#3a7cc9", "#78abe6", "#b7d4f4", "#e9f2fc"];
  tones.forEach((tone, at) => {
    const wave = noise(40 + at);
    const edge = steps(10, 0, 1).map((t) => [
      760 + at * 205 + wave(t * 3) * 70 + Math.sin(t * 5 + at * 0.5) * 90,
      t * 1160 - 40,
    ]);
    const area = (shift) => `${curve(edge.map(([x, y]) => [x + shift, y]))}H1960V-40z`;
    s.path(area(-22), "#041530", { opacity: 0.2 })
      .path(area(-10), "#041530", { opacity: 0.2 })
      .path(area(0), tone);
  });
  return s.svg();
}

export function sunflowerSpiral() {
  const s = sheet(1440, 1440);
  s.ground("#3a1048");
  const groups = {};
  for (let at = 6; at < 400; at += 1) {
    const angle = at * 2.399963;
    const r = 33 * Math.sqrt(at);
    const size = Math.round(7 + (r / 700) * 25);
    (groups[size] ??= []).push([720 + Math.cos(angle) * r, 720 + Math.sin(angle) * r]);
  }
  for (const [size, points] of Object.entries(groups))
    s.stroke(specks(points), mix("#ffd98a", "#d8527e", (size - 7) / 25), Number(size), round);
  return s.svg();
}

export function hexagons() {
  const s = sheet();
  s.ground("#101820");
  const next = random(55);
  const paths = { "#18242f": "", "#1f3242": "", "#00509e": "", "#2f7fd0": "", "#ffd54a": "" };
  const keys = Object.keys(paths);
  for (let column = 0; column < 14; column += 1)
    for (let row = 0; row < 8; row += 1) {
      const [x, y] = [column * 150, row * 174 + (column % 2 ? 87 : 0) - 30];
      const near = column / 14 + (next() - 0.5) * 0.8;
      const which = near > 0.98 && next() < 0.3 ? 4 : near > 0.85 ? 3 : near > 0.62 ? 2 : near > 0.35 ? 1 : 0;
      paths[keys[which]] += `M${x - 92} ${y}l46-80h92l46 80-46 80h-92z`;
    }
  for (const [colour, path] of Object.entries(paths)) s.path(path, colour);
  return s.svg();
}

export function confetti() {
  const s = sheet();
  s.ground("#fffdfb");
  const next = random(64);
  const colours = ["#a31b69", "#0b6e78", "#f2a71b", "#6a3bc0", "#ff9ccb"];
  const placed = [];
  while (placed.length < 80) {
    const [x, y] = [next() * 1920, next() * 1080];
    const d = Math.hypot((x - 960) / 960, (y - 560) / 540);
    if (d < 0.5 + next() * 0.35 || placed.some(([a, b]) => Math.hypot(a - x, b - y) < 66)) continue;
    placed.push([x, y]);
    const colour = colours[placed.length % 5];
    const kind = Math.floor(next() * 4);
    const at = `translate(${Math.round(x)} ${Math.round(y)})rotate(${Math.round(next() * 360)})`;
    if (kind === 0) s.circle(x, y, 9 + next() * 10, colour);
    else
      s.path(
        ["", "M-22-7h44v14h-44z", "M-24 0q12-22 24 0t24 0", "M0-20l18 32h-36z"][kind],
        kind === 2 ? "none" : colour,
        { transform: at, ...(kind === 2 && { stroke: colour, "stroke-width": 8, ...round }) },
      );
  }
  return s.svg();
}
