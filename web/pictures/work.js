// Things and scenes of work: calm grounds, one subject, room beside it for words.

import { dots, line, mix, random, ridge, sheet, steps } from "./kit.js";

const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };

/** A soft shadow on the ground. */
const shadow = (s, x, y, rx, ry, colour = "#000000", opacity = 0.18) =>
  s.ellipse(
    x,
    y,
    rx,
    ry,
    s.radial([
      [colour, 0, opacity],
      [colour, 0.6, opacity * 0.6],
      [colour, 1, 0],
    ]),
  );

export function deskWithLaptop() {
  const s = sheet();
  s.ground("#e9f1f2").circle(1080, 470, 400, "#d3e4e6");
  s.rect(0, 840, 1920, 240, "#0b2a33").rect(0, 840, 1920, 18, "#15414c");
  s.rect(700, 380, 640, 410, "#12343f", { rx: 22 }).rect(722, 402, 596, 366, "#f7fafb", { rx: 8 });
  s.path("M640 790h760l44 38c10 10 4 14-6 14H602c-10 0-16-4-6-14z", "#a9c4cb").path(
    "M940 790h160l-8 16h-144z",
    "#7fa0a9",
  );
  s.rect(762, 446, 190, 18, "#0b6b75", { rx: 9 }).rect(762, 484, 130, 10, "#a9c4cb", { rx: 5 });
  steps(6, 0, 5).forEach((at) =>
    s.rect(
      762 + at * 36,
      720 - [70, 110, 90, 150, 130, 190][at],
      24,
      [70, 110, 90, 150, 130, 190][at],
      at === 5 ? "#c2410c" : "#0b6b75",
      { rx: 4 },
    ),
  );
  s.circle(1170, 590, 92, "#d3e0e3")
    .path("M1170 590V498a92 92 0 0 1 80 138z", "#c2410c")
    .path("M1170 590L1250 636a92 92 0 0 1-134 30z", "#0b6b75")
    .circle(1170, 590, 44, "#f7fafb");
  s.path("M430 840V690h130v150z", "#c2410c").path("M430 690h130v24H430z", "#9a3209");
  s.path(
    "M495 690C480 590 420 560 380 470C450 500 500 560 500 640C500 540 540 450 610 400C610 500 560 580 510 690z",
    "#2f7a5f",
  ).path("M497 690C500 580 490 500 500 380C540 480 530 600 505 690z", "#46a07f");
  s.path("M1490 730h120v78c0 20-14 32-32 32h-56c-18 0-32-12-32-32z", "#ffffff").stroke(
    "M1610 752h22c34 0 34 58 0 58h-24",
    "#ffffff",
    14,
  );
  s.stroke("M1530 700c-16-26 16-36 0-64M1570 700c-16-26 16-36 0-64", "#a9c4cb", 8, round);
  s.path("M1690 840V420h14v420z", "#15414c")
    .path("M1600 420c0-70 40-120 97-120s97 50 97 120z", "#c2410c")
    .rect(1640, 826, 114, 14, "#15414c", { rx: 6 });
  s.path(
    "M1600 420h194l120 420H1480z",
    s.linear([
      ["#fff3cf", 0, 0.65],
      ["#fff3cf", 1, 0],
    ]),
  );
  return s.svg();
}

export function books() {
  const s = sheet();
  s.ground("#f1e4d6").rect(0, 0, 1920, 880, s.linear(["#f6ecdf", "#ecdac6"]));
  const colours = ["#a63a1b", "#3c5a4a", "#d9a441", "#2a1b16", "#c77b58", "#5f7f70", "#e8cfa6"];
  const next = random(12);
  let x = 190;
  for (let at = 0; at < 15; at += 1) {
    const width = 56 + Math.round(next() * 50);
    const tall = 420 + Math.round(next() * 180);
    const colour = colours[(at * 3 + (at > 6 ? 1 : 0)) % 7];
    const band = colour === "#e8cfa6" || colour === "#d9a441" ? "#2a1b16" : "#f1dfc4";
    s.rect(x, 880 - tall, width, tall, colour, { rx: 5 });
    s.rect(x, 880 - tall, width * 0.22, tall, "#ffffff", { opacity: 0.1, rx: 5 });
    s.path(
      `M${x} ${880 - tall + 46}h${width}v8h-${width}zM${x} ${880 - tall + 64}h${width}v4h-${width}zM${x} 812h${width}v8h-${width}z`,
      band,
      { opacity: 0.8 },
    );
    if (at % 3 === 0) s.circle(x + width / 2, 880 - tall * 0.55, width * 0.2, band, { opacity: 0.8 });
    x += width + 3;
  }
  s.group(`rotate(-13 ${x + 20} 880)`, () =>
    s
      .rect(x + 24, 380, 74, 500, "#a63a1b", { rx: 5 })
      .rect(x + 24, 430, 74, 10, "#f1dfc4")
      .rect(x + 24, 800, 74, 10, "#f1dfc4"),
  );
  s.rect(x + 200, 826, 330, 54, "#3c5a4a", { rx: 6 })
    .rect(x + 216, 836, 314, 34, "#fbf3e9")
    .rect(x + 230, 776, 280, 50, "#d9a441", { rx: 6 })
    .rect(x + 246, 786, 264, 30, "#fbf3e9");
  s.path(
    `M${x + 320} 776c-34-60-10-110 44-118 10-14 26-20 40-14-10 6-16 12-18 18 46 14 62 62 24 114z`,
    "#c0432a",
  ).path(`M${x + 372} 652c8-36 40-44 62-38-8 28-34 42-62 38z`, "#5f7f70");
  s.rect(0, 880, 1920, 44, "#7a4a32").rect(0, 924, 1920, 156, s.linear(["#d9bf9f", "#ecdac6"]));
  return s.svg();
}

