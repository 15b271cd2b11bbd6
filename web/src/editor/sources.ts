// Data sources of a deck: tables in its settings, and the texts that are bound to them.

import type { Content, Deck, FieldDeclaration, JsonValue } from "../lib/api-types";
import { cells } from "./inspector/csv";

export interface DataSource {
  name: string;
  columns: string[];
  rows: string[][];
  /** When it was pushed; empty when that is unknown. */
  pushedAt: string;
}

type WithSettings = Pick<Deck, "settings">;

const isObject = (value: JsonValue | undefined): value is Content =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The sources as the settings have them. */
export function storedSources(deck: WithSettings): Content {
  const stored = deck.settings["data"];
  return isObject(stored) ? stored : {};
}

/** The sources of a deck, by name. */
export function sourcesOf(deck: WithSettings): DataSource[] {
  const sources: DataSource[] = [];
  for (const [name, source] of Object.entries(storedSources(deck))) {
    if (!isObject(source) || typeof source["csv"] !== "string") continue;
    const pushedAt = source["pushedAt"];
    sources.push({ name, ...tableOf(source["csv"]), pushedAt: typeof pushedAt === "string" ? pushedAt : "" });
  }
  return sources.sort((one, other) => one.name.localeCompare(other.name));
}

/** The columns and rows of a CSV text, without blank rows. */
export function tableOf(csv: string): { columns: string[]; rows: string[][] } {
  const filled = cells(csv)
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ""));
  const [columns = [], ...rows] = filled;
  while (columns.at(-1) === "") columns.pop();
  return { columns, rows };
}

/** A key that changes whenever a source does. */
export function sourcesKey(deck: WithSettings): string {
  return Object.entries(storedSources(deck))
    .map(([name, source]) =>
      isObject(source) ? [name, source["pushedAt"], String(source["csv"]).length] : [name],
    )
    .join("|");
}

/** A name for a source from the name of a file. */
export function nameFor(file: string): string {
  const name = file
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "");
  return name.slice(0, 40) || "data";
}

/** Whether a text can be the name of a source. */
export const isName = (name: string) => /^[a-z][a-z0-9_-]{0,39}$/.test(name);

/** The sources that a text is bound to. */
export function boundTo(text: string, sources: readonly DataSource[]): DataSource[] {
  if (!text.includes("{{")) return [];
  const names = new Set([...text.matchAll(/\{\{\s*([a-z][a-z0-9_-]*)\s*[[.]/g)].map((match) => match[1]));
  return sources.filter(({ name }) => names.has(name));
}

/** Whether any text of a value may be bound. */
export const isBound = (value: unknown) => JSON.stringify(value ?? "").includes("{{");

const isFigure = (cell: string) => /\d/.test(cell) && /^[-+−\d.,\s%€$£]*$/.test(cell);

/** The content that shows a source on a slide with a chart or a table; undefined for other slides. */
export function contentFor(source: DataSource, fields: readonly FieldDeclaration[]): Content | undefined {
  const each = (column: string) => `{{${source.name}[*].${column}}}`;
  const csv = fields.find((field) => field.type === "csv");
  if (csv) {
    const isSeries = (_: string, at: number) =>
      at > 0 && source.rows.every((row) => !row[at] || isFigure(row[at]));
    const columns = [source.columns[0] ?? "", ...source.columns.filter(isSeries).slice(0, 8)];
    const head = columns.map((column) =>
      /[",;\t]/.test(column) ? `"${column.replaceAll('"', '""')}"` : column,
    );
    return { [csv.key]: `${head.join(",")}\n${columns.map(each).join(",")}` };
  }
  const table = fields.find((field) => field.itemFields?.[0]?.key === "c1");
  if (!table?.itemFields) return undefined;
  const columns = source.columns.slice(0, table.itemFields.length);
  const row = (cell: (column: string) => string): Content =>
    Object.fromEntries(columns.map((column, at) => [`c${String(at + 1)}`, cell(column)]));
  return { [table.key]: [row((column) => column), row(each)], colCount: String(columns.length) };
}
