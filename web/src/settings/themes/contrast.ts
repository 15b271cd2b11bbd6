// The contrast of a theme's colours (WCAG 2), and the nearest shade with enough contrast.

export type Rgb = readonly [number, number, number];
export type Palette = Record<string, string>;

/** Parses `#RGB` and `#RRGGBB`, with or without `#`. */
export function rgb(text: string): Rgb | undefined {
  const digits = text.trim().replace(/^#/, "");
  const full = /^[0-9a-f]{3}$/i.test(digits) ? digits.replace(/./g, "$&$&") : digits;
  if (!/^[0-9a-f]{6}$/i.test(full)) return undefined;
  const part = (at: number) => parseInt(full.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

/** A colour as `#RRGGBB`. */
export function hex(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

function luminance(color: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

/** The contrast ratio of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** A ratio as text, rounded down, so that none looks better than it is. */
export function figure(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1);
}

/** A colour, its backgrounds, and the minimum ratio on them. */
export type ContrastRule = {
  key: string;
  grounds: readonly string[];
  least: number;
  on: "light" | "deep" | "accent";
};

/** Text needs 4.5, marks need 3, as in the themes catalogue. `gradient` stands for its lightest point. */
export const CONTRAST_RULES: readonly ContrastRule[] = [
  { key: "text", grounds: ["base", "tint", "surface"], least: 4.5, on: "light" },
  { key: "muted", grounds: ["base", "tint", "surface"], least: 4.5, on: "light" },
  { key: "accent", grounds: ["base", "tint"], least: 3, on: "light" },
  { key: "accent2", grounds: ["base", "tint"], least: 3, on: "light" },
  { key: "onDeep", grounds: ["deep", "gradient"], least: 4.5, on: "deep" },
  { key: "mutedOnDeep", grounds: ["deep"], least: 4.5, on: "deep" },
  { key: "accentOnDeep", grounds: ["deep"], least: 3, on: "deep" },
  { key: "onAccent", grounds: ["accent"], least: 4.5, on: "accent" },
];

/** Background and line colours, which have no minimum. */
export const GROUNDS = ["base", "tint", "surface", "line", "deep"] as const;

/** The minimum ratio of chart colours on their backgrounds. */
export const CHART = { grounds: ["base", "tint", "surface"], least: 3 } as const;

export type ContrastResult = { ground: string; ratio: number; good: boolean };

/** The contrast of a colour on each background. Backgrounds that are not valid colours are left out. */
export function contrastOn(
  color: string,
  grounds: readonly string[],
  least: number,
  palette: Palette,
): ContrastResult[] {
  const own = rgb(color);
  if (!own) return [];
  return grounds.flatMap((ground) => {
    const under = rgb(palette[ground] ?? "");
    if (!under) return [];
    const ratio = contrast(own, under);
    return [{ ground, ratio, good: ratio >= least }];
  });
}

/** The lowest contrast of several colours on the chart backgrounds. */
export function weakestContrast(colors: readonly string[], palette: Palette): ContrastResult | undefined {
  const all = colors.flatMap((color) => contrastOn(color, CHART.grounds, CHART.least, palette));
  return all.reduce<ContrastResult | undefined>(
    (worst, one) => (worst && worst.ratio <= one.ratio ? worst : one),
    undefined,
  );
}

/** Hue, saturation and lightness, each from 0 to 1. */
function hsl([red, green, blue]: Rgb): [number, number, number] {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const light = (most + least) / 2;
  const spread = most - least;
  if (spread === 0) return [0, 0, light];
  const saturation = spread / (1 - Math.abs(2 * light - 1));
  const sixth = most === r ? (g - b) / spread + 6 : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return [(sixth / 6) % 1, saturation, light];
}

function fromHsl([hue, saturation, light]: readonly [number, number, number]): Rgb {
  const reach = saturation * Math.min(light, 1 - light);
  const part = (n: number) => {
    const k = (n + hue * 12) % 12;
    return Math.round(255 * (light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

export type Shade = { color: string; darker: boolean };

const STEPS = 500;

/** The nearest shade of the same hue with enough contrast on all backgrounds; undefined where there is none. */
export function nearestShade(color: string, grounds: readonly string[], least: number): Shade | undefined {
  const own = rgb(color);
  const under = grounds.map(rgb).filter((ground) => ground !== undefined);
  if (!own || under.length < grounds.length) return undefined;
  const [hue, saturation, light] = hsl(own);
  for (let step = 1; step <= STEPS; step++) {
    for (const darker of [true, false]) {
      const to = light + (darker ? -step : step) / STEPS;
      if (to < 0 || to > 1) continue;
      const shade = fromHsl([hue, saturation, to]);
      if (under.every((ground) => contrast(shade, ground) >= least)) return { color: hex(shade), darker };
    }
  }
  return undefined;
}
