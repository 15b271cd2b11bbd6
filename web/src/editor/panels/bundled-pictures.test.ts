import pictures from "virtual:pictures";
import { beforeEach, expect, test, vi } from "vitest";
import { pictures as drawings } from "../../../pictures/index.js";
import { addressInLibrary, searchPictures, type BundledPicture } from "./bundled-pictures";

const MOST_BYTES = 8 * 1024;
const MOST_BYTES_IN_ALL = 350 * 1024;
const ALLOWED = new Set("svg defs linearGradient radialGradient stop g path rect circle ellipse".split(" "));

/** Answers of the server by method and path. */
const server = vi.hoisted(() => ({ images: [] as object[], uploads: [] as FormData[] }));
vi.mock("../../lib/api", () => ({
  api: {
    get: async () => ({ images: server.images }),
    post: async (_path: string, { body }: { body: FormData }) => {
      server.uploads.push(body);
      return { url: "/uploads/bridge-1.svg" };
    },
  },
  call: async () => new Response("<svg/>"),
}));
vi.mock("../../lib/i18n", () => ({ language: () => "nl" }));
beforeEach(() => {
  server.images = [];
  server.uploads = [];
});

test("there are sixty pictures, each with its words in both languages", () => {
  expect(pictures).toHaveLength(60);
  for (const key of ["id", "url"] as const) expect(new Set(pictures.map((one) => one[key])).size).toBe(60);
  for (const picture of pictures) {
    for (const { name, alt, tags } of [picture.en, picture.nl]) {
      expect(name, picture.id).toMatch(/^\p{Lu}.*[^.]$/u);
      expect(alt.length, picture.id).toBeGreaterThan(name.length);
      expect(alt.length, picture.id).toBeLessThan(120);
      expect(tags.length, picture.id).toBeGreaterThan(2);
    }
    expect(picture.en.alt, picture.id).not.toBe(picture.nl.alt);
  }
  for (const code of ["en", "nl"] as const)
    expect(new Set(pictures.map((one) => one[code].name)).size).toBe(60);
});

test("a drawing is small, and has only elements that every export format draws", () => {
  expect(drawings().reduce((sum, { svg }) => sum + svg.length, 0)).toBeLessThan(MOST_BYTES_IN_ALL);
  for (const { id, svg } of drawings()) {
    expect(svg.length, id).toBeLessThanOrEqual(MOST_BYTES);
    const elements = [...svg.matchAll(/<([a-zA-Z]+)/g)].map(([, name]) => name ?? "");
    expect(
      elements.filter((name) => !ALLOWED.has(name)),
      id,
    ).toEqual([]);
    expect(svg, id).not.toMatch(
      /NaN|undefined|Infinity|href|style=|script|https?:(?!\/\/www\.w3\.org\/2000\/svg)/,
    );
    for (const [, name] of svg.matchAll(/url\(#(\w+)\)/g)) expect(svg, id).toContain(`id="${name}"`);
  }
});

test("drawing is repeatable, and the listed size is that of the file", () => {
  const [first, second] = [drawings(), drawings()];
  expect(second).toEqual(first);
  expect(pictures.map(({ bytes }) => bytes)).toEqual(first.map(({ svg }) => Buffer.byteLength(svg)));
});

test.each([
  ["mountain dawn", "mountains-at-dawn"],
  ["berg zonsopgang", "mountains-at-dawn"],
  ["IDEE", "lightbulb"],
  ["mozaiek", "cells"],
  ["lighthouse", "lighthouse"],
  ["vuurtoren", "lighthouse"],
])("“%s” finds %s first", (query, id) => {
  expect(searchPictures(pictures, query)[0]?.id).toBe(id);
});

test("a search finds all that have its words, those with the word in the name first", () => {
  const ids = searchPictures(pictures, "berg").map(({ id }) => id);
  expect(ids[0]).toBe("mountains-at-dawn");
  expect(ids).toContain("path-to-summit");
  expect(ids.indexOf("iceberg")).toBeGreaterThan(0);
  expect(searchPictures(pictures, "berg xylofoon")).toEqual([]);
  expect(searchPictures(pictures, " ")).toHaveLength(60);
});

const bridge = pictures.find(({ id }) => id === "bridge") as BundledPicture;

test("the first choice uploads the picture with its texts", async () => {
  expect(await addressInLibrary(bridge, "De brug")).toBe("/uploads/bridge-1.svg");
  const [form] = server.uploads;
  expect(["title", "alt", "tags"].map((part) => form?.get(part))).toEqual([
    "Hangbrug",
    "De brug",
    "lectern-bridge",
  ]);
  expect((form?.get("file") as File).name).toBe("bridge.svg");
});

test("a picture that is in the library is uploaded again only when its drawing has changed", async () => {
  const copy = { url: "/uploads/bridge-0.svg", tags: ["lectern-bridge"], bytes: bridge.bytes };
  server.images = [{ ...copy, tags: ["lectern-bridges"], url: "/uploads/other.svg" }, copy];
  expect(await addressInLibrary(bridge, "De brug")).toBe("/uploads/bridge-0.svg");
  expect(server.uploads).toEqual([]);
  server.images = [{ ...copy, bytes: 1 }];
  expect(await addressInLibrary(bridge, "De brug")).toBe("/uploads/bridge-1.svg");
});
