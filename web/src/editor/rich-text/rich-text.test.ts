// @vitest-environment jsdom

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { STARTER_IDS } from "../../decks/start-ids";
import { loadStarters } from "../../decks/starters";
import { readBlocks } from "./blocks";
import { blocksIn, elementsFor, showText, textOf } from "./surface";

const repository = `${import.meta.dirname}/../../../..`;
const catalogue = JSON.parse(
  readFileSync(`${repository}/crates/deck/catalogue/slide-types.json`, "utf8"),
) as { types: { key: string; fields: Field[]; example: object }[] };
type Field = { key: string; kind: string; fields?: Field[]; itemFields?: Field[] };

function surfaceOf(text: string): HTMLElement {
  const surface = document.createElement("div");
  showText(surface, text);
  return surface;
}

/** All texts in a value. */
function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(texts);
}

async function storedTexts(): Promise<string[]> {
  const decks = readdirSync(`${repository}/assets`).filter((name) => name.endsWith(".json"));
  const starters = [await loadStarters("en"), await loadStarters("nl")];
  const all = [
    ...decks.map((name) => JSON.parse(readFileSync(`${repository}/assets/${name}`, "utf8")) as unknown),
    ...starters.flatMap((one) => STARTER_IDS.map((id) => one[id])),
    catalogue.types.map(({ example }) => example),
  ];
  return [...new Set(texts(all))];
}

const MIXED = [
  "",
  "\n\nStarts late\n\n\nand ends late\n\n",
  "One line\nand its soft break",
  "* star\n* bullets\n\nand __bold__ and _italic_",
  "1) one\n2) two",
  "- loose\n\n- list",
  "- a\n  - b\n    - c\n- d",
  "- a\n    - four spaces\n- d",
  "Text:\n- tight\n- list\nlazy line",
  "| a | b |\n|---|:-:|\n| 1 | **2** |\n| 3 |",
  "> quoted\n> text\n\nafter",
  "```rust\nfn main() {}\n\n```",
  "# Head #\n\nTitle\n===\n\nx\n---\ny",
  "![picture](/uploads/a.png)\n\ntext ![in](x.png) text",
  "<div>**x**</div>\n\na &amp; b <https://x.org>",
  "$5 and $10, $a_1 * b_2$ and \\$3, $$\\frac{1}{2}$$",
  "$$\na\n$$",
  "- a\n\n  second paragraph\n- b",
  "[a][b]\n\n[b]: https://x.org",
  '[a](https://x.org/a_(b)) [c](x "title") [d](#slide:abc)',
  "***both*** **a *b* c** *a **b** c* **a*b** snake_case_word 2*3*4",
  "- [ ] task\n- [x] done",
  "hard  \nbreak\\\nand another",
  "    code\n\n\ttab",
  "`a` ``b ` c`` ` d",
  "~~gone~~ ~one~ 5 ~ 6",
  "a\r\nb",
  "ends with a space ",
  "- a\n- b  ",
  "---\n***\n- - -",
  "3. three\n4. four",
  "a | b\n--- | ---\n1 | 2",
  "\\* not a list\n\n\\- nor this\n\n1\\. nor this",
];

