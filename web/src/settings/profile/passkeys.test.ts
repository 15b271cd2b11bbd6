import { expect, test } from "vitest";
import { fromBase64url, platformName, toBase64url } from "./passkeys";

test("bytes survive base64url", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => 255 - i);
  const text = toBase64url(bytes.buffer);
  expect(text).toMatch(/^[\w-]+$/);
  expect(fromBase64url(text)).toEqual(bytes);
  expect(toBase64url(Uint8Array.of(251, 255).buffer)).toBe("-_8");
});

test("the platform of a browser is named", () => {
  const named = (platform: string) => platformName(`Mozilla/5.0 (${platform}) AppleWebKit/537.36`);
  expect(named("Windows NT 10.0; Win64; x64")).toBe("Windows");
  expect(named("Macintosh; Intel Mac OS X 10_15_7")).toBe("Mac");
  expect(named("iPhone; CPU iPhone OS 18_0 like Mac OS X")).toBe("iPhone");
  expect(named("Linux; Android 10; K")).toBe("Android");
  expect(named("X11; CrOS x86_64 14541.0.0")).toBe("Chromebook");
  expect(named("X11; Linux x86_64")).toBe("Linux");
  expect(named("Plan 9")).toBeUndefined();
});
