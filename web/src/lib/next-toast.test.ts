import { afterEach, expect, test, vi } from "vitest";
import { toastOnNextPage } from "./next-toast";

afterEach(() => vi.unstubAllGlobals());

test("a message for the next page is left out where storage is full", () => {
  vi.stubGlobal("sessionStorage", {
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(() => toastOnNextPage("The deck was imported.")).not.toThrow();
});