export function coffeeFromAbove() {
  const s = sheet();
  s.ground("#e8ddcf");
  s.path(
    "M0 0h1920v1080H0z",
    s.across(
      [
        ["#ffffff", 0, 0.35],
        ["#6b4a36", 1, 0.12],
      ],
      [0, 0, 1920, 1080],
    ),
  );
  const cup = (x, y, r) => {
    shadow(s, x + 34, y + 44, r * 1.5, r * 1.5, "#4a2f20", 0.4);
    s.circle(x, y, r * 1.3, "#fbf7f1")
      .circle(x, y, r * 1.16, "#f1e9de")
      .circle(x, y, r * 1.12, "#fbf7f1");
    s.group(`rotate(38 ${x} ${y})`, () =>
      s
        .rect(x + r * 0.7, y - r * 0.16, r * 0.72, r * 0.32, "#ffffff", { rx: r * 0.14 })
        .rect(x + r * 0.9, y - r * 0.07, r * 0.42, r * 0.14, "#e4d8c9", { rx: r * 0.07 }),
    );
    s.circle(x, y, r * 0.9, "#ffffff").circle(
      x,
      y,
      r * 0.78,
      s.radial(["#8a5533", ["#7a4628", 0.7], "#552c17"]),
    );
    s.group(`translate(${x} ${y})scale(${r / 210})`, () => {
      s.path(
        "M0 120C-120 60-150-30-96-80C-60-112-18-92 0-60C18-92 60-112 96-80C150-30 120 60 0 120z",
        "#e9cfae",
      );
      s.path(
        "M0 88C-84 44-106-20-72-52C-46-74-14-58 0-30C14-58 46-74 72-52C106-20 84 44 0 88z",
        "#7a4628",
      ).path("M0 58C-52 30-66-8-46-28C-30-42-10-32 0-12C10-32 30-42 46-28C66-8 52 30 0 58z", "#e9cfae");
    });
  };
  s.group("rotate(-9 480 600)", () => {
    s.rect(170, 290, 560, 720, "#4a2f20", { rx: 16, opacity: 0.16 }).rect(150, 262, 560, 720, "#fdfbf7", {
      rx: 14,
    });
    s.stroke(
      steps(11, 0, 10)
        .map((at) => `M290 ${360 + at * 56}h360`)
        .join(""),
      "#d8cbbb",
      4,
    ).stroke("M250 262v720", "#d98f6a", 4);
    s.path(dots(steps(12, 0, 11).map((at) => [186, 300 + at * 58, 12])), "#e0d3c3");
  });
  s.group("rotate(24 880 860)", () =>
    s
      .rect(740, 850, 420, 26, "#a63a1b", { rx: 8 })
      .path("M1160 850l46 13-46 13z", "#f1d9b8")
      .rect(740, 850, 34, 26, "#2a1b16", { rx: 8 }),
  );
  cup(1330, 500, 250);
  return s.svg();
}

export function lightbulb() {
  const s = sheet();
  s.ground(s.linear(["#14213d", "#1c2f59"]));
  s.glow(1200, 470, 560, "#e3be6b", 0.55);
  const rays = steps(16, 0, 15)
    .map((at) => (at * Math.PI) / 8)
    .filter((angle) => Math.sin(angle) < 0.75);
  s.stroke(
    rays
      .map(
        (a) =>
          `M${Math.round(1200 + Math.cos(a) * 330)} ${Math.round(450 + Math.sin(a) * 330)}L${Math.round(1200 + Math.cos(a) * 400)} ${Math.round(450 + Math.sin(a) * 400)}`,
      )
      .join(""),
    "#e3be6b",
    10,
    { ...round, opacity: 0.7 },
  );
  s.path(
    "M1200 200c-150 0-256 112-256 250c0 108 62 164 108 226c22 30 30 62 34 104h228c4-42 12-74 34-104c46-62 108-118 108-226c0-138-106-250-256-250z",
    s.linear(["#fdf3d6", "#eccb80"]),
  );
  s.stroke(
    "M1130 776c0-120-56-170-56-226c0-56 66-56 84 0s66 56 84 0s84-56 84 0c0 56-56 106-56 226",
    "#8a5a0b",
    10,
    round,
  );
  s.path("M1016 330c30-46 72-74 124-84", "none", {
    stroke: "#ffffff",
    "stroke-width": 16,
    ...round,
    opacity: 0.8,
  });
  s.rect(1086, 790, 228, 40, "#b9bfce", { rx: 20 })
    .rect(1096, 836, 208, 40, "#9aa2b5", { rx: 20 })
    .rect(1106, 882, 188, 40, "#7d869c", { rx: 20 })
    .path("M1140 926h120c-10 36-34 52-60 52s-50-16-60-52z", "#5b6580");
  return s.svg();
}

