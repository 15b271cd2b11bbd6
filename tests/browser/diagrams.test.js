// The examples of Mermaid's own package, checked by the program: diagrams of a supported kind are parsed
// completely; any other gives a finding that names the line and the supported kinds.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { diagramData } from "@mermaid-js/examples";
import { PROGRAM } from "../lectern.js";

const DRAWN = ["flowchart-v2", "sequence", "stateDiagram", "classDiagram", "er", "gantt", "mindmap", "pie"];
const folder = mkdtempSync(join(tmpdir(), "lectern-diagrams-"));
after(() => rmSync(folder, { recursive: true }));

test("every example of Mermaid is drawn, or named as a kind that is not", () => {
  const examples = diagramData.flatMap(({ id, examples }) => examples.map(({ title, code }) => ({ id, title, code })));
  assert.ok(examples.length >= 70, `${examples.length} examples`);
  const slides = examples.map(({ title, code }) => ({ type: "diagram-slide", content: { title, diagram: code.trim() } }));
  const deck = join(folder, "examples.json");
  writeFileSync(deck, JSON.stringify({ title: "Examples", slides }));
  const report = execFileSync(PROGRAM, ["check", deck], { encoding: "utf8" });
  const faults = new Map(
    [...report.matchAll(/^slide (\d+): diagram: the diagram is not drawn: (.*)$/gm)].map(([, slide, fault]) => [Number(slide), fault]),
  );
  const drawn = examples.filter(({ id }) => DRAWN.includes(id));
  assert.ok(drawn.length >= 20, `${drawn.length} examples of the kinds that are drawn`);
  for (const [index, { id, title }] of examples.entries()) {
    const fault = faults.get(index + 1);
    if (DRAWN.includes(id)) assert.equal(fault, undefined, `${id}, ${title}`);
    else assert.match(fault ?? "", /^line \d+: `.+` is not a kind of diagram that is drawn; these are: flowchart, /, `${id}, ${title}`);
  }
});
