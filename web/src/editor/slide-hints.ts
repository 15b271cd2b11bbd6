// The hints on a slide without those that were dismissed.

import type { Content, Finding, Slide } from "../lib/api-types";
import { withGhosts, withPicturePlaces } from "./ghosts";
import { isAgenda, updatedAgenda } from "./agenda";
import { byUrgency, hintsOf, type Hint } from "./hints";
import type { SlideType } from "./panel-types";
import type { Editor } from "./store/editor.svelte";
import { isTable } from "./table";

const hintKey = ({ slideId, kind, field }: Hint) => `${slideId} ${kind} ${field}`;

/** Hints by slide, reused while the slide is unchanged. */
const cache = new WeakMap<Slide, { content: Content; findings: readonly Finding[]; hints: Hint[] }>();

/** The hints on a slide by urgency, without those that were dismissed. */
export function slideHints(store: Editor, slide: Slide): Hint[] {
  const [content, findings] = [store.contentOf(slide), store.findingsOf(slide.id)];
  let cached = cache.get(slide);
  if (cached?.content !== content || cached.findings !== findings) {
    const type = store.typeOf(slide);
    const isUnfinished = type && isBegun(type, content);
    const hints = hintsOf(slide, content, type, findings);
    const applicable = isUnfinished ? hints.filter(({ kind }) => kind !== "empty-page") : hints;
    cached = { content, findings, hints: applicable };
    cache.set(slide, cached);
  }
  // This hint depends on other slides, too, so it is not cached.
  const agenda: Hint[] =
    newAgenda(store, slide) === undefined ? [] : [{ kind: "agenda", slideId: slide.id, field: "body" }];
  const hints = agenda.length > 0 ? [...cached.hints, ...agenda].sort(byUrgency) : cached.hints;
  return hints.filter((hint) => !store.dismissedHints.has(hintKey(hint)));
}

/**
 * Whether a slide is only begun, so that it is not reported as empty: it still shows prompts or empty picture frames, or
 * has no code or table yet.
 */
function isBegun(type: SlideType, content: Content): boolean {
  const { ghosts } = withGhosts(type, content, undefined);
  const { places } = withPicturePlaces(type, content);
  if (Object.keys({ ...ghosts, ...places }).length > 0) return true;
  return type.fields.some(
    (field) => (field.type === "code" || isTable(field)) && !String(content[field.key] ?? "").trim(),
  );
}

/**
 * The updated text of an agenda slide, in the displayed language. Undefined if the slide is not an agenda or its text
 * agrees with the sections of the deck.
 */
export function newAgenda(store: Editor, slide: Slide): string | undefined {
  const typeOf = (slide: Slide) => store.typeOf(slide);
  const localized = (slide: Slide): Slide => ({ ...slide, content: store.contentOf(slide) });
  if (!isAgenda(localized(slide), typeOf)) return undefined;
  return updatedAgenda(localized(slide), store.deck.slides.map(localized), typeOf);
}

/** Dismisses a hint on a slide for this session. */
export function dismissHint(store: Editor, hint: Hint) {
  store.dismissedHints = new Set([...store.dismissedHints, hintKey(hint)]);
}

/** Selects the next or previous slide with a hint. */
export function selectNextHint(store: Editor, by: 1 | -1) {
  const { slides } = store.deck;
  const current = store.slideNumber - 1;
  for (let step = 1; step <= slides.length; step += 1) {
    const slide = slides[(current + by * step + slides.length * 2) % slides.length];
    const hint = slide && slideHints(store, slide)[0];
    if (slide && hint) {
      store.select(slide.id);
      return;
    }
  }
}

/** Texts that are cut because they do not fit, in the order of the deck. */
export function cutTexts(store: Editor): { slideId: string; field: string }[] {
  return store.deck.slides.flatMap((slide) =>
    slideHints(store, slide).filter(({ kind }) => kind === "overflow"),
  );
}
