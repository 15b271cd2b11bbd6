// The choices of the export dialog as parameters of a request.

import type { ExportFormat } from "../../lib/export-menu";
import { spell } from "../../present/clock";

/** Formats with choices. The others always have the whole deck. */
export type ChoiceFormat = Extract<ExportFormat, "pdf" | "pptx" | "template" | "html" | "png" | "video">;

export interface ExportChoices {
  format: ChoiceFormat;
  /** Which slides: all, those that are selected in the editor, or those that `numbers` lists. */
  slides: "all" | "selected" | "numbers";
  numbers: string;
  /** Whether the export includes slides that are hidden in exports. */
  hidden: boolean;
  /** The pages of a PDF. */
  pages: "slides" | "notes" | "2" | "3" | "6";
  /** The width of pictures and videos in pixels. */
  width: "1280" | "1920" | "3840";
  /** Whether parts of a PowerPoint slide appear on a click. */
  builds: boolean;
  /**
   * The seconds of every slide of a video. Empty: the planned durations. `recorded`: the times of the
   * recorded rehearsal, with its sound.
   */
  seconds: "" | "5" | "10" | "20" | "recorded";
  /** Whether the notes are captions of a video. */
  captions: boolean;
}

/** Whether a text is a list of slide numbers, such as `1-3, 7, 9-`. */
export function isNumberList(text: string): boolean {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every((part) => {
    const [, first, dash, last] = /^(\d*)\s*(-?)\s*(\d*)$/.exec(part) ?? [];
    if (first === undefined || (!first && !last) || first === "0" || last === "0") return false;
    if (!dash) return !last;
    return !first || !last || Number(first) <= Number(last);
  });
}

/** Milliseconds as minutes and whole seconds: `12:04`. */
export const minutesAndSeconds = (milliseconds: number): string =>
  spell(Math.round(milliseconds / 1000) * 1000);

/** Positions from 1, shortened: `1-3,7`. */
export function numberList(positions: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const position of [...positions].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && position === last[1] + 1) last[1] = position;
    else ranges.push([position, position]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

/** The parameters of a request. `selected` has the positions of the selected slides, from 1. */
export function exportQuery(choices: ExportChoices, selected: readonly number[]): Record<string, string> {
  const { format, slides, numbers, hidden, pages, width, builds, seconds, captions } = choices;
  const query: Record<string, string> = {};
  if (slides !== "all")
    query.slides = slides === "selected" ? numberList(selected) : numbers.replace(/\s/g, "");
  if (hidden) query.hidden = "1";
  if (format === "pdf" && pages === "notes") query.notes = "1";
  else if (format === "pdf" && pages !== "slides") query.handout = pages;
  if (format === "png" || format === "video") query.width = width;
  if (format === "video" && seconds === "recorded") query.rehearsal = "1";
  else if (format === "video" && seconds) query.seconds = seconds;
  if (format === "video" && !captions) query.captions = "0";
  if (format === "pptx" && builds) query.builds = "1";
  return query;
}
