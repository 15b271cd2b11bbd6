// What a person should know about a deck that a model wrote: figures to check, and what it cost.

import { language, t } from "../lib/i18n";
import type { AuthorUsage } from "../lib/api-types";
import type { DeckGeneration } from "./generation.svelte";

/** The tokens of a call, with the cost where the server knows the price. */
export function usageText({ inputTokens, outputTokens, cost }: AuthorUsage): string {
  const n = inputTokens + outputTokens;
  if (cost === undefined) return t("decks.usage", { n });
  return t("decks.usage.cost", { n, cost: cost.toLocaleString(language(), { maximumFractionDigits: 4 }) });
}

/** The message for the page of the new deck; empty where there is nothing to say. */
export function authorNotes({ warnings, usage }: DeckGeneration): string {
  const unknown = warnings.length ? [t("decks.document.unknown", { n: warnings.length })] : [];
  return [...unknown, ...(usage ? [usageText(usage)] : [])].join(" ");
}
