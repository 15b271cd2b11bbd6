import { expect, test } from "vitest";
import { fileName } from "./download";

test.each([
  ['attachment; filename="plan.pptx"', "plan.pptx"],
  [`attachment; filename="plan.pptx"; filename*=UTF-8''caf%C3%A9%20plan.pptx`, "café plan.pptx"],
  ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
  ["inline", undefined],
  [null, undefined],
])("%s names %s", (header, name) => {
  expect(fileName(header)).toBe(name);
});