export function compass() {
  const s = sheet();
  s.ground("#0b2a33");
  for (const [at, r] of [980, 820, 680].entries())
    s.circle(1220, 540, r, ["#0d323c", "#0f3a45", "#12434f"][at]);
  s.circle(1236, 562, 428, "#000000", { opacity: 0.25 })
    .circle(1220, 540, 420, "#d9a441")
    .circle(1220, 540, 388, "#a8741c")
    .circle(1220, 540, 372, "#f7f1e3");
  const ticks = (count, from, to) =>
    steps(count + 1, 0, 2 * Math.PI)
      .slice(0, -1)
      .map(
        (a) =>
          `M${Math.round(1220 + Math.cos(a) * from)} ${Math.round(540 + Math.sin(a) * from)}L${Math.round(1220 + Math.cos(a) * to)} ${Math.round(540 + Math.sin(a) * to)}`,
      )
      .join("");
  s.stroke(ticks(72, 348, 330), "#7a8f92", 4).stroke(ticks(12, 350, 312), "#12343f", 8);
  const star = (r, inner, turn) =>
    steps(9, 0, 2 * Math.PI)
      .slice(0, -1)
      .map((a, at) => {
        const d = at % 2 ? inner : r;
        return [1220 + Math.cos(a + turn) * d, 540 + Math.sin(a + turn) * d];
      });
  s.area(star(250, 84, Math.PI / 4), "#dccfae").area(star(296, 70, 0), "#c9b98f");
  s.group("rotate(32 1220 540)", () => {
    s.area(
      [
        [1220, 250],
        [1270, 540],
        [1170, 540],
      ],
      "#c2410c",
    ).area(
      [
        [1220, 250],
        [1270, 540],
        [1220, 540],
      ],
      "#9a3209",
    );
    s.area(
      [
        [1220, 830],
        [1270, 540],
        [1170, 540],
      ],
      "#12343f",
    ).area(
      [
        [1220, 830],
        [1270, 540],
        [1220, 540],
      ],
      "#0b2530",
    );
  });
  s.circle(1220, 540, 34, "#d9a441").circle(1220, 540, 16, "#7a5210");
  return s.svg();
}

export function pathToSummit() {
  const s = sheet();
  s.ground(s.linear(["#d6e6f5", "#f6f9fd"]));
  s.below(ridge({ seed: 15, base: 700, height: 120, wave: 520, octaves: 4, sharp: true }), "#bfd3ea");
  s.area(
    [
      [380, 1080],
      [760, 640],
      [860, 690],
      [1180, 230],
      [1290, 390],
      [1360, 360],
      [1620, 730],
      [1700, 700],
      [1960, 1080],
    ],
    "#2a5a9c",
  );
  s.area(
    [
      [1180, 230],
      [1290, 390],
      [1360, 360],
      [1620, 730],
      [1700, 700],
      [1960, 1080],
      [1300, 1080],
      [1240, 820],
      [1290, 640],
      [1190, 470],
    ],
    "#163f7a",
  );
  s.area(
    [
      [1180, 230],
      [1290, 390],
      [1250, 450],
      [1200, 400],
      [1160, 470],
      [1100, 410],
      [1072, 386],
    ],
    "#ffffff",
  );
  s.area(
    [
      [1180, 230],
      [1290, 390],
      [1250, 450],
      [1200, 400],
      [1188, 420],
    ],
    "#d9e6f5",
  );
  s.stroke(
    "M620 1080C760 1000 900 1010 980 960S900 860 960 820S1150 800 1160 730S1040 650 1080 590S1190 540 1170 470S1140 380 1176 240",
    "#ffd54a",
    12,
    { ...round, "stroke-dasharray": "2 26" },
  );
  s.stroke("M1180 236V90", "#0d2342", 10, round).path(
    "M1184 92c50-22 70 22 130-4v84c-60 26-80-18-130 4z",
    "#c8451b",
  );
  s.path("M0 1080V930C220 860 460 900 640 980S900 1080 960 1080z", "#0a2a55").path(
    "M1920 1080V960C1760 930 1560 990 1460 1080z",
    "#0a2a55",
  );
  s.path(
    "M160 250c18-52 92-60 118-16 42-26 104 0 104 42H118c0-24 20-38 42-26zM1540 190c14-40 70-46 90-12 32-20 78 0 78 32h-200c0-18 16-28 32-20z",
    "#ffffff",
  );
  return s.svg();
}

