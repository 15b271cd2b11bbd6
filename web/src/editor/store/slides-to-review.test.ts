import { describe, expect, it } from "vitest";
import type { Slide } from "../../lib/api-types";
import { slidesToReview } from "./slides-to-review";

const slide = (id: string, more: Partial<Slide> = {}): Slide => ({
  id,
  type: "eu.svc.slide.list",
  content: {},
  notes: "",
  ...more,
});
const deck = (slides: Slide[], theme = "default") => ({ theme, slides });
const [a, b, c, d] = [slide("a"), slide("b"), slide("c"), slide("d")];

describe("slides to review", () => {
  it("are the two after a changed slide", () => {
    expect(slidesToReview(deck([a, b, c, d]), deck([a, b, c, d]))).toEqual([]);
    expect(slidesToReview(deck([a, b, c, d]), deck([slide("a"), b, c, d]))).toEqual(["b", "c"]);
  });

  it("are those around a slide that was moved, added or removed", () => {
    expect(slidesToReview(deck([a, b, c, d]), deck([b, c, d, a]))).toEqual(["b", "c", "a"]);
    expect(slidesToReview(deck([a, b, c]), deck([a, b, c, d]))).toEqual(["d"]);
    expect(slidesToReview(deck([a, b, c, d]), deck([a, c, d]))).toEqual(["c", "d"]);
  });

  it("do not depend on slides that are not presented", () => {
    const hidden = (content = {}) => slide("b", { content, visibility: { hideInPresentation: true } });
    expect(slidesToReview(deck([a, hidden(), c]), deck([a, hidden({ title: "B" }), c]))).toEqual([]);
    expect(slidesToReview(deck([a, b, c]), deck([a, hidden(), c]))).toEqual(["c"]);
  });

  it("are all in another theme", () => {
    expect(slidesToReview(deck([a, b]), deck([a, b], "ledger"))).toEqual(["a", "b"]);
  });
});
