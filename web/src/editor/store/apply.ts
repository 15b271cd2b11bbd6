// Applies edits to a deck before the server confirms them, and finds the edits that undo them. Follows the rules of the
// server (crates/deck/src/edit), which has the last word: it merges, finds conflicts and refuses wrong values. Both are
// tested with crates/deck/tests/edits.json.

import type {
  Content,
  Deck,
  DeckEdit,
  Edit,
  InsertEdit,
  SetEdit,
  Slide,
  SlideTexts,
  SlideValue,
  SlideVisibility,
  Translation,
  Value,
} from "./deck";
import { valueAt, withValue } from "./path";

/** The deck after an edit. An edit whose slide or path does not exist changes nothing. */
export function applied(deck: Deck, edit: Edit): Deck {
  switch (edit.op) {
    case "set":
      return withSet(deck, edit);
    case "insert":
      return withInserted(deck, edit);
    case "remove":
      return withRemoved(deck, edit.slideId);
    case "move":
      return withMoved(deck, edit.slideId, edit.after);
    case "deck":
      return withDeck(deck, edit);
  }
}

/** The deck after several edits. */
export function allApplied(deck: Deck, edits: readonly Edit[]): Deck {
  return edits.reduce(applied, deck);
}

/** The value that an edit would replace: what its field `replaces` has to contain. */
export function replacedValue(deck: Deck, edit: SetEdit | DeckEdit): Value | SlideValue | Translation {
  if (edit.op === "deck") return replacedInDeck(deck, edit);
  const slide = deck.slides.find((slide) => slide.id === edit.slideId);
  if (!slide) return null;
  if (edit.path === "") return slideValue(deck, slide.id) ?? null;
  const lang = otherLanguage(deck, edit.lang);
  if (lang) {
    const texts = translation(deck, lang)?.texts.slides?.[slide.id];
    return (
      (edit.path === "notes" ? texts?.notes : texts?.content?.[edit.path.slice("content.".length)]) ?? ""
    );
  }
  return valueAt(slide as unknown as Value, edit.path) ?? null;
}

function replacedInDeck(deck: Deck, edit: DeckEdit): Value | Translation {
  const lang = otherLanguage(deck, edit.lang);
  if (lang) {
    const texts = translation(deck, lang)?.texts;
    return (edit.path === "title" ? texts?.title : texts?.description) ?? "";
  }
  if (edit.path.startsWith("translations."))
    return translation(deck, edit.path.slice("translations.".length))?.texts ?? null;
  return valueAt(deck as unknown as Value, edit.path) ?? null;
}

/** A slide with its texts in other languages, as an edit carries it. */
export function slideValue(deck: Deck, id: string): (SlideValue & { id: string }) | undefined {
  const slide = deck.slides.find((slide) => slide.id === id);
  if (!slide) return undefined;
  const translations: Record<string, SlideTexts> = {};
  for (const [lang, texts] of Object.entries(deck.translations)) {
    const own = texts.slides?.[id];
    if (own) translations[lang] = own;
  }
  return Object.keys(translations).length > 0 ? { ...slide, translations } : { ...slide };
}

/** The edits that undo an edit. `deck` is the deck before it. */
export function inverse(deck: Deck, edit: Edit): Edit[] {
  switch (edit.op) {
    case "set": {
      const slide = slideValue(deck, edit.slideId);
      if (!slide) return [];
      // Only the server can convert the content to another type, so the whole slide is restored.
      if (edit.path === "type" || edit.path === "") {
        // Texts in other languages that the edit adds are removed again, too.
        const isTranslated = edit.path === "" && (edit.value as SlideValue).translations;
        const value = withoutId(isTranslated ? { translations: {}, ...slide } : slide);
        return [{ op: "set", slideId: edit.slideId, path: "", value }];
      }
      const back: SetEdit = {
        op: "set",
        slideId: edit.slideId,
        path: edit.path,
        value: replacedValue(deck, edit) as Value,
        replaces: edit.value,
      };
      return [edit.lang ? { ...back, lang: edit.lang } : back];
    }
    case "insert":
      return edit.slides.map(({ id, ...slide }) => ({
        op: "remove",
        slideId: id,
        replaces: withoutTexts(slide),
      }));
    case "remove": {
      const slide = slideValue(deck, edit.slideId);
      return slide ? [{ op: "insert", after: before(deck, edit.slideId), slides: [slide] }] : [];
    }
    case "move":
      return [{ op: "move", slideId: edit.slideId, after: before(deck, edit.slideId) }];
    case "deck": {
      const back: DeckEdit = {
        op: "deck",
        path: edit.path,
        value: replacedValue(deck, edit) as Value,
        replaces: edit.value,
      };
      return [edit.lang ? { ...back, lang: edit.lang } : back];
    }
  }
}

/** The edits that undo several edits, in the order to apply them. */
export function inverses(deck: Deck, edits: readonly Edit[]): Edit[] {
  const back: Edit[][] = [];
  let current = deck;
  for (const edit of edits) {
    back.push(inverse(current, edit));
    current = applied(current, edit);
  }
  return back.reverse().flat();
}

