import { afterEach, expect, test, vi } from "vitest";
import { toasts } from "../lib/toasts.svelte";
import { isPictureAddress, uploadPicture } from "./pictures";

afterEach(() => vi.unstubAllGlobals());

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

test("a message says why a picture is refused", async () => {
  const body = { error: "bad_request", details: "the picture is broken: unexpected end of file" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status: 400 })));
  const file = new File(["a"], "quay.png", { type: "image/png" });
  expect(await uploadPicture(file)).toBeUndefined();
  expect(toasts.shown.at(-1)).toMatchObject({ text: body.details, tone: "danger" });
});
