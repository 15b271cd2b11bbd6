// The voice of a theme, that is how slides are drawn: the tokens that the editor offers, and how they are changed.

import type { JsonValue } from "../../lib/api-types";

/** Groups of tokens, as a theme declares them. */
export type Voice = Record<string, JsonValue>;

/** A group of choices: its tokens as `group.token`, and the type of the sample that shows them best. */
export type VoiceGroup = { name: string; tokens: readonly string[]; sample: string };

/** What the editor offers. The other tokens come with the voice that a theme begins with. */
export const VOICE_GROUPS: readonly VoiceGroup[] = [
  {
    name: "head",
    tokens: ["head.place", "head.align", "head.overline", "head.number", "head.rule", "head.mark"],
    sample: "list",
  },
  { name: "plate", tokens: ["plate.form", "plate.align", "plate.radius"], sample: "list" },
  { name: "marker", tokens: ["marker.bullet", "marker.numeral"], sample: "content" },
  { name: "figure", tokens: ["figure.color", "figure.deco", "emphasis.form"], sample: "kpi-metrics" },
  { name: "picture", tokens: ["picture.form", "picture.caption"], sample: "image-text" },
  {
    name: "chart",
    tokens: ["chart.grid", "chart.bars", "chart.point", "chart.label", "table.form"],
    sample: "chart",
  },
];

/** The corner radii that are offered, in pixels of a slide that is 1920 wide. */
export const RADII: readonly number[] = [0, 8, 16, 24, 32, 48];

/** The value of a token. */
export function tokenOf(voice: Voice, token: string): JsonValue | undefined {
  const [group = "", name = ""] = token.split(".");
  return (voice[group] as Voice | undefined)?.[name];
}

/** The voice with another value of a token. */
export function withToken(voice: Voice, token: string, value: JsonValue): Voice {
  const [group = "", name = ""] = token.split(".");
  return { ...voice, [group]: { ...(voice[group] as Voice | undefined), [name]: value } };
}

/** The id of the theme that has this voice: `default` for null, undefined for a voice that no theme has. */
export function themeOfVoice(
  voice: Voice | null,
  voices: readonly { id: string; voice: Voice }[],
): string | undefined {
  if (!voice) return "default";
  const declared = JSON.stringify(voice);
  return voices.find((known) => JSON.stringify(known.voice) === declared)?.id;
}