/** Whether only the server can compute the deck after an edit. */
export function needsAnswer(deck: Deck, edit: Edit): boolean {
  if (edit.op === "set") {
    // Texts in other languages and names follow the entries of a list, which only the server keeps track of.
    const isList = Array.isArray(edit.value) || edit.path === "content" || /\.\d+$/.test(edit.path);
    const hasFollowers = () =>
      Object.keys(deck.translations).length > 0 ||
      deck.slides.some(({ id, morphNames }) => id === edit.slideId && morphNames);
    return edit.path === "type" || edit.path === "" || (isList && hasFollowers());
  }
  if (edit.op !== "deck") return false;
  const isReset = edit.path.startsWith("settings.") && edit.value === null;
  return edit.path === "language" || edit.path.startsWith("translations.") || isReset;
}

function withoutId({ translations, ...slide }: SlideValue) {
  return translations ? { ...withoutTexts(slide), translations } : withoutTexts(slide);
}

function withoutTexts(slide: SlideValue) {
  const { type, content, notes, visibility, duration, transition, morphNames, library } = slide;
  return {
    type,
    content,
    notes: notes ?? "",
    visibility: visibility ?? {},
    duration: duration ?? null,
    transition: transition ?? null,
    morphNames: morphNames ?? {},
    library: library ?? null,
  };
}

/** The slide before another; null for the first. */
export function before(deck: Deck, id: string): string | null {
  const at = deck.slides.findIndex((slide) => slide.id === id);
  return at > 0 ? (deck.slides[at - 1]?.id ?? null) : null;
}

