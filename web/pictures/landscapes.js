// Landscapes in flat layers: what is far is pale, what is near is dark.

import { curve, dots, line, mix, noise, random, ridge, sheet, steps } from "./kit.js";

/** Small dots of one size as one stroked path. */
const specks = (points) => points.map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}h.1`).join("");
const round = { "stroke-linecap": "round" };

/** Points in a rectangle. */
function scatter(seed, count, [left, top, width, height]) {
  const next = random(seed);
  return Array.from({ length: count }, () => [left + next() * width, top + next() * height]);
}

/** Conifers side by side along a line, as one path. */
function conifers(points, { seed, size, spread = 0.4, tiers = 3 }) {
  const next = random(seed);
  return points
    .map(([x, y]) => {
      const height = size * (0.6 + next() * 0.8);
      const half = height * (spread * 0.5 + next() * 0.05);
      const right = [];
      for (let tier = 0; tier < tiers; tier += 1) {
        const low = height * (1 - (tier + 1) / tiers) + height * 0.06;
        const reach = (half * (tier + 1.2)) / (tiers + 0.2);
        right.push([reach, -low], [reach * 0.5, -low - height * 0.03]);
      }
      right.pop();
      const left = [...right].reverse().map(([dx, dy]) => [-dx, dy]);
      return line([[0, -height], ...right, ...left].map(([dx, dy]) => [x + dx, y + dy]));
    })
    .join("");
}

export function mountainsAtDawn() {
  const s = sheet();
  s.ground(s.linear(["#f7d9c0", "#f3b795", "#e58f7b"]));
  s.glow(1320, 520, 620, "#fff3dc", 0.9).circle(1320, 500, 92, "#fff6e6");
  const layers = [
    ["#d99a93", 560, 130, 620, 3],
    ["#b97885", 660, 150, 520, 17],
    ["#86597a", 770, 150, 460, 5],
    ["#543f63", 890, 130, 520, 29],
    ["#2b2644", 1000, 90, 640, 41],
  ];
  for (const [colour, base, height, wave, seed] of layers)
    s.below(
      ridge({ seed, base, height, wave, octaves: 4, step: 32, sharp: true }),
      s.linear([colour, mix(colour, "#f3b795", 0.28)]),
    );
  return s.svg();
}

export function dunes() {
  const s = sheet();
  s.ground(s.linear(["#f6e3c5", "#f5d3a6"])).circle(1480, 260, 84, "#fdf3df");
  const dune = (points, light, dark, crest) => {
    s.path(`${curve(points)}V1080H-20z`, s.linear([light, mix(light, dark, 0.35)]));
    s.path(crest, s.linear([dark, mix(dark, light, 0.45)]));
  };
  dune(
    [
      [-20, 600],
      [300, 540],
      [620, 440],
      [900, 520],
      [1300, 600],
      [1960, 560],
    ],
    "#edbf88",
    "#d2955f",
    "M620 440C760 460 820 560 1010 620C1180 674 1500 640 1960 700V600C1500 640 1000 600 800 480C740 445 690 432 620 440z",
  );
  dune(
    [
      [-20, 760],
      [260, 700],
      [640, 760],
      [1080, 640],
      [1400, 560],
      [1620, 640],
      [1960, 720],
    ],
    "#e2a568",
    "#b8733f",
    "M1400 560C1330 640 1300 700 1060 760C860 810 640 850 560 960C700 900 1180 880 1400 800C1600 730 1760 760 1960 820V720C1700 690 1560 545 1400 560z",
  );
  dune(
    [
      [-20, 820],
      [240, 780],
      [520, 860],
      [900, 960],
      [1400, 980],
      [1960, 900],
    ],
    "#cf8a4d",
    "#8f4f2c",
    "M240 780C330 840 300 920 420 1000C470 1040 520 1060 560 1080H1960V1000C1500 1060 1100 1040 800 950C560 880 420 760 240 780z",
  );
  return s.svg();
}

export function lighthouse() {
  const s = sheet();
  s.ground(s.linear(["#16324a", "#3f6f86", "#f0b58a"], [0, 0, 0, 1]));
  s.glow(560, 700, 520, "#ffe0b8", 0.75);
  s.path(specks(scatter(4, 46, [0, 20, 1920, 330])), "none", {
    stroke: "#dcebf0",
    "stroke-width": 3,
    ...round,
  });
  s.rect(0, 740, 1920, 340, s.linear(["#d99d80", "#3f7184", "#12354a"]));
  for (const [x, y, w] of [
    [380, 764, 360],
    [430, 792, 260],
    [470, 824, 180],
    [350, 862, 240],
    [500, 900, 130],
    [700, 846, 190],
    [140, 815, 150],
    [860, 790, 220],
  ])
    s.rect(x, y, w, 5, "#ffe6c8", { rx: 2.5, opacity: 0.55 });
  s.path(
    "M1430 330L0 120V330L1430 366z",
    s.linear(
      [
        ["#fff1cf", 0, 0],
        ["#fff1cf", 1, 0.75],
      ],
      [0, 0, 1, 0],
    ),
  );
  s.path(
    "M1080 1080C1120 960 1200 930 1240 850C1262 800 1330 790 1370 776L1560 770C1640 780 1700 800 1760 790C1830 780 1880 740 1960 730V1080z",
    "#0d2231",
  );
  s.path(
    "M1240 850C1262 800 1330 790 1370 776L1560 770C1480 820 1420 830 1380 900C1340 960 1280 980 1180 1080H1080C1120 960 1200 930 1240 850z",
    "#1b3b4c",
  );
  s.path("M1416 392h90l26 384h-142z", "#f3ede2");
  s.path("M1460 392h46l26 384h-60z", "#d3cdc4");
  s.path("M1409 500h104l5 76h-114zM1398 652h126l5 76h-136z", "#c2452b");
  s.rect(1400, 380, 122, 16, "#0d2231", { rx: 4 })
    .rect(1426, 318, 70, 62, "#ffe9b0")
    .rect(1458, 318, 6, 62, "#0d2231");
  s.path("M1414 320h94l-47-48z", "#0d2231").rect(1457, 246, 8, 30, "#0d2231");
  s.rect(1448, 700, 26, 76, "#0d2231", { rx: 13 })
    .rect(1451, 606, 18, 26, "#0d2231", { rx: 9 })
    .rect(1451, 446, 18, 26, "#0d2231", { rx: 9 });
  s.path("M1580 772v-62l50-34 50 34v76z", "#e6ddd0")
    .path("M1568 714l62-44 62 44z", "#8f3a2a")
    .rect(1618, 726, 24, 28, "#f6c879");
  return s.svg();
}

export function mistyForest() {
  const s = sheet();
  s.ground(s.linear(["#e8efec", "#c9d9d5"]));
  s.glow(620, 260, 460, "#ffffff", 0.8);
  const layers = [
    [470, 100, "#b5cac6", 74, 26],
    [610, 140, "#8fb0ab", 88, 23],
    [770, 190, "#5d8783", 110, 20],
    [950, 260, "#335a58", 142, 16],
    [1120, 380, "#16343a", 205, 12],
  ];
  layers.forEach(([base, size, colour, gap, seed], at) => {
    const hill = ridge({ seed, base, height: 46, wave: 800, step: gap, octaves: 2 });
    const next = random(seed);
    const trees = hill.map(([x, y]) => [x + (next() - 0.5) * gap * 0.7, y + 12]);
    s.path(conifers(trees, { seed: seed + 1, size, spread: 0.34, tiers: at < 3 ? 2 : 3 }), colour);
    s.below(hill, s.linear([colour, mix(colour, "#e8efec", at < 4 ? 0.75 : 0)]), { isSmooth: true });
  });
  return s.svg();
}

export function mirrorLake() {
  const s = sheet();
  s.ground(s.linear(["#bfe0e6", "#e9f3ee"]));
  const water = 640;
  const layers = [
    ["#a3c4cf", 470, 120, 560, 8],
    ["#6f9dae", 560, 110, 440, 13],
    ["#2f6a78", 600, 50, 420, 3],
  ];
  const drawn = layers.map(([colour, base, height, wave, seed]) => [
    colour,
    ridge({ seed, base, height, wave, octaves: 4, step: 36, sharp: true }),
  ]);
  for (const [colour, points] of drawn) s.below(points, colour, { bottom: water });
  s.rect(0, water, 1920, 440, s.linear(["#d8eae8", "#8fbcc6"]));
  for (const [colour, points] of drawn)
    s.below(
      points.map(([x, y]) => [x, water + (water - y) * 0.8]),
      mix(colour, "#b9d8da", 0.45),
      { bottom: water },
    );
  const next = random(9);
  for (let at = 0; at < 26; at += 1) {
    const y = water + 20 + at * at * 0.62;
    s.rect(next() * 1700, y, 120 + next() * 420, 2 + at * 0.12, "#f1faf8", { rx: 2, opacity: 0.55 });
  }
  const bank = ridge({ seed: 21, base: 1040, height: 26, wave: 500, step: 80 });
  s.path(
    conifers(
      [
        [90, 1040],
        [180, 1060],
        [290, 1050],
        [1700, 1050],
        [1800, 1060],
        [1880, 1040],
        [10, 1050],
      ],
      { seed: 6, size: 400, spread: 0.32 },
    ),
    "#123c46",
  );
  s.below(bank, "#123c46", { isSmooth: true });
  return s.svg();
}

export function starryNight() {
  const s = sheet();
  s.ground(s.linear(["#070b1d", "#141d40", "#35406f"]));
  s.path(
    "M-100 620L1500-200L1960-60V120L300 900z",
    s.across(
      [
        ["#8fa4e8", 0, 0],
        ["#8fa4e8", 0.5, 0.2],
        ["#8fa4e8", 1, 0],
      ],
      [560, 90, 840, 560],
    ),
  );
  const next = random(77);
  for (const [count, size, colour] of [
    [150, 2.4, "#9fb2e6"],
    [70, 4, "#d9e3ff"],
    [22, 6.5, "#fff4d6"],
  ])
    s.path(specks(Array.from({ length: count }, () => [next() * 1920, next() * 800])), "none", {
      stroke: colour,
      "stroke-width": size,
      ...round,
    });
  s.path("M1240 210l-150 56", "none", {
    stroke: s.across(
      [
        ["#ffffff", 0, 0.9],
        ["#ffffff", 1, 0],
      ],
      [1090, 266, 1240, 210],
    ),
    "stroke-width": 4,
    ...round,
  });
  s.below(ridge({ seed: 3, base: 830, height: 70, wave: 640 }), "#1a2247", { isSmooth: true });
  s.below(ridge({ seed: 9, base: 920, height: 60, wave: 760 }), "#0f1631", { isSmooth: true });
  s.path(
    conifers(
      [
        [1330, 1000],
        [1400, 1010],
        [1480, 1000],
        [1560, 1016],
        [1250, 1010],
        [1640, 1006],
      ],
      { seed: 5, size: 150 },
    ),
    "#080c1e",
  );
  s.below(ridge({ seed: 15, base: 1000, height: 30, wave: 900 }), "#080c1e", { isSmooth: true });
  s.path("M520 990l90-110 90 110z", "#ffb454")
    .path("M610 880l90 110h-60z", "#c97a2b")
    .path("M610 930l-22 60h44z", "#5b2f12");
  s.glow(610, 960, 190, "#ffb454", 0.35);
  return s.svg();
}

export function cityAtDusk() {
  const s = sheet();
  s.ground(s.linear(["#27305c", "#7d5a86", "#ec9a78", "#f8c98f"]));
  s.glow(1240, 560, 520, "#ffe2b0", 0.7).circle(1240, 540, 120, "#ffe9c4");
  const next = random(31);
  const rows = [
    ["#b87a88", 760, 300, 60, 90],
    ["#6b4f7c", 850, 330, 80, 110],
    ["#231f44", 940, 330, 100, 130],
  ];
  rows.forEach(([colour, base, tall, narrow, more], row) => {
    let path = "";
    const lights = [];
    for (let x = -30; x < 1920;) {
      const width = Math.round((narrow + next() * more) / 10) * 10;
      const middle = 1 - Math.abs(x - 760) / 1500;
      const height = Math.round(tall * (0.28 + next() * 0.72) * middle);
      const top = base - height;
      const kind = next();
      path += `M${x} 1080V${top}h${width}V1080z`;
      if (kind < 0.25) path += `M${x + width * 0.2} ${top}v-34h${width * 0.6}v34z`;
      else if (kind < 0.42)
        path += `M${x} ${top}l${width}-${Math.round(width * 0.22)}v${Math.round(width * 0.22)}z`;
      else if (kind < 0.56) path += `M${x + width / 2 - 3} ${top}v-70h6v70z`;
      if (row === 2)
        for (let y = top + 26; y < 1010; y += 34)
          for (let at = x + 18; at < x + width - 20; at += 28)
            if (next() < 0.26) lights.push(`M${at} ${y}v14`);
      x += width + (next() < 0.3 ? 14 : 0);
    }
    s.path(
      path,
      row === 2 ? s.linear([colour, "#14122e"]) : s.linear([colour, mix(colour, "#ec9a78", 0.35)]),
    );
    if (row === 2) s.stroke(lights.join(""), "#ffd38a", 10);
  });
  return s.svg();
}

export function bridge() {
  const s = sheet();
  s.ground(s.linear(["#dfe9f0", "#f6ede2", "#f4d9c2"]));
  s.below(ridge({ seed: 12, base: 690, height: 60, wave: 520 }), "#c7cdd6", { isSmooth: true, bottom: 790 });
  s.below(ridge({ seed: 40, base: 740, height: 46, wave: 380 }), "#a3afbf", { isSmooth: true, bottom: 790 });
  s.rect(0, 780, 1920, 300, s.linear(["#b7c6d3", "#5f7f99"]));
  const red = "#a8402c";
  const deck = 706;
  const towers = [520, 1500];
  const cable = (from, to, low) => `M${from} 250Q${(from + to) / 2} ${low} ${to} 250`;
  const hangers = [];
  for (let x = 560; x < 1500; x += 40) {
    const t = (x - 520) / 980;
    hangers.push(`M${x} ${Math.round(250 + 2 * t * (1 - t) * 870)}V${deck}`);
  }
  // The side spans are curves whose steps across are not even, so hangers stand at even steps along them.
  for (const t of steps(13, 0.07, 0.86)) {
    const along = 560 * t * (1 - t) + 580 * t * t;
    const y = Math.round(250 * (1 - t) ** 2 + 1080 * t * (1 - t) + 720 * t * t);
    hangers.push(`M${Math.round(520 - along)} ${y}V${deck}M${Math.round(1500 + along)} ${y}V${deck}`);
  }
  s.stroke(hangers.join(""), mix(red, "#f6ede2", 0.35), 3);
  s.stroke(`${cable(520, 1500, 1120)}M520 250Q240 540-60 720M1500 250Q1780 540 2080 720`, red, 10);
  for (const x of towers) {
    s.path(`M${x - 44} 230h26v640h-38zM${x + 18} 230h26l12 640h-38z`, red);
    s.path(
      `M${x - 30} 236h60v26h-60zM${x - 30} 310h60v22h-60zM${x - 32} 430h64v22h-64zM${x - 34} 570h68v22h-68z`,
      mix(red, "#3a1410", 0.25),
    );
    s.path(`M${x - 90} 850h180l20 60h-220z`, "#6d6f78");
  }
  s.rect(0, deck, 1920, 24, mix(red, "#3a1410", 0.35)).rect(0, deck - 8, 1920, 8, red);
  for (const [x, y, w] of [
    [120, 830, 300],
    [760, 850, 420],
    [1300, 960, 460],
    [300, 940, 360],
    [900, 1010, 300],
    [1620, 850, 220],
    [60, 1020, 240],
  ])
    s.rect(x, y, w, 5, "#e6eef3", { rx: 2, opacity: 0.6 });
  s.path("M880 880h190c-8 40-30 52-60 52h-84c-24 0-40-20-46-52z", "#2c3e50").path(
    "M968 868V730c54 30 82 86 86 138zM956 868v-112c-36 30-56 72-60 112z",
    "#fbf6ee",
  );
  return s.svg();
}

export function harbour() {
  const s = sheet();
  s.ground(s.linear(["#cfe2e6", "#f3eadb"]));
  s.circle(420, 330, 96, "#fbf5e8").rect(0, 820, 1920, 260, s.linear(["#7ba6ad", "#2d5f6d"]));
  s.below(ridge({ seed: 4, base: 760, height: 30, wave: 400 }), "#b4cacb", { isSmooth: true, bottom: 820 });
  const crane = (x, size, colour) =>
    s.group(`translate(${x} 820)scale(${size})`, () => {
      s.stroke(
        "M-90 0V-330M90 0V-330M-90-120H90M-90-330L90-120M-110-330H110M-40-330V-560M40-330V-560M-40-560H40L0-680zM-420-420H260M-420-420L0-680L260-420M-210-420L0-680",
        colour,
        14,
        { "stroke-linejoin": "round" },
      );
      s.path("M-430-440h700v26h-700zM150-440h90v-56h-90zM-260-414h40v24h-40z", colour);
      s.stroke("M-240-390V-220", colour, 5);
      s.rect(-290, -222, 100, 44, "#c2410c");
    });
  crane(720, 0.72, "#8fb0b3");
  crane(1200, 0.9, "#1c4a57");
  crane(1850, 0.98, "#1c4a57");
  const next = random(18);
  const colours = ["#c2410c", "#e08a4f", "#0b6b75", "#f1e4cf", "#2b5563"];
  for (let row = 0; row < 4; row += 1)
    for (let at = 0; at < 6 - (row > 2 ? 2 : 0); at += 1)
      s.rect(190 + at * 92 + (row > 2 ? 92 : 0), 776 - row * 44, 88, 40, colours[Math.floor(next() * 5)]);
  s.path("M70 816h860l-60 104c-6 10-16 16-28 16H190c-14 0-26-8-32-20z", "#123540").path(
    "M84 840h832l-16 28H98z",
    "#c2410c",
  );
  s.path("M92 816V640h76v176z", "#f6f0e6")
    .path("M92 664h76v16H92zM92 704h76v16H92z", "#123540")
    .rect(112, 590, 30, 50, "#c2410c");
  s.rect(960, 812, 960, 18, "#123540");
  for (const [x, y, w] of [
    [100, 970, 300],
    [520, 1000, 420],
    [1100, 900, 300],
    [1500, 960, 340],
    [1200, 1030, 260],
    [300, 1046, 200],
  ])
    s.rect(x, y, w, 6, "#cfe2e6", { rx: 3, opacity: 0.5 });
  return s.svg();
}

export function windTurbines() {
  const s = sheet();
  s.ground(s.linear(["#cfe6ee", "#f4f6ec"]));
  s.path(
    "M220 240c20-60 110-70 140-20 50-30 120 0 120 50h-330c0-30 40-50 70-30zM1180 160c16-46 90-56 114-14 40-24 96 0 96 40h-264c0-26 30-40 54-26z",
    "#ffffff",
    { opacity: 0.85 },
  );
  s.below(ridge({ seed: 2, base: 720, height: 60, wave: 760 }), "#a9cfc0", { isSmooth: true });
  const turbine = (x, y, size, turn, colour) =>
    s.group(`translate(${x} ${y})scale(${size})`, () => {
      s.path("M-6-420h12l8 420h-28z", colour);
      s.group(`translate(0-424)rotate(${turn})`, () =>
        s
          .path(
            "M-7 0C-20-60-10-200 0-270C6-200 12-60 7 0zM0 8C58 28 170 110 234 135C172 98 58 8 4-6zM0 8C-58 28-170 110-234 135C-172 98-58 8-4-6z",
            colour,
          )
          .circle(0, 0, 15, colour),
      );
    });
  turbine(1500, 730, 0.62, 12, "#eef5f2");
  turbine(300, 740, 0.58, 48, "#eef5f2");
  s.below(ridge({ seed: 23, base: 800, height: 70, wave: 640 }), "#72b08f", { isSmooth: true });
  turbine(1180, 830, 0.9, 30, "#fbfdfb");
  s.below(ridge({ seed: 11, base: 900, height: 60, wave: 820 }), "#3f8a6a", { isSmooth: true });
  turbine(690, 960, 1.2, 4, "#ffffff");
  s.below(ridge({ seed: 17, base: 1000, height: 40, wave: 900 }), "#1f5f4c", { isSmooth: true });
  return s.svg();
}

export function fieldsFromAbove() {
  const s = sheet();
  s.ground("#6f8f3f");
  const colours = ["#8aa84c", "#c9b458", "#5e7f3a", "#e0cf86", "#a9bd62", "#b08d45", "#4b6b38", "#dcd6a0"];
  const next = random(5);
  const columns = [-40, 380, 800, 1180, 1600, 2000];
  for (let column = 0; column < columns.length - 1; column += 1) {
    const [left, right] = [columns[column], columns[column + 1]];
    let top = -160 + next() * 80;
    while (top < 1240) {
      const tall = 230 + next() * 220;
      const skew = 70;
      const [a, b] = [top + 6, top + tall - 6];
      const colour = colours[Math.floor(next() * colours.length)];
      s.area(
        [
          [left + 6, a],
          [right - 6, a - skew],
          [right - 6 + 14, b - skew],
          [left + 6 + 14, b],
        ],
        colour,
      );
      const isTall = next() < 0.5;
      const count = isTall ? 6 : 5;
      const rows = steps(count + 2)
        .slice(1, -1)
        .map((t) =>
          isTall
            ? `M${Math.round(left + 6 + (right - left - 12) * t)} ${Math.round(a - skew * t)}l14 ${Math.round(b - a)}`
            : `M${Math.round(left + 6 + 14 * t)} ${Math.round(a + (b - a) * t)}l${right - left - 12}-${skew}`,
        );
      s.stroke(rows.join(""), mix(colour, "#3b5228", 0.22), 7);
      top += tall;
    }
  }
  const river = [
    [-40, 300],
    [260, 420],
    [520, 380],
    [820, 560],
    [1120, 640],
    [1440, 560],
    [1700, 760],
    [1980, 800],
  ];
  s.stroke(curve(river), "#4b6b38", 104)
    .stroke(curve(river), "#7fb3bf", 76)
    .stroke(curve(river), "#a4cdd3", 26);
  s.stroke("M1180-20C1160 300 1240 700 1120 1100", "#efe6cf", 18);
  const groves = [
    ...scatter(8, 13, [60, 510, 380, 90]),
    ...scatter(9, 12, [1240, 730, 300, 80]),
    ...scatter(3, 7, [1420, 400, 200, 70]),
  ];
  const moved = (dx, dy) => specks(groves.map(([x, y]) => [x + dx, y + dy]));
  s.stroke(moved(9, 11), "#2c4526", 44, round)
    .stroke(moved(0, 0), "#3d6134", 42, round)
    .stroke(moved(-5, -6), "#587d40", 20, round);
  return s.svg();
}

export function volcano() {
  const s = sheet();
  s.ground(s.linear(["#2b2440", "#7a3f56", "#e07a55"]));
  s.glow(960, 330, 420, "#ffb36b", 0.6);
  const smoke = [
    [960, 250, 70],
    [1010, 190, 90],
    [1090, 140, 110],
    [1200, 90, 130],
    [1330, 60, 140],
    [1480, 40, 150],
    [1640, 20, 160],
    [930, 210, 60],
  ];
  s.path(dots(smoke), "#5a3a55").path(dots(smoke.map(([x, y, r]) => [x - 14, y - 16, r * 0.8])), "#6f4a63");
  s.below(ridge({ seed: 3, base: 800, height: 60, wave: 420, octaves: 4, sharp: true }), "#8f4a5a");
  s.path(
    "M120 1080C460 900 700 560 850 330L900 318L958 338L1020 316L1074 334C1220 570 1460 900 1800 1080z",
    s.linear(["#4a2b45", "#2a1a30"]),
  );
  s.path(
    "M958 338L1020 316L1074 334C1220 570 1460 900 1800 1080H1260C1180 860 1060 560 958 338z",
    "#20142a",
    { opacity: 0.55 },
  );
  s.path(
    "M880 322l20-4 58 20 62-22 26 8c-10 26-34 34-40 70s20 90 8 140-40 60-30 130c-30-50-20-100-16-150s-26-60-34-100-20 20-18 70-30 70-32 120c-16-60 8-100 10-150s-30-90-14-132z",
    s.linear(["#ffd27a", "#f0693c", "#b5332c"]),
  );
  s.below(ridge({ seed: 19, base: 985, height: 50, wave: 500, octaves: 3 }), "#150d1e", { isSmooth: true });
  s.path(
    conifers(
      [
        [90, 990],
        [170, 1000],
        [260, 1010],
        [1690, 1010],
        [1770, 1000],
        [1850, 990],
        [380, 1030],
        [1580, 1030],
      ],
      { seed: 8, size: 170 },
    ),
    "#150d1e",
  );
  return s.svg();
}

export function iceberg() {
  const s = sheet(1440, 1440);
  s.ground(s.linear(["#dcebf3", "#f6f3ee"]));
  s.circle(1080, 210, 70, "#ffffff");
  s.rect(0, 520, 1440, 920, s.linear(["#4f9db5", "#1b5f80", "#0a2f4d"]));
  s.area(
    [
      [470, 520],
      [560, 350],
      [640, 300],
      [720, 190],
      [800, 260],
      [850, 380],
      [960, 450],
      [1010, 520],
    ],
    "#ffffff",
  );
  s.area(
    [
      [720, 190],
      [800, 260],
      [850, 380],
      [960, 450],
      [1010, 520],
      [760, 520],
      [700, 400],
      [740, 300],
    ],
    "#cfe2ec",
  );
  s.area(
    [
      [640, 300],
      [720, 190],
      [740, 300],
      [700, 400],
      [640, 430],
    ],
    "#e8f2f7",
  );
  s.area(
    [
      [380, 532],
      [1090, 532],
      [1150, 660],
      [1080, 800],
      [1030, 960],
      [880, 1120],
      [790, 1290],
      [700, 1180],
      [590, 1060],
      [470, 940],
      [400, 780],
      [340, 650],
    ],
    s.linear(["#bfe3ec", "#6fb3cb", "#2f789c"]),
  );
  s.area(
    [
      [760, 532],
      [1090, 532],
      [1150, 660],
      [1080, 800],
      [1030, 960],
      [880, 1120],
      [790, 1290],
      [820, 1000],
      [740, 800],
      [800, 660],
    ],
    "#0a3a5c",
    { opacity: 0.28 },
  );
  s.area(
    [
      [380, 532],
      [560, 532],
      [520, 700],
      [590, 860],
      [590, 1060],
      [470, 940],
      [400, 780],
      [340, 650],
    ],
    "#ffffff",
    { opacity: 0.22 },
  );
  s.rect(0, 516, 1440, 10, "#ffffff", { opacity: 0.7 });
  s.path(
    dots(scatter(3, 26, [120, 640, 1200, 700]).map(([x, y], at) => [x, y, 4 + (at % 5) * 2])),
    "#bfe3ec",
    { opacity: 0.28 },
  );
  return s.svg();
}

export function sunsetSea() {
  const s = sheet();
  s.ground(s.linear(["#3a2a5c", "#a8476b", "#f08a5d", "#fbc27a"]));
  s.circle(960, 640, 170, "#fff0c4").glow(960, 640, 560, "#ffd98f", 0.6);
  s.rect(0, 640, 1920, 440, s.linear(["#d8705f", "#6a3463", "#241a40"]));
  const next = random(6);
  for (let at = 0; at < 22; at += 1) {
    const y = 652 + at * 19;
    const w = 330 - at * 4 + (next() - 0.5) * 170;
    s.rect(960 - w / 2 + (next() - 0.5) * 70, y, w, 7 + at * 0.2, "#ffdf9e", {
      rx: 4,
      opacity: 0.85 - at * 0.028,
    });
  }
  for (const [x, y, w] of [
    [120, 700, 240],
    [1480, 690, 300],
    [240, 800, 300],
    [1380, 850, 320],
    [60, 900, 260],
    [1560, 970, 280],
    [330, 1000, 240],
  ])
    s.rect(x, y, w, 5, "#f4a07c", { rx: 2, opacity: 0.35 });
  s.path(
    "M200 250h420c40 0 40 34 0 34H360c-30 0-30 26 0 26h120c30 0 30 24 0 24H150c-40 0-40-40 0-40h40c-30 0-30-44 10-44zM1360 160h360c34 0 34 30 0 30h-120c-26 0-26 22 0 22h170c30 0 30 26 0 26h-330c-34 0-34-34 0-34h-80c-30 0-30-44 0-44z",
    "#f6b08a",
    { opacity: 0.4 },
  );
  s.stroke(
    "M1240 380q26-30 50 0q24-30 50 0M1350 440q20-22 38 0q18-22 38 0M1160 450q16-18 30 0q14-18 30 0",
    "#2b1d45",
    6,
    { "stroke-linecap": "round" },
  );
  return s.svg();
}

export function windingRoad() {
  const s = sheet();
  s.ground(s.linear(["#f7ead2", "#f6d7b0"]));
  s.circle(960, 380, 120, "#fdf4e2");
  s.below(ridge({ seed: 25, base: 520, height: 120, wave: 520, octaves: 4, sharp: true }), "#d9b78f");
  s.below(ridge({ seed: 14, base: 590, height: 70, wave: 460 }), "#a9a576", { isSmooth: true });
  s.below(ridge({ seed: 8, base: 660, height: 40, wave: 700 }), "#728558", { isSmooth: true });
  s.path("M0 730C400 660 700 690 1000 720S1600 690 1920 730V1080H0z", "#4c6647");
  s.path(
    "M1010 640C1020 664 1150 676 1150 700C1150 740 780 750 780 800C780 870 1330 880 1330 960C1330 1010 1180 1050 1100 1080H560C640 1030 960 1000 960 950C960 890 660 870 660 800C660 730 1080 730 1080 704C1080 684 1000 668 1000 640z",
    "#3b3a3a",
  );
  s.stroke(
    "M1006 642C1010 670 1115 680 1115 702C1115 735 720 742 720 800C720 870 1145 885 1145 955C1145 1005 960 1040 830 1080",
    "#f6e7c6",
    6,
    { "stroke-dasharray": "26 20" },
  );
  s.path("M0 840C200 800 380 860 500 940S640 1060 600 1080H0z", "#35503a").path(
    "M1920 800C1740 800 1560 850 1480 930S1380 1060 1400 1080H1920z",
    "#35503a",
  );
  s.path(
    conifers(
      [
        [120, 900],
        [210, 920],
        [310, 960],
        [1620, 930],
        [1720, 900],
        [1830, 890],
        [60, 940],
        [1540, 990],
      ],
      { seed: 4, size: 190, spread: 0.36 },
    ),
    "#20372b",
  );
  return s.svg();
}

export function autumnHills() {
  const s = sheet();
  s.ground(s.linear(["#f3e6d6", "#f6d9b8"]));
  const colours = ["#b5502b", "#d9823b", "#e3aa4b", "#8f3a2a", "#c96a35"];
  const hills = [
    ["#d8c098", 560, 60, 800, 26, 5],
    ["#b99a62", 680, 70, 700, 38, 9],
    ["#8d7443", 820, 70, 900, 54, 16],
    ["#55502f", 1000, 50, 1000, 74, 28],
  ];
  hills.forEach(([colour, base, height, wave, size, seed], at) => {
    const points = ridge({ seed, base, height, wave, step: 46 });
    const next = random(seed);
    const crowns = colours.map(() => ["", ""]);
    let trunks = "";
    for (let index = 1; index < points.length; index += 1) {
      if (next() > 0.5 - at * 0.07) continue;
      const isLarge = next() < 0.5;
      const r = size * (isLarge ? 0.95 : 0.7);
      const [x, y] = points[index];
      crowns[Math.floor(next() * 5)][isLarge ? 1 : 0] += specks([[x, y - r * 1.3]]);
      trunks += `M${Math.round(x)} ${Math.round(y + 10)}v-${Math.round(r * 1.3)}`;
    }
    s.stroke(trunks, mix("#5a3622", "#f3e6d6", 0.45 - at * 0.15), 4 + at * 2);
    crowns.forEach((pair, colourAt) =>
      pair.forEach((path, large) => {
        const colour = mix(colours[colourAt], "#f3e6d6", 0.5 - at * 0.17);
        if (path) s.stroke(path, colour, size * (large ? 1.9 : 1.4), round);
      }),
    );
    s.below(points, colour, { isSmooth: true });
  });
  return s.svg();
}

export function snowyPines() {
  const s = sheet();
  s.ground(s.linear(["#c7d5ea", "#f3e9ee"]));
  s.circle(520, 300, 90, "#fffaf2");
  s.below(ridge({ seed: 31, base: 560, height: 130, wave: 560, octaves: 4, sharp: true }), "#b3c3dd");
  s.below(ridge({ seed: 44, base: 650, height: 90, wave: 460, octaves: 4, sharp: true }), "#d6e0ee");
  const row = (points, size, colour, seed) => s.path(conifers(points, { seed, size, spread: 0.36 }), colour);
  row(
    steps(26, 0, 1920).map((x, at) => [x, 780 + Math.sin(at) * 14]),
    120,
    "#8aa2c2",
    3,
  );
  s.below(ridge({ seed: 6, base: 770, height: 30, wave: 700 }), "#eef3f9", { isSmooth: true });
  row(
    [
      [140, 900],
      [240, 880],
      [350, 910],
      [1320, 890],
      [1430, 870],
      [1530, 900],
      [1640, 880],
      [1760, 900],
      [1860, 880],
    ],
    230,
    "#4a6a8f",
    4,
  );
  s.below(ridge({ seed: 12, base: 880, height: 36, wave: 900 }), "#f8fbfe", { isSmooth: true });
  row(
    [
      [60, 1070],
      [1700, 1060],
      [1850, 1090],
    ],
    430,
    "#1f3a5a",
    5,
  );
  s.path("M-20 1080V1010C400 950 800 1060 1200 1020S1700 1000 1940 1030V1080z", "#ffffff");
  s.path("M760 930v-70l80-56 80 56v70z", "#7a4232")
    .path("M742 866l98-70 98 70-14 12-84-58-84 58z", "#ffffff")
    .rect(822, 884, 36, 46, "#ffcf7a")
    .rect(880, 790, 22, 46, "#5c3026");
  s.path(dots(scatter(10, 70, [0, 0, 1920, 1000]).map(([x, y], at) => [x, y, 2 + (at % 4)])), "#ffffff", {
    opacity: 0.8,
  });
  return s.svg();
}

export function riceTerraces() {
  const s = sheet();
  s.ground(s.linear(["#dbeee6", "#f4f2d8"]));
  s.below(ridge({ seed: 18, base: 300, height: 90, wave: 520 }), "#a8cdb6", { isSmooth: true });
  const wave = noise(4);
  const greens = ["#8fbf7a", "#6fa863", "#528f55", "#3a764a", "#265c40", "#164536"];
  const count = 12;
  for (let at = 0; at < count; at += 1) {
    const t = at / (count - 1);
    const base = 350 + t ** 1.25 * 660;
    const edge = steps(11, -80, 2000).map((x) => [
      x,
      base + wave(x / 420 + at * 0.33) * (46 + t * 50) + Math.sin(x / 300 + 1) * 30,
    ]);
    const colour = mix(greens[Math.floor(t * 5)], greens[Math.min(5, Math.floor(t * 5) + 1)], (t * 5) % 1);
    s.below(edge, at % 3 === 1 ? mix("#bfe3e0", colour, 0.25) : colour, { isSmooth: true });
    s.stroke(curve(edge), mix(colour, "#f4f2d8", 0.35), 3 + t * 6);
  }
  return s.svg();
}

export function aboveTheClouds() {
  const s = sheet();
  s.ground(s.linear(["#3f6fae", "#8fb8dc", "#f9dcc4"]));
  s.glow(1460, 420, 420, "#fff2d8", 0.9).circle(1460, 430, 66, "#fff9ec");
  s.area(
    [
      [560, 640],
      [700, 470],
      [760, 500],
      [850, 360],
      [960, 500],
      [1020, 470],
      [1180, 660],
    ],
    "#5b7ba6",
  ).area(
    [
      [850, 360],
      [790, 450],
      [830, 440],
      [856, 470],
      [890, 434],
      [916, 446],
    ],
    "#f4f7fb",
  );
  const next = random(22);
  const tones = ["#dfe6f0", "#e9edf4", "#f3f3f6", "#fbf8f6", "#ffffff"];
  tones.forEach((colour, row) => {
    const base = 600 + row * 92;
    const puffs = [];
    for (let x = -60; x < 2000; x += 74 + row * 16)
      puffs.push([x + next() * 40, base + (next() - 0.5) * 50, 46 + row * 16 + next() * 40]);
    s.path(`${dots(puffs)}M0 ${base}V1080H1920V${base}z`, s.linear([colour, mix(colour, "#b9c9de", 0.55)]));
  });
  return s.svg();
}

export function ringedPlanet() {
  const s = sheet();
  s.ground(s.linear(["#070a18", "#1b1f48"], [0, 0, 1, 1]));
  s.path(specks(scatter(51, 120, [0, 0, 1920, 1080])), "none", {
    stroke: "#c9d4ff",
    "stroke-width": 3,
    ...round,
  });
  s.path(specks(scatter(52, 26, [0, 0, 1920, 1080])), "none", {
    stroke: "#ffffff",
    "stroke-width": 6,
    ...round,
  });
  s.glow(1220, 520, 640, "#b79cff", 0.28);
  const body = s.linear(["#ffcf8f", "#f28e6a", "#7a3f7d"], [0.1, 0, 0.9, 1]);
  s.group("rotate(-18 1220 520)", () => {
    s.stroke("M800 520A420 96 0 0 1 1640 520", "#8f7fd0", 40).stroke(
      "M740 520A480 116 0 0 1 1700 520",
      "#d9c6f2",
      12,
    );
    s.circle(1220, 520, 280, body);
    s.path(
      "M950 450C1120 500 1320 500 1490 450L1498 490C1320 540 1120 540 942 490zM944 560C1120 606 1320 606 1496 560L1490 590C1320 640 1120 640 950 590zM1010 340C1150 376 1290 376 1430 340L1448 362C1300 400 1140 400 992 362z",
      "#fff0d8",
      { opacity: 0.22 },
    );
    s.stroke("M800 520A420 96 0 0 0 1640 520", "#b3a2ee", 40).stroke(
      "M740 520A480 116 0 0 0 1700 520",
      "#efe2ff",
      12,
    );
  });
  s.circle(470, 800, 74, s.linear(["#bcd9ff", "#4d6cb8"], [0, 0, 1, 1])).circle(620, 250, 26, "#f2d9b8");
  return s.svg();
}

export function moonrise() {
  const s = sheet(1080, 1440);
  s.ground(s.linear(["#0b1733", "#27406f", "#7f93b8"]));
  s.glow(540, 520, 520, "#dfe9ff", 0.35).circle(540, 500, 190, "#f6f1e4");
  s.path(
    dots([
      [480, 440, 34],
      [590, 540, 46],
      [520, 590, 20],
      [620, 430, 18],
      [450, 530, 16],
    ]),
    "#e2dccb",
  );
  s.path(specks(scatter(2, 60, [0, 0, 1080, 800])), "none", {
    stroke: "#dfe8ff",
    "stroke-width": 3.5,
    ...round,
  });
  s.below(
    ridge({ seed: 7, base: 900, height: 60, wave: 420, width: 1080, octaves: 4, sharp: true }),
    "#31507f",
    { bottom: 960 },
  );
  s.rect(0, 950, 1080, 490, s.linear(["#7389b3", "#2b4473", "#0d1a38"]));
  const next = random(8);
  for (let at = 0; at < 20; at += 1) {
    const w = 90 + at * 12 + next() * 120;
    s.rect(540 - w / 2 + (next() - 0.5) * 60, 962 + at * 22, w, 6, "#f6f1e4", {
      rx: 3,
      opacity: 0.75 - at * 0.028,
    });
  }
  return s.svg();
}

export function sailingBoats() {
  const s = sheet();
  s.ground(s.linear(["#cfe8ee", "#fdf3e3"]));
  s.circle(330, 300, 110, "#ffe3b3");
  s.below(ridge({ seed: 5, base: 560, height: 46, wave: 420 }), "#a9cdd0", { isSmooth: true, bottom: 620 });
  const boat = (x, y, size, sail, hull) =>
    s.group(`translate(${x} ${y})scale(${size})`, () => {
      s.path("M8-30V-470C110-350 170-180 190-30z", sail).path(
        "M-10-30V-420C-70-320-120-170-132-30z",
        mix(sail, "#0b2a33", 0.14),
      );
      s.rect(-5, -490, 8, 490, hull).path(
        "M-170-14h380c-20 60-60 86-110 86H-80C-130 72-160 40-170-14z",
        hull,
      );
    });
  const band = (seed, base, height, wave, colour) =>
    s.below(ridge({ seed, base, height, wave, octaves: 1, step: 80 }), colour, { isSmooth: true });
  s.rect(0, 612, 1920, 468, "#7bb6c0");
  boat(1560, 640, 0.36, "#fffaf0", "#3f7c88");
  band(7, 680, 14, 160, "#5aa0ad");
  boat(560, 730, 0.62, "#f2a07b", "#2a5b68");
  band(9, 770, 18, 200, "#3a8594");
  boat(1120, 880, 1.15, "#fffaf0", "#12343f");
  band(13, 900, 22, 240, "#1f6775");
  band(17, 1000, 24, 280, "#0f4452");
  return s.svg();
}

export function balloons() {
  const s = sheet();
  s.ground(s.linear(["#a9d3e6", "#f9e8d6"]));
  s.path(
    "M160 700c24-66 116-76 150-20 54-32 130 0 130 54H110c0-30 24-46 50-34zM1400 300c20-56 100-64 128-18 46-28 112 0 112 46h-284c0-26 20-40 44-28z",
    "#ffffff",
    { opacity: 0.75 },
  );
  s.below(ridge({ seed: 6, base: 860, height: 60, wave: 560 }), "#b8cdb0", { isSmooth: true });
  s.below(ridge({ seed: 19, base: 950, height: 50, wave: 700 }), "#7fa37f", { isSmooth: true });
  s.below(ridge({ seed: 27, base: 1030, height: 30, wave: 800 }), "#4d7a64", { isSmooth: true });
  const balloon = (x, y, size, [a, b, c]) =>
    s.group(`translate(${x} ${y})scale(${size})`, () => {
      const half = (r) =>
        `M0-200C${r * 1.32}-200 ${r * 1.32} 40 ${r * 0.22} 150H${-r * 0.22}C${-r * 1.32} 40 ${-r * 1.32}-200 0-200z`;
      s.path(half(150), a).path(half(104), b).path(half(52), c);
      s.stroke("M-32 150L-20 214M32 150L20 214", "#5a4636", 3).rect(-24, 212, 48, 38, "#7a5236", { rx: 6 });
    });
  balloon(560, 430, 1.5, ["#a63a1b", "#d9653a", "#f2a07b"]);
  balloon(1220, 330, 0.9, ["#1d4f6b", "#3a7d97", "#8cc3cf"]);
  balloon(1560, 640, 0.62, ["#a8741c", "#d9a441", "#f0d08a"]);
  balloon(960, 680, 0.44, ["#3c5a4a", "#5f8a70", "#a3c2a0"]);
  return s.svg();
}
