import { expect, test } from "vitest";
import { isPictureAddress } from "./pictures";

test("a page loads uploads and pictures on the web, and no other path of this site", () => {
  for (const address of ["/uploads/quay-1.png", "/uploads/a..b.png", "https://example.test/a.png"])
    expect(isPictureAddress(address), address).toBe(true);
  for (const address of [
    "",
    "/go/QQQQ",
    "/uploads/",
    "/uploads/..",
    "/uploads/%2e%2e",
    "/uploads/../go/QQQQ",
    "assets/a.png",
    "//example.test/a.png",
    "http://example.test/a.png",
    "javascript:alert(1)",
    " /go/QQQQ",
    "undefined",
  ])
    expect(isPictureAddress(address), address).toBe(false);
});