function isSameTag(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The named language, unless it is the main language. */
function otherLanguage(deck: Deck, lang: string | undefined): string | undefined {
  return lang && !isSameTag(lang, deck.language) ? lang : undefined;
}

/** The texts in a language, with its tag as the deck spells it. */
function translation(deck: Deck, lang: string): { tag: string; texts: Translation } | undefined {
  const found = Object.entries(deck.translations).find(([tag]) => isSameTag(tag, lang));
  return found && { tag: found[0], texts: found[1] };
}

/**
 * A slide as the server returns it: without flags that are off, without an absent duration, transition, names or link.
 */
function storedSlide(
  id: string,
  { type, content, notes, visibility, duration, transition, morphNames, library }: SlideValue,
): Slide {
  const slide: Slide = { id, type, content, notes: notes ?? "" };
  const flags = Object.entries(visibility ?? {}).filter(([, isHidden]) => isHidden);
  if (flags.length > 0) slide.visibility = Object.fromEntries(flags) as SlideVisibility;
  if (duration !== null && duration !== undefined) slide.duration = Math.round(duration);
  if (transition) slide.transition = transition;
  if (morphNames && Object.keys(morphNames).length > 0) slide.morphNames = morphNames;
  if (library) slide.library = library;
  return slide;
}

function withSlide(deck: Deck, id: string, change: (slide: Slide) => Slide): Deck {
  const at = deck.slides.findIndex((slide) => slide.id === id);
  const slide = deck.slides[at];
  if (!slide) return deck;
  const changed = change(slide);
  if (changed === slide) return deck;
  const slides = deck.slides.slice();
  slides[at] = changed;
  return { ...deck, slides };
}

function withSet(deck: Deck, edit: SetEdit): Deck {
  const lang = otherLanguage(deck, edit.lang);
  if (lang) return withText(deck, lang, edit);
  if (edit.path === "") {
    const value = edit.value as SlideValue;
    const changed = withSlide(deck, edit.slideId, (slide) => storedSlide(slide.id, value));
    if (changed === deck || !value.translations) return changed;
    return withTexts(withoutTextsOf(changed, edit.slideId), edit.slideId, value.translations);
  }
  return withSlide(deck, edit.slideId, (slide) => {
    const whole = { ...slide, visibility: slide.visibility ?? {} } as unknown as Content;
    const changed = withValue(whole, edit.path, edit.value as Value);
    return changed === whole ? slide : storedSlide(slide.id, changed as unknown as SlideValue);
  });
}

/** Sets a text of a slide in another language; a blank one removes it. */
function withText(deck: Deck, lang: string, edit: SetEdit): Deck {
  const found = translation(deck, lang);
  if (!found || !deck.slides.some((slide) => slide.id === edit.slideId)) return deck;
  const old = found.texts.slides?.[edit.slideId] ?? {};
  const text = textOrNull(edit.value);
  let texts: SlideTexts;
  if (edit.path === "notes") texts = withEntry(old, "notes", text);
  else if (edit.path.startsWith("content.")) {
    const content = withEntry(old.content ?? {}, edit.path.slice("content.".length), text);
    texts = withEntry(old, "content", notEmpty(content));
  } else return deck;
  return withTranslation(deck, found.tag, withSlideTexts(found.texts, edit.slideId, texts));
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** A copy of an object with an entry set; null removes it. */
function withEntry<T extends object>(object: T, key: string, value: unknown): T {
  const others = Object.entries(object).filter(([other]) => other !== key);
  return Object.fromEntries(value === null ? others : [...others, [key, value]]) as T;
}

function notEmpty<T extends object>(object: T): T | null {
  return Object.keys(object).length > 0 ? object : null;
}

/** The texts of a language with those of one slide replaced. */
function withSlideTexts(texts: Translation, id: string, own: SlideTexts): Translation {
  return withEntry(texts, "slides", notEmpty(withEntry(texts.slides ?? {}, id, notEmpty(own))));
}

/** Replaces the texts of a language that the deck has. */
function withTranslation(deck: Deck, tag: string, texts: Translation): Deck {
  return { ...deck, translations: { ...deck.translations, [tag]: texts } };
}

/** Replaces all translations. Languages are in the order of their tags, after the main one. */
function withTranslations(deck: Deck, translations: Record<string, Translation>): Deck {
  const tags = Object.keys(translations).sort();
  const ordered = Object.fromEntries(tags.map((tag) => [tag, translations[tag] as Translation]));
  const others = tags.filter((tag) => !isSameTag(tag, deck.language));
  return { ...deck, translations: ordered, languages: [deck.language, ...others] };
}

/** Adds the texts of a slide in other languages, and the languages that the deck does not have yet. */
function withTexts(deck: Deck, id: string, texts: Record<string, SlideTexts>): Deck {
  const translations = { ...deck.translations };
  for (const [lang, own] of Object.entries(texts)) {
    if (isSameTag(lang, deck.language)) continue;
    const found = translation(deck, lang) ?? { tag: lang, texts: {} };
    translations[found.tag] = withSlideTexts(found.texts, id, own);
  }
  return withTranslations(deck, translations);
}

/** The deck without the texts of a slide in other languages. */
function withoutTextsOf(deck: Deck, id: string): Deck {
  const translations = Object.entries(deck.translations).map(([tag, texts]) => [
    tag,
    texts.slides?.[id] ? withSlideTexts(texts, id, {}) : texts,
  ]);
  return { ...deck, translations: Object.fromEntries(translations) as Record<string, Translation> };
}

function withInserted(deck: Deck, edit: InsertEdit): Deck {
  const known = new Set(deck.slides.map((slide) => slide.id));
  if (edit.slides.some((slide) => known.has(slide.id))) return deck;
  const slides = deck.slides.slice();
  slides.splice(
    positionAfter(slides, edit.after),
    0,
    ...edit.slides.map((slide) => storedSlide(slide.id, slide)),
  );
  let changed: Deck = { ...deck, slides };
  for (const slide of edit.slides)
    if (slide.translations) changed = withTexts(changed, slide.id, slide.translations);
  return changed;
}

function withRemoved(deck: Deck, id: string): Deck {
  if (!deck.slides.some((slide) => slide.id === id)) return deck;
  return withoutTextsOf({ ...deck, slides: deck.slides.filter((slide) => slide.id !== id) }, id);
}

/** The position after a slide: 0 for null, the end when there is no such slide. */
function positionAfter(slides: readonly Slide[], after: string | null | undefined): number {
  if (after === null) return 0;
  const at = slides.findIndex((slide) => slide.id === after);
  return at < 0 ? slides.length : at + 1;
}

function withMoved(deck: Deck, id: string, after: string | null | undefined): Deck {
  const slide = deck.slides.find((slide) => slide.id === id);
  if (!slide || after === id) return deck;
  const slides = deck.slides.filter((slide) => slide.id !== id);
  if (typeof after === "string" && !slides.some((slide) => slide.id === after)) return deck;
  slides.splice(positionAfter(slides, after), 0, slide);
  return { ...deck, slides };
}

function withDeck(deck: Deck, edit: DeckEdit): Deck {
  const lang = otherLanguage(deck, edit.lang);
  if (lang) {
    const found = translation(deck, lang);
    if (!found) return deck;
    return withTranslation(deck, found.tag, withEntry(found.texts, edit.path, textOrNull(edit.value)));
  }
  if (edit.path === "language") return withMainLanguage(deck, edit.value as string);
  if (edit.path === "description") return { ...deck, description: (edit.value ?? "") as string };
  if (edit.path.startsWith("translations.")) {
    const tag = edit.path.slice("translations.".length);
    const others = Object.entries(deck.translations).filter(([other]) => !isSameTag(other, tag));
    const own: [string, Translation][] = edit.value === null ? [] : [[tag, edit.value as Translation]];
    return withTranslations(deck, Object.fromEntries([...others, ...own]));
  }
  // `settings.data` is absent until the deck has a data source.
  const settings = edit.path.startsWith("settings.data.") ? { data: {}, ...deck.settings } : deck.settings;
  const root = { ...deck, settings } as unknown as Content;
  return withValue(root, edit.path, edit.value as Value) as unknown as Deck;
}

/** Sets the main language. Where the deck is translated into it, only the server can exchange the texts of the two. */
function withMainLanguage(deck: Deck, language: string): Deck {
  const old = translation(deck, language) ? [deck.language] : [];
  const others = Object.keys(deck.translations).filter((tag) => !isSameTag(tag, language));
  return { ...deck, language, languages: [language, ...old, ...others] };
}