export function puzzle() {
  const s = sheet();
  s.ground(s.across(["#1d3f8a", "#14213d"], [0, 0, 1920, 1080]));
  const size = 270;
  const next = random(8);
  const knob = (dx, dy, way) => {
    const [nx, ny] = [dy * way, -dx * way];
    const point = (along, out) =>
      `${Math.round((dx * along + nx * out) * size)} ${Math.round((dy * along + ny * out) * size)}`;
    const parts = [
      [0.06, 0],
      [0.02, 0.06],
      [-0.01, 0.1],
      [-0.04, 0.12],
      [0.34, 0.12],
      [0.3, 0],
      [-0.03, -0.04],
      [-0.07, -0.1],
      [-0.01, -0.1],
    ];
    const [a, b, c, d, e, f, g, h, k] = parts.map(([along, out]) => point(along, out));
    return `l${point(0.36, 0)}c${a} ${b} ${c}c${d} ${e} ${f}c${g} ${h} ${k}l${point(0.36, 0)}`.replaceAll(
      " -",
      "-",
    );
  };
  let joints = "";
  for (let column = 0; column < 8; column += 1)
    for (let row = 0; row < 5; row += 1) {
      const [x, y] = [column * size - 120, row * size - 130];
      const isHole = (a, b) => a === 5 && b === 2;
      if (row > 0 && !isHole(column, row) && !isHole(column, row - 1))
        joints += `M${x} ${y}${knob(1, 0, next() < 0.5 ? 1 : -1)}`;
      if (column > 0 && row < 5 && !isHole(column, row) && !isHole(column - 1, row))
        joints += `M${x} ${y}${knob(0, 1, next() < 0.5 ? 1 : -1)}`;
    }
  s.stroke(joints, "#4a6bb8", 5);
  const piece = (x, y) => `M${x} ${y}${knob(1, 0, 1)}${knob(0, 1, -1)}${knob(-1, 0, 1)}${knob(0, -1, 1)}z`;
  s.path(piece(1230, 410), "#0b1226", { stroke: "#4a6bb8", "stroke-width": 5 });
  s.group("rotate(12 1420 500)", () =>
    s
      .path(piece(1326, 372), "#000000", { opacity: 0.35 })
      .path(piece(1306, 342), s.linear(["#f0d08a", "#d9a441"])),
  );
  return s.svg();
}

/** The outline of a gear whose teeth are as large as those of every other one, so that they mesh. */
function gear(x, y, teeth, turn) {
  const points = [];
  const pitch = teeth * 15;
  for (let at = 0; at < teeth; at += 1) {
    const middle = turn + (at / teeth) * 2 * Math.PI;
    const unit = Math.PI / teeth;
    for (const [angle, r] of [
      [-0.6, pitch - 24],
      [-0.34, pitch + 20],
      [0.34, pitch + 20],
      [0.6, pitch - 24],
    ])
      points.push([x + Math.cos(middle + angle * unit) * r, y + Math.sin(middle + angle * unit) * r]);
  }
  return line(points);
}

export function gears() {
  const s = sheet();
  s.ground("#e4edf8");
  const draw = ({ x, y, teeth, turn }, colour, hub) => {
    const r = teeth * 15 + 20;
    s.path(gear(x + 14, y + 18, teeth, turn), "#0a2a55", { opacity: 0.12 }).path(
      gear(x, y, teeth, turn),
      colour,
    );
    s.circle(x, y, r * 0.66, mix(colour, "#0a2a55", 0.22)).circle(x, y, r * 0.6, colour);
    const holes = steps(7, 0, 2 * Math.PI).slice(0, -1);
    s.path(
      dots(holes.map((a) => [x + Math.cos(a) * r * 0.4, y + Math.sin(a) * r * 0.4, r * 0.11])),
      "#e4edf8",
    );
    s.circle(x, y, r * 0.17, hub).circle(x, y, r * 0.08, "#e4edf8");
  };
  /** A gear beside another one, turned so that its gaps meet the teeth of the other. */
  const beside = (one, angle, teeth) => {
    const distance = (one.teeth + teeth) * 15;
    const phase = ((angle - one.turn) * one.teeth) / (2 * Math.PI);
    const turn = angle + Math.PI - ((0.5 - phase) * 2 * Math.PI) / teeth;
    return { x: one.x + Math.cos(angle) * distance, y: one.y + Math.sin(angle) * distance, teeth, turn };
  };
  const large = { x: 1160, y: 560, teeth: 20, turn: 0 };
  draw(beside(large, 2.5, 11), "#b4430a", "#6d2805");
  draw(beside(large, -0.62, 13), "#8cbcff", "#1356b4");
  draw(beside(large, 0.66, 12), "#0a2a55", "#8cbcff");
  draw(beside(large, -2.45, 9), "#b9cde8", "#1356b4");
  draw(large, "#1356b4", "#0a2a55");
  return s.svg();
}

