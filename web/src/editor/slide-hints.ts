// The hints of a slide as the editor shows them: without those put aside.

import type { Content, Finding, Slide } from "../lib/api-types";
import { hintsOf, type Hint } from "./hints";
import type { Editor } from "./store/editor.svelte";

const nameOf = ({ slideId, kind, field }: Hint) => `${slideId} ${kind} ${field}`;

/** What was said of a slide as it is; letters typed on another one ask again. */
const known = new WeakMap<Slide, { content: Content; findings: readonly Finding[]; hints: Hint[] }>();

export function slideHints(store: Editor, slide: Slide): Hint[] {
  const [content, findings] = [store.contentOf(slide), store.findingsOf(slide.id)];
  let said = known.get(slide);
  if (said?.content !== content || said.findings !== findings) {
    said = { content, findings, hints: hintsOf(slide, content, store.typeOf(slide), findings) };
    known.set(slide, said);
  }
  return said.hints.filter((hint) => !store.aside.has(nameOf(hint)));
}

/** Leaves a hint be, for this slide and sitting. */
export function putAside(store: Editor, hint: Hint) {
  store.aside = new Set([...store.aside, nameOf(hint)]);
}

/** Goes to the next slide with a hint, or the one before, and to the field it is about. */
export function walkHints(store: Editor, by: 1 | -1) {
  const { slides } = store.deck;
  const here = store.slideNumber - 1;
  for (let step = 1; step <= slides.length; step += 1) {
    const slide = slides[(here + by * step + slides.length * 2) % slides.length];
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
