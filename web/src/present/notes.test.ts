import { expect, it } from "vitest";
import { blocks } from "./notes";

it("reads paragraphs, points, bold and italic", () => {
  expect(blocks("Say **who**, then *wait*.\n\n- Mill Lane\n2. Bakery")).toEqual([
    {
      kind: "text",
      runs: [
        { text: "Say ", style: "plain" },
        { text: "who", style: "bold" },
        { text: ", then ", style: "plain" },
        { text: "wait", style: "italic" },
        { text: ".", style: "plain" },
      ],
    },
    { kind: "point", runs: [{ text: "Mill Lane", style: "plain" }] },
    { kind: "point", runs: [{ text: "Bakery", style: "plain" }] },
  ]);
});

it("leaves what it does not know as it stands", () => {
  expect(blocks("2 * 3 = <b>6</b>")).toEqual([
    { kind: "text", runs: [{ text: "2 * 3 = <b>6</b>", style: "plain" }] },
  ]);
  expect(blocks(" \n ")).toEqual([]);
});