/** Texts with marks or several lines. */
const isMarked = (text: string) => text.trim() !== "" && /[*_`[\]$|\n#<&~\\]|^[-+\d>]/.test(text);

/** Two lists after one another become one when both are rewritten. */
const NEIGHBOURS = ["+ plus\n- minus", "1. one\n\n1) other"];

test("every stored text is shown and read back without a change", { timeout: 60_000 }, async () => {
  const stored = await storedTexts();
  expect(stored.length).toBeGreaterThan(1000);
  for (const text of [...stored, ...MIXED, ...NEIGHBOURS]) expect(textOf(surfaceOf(text)), text).toBe(text);
});

test("a change in one block leaves the source of the others unchanged", { timeout: 60_000 }, async () => {
  for (const text of [...(await storedTexts()), ...MIXED].filter(isMarked)) {
    const surface = surfaceOf(text);
    const added = document.createElement("p");
    added.textContent = "Added";
    surface.append(added);
    expect(textOf(surface).startsWith(text.replace(/\n+$/, "")), text).toBe(true);
    expect(textOf(surface).endsWith("\n\nAdded"), text).toBe(true);
  }
});

test("blocks that are written anew are read as the same blocks", { timeout: 60_000 }, async () => {
  const shape = (text: string) => blocksIn(text);
  for (const text of [...(await storedTexts()), ...MIXED].filter(isMarked)) {
    const surface = document.createElement("div");
    surface.append(elementsFor(shape(text)));
    expect(shape(textOf(surface)), text).toEqual(shape(text));
  }
});

test.each([
  ["<p>plain</p>", "plain"],
  ["<p>a <b>b </b>c</p>", "a **b** c"],
  ["<p><b>a</b><b>b</b></p>", "**ab**"],
  ["<p><span style='font-weight: 700'>a</span></p>", "**a**"],
  ["<b style='font-weight: normal'><p>docs</p></b>", "docs"],
  ["one<div>two</div>", "one\n\ntwo"],
  ["<p>a<br>b<br></p>", "a  \nb"],
  ["<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b"],
  ["<p></p><ul><li>a<br></li><li><br></li></ul>", "- a"],
  ["<ol><li>a</li><li><p>b</p></li></ol>", "1. a\n2. b"],
  ["<p>5 * 3 and snake_case</p>", "5 * 3 and snake_case"],
  ["<p>*star* and [x](y)</p>", "\\*star\\* and \\[x\\](y)"],
  ["<p>- dash</p>", "\\- dash"],
  ["<p>1. one</p>", "1\\. one"],
  ["<p># tag &amp; &lt;b&gt;</p>", "\\# tag & \\<b>"],
  ["<p>$a_1*b_1$ costs $5</p>", "$a_1*b_1$ costs $5"],
  ["<p>see <a href='https://x.org/a b'>here</a></p>", "see [here](https://x.org/a%20b)"],
  ["<p><code>a`b</code></p>", "``a`b``"],
  ["<pre>fn<br>x</pre>", "```\nfn\nx\n```"],
  [
    "<table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td></tr></table>",
    "| a | b\\|c |\n| --- | --- |\n| 1 |  |",
  ],
  ["<p>a word </p>", "a word "],
  ["<p>a<b> <br></b></p><ul><li>c</li><li><b><br></b></li></ul>", "a\n\n- c"],
  ["<p>a <b>word </b></p>", "a **word** "],
  ["<ul><li>a&nbsp;</li></ul>", "- a "],
  ["<blockquote><p>q</p></blockquote><hr>", "> q\n\n---"],
])("%s is stored as Markdown", (html, expected) => {
  const surface = document.createElement("div");
  surface.innerHTML = html;
  expect(textOf(surface)).toBe(expected);
});

test.each([
  ["a **b** *c*", "<p>a <strong>b</strong> <em>c</em></p>"],
  ["- a\n  - b", "<ul><li>a<ul><li>b</li></ul></li></ul>"],
  ["**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>"],
  ["![x](y.png)", '<pre class="source">![x](y.png)</pre>'],
  ["a ", "<p>a </p>"],
  ["[a](#slide:x)", '<p><a href="#slide:x">a</a></p>'],
])("%s is shown as formatted text", (text, html) => {
  expect(surfaceOf(text).innerHTML).toBe(html);
});

test("stored Markdown is shown as formatted text, not as source", async () => {
  const marked = (await storedTexts()).filter((text) => /\*\*|^- |\]\(|^\d\. /m.test(text));
  const asSource = marked.filter((text) =>
    readBlocks(text).blocks.some(({ block }) => block.kind === "source"),
  );
  expect(asSource).toEqual([]);
});
