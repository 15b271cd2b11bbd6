import { describe, expect, it } from "vitest";
import { cells, isBadFigure, toCsv, withBlock, withCell } from "../inspector/csv";
import { halvedText } from "../fixes";
import { continueList, indent, toggleList, toggleMark, splitPoints } from "../text-editing";
import { parsePasted } from "./parse-pasted";

describe("pasted text", () => {
  it("is a table when it comes from a spreadsheet", () => {
    expect(parsePasted("Ward\tLeaks\nNorth\t42\nMill\t1,204")).toMatchObject({
      kind: "table",
      columns: 2,
      isNumeric: true,
      rows: [
        { c1: "Ward", c2: "Leaks" },
        { c1: "North", c2: "42" },
        { c1: "Mill", c2: "1,204" },
      ],
    });
    expect(parsePasted("a,b\nc,d")).toMatchObject({ kind: "table", isNumeric: false });
  });

  it("is not a table when sentences contain commas", () => {
    expect(
      parsePasted("We came, we saw the whole harbour at dawn\nThey came, they saw nothing of it at all")
        ?.kind,
    ).toBe("lines");
  });

  it("is a list when it has several lines", () => {
    expect(parsePasted("- one\n- two\n\n- three")).toEqual({
      kind: "lines",
      title: "",
      points: ["one", "two", "three"],
    });
    expect(parsePasted("Rules\none\ntwo")).toEqual({ kind: "lines", title: "Rules", points: ["one", "two"] });
    expect(parsePasted("Rules:\n1. one\n2) two")).toEqual({
      kind: "lines",
      title: "Rules",
      points: ["one", "two"],
    });
  });

  it("is slides when it is Markdown", () => {
    expect(parsePasted("# One\n- a\n- b\n<!-- Say it -->\n---\n# Two\nText here")).toEqual({
      kind: "slides",
      slides: [
        { title: "One", body: "- a\n- b", notes: "Say it", points: ["a", "b"] },
        { title: "Two", body: "Text here", notes: "" },
      ],
    });
  });

  it("is split at headings, with and without a rule between them", () => {
    const titles = (text: string) => {
      const parsed = parsePasted(text);
      return parsed?.kind === "slides" ? parsed.slides.map(({ title }) => title) : [];
    };
    expect(titles("# One\na\n## Two\nb")).toEqual(["One", "Two"]);
    expect(titles("# One\na\n---\n# Two\nb\n## Three\nc")).toEqual(["One", "Two", "Three"]);
  });

  it("is a URL, a text, or nothing", () => {
    expect(parsePasted(" https://example.org/a ")).toEqual({
      kind: "address",
      address: "https://example.org/a",
      host: "example.org",
    });
    expect(parsePasted("https://[")).toEqual({ kind: "text", title: "https://[", body: "" });
    expect(parsePasted("Just words")).toEqual({ kind: "text", title: "Just words", body: "" });
    expect(parsePasted("  \n ")).toBeUndefined();
  });
});

describe("CSV cells", () => {
  it("can be quoted, and separated by comma, semicolon or tab", () => {
    expect(cells('a,"b, ""c""\nd",e')).toEqual([["a", 'b, "c"\nd', "e"]]);
    expect(cells("a;1,5\nb;2,5\n")).toEqual([
      ["a", "1,5"],
      ["b", "2,5"],
    ]);
    expect(cells("")).toEqual([]);
  });

  it("round-trip", () => {
    const rows = [
      ["a", 'b "c"', "d,e"],
      ["f\ng", "", "1"],
    ];
    expect(cells(toCsv(rows))).toEqual(rows);
  });

  it("grow where a cell outside the table is written", () => {
    expect(withCell([["a"]], 1, 1, "x")).toEqual([
      ["a", ""],
      ["", "x"],
    ]);
    expect(withBlock([["a"]], 0, 1, [["b"], ["c"]])).toEqual([
      ["a", "b"],
      ["", "c"],
    ]);
  });

  it("are checked for numbers", () => {
    expect(["12", "1,204.5", "-3 %", "", "1 204"].map(isBadFigure)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(["12,x", "n/a"].map(isBadFigure)).toEqual([true, true]);
  });
});

describe("text editing", () => {
  it("marks and unmarks the selection", () => {
    expect(toggleMark({ text: "one two", from: 4, to: 7 }, "b")).toEqual({
      text: "one **two**",
      from: 6,
      to: 9,
    });
    expect(toggleMark({ text: "one **two**", from: 6, to: 9 }, "b")).toEqual({
      text: "one two",
      from: 4,
      to: 7,
    });
    expect(toggleMark({ text: "see here", from: 4, to: 8 }, "k").text).toBe("see [here](https://)");
  });

  it("continues a list, and ends it at an empty item", () => {
    expect(continueList({ text: "- one", from: 5, to: 5 })?.text).toBe("- one\n- ");
    expect(continueList({ text: "9. one", from: 6, to: 6 })?.text).toBe("9. one\n10. ");
    expect(continueList({ text: "- one\n- ", from: 8, to: 8 })).toEqual({
      text: "- one\n\n",
      from: 7,
      to: 7,
    });
    expect(continueList({ text: "one", from: 3, to: 3 })).toBeUndefined();
  });

  it("indents list items only", () => {
    expect(indent({ text: "- a", from: 3, to: 3 }, false)).toEqual({ text: "  - a", from: 5, to: 5 });
    expect(indent({ text: "  - a", from: 5, to: 5 }, true)).toEqual({ text: "- a", from: 3, to: 3 });
    expect(indent({ text: "a", from: 1, to: 1 }, false)).toBeUndefined();
  });

  it("turns lines into lists and back", () => {
    const made = toggleList({ text: "a\nb", from: 0, to: 3 }, "numbers");
    expect(made.text).toBe("1. a\n2. b");
    expect(toggleList(made, "numbers").text).toBe("a\nb");
  });

  it("splits several lines into list items, but not a single line", () => {
    expect(splitPoints("one")).toBeUndefined();
    expect(splitPoints("• one\n\n2) two")).toEqual(["one", "two"]);
  });

  it("splits a text near its middle", () => {
    expect(halvedText("a a a\n\nb b b\n\nc")).toEqual(["a a a", "b b b\n\nc"]);
    expect(halvedText("- one\n- two")).toEqual(["- one", "- two"]);
    expect(halvedText("one line")).toBeUndefined();
  });
});