export function chess() {
  const s = sheet();
  s.ground(s.linear(["#2b2926", "#171614"]));
  s.glow(1220, 460, 560, "#8a8a84", 0.3);
  s.path("M0 860h1920v220H0z", "#c9c5bb");
  for (let at = -7; at < 9; at += 2)
    s.area(
      [
        [960 + at * 170, 860],
        [960 + (at + 1) * 170, 860],
        [960 + (at + 1) * 205, 940],
        [960 + at * 205, 940],
      ],
      "#3a3734",
    ).area(
      [
        [960 + (at + 1) * 205, 940],
        [960 + (at + 2) * 205, 940],
        [960 + (at + 2) * 264, 1080],
        [960 + (at + 1) * 264, 1080],
      ],
      "#3a3734",
    );
  const pawn = (x, y, size, colour, dark) =>
    s.group(`translate(${x} ${y})scale(${size})`, () => {
      shadow(s, 0, 4, 170, 26, "#000000", 0.5);
      s.path("M-112 0c0-40 16-50 40-62c34-20 44-120 34-170h76c-10 50 0 150 34 170c24 12 40 22 40 62z", colour)
        .rect(-70, -252, 140, 30, colour, { rx: 15 })
        .circle(0, -312, 72, colour);
      s.path("M112 0c0-40-16-50-40-62c-34-20-44-120-34-170h-30c0 60 10 150 30 180c10 14 14 24 14 52z", dark, {
        opacity: 0.5,
      }).path("M28-378a72 72 0 0 1 0 132c30-34 30-98 0-132z", dark, { opacity: 0.5 });
    });
  const king = (x, y, size, colour, dark) =>
    s.group(`translate(${x} ${y})scale(${size})`, () => {
      shadow(s, 0, 4, 210, 32, "#000000", 0.5);
      s.path(
        "M-140 0c0-46 22-58 48-72c40-26 50-190 40-290h104c-10 100 0 264 40 290c26 14 48 26 48 72z",
        colour,
      )
        .rect(-92, -392, 184, 34, colour, { rx: 17 })
        .path("M-64-392L-96-560C-60-590 60-590 96-560L64-392z", colour)
        .path("M-14-580v-36h-36v-30h36v-38h28v38h36v30H14v36z", colour);
      s.path(
        "M140 0c0-46-22-58-48-72c-40-26-50-190-40-290H10c0 110 14 250 40 300c12 20 18 34 18 62zM64-392L96-560C80-572 60-580 36-584L20-392z",
        dark,
        { opacity: 0.5 },
      );
    });
  pawn(640, 930, 0.8, "#e9e4d8", "#8f8a80");
  pawn(900, 960, 0.86, "#e9e4d8", "#8f8a80");
  king(1260, 1000, 1.18, "#c81e06", "#6d0f02");
  pawn(1620, 960, 0.86, "#e9e4d8", "#8f8a80");
  return s.svg();
}

export function rocket() {
  const s = sheet(1080, 1440);
  s.ground(s.linear(["#1a1040", "#5a2a78", "#d8527e"]));
  const next = random(3);
  s.stroke(
    Array.from({ length: 60 }, () => `M${Math.round(next() * 1080)} ${Math.round(next() * 900)}h.1`).join(""),
    "#fbe9ff",
    5,
    round,
  );
  s.circle(860, 250, 110, "#f9d9a8").path(
    dots([
      [830, 220, 20],
      [890, 280, 28],
      [850, 300, 12],
    ]),
    "#e8bd84",
  );
  s.path(
    "M470 960C450 1100 500 1180 540 1300C580 1180 630 1100 610 960z",
    s.linear(["#fff0b8", "#f7a23b", "#e0503f"]),
  );
  s.path("M505 960c-6 80 18 130 35 190c17-60 41-110 35-190z", "#fffbe8");
  s.path("M430 760C340 820 320 900 330 990L450 930zM650 760C740 820 760 900 750 990L630 930z", "#a31b69");
  s.path("M540 270C690 400 700 700 640 950H440C380 700 390 400 540 270z", "#fff8fb").path(
    "M540 270C690 400 700 700 640 950H560C620 700 620 400 540 270z",
    "#e3cbe0",
  );
  s.path("M540 270C594 316 630 386 650 466H430C450 386 486 316 540 270z", "#a31b69")
    .circle(540, 580, 70, "#a31b69")
    .circle(540, 580, 50, "#7cc4ff")
    .path("M506 566a40 40 0 0 1 50-24", "none", { stroke: "#ffffff", "stroke-width": 9, ...round });
  s.rect(452, 930, 176, 36, "#3a1048", { rx: 12 }).rect(526, 740, 28, 190, "#a31b69", { rx: 14 });
  const puffs = [
    [60, 1400, 110],
    [200, 1370, 120],
    [340, 1390, 110],
    [470, 1360, 100],
    [600, 1365, 110],
    [740, 1390, 120],
    [880, 1365, 120],
    [1020, 1400, 120],
  ];
  s.path(dots(puffs), "#fbdcec").path(dots(puffs.map(([x, y, r]) => [x + 30, y + 60, r])), "#ffffff");
  return s.svg();
}

