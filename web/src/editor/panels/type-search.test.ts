import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { searchTypes, isLossless, suggestTypes, type OfferedType } from "./type-search";

function type(key: string, label: string, about = "", find = "", best: string[] = []): OfferedType {
  return { key, typeId: key, label, about, best, find, group: "basic" };
}

const types = [
  type("content-slide", "Text", "Free text beside a list", "paragraph", ["an argument"]),
  type("list-slide", "List", "Parallel points", "bullets agenda", ["agendas"]),
  type("kpi-metrics-slide", "Key figures", "Large figures", "numbers", ["results at a glance"]),
  type("image-slide", "Picture", "One picture", "photo café"),
  type("end-slide", "Closing", "Thanks"),
];
const keys = (list: OfferedType[]) => list.map(({ key }) => key);

describe("search", () => {
  test("labels that start with the word come first", () => {
    expect(keys(searchTypes(types, "list"))).toEqual(["list-slide", "content-slide"]);
  });
  test("synonyms find a type", () => {
    expect(keys(searchTypes(types, "NUMB"))).toEqual(["kpi-metrics-slide"]);
    expect(keys(searchTypes(types, "cafe photo"))).toEqual(["image-slide"]);
  });
  test("types that match every word hide those that match some", () => {
    expect(keys(searchTypes(types, "agenda bullets"))).toEqual(["list-slide"]);
    expect(keys(searchTypes(types, "company agenda"))).toEqual(["list-slide"]);
    expect(searchTypes(types, "qqq zzz")).toEqual([]);
  });
  test("a plural finds the word, and small words do not count", () => {
    expect(keys(searchTypes(types, "paragraphs"))).toEqual(["content-slide"]);
    expect(keys(searchTypes(types, "a list of points"))).toEqual(["list-slide"]);
  });
  test("an empty query returns all types in their order", () => {
    expect(searchTypes(types, "  ")).toEqual(types);
  });
  test("a word with a typing error is found, unless it is right elsewhere", () => {
    for (const typed of ["paragrph", "paragraaph", "pargaraph", "paragrpah"])
      expect(keys(searchTypes(types, typed)), typed).toEqual(["content-slide"]);
    expect(keys(searchTypes(types, "agenda bullits"))).toEqual(["list-slide"]);
    expect(keys(searchTypes(types, "fotograph"))).toEqual([]);
    expect(keys(searchTypes(types, "pho"))).toEqual(["image-slide"]);
  });
  test("a match in the middle of a word does not count", () => {
    expect(searchTypes(types, "aragraph")).toEqual([]);
  });
});

describe("suggestions", () => {
  test("usual followers come first, then types that are not used yet, four at most", () => {
    expect(keys(suggestTypes(types, "list-slide", ["list-slide"]))).toEqual([
      "kpi-metrics-slide",
      "content-slide",
      "end-slide",
      "list-slide",
    ]);
  });
  test("types that are not on offer are not suggested", () => {
    expect(keys(suggestTypes(types.slice(0, 1), "title-slide", []))).toEqual(["content-slide"]);
  });
  test("an unknown slide type gets suggestions too", () => {
    expect(suggestTypes(types, "acme/hero", [])).toHaveLength(4);
  });
});

/** What people call things, and the type that comes first. */
const COMMON_NAMES: Record<string, Record<string, string>> = {
  en: {
    comparison: "comparison",
    "pros and cons": "comparison",
    versus: "comparison",
    "before and after": "comparison",
    comparisons: "comparison",
    comparision: "comparison",
    "big number": "kpi-metrics",
    "big numbers": "kpi-metrics",
    statistic: "kpi-metrics",
    statisitcs: "kpi-metrics",
    roadmaps: "timeline",
    "thank-you": "end",
    thanks: "end",
    "org charts": "text-blocks",
    organigram: "text-blocks",
    quizzes: "poll",
    agendas: "list",
    statistics: "kpi-metrics",
    roadmap: "timeline",
    milestones: "timeline",
    "thank you": "end",
    "any questions": "end",
    agenda: "list",
    "bullet points": "list",
    "table of contents": "list",
    quiz: "poll",
    "multiple choice": "poll",
    "org chart": "text-blocks",
    swot: "matrix",
    testimonial: "quote",
    "pie chart": "chart",
    workflow: "process",
    flywheel: "cycle",
    "sales pipeline": "funnel",
    "meet the team": "team-cards",
    "our clients": "logo-wall",
    screenshots: "image",
    divider: "chapter-title",
    cover: "title",
    welcome: "title",
    picture: "image",
    "big picture": "image",
    audio: "video",
    music: "video",
    donut: "chart",
    budget: "table",
    bio: "team-cards",
    "about me": "team-cards",
    "contact us": "end",
    end: "end",
    feedback: "feedback",
    matrix: "matrix",
    todo: "list",
    faq: "list",
    sources: "list",
    blank: "content",
    link: "embed",
  },
  nl: {
    vergelijking: "comparison",
    vergelijkingen: "comparison",
    vergelijkng: "comparison",
    "grote getallen": "kpi-metrics",
    "dank u": "end",
    "dank je wel": "end",
    organisatieschema: "text-blocks",
    organogrammen: "text-blocks",
    quizzen: "poll",
    "voor- en nadelen": "comparison",
    "voor en na": "comparison",
    "groot getal": "kpi-metrics",
    statistieken: "kpi-metrics",
    roadmap: "timeline",
    planning: "timeline",
    bedankt: "end",
    "zijn er vragen": "end",
    agenda: "list",
    inhoudsopgave: "list",
    opsomming: "list",
    quiz: "poll",
    meerkeuze: "poll",
    organogram: "text-blocks",
    stappenplan: "process",
    taartdiagram: "chart",
    "ons team": "team-cards",
    klanten: "logo-wall",
    omslag: "title",
    welkom: "title",
    afbeelding: "image",
    muziek: "video",
    lijngrafiek: "chart",
    begroting: "table",
    cijfers: "kpi-metrics",
    "over mij": "team-cards",
    einde: "end",
    slot: "end",
    matrix: "matrix",
    doelstellingen: "list",
    bronnen: "list",
    tussenkop: "chapter-title",
    leeg: "content",
    insluiten: "embed",
  },
};

test.each(Object.keys(COMMON_NAMES))("types are found by what people call them, in %s", (language) => {
  const file = join(import.meta.dirname, `../../lang/${language}/types.json`);
  const texts: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const all = Object.keys(texts)
    .filter((key) => key.endsWith(".label"))
    .map((key) => key.split(".")[1] ?? "")
    .map((key) => {
      const text = (what: string) => texts[`types.${key}.${what}`] ?? "";
      return type(key, text("label"), text("about"), text("find"), text("best").split("; "));
    });
  const found = Object.keys(COMMON_NAMES[language] ?? {}).map((name) => [
    name,
    searchTypes(all, name)[0]?.key.replace(/-slide$/, ""),
  ]);
  expect(Object.fromEntries(found)).toEqual(COMMON_NAMES[language]);
});

test("only the six conversions of the catalogue are lossless, in their direction", () => {
  expect(isLossless("list-slide", "content-slide")).toBe(true);
  expect(isLossless("content-slide", "list-slide")).toBe(false);
  expect(isLossless("acme/hero", "content-slide")).toBe(false);
});
