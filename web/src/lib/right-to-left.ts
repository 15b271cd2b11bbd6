// Languages that are written from right to left.

const RIGHT_TO_LEFT = new Set([
  "ar",
  "arc",
  "ckb",
  "dv",
  "fa",
  "ha",
  "he",
  "ks",
  "ps",
  "sd",
  "ug",
  "ur",
  "yi",
]);

export const readsRightToLeft = (lang: string) => RIGHT_TO_LEFT.has(lang.split("-")[0]?.toLowerCase() ?? "");