export function paperPlane() {
  const s = sheet();
  s.ground(s.linear(["#0b6b75", "#1d8a91"]));
  for (const [x, y, size, opacity] of [
    [300, 260, 1, 0.16],
    [1500, 820, 1.3, 0.16],
    [820, 900, 0.8, 0.12],
    [1180, 160, 0.7, 0.12],
  ])
    s.group(`translate(${x} ${y})scale(${size})`, () =>
      s.path("M-170 40c0-44 50-66 84-44c24-70 130-78 158-12c56-20 108 12 108 56z", "#ffffff", { opacity }),
    );
  s.stroke("M120 900C360 980 620 900 640 720S480 520 440 640S720 820 1130 560", "#cfeeee", 6, {
    ...round,
    "stroke-dasharray": "4 22",
  });
  s.area(
    [
      [1130, 560],
      [1700, 240],
      [1410, 760],
      [1300, 640],
    ],
    "#e7f2f2",
  )
    .area(
      [
        [1130, 560],
        [1700, 240],
        [1260, 610],
        [1240, 760],
      ],
      "#ffffff",
    )
    .area(
      [
        [1240, 760],
        [1260, 610],
        [1320, 664],
      ],
      "#a9cfd0",
    )
    .area(
      [
        [1010, 500],
        [1700, 240],
        [1260, 610],
      ],
      "#ffffff",
    )
    .area(
      [
        [1260, 610],
        [1700, 240],
        [1410, 760],
      ],
      "#dcebec",
    )
    .area(
      [
        [1240, 760],
        [1260, 610],
        [1700, 240],
        [1322, 658],
      ],
      "#b7d6d8",
    );
  return s.svg();
}

export function laboratory() {
  const s = sheet();
  s.ground("#f6f9fd").circle(1180, 520, 430, "#e4edf8");
  s.rect(0, 860, 1920, 220, "#0a2a55").rect(0, 860, 1920, 16, "#1b4a86");
  s.path("M980 300h160v220l200 300c16 26 0 40-24 40H804c-24 0-40-14-24-40l200-300z", "#ffffff", {
    stroke: "#9db8da",
    "stroke-width": 10,
  });
  s.path(
    "M884 680C980 640 1040 720 1140 690S1230 670 1240 682L1326 822c8 14 2 26-14 26H808c-16 0-22-12-14-26z",
    s.linear(["#5aa2f0", "#1356b4"]),
  );
  s.rect(958, 276, 204, 40, "#cbdaee", { rx: 14 });
  s.path(
    dots([
      [1000, 740, 20],
      [1080, 780, 28],
      [1140, 730, 14],
      [960, 800, 16],
      [1200, 800, 18],
      [1050, 620, 14],
      [1090, 560, 10],
      [1040, 500, 8],
    ]),
    "#d4e6ff",
    { opacity: 0.9 },
  );
  for (const [x, level, colour] of [
    [400, 660, "#b4430a"],
    [510, 720, "#e5914f"],
    [620, 620, "#2c7a6b"],
  ]) {
    s.rect(x, 470, 72, 350, "#ffffff", { rx: 36, stroke: "#9db8da", "stroke-width": 8 });
    s.path(`M${x + 8} ${level}h56v${786 - level}a28 28 0 0 1-56 0z`, colour).rect(
      x - 10,
      456,
      92,
      24,
      "#cbdaee",
      { rx: 12 },
    );
  }
  s.path("M360 560h370v26H360zM360 760h370v26H360zM360 560h24v300h-24zM706 560h24v300h-24z", "#47597a");
  s.path("M1440 860V560h260v300z", "#ffffff", { stroke: "#9db8da", "stroke-width": 10 })
    .path("M1445 700h250v155h-250z", "#8cc9b4")
    .stroke("M1640 620h50M1650 660h40M1640 700h50M1650 740h40M1640 780h50", "#47597a", 6);
  s.stroke("M1500 650L1660 380", "#b9cbe4", 14, round);
  return s.svg();
}

