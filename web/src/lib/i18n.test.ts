// @vitest-environment jsdom
import { expect, it } from "vitest";
import { loadTexts, t } from "./i18n";

it("texts that are loaded later never show another language meanwhile", async () => {
  localStorage.setItem("lectern.language", "nl");
  await loadTexts();
  expect(t("common.cancel")).toBe("Annuleren");
  let isLoading = true;
  const loading = loadTexts("panels", "types").then(() => (isLoading = false));
  const seen = new Set<string>();
  while (isLoading) {
    seen.add(t("common.cancel"));
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await loading;
  expect([...seen]).toEqual(["Annuleren"]);
  expect(t("panels.history.back")).toBe("Terug naar nu");
});
