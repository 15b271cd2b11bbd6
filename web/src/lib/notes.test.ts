import { expect, it } from "vitest";
import { blocks } from "./notes";

it("parses paragraphs, list items, bold and italic", () => {
  expect(blocks("Say **who**, then *wait*.\n\n- Mill Lane\n2. Bakery")).toEqual([
    {
      runs: [
        { text: "Say ", style: "plain" },
        { text: "who", style: "bold" },
        { text: ", then ", style: "plain" },
        { text: "wait", style: "italic" },
        { text: ".", style: "plain" },
      ],
    },
    { mark: "–", runs: [{ text: "Mill Lane", style: "plain" }] },
    { mark: "2.", runs: [{ text: "Bakery", style: "plain" }] },
  ]);
});

it("leaves other text unchanged", () => {
  for (const line of ["2 * 3 * 4 = <b>24</b>", "the file my_new_deck", "3.5 million"])
    expect(blocks(line)).toEqual([{ runs: [{ text: line, style: "plain" }] }]);
  expect(blocks(" \n ")).toEqual([]);
});