export function serverRacks() {
  const s = sheet();
  s.ground("#060914");
  const next = random(24);
  s.area(
    [
      [0, 1080],
      [760, 640],
      [1160, 640],
      [1920, 1080],
    ],
    s.linear(["#2c3763", "#0c1122"]),
  ).area(
    [
      [0, 0],
      [760, 400],
      [1160, 400],
      [1920, 0],
    ],
    s.linear(["#060914", "#161d36"]),
  );
  s.rect(760, 400, 400, 240, "#7cc4ff", { opacity: 0.22 }).glow(960, 520, 420, "#7cc4ff", 0.5);
  const sides = [-1, 1];
  const edge = (t) => 960 + 960 * t;
  const lights = { "#5ee0b5": "", "#7cc4ff": "", "#ffb454": "" };
  for (const side of sides) {
    const depths = [1.02, 0.74, 0.55, 0.42, 0.335, 0.27, 0.222];
    for (let at = 0; at < depths.length - 1; at += 1) {
      const [near, far] = [depths[at], depths[at + 1] * 1.015];
      const y = (depth, share) => 520 + (share - 0.5) * 1180 * depth;
      const x = (depth) => edge(side * depth);
      s.area(
        [
          [x(near), y(near, 0)],
          [x(far), y(far, 0)],
          [x(far), y(far, 1)],
          [x(near), y(near, 1)],
        ],
        mix("#1a2240", "#36457e", at / 7),
      );
      let slots = "";
      for (let row = 1; row < 14; row += 1) {
        const [a, b] = [near - (near - far) * 0.1, far + (near - far) * 0.1];
        const share = row / 14;
        slots += `M${Math.round(x(a))} ${Math.round(y(a, share))}L${Math.round(x(b))} ${Math.round(y(b, share))}`;
        const bit = near - (near - far) * (0.2 + next() * 0.5);
        const colour = Object.keys(lights)[Math.floor(next() * 3)];
        const bitShare = share - 0.032;
        lights[colour] +=
          `M${Math.round(x(bit))} ${Math.round(y(bit, bitShare))}L${Math.round(x(bit - (near - far) * 0.14))} ${Math.round(y(bit - (near - far) * 0.14, bitShare))}`;
      }
      s.stroke(slots, "#0a0f20", 12 * near + 2);
    }
  }
  for (const [colour, path] of Object.entries(lights)) s.stroke(path, colour, 6, round);
  return s.svg();
}

export function growingPlant() {
  const s = sheet();
  s.ground("#f3f3ea").circle(1560, 300, 150, "#f6dfa0");
  s.path("M0 860C300 830 620 850 960 850S1620 830 1920 860V1080H0z", "#5c4030").path(
    "M0 900C400 870 700 900 1000 890S1620 880 1920 900V1080H0z",
    "#46301f",
  );
  const leaf = (x, y, length, turn, colour) =>
    s.group(`translate(${x} ${y})rotate(${turn})`, () =>
      s.path(
        `M0 0C${length * 0.25}-${length * 0.36} ${length * 0.75}-${length * 0.36} ${length} 0C${length * 0.75} ${length * 0.2} ${length * 0.25} ${length * 0.2} 0 0z`,
        colour,
      ),
    );
  const [light, dark] = ["#6fae6a", "#3f8457"];
  [
    [250, 60],
    [600, 190],
    [960, 340],
    [1330, 500],
    [1690, 640],
  ].forEach(([x, tall], at) => {
    s.ellipse(x, 856, 90, 22, "#6d4d39");
    s.stroke(
      `M${x} 856C${x - 12} ${856 - tall * 0.4} ${x + 12} ${856 - tall * 0.7} ${x} ${856 - tall}`,
      dark,
      8 + at * 2,
      round,
    );
    const size = 60 + at * 20;
    leaf(x, 856 - tall, size, -38, light);
    leaf(x, 856 - tall, size, -142, dark);
    for (let pair = 1; pair <= at; pair += 1) {
      const y = 856 - (tall * pair) / (at + 0.9);
      leaf(x, y, size * 1.15, -18, pair % 2 ? light : dark);
      leaf(x, y + 20, size * 1.15, -162, pair % 2 ? dark : light);
    }
  });
  s.circle(1690, 200, 46, "#d9653a")
    .path(
      dots(
        steps(9, 0, 2 * Math.PI)
          .slice(0, -1)
          .map((a) => [1690 + Math.cos(a) * 56, 200 + Math.sin(a) * 56, 30]),
      ),
      "#e88a5c",
    )
    .circle(1690, 200, 36, "#f6dfa0");
  return s.svg();
}

export function target() {
  const s = sheet();
  s.ground("#f1f1ee");
  shadow(s, 1180, 1010, 480, 46);
  s.circle(1180, 540, 430, "#c81e06")
    .circle(1180, 540, 344, "#ffffff")
    .circle(1180, 540, 258, "#c81e06")
    .circle(1180, 540, 172, "#ffffff")
    .circle(1180, 540, 86, "#c81e06");
  s.path("M1180 110a430 430 0 0 1 0 860z", "#0e0e0e", { opacity: 0.07 });
  s.group("rotate(-24 1180 540)", () => {
    s.rect(430, 530, 750, 20, "#0e0e0e").area(
      [
        [1180, 540],
        [1118, 508],
        [1118, 572],
      ],
      "#3a3a38",
    );
    s.area(
      [
        [330, 470],
        [470, 470],
        [560, 530],
        [420, 530],
      ],
      "#0e0e0e",
    ).area(
      [
        [330, 610],
        [470, 610],
        [560, 550],
        [420, 550],
      ],
      "#565656",
    );
  });
  return s.svg();
}

export function stairsToDoor() {
  const s = sheet(1080, 1440);
  s.ground("#f2a07b").rect(0, 0, 1080, 1440, s.linear(["#ef9a74", "#f7c3a0"]));
  const count = 9;
  for (let at = count - 1; at >= 0; at -= 1) {
    const y = 1440 - (at + 1) * 88;
    const inset = at * 46;
    s.rect(60 + inset, y, 960 - inset * 2, 1440 - y, mix("#a63a1b", "#f7d9bd", at / 11)).rect(
      60 + inset,
      y,
      960 - inset * 2,
      30,
      mix("#c9603a", "#fff1e0", at / 10),
    );
  }
  s.path("M392 648V380a148 148 0 0 1 296 0V648z", "#7a2a14").path(
    "M408 380a132 132 0 0 1 264 0V648H408z",
    s.linear(["#fff9e6", "#ffe3a3"]),
  );
  s.path("M408 380a132 132 0 0 1 20-70L340 370V690l68-42z", "#3c5a4a").circle(362, 520, 9, "#d9a441");
  s.path(
    "M408 648h264l210 792H198z",
    s.linear([
      ["#fff3cf", 0, 0.6],
      ["#fff3cf", 1, 0],
    ]),
  );
  return s.svg();
}

export function hourglass() {
  const s = sheet();
  s.ground("#14213d").circle(1240, 540, 420, "#1b2c52").circle(1240, 540, 300, "#22376a");
  s.rect(1020, 150, 440, 46, "#8a5a0b", { rx: 12 })
    .rect(1020, 884, 440, 46, "#8a5a0b", { rx: 12 })
    .rect(1050, 136, 380, 20, "#e3be6b", { rx: 10 })
    .rect(1050, 924, 380, 20, "#e3be6b", { rx: 10 });
  s.rect(1040, 196, 20, 688, "#b07a22").rect(1420, 196, 20, 688, "#b07a22");
  s.path(
    "M1090 196h300c0 200-110 270-126 344c16 74 126 144 126 344h-300c0-200 110-270 126-344c-16-74-126-144-126-344z",
    "#dfe7f5",
    { opacity: 0.32 },
  );
  s.path("M1112 330h256c-22 100-92 150-118 206h-20c-26-56-96-106-118-206z", "#e3be6b")
    .rect(1236, 530, 8, 290, "#e3be6b")
    .path("M1092 884c0-16 2-32 4-46c60-70 110-100 144-100s84 30 144 100c2 14 4 30 4 46z", "#e3be6b")
    .path("M1240 738c34 0 84 30 144 100c2 14 4 30 4 46h-120z", "#b98d35", { opacity: 0.6 });
  s.stroke("M1120 226c6 90 30 140 60 190M1124 850c4-60 20-110 46-150", "#ffffff", 8, {
    ...round,
    opacity: 0.5,
  });
  return s.svg();
}

export function network() {
  const s = sheet();
  s.ground(s.linear(["#0c1122", "#1a2240"], [0, 0, 1, 1]));
  const next = random(42);
  const nodes = [];
  while (nodes.length < 58) {
    const node = [next() * 2000 - 40, next() * 1160 - 40];
    if (nodes.every(([x, y]) => Math.hypot(x - node[0], y - node[1]) > 130)) nodes.push(node);
  }
  let lines = "";
  nodes.forEach(([x, y], at) => {
    nodes.slice(at + 1).forEach(([a, b]) => {
      if (Math.hypot(a - x, b - y) < 262)
        lines += `M${Math.round(x)} ${Math.round(y)}L${Math.round(a)} ${Math.round(b)}`;
    });
  });
  s.stroke(lines, "#3d4d8a", 2.5);
  const sizes = nodes.map(([x, y], at) => [x, y, at % 7 === 0 ? 17 : at % 3 === 0 ? 10 : 6]);
  s.path(dots(sizes.filter(([, , r]) => r === 6)), "#7cc4ff").path(
    dots(sizes.filter(([, , r]) => r === 10)),
    "#b79cff",
  );
  for (const [x, y, r] of sizes.filter((one) => one[2] === 17))
    s.circle(x, y, r * 2.2, "#ffb454", { opacity: 0.16 }).circle(x, y, r, "#ffb454");
  return s.svg();
}
