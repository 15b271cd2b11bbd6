// What edits do to a deck, and which edits undo them. Mirrors the server's rules; the server decides.

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
  Translation,
  Value,
} from "./deck";
import { valueAt, withValue } from "./path";

/** The deck after an edit. An edit that has no place any more changes nothing. */
export function applied(deck: Deck, edit: Edit): Deck {
  switch (edit.op) {
    case "set":
      return withSet(deck, edit);
    case "insert":
      return withInserted(deck, edit);
    case "remove":
      return { ...deck, slides: deck.slides.filter((slide) => slide.id !== edit.slideId) };
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

/** What stands where an edit goes, as its `replaces` says it. */
export function present(deck: Deck, edit: SetEdit | DeckEdit): Value | SlideValue | Translation {
  if (edit.op === "deck") return presentInDeck(deck, edit);
  const slide = deck.slides.find((slide) => slide.id === edit.slideId);
  if (!slide) return null;
  if (edit.path === "") return slideValue(deck, slide.id) ?? null;
  if (edit.lang) {
    const texts = deck.translations[edit.lang]?.slides?.[slide.id];
    return (
      (edit.path === "notes" ? texts?.notes : texts?.content?.[edit.path.slice("content.".length)]) ?? ""
    );
  }
  return valueAt(slide as unknown as Value, edit.path) ?? null;
}

function presentInDeck(deck: Deck, edit: DeckEdit): Value | Translation {
  if (edit.lang) {
    const texts = deck.translations[edit.lang];
    return (edit.path === "title" ? texts?.title : texts?.description) ?? "";
  }
  if (edit.path.startsWith("translations."))
    return deck.translations[edit.path.slice("translations.".length)] ?? null;
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

/** Edits that take an edit back, judged on the deck before it. */
export function inverse(deck: Deck, edit: Edit): Edit[] {
  switch (edit.op) {
    case "set": {
      const slide = slideValue(deck, edit.slideId);
      if (!slide) return [];
      // Only the server knows what a change of type makes of the content, so the slide comes back whole.
      if (edit.path === "type" || edit.path === "") {
        return [{ op: "set", slideId: edit.slideId, path: "", value: withoutId(slide) }];
      }
      const back: SetEdit = {
        op: "set",
        slideId: edit.slideId,
        path: edit.path,
        value: present(deck, edit) as Value,
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
        value: present(deck, edit) as Value,
        replaces: edit.value,
      };
      return [edit.lang ? { ...back, lang: edit.lang } : back];
    }
  }
}

/** Edits that take several back, in the order to do them. */
export function inverses(deck: Deck, edits: readonly Edit[]): Edit[] {
  const back: Edit[][] = [];
  let here = deck;
  for (const edit of edits) {
    back.push(inverse(here, edit));
    here = applied(here, edit);
  }
  return back.reverse().flat();
}

/** Whether only the server can say what an edit makes of the deck. */
export function needsAnswer(deck: Deck, edit: Edit): boolean {
  if (edit.op === "set") {
    // Texts in other languages follow the entries of a list, which the server alone keeps track of.
    const isList = Array.isArray(edit.value) || /\.\d+$/.test(edit.path);
    return edit.path === "type" || edit.path === "" || (isList && Object.keys(deck.translations).length > 0);
  }
  return edit.op === "deck" && (edit.path === "language" || edit.path.startsWith("translations."));
}

function withoutId({ type, content, notes, visibility, duration, translations }: SlideValue): SlideValue {
  const value: SlideValue = {
    type,
    content,
    notes: notes ?? "",
    visibility: visibility ?? {},
    duration: duration ?? null,
  };
  return translations ? { ...value, translations } : value;
}

function withoutTexts({ type, content, notes, visibility, duration }: SlideValue): SlideValue {
  return { type, content, notes: notes ?? "", visibility: visibility ?? {}, duration: duration ?? null };
}

/** The slide before another; null for the first. */
export function before(deck: Deck, id: string): string | null {
  const at = deck.slides.findIndex((slide) => slide.id === id);
  return at > 0 ? (deck.slides[at - 1]?.id ?? null) : null;
}

function withSlide(deck: Deck, id: string, change: (slide: Slide) => Slide): Deck {
  const at = deck.slides.findIndex((slide) => slide.id === id);
  const slide = deck.slides[at];
  if (!slide) return deck;
  const slides = deck.slides.slice();
  slides[at] = change(slide);
  return { ...deck, slides };
}

function withSet(deck: Deck, edit: SetEdit): Deck {
  if (edit.lang) return withText(deck, edit.lang, edit);
  if (edit.path === "") {
    const { translations, ...value } = edit.value as SlideValue;
    const changed = withSlide(deck, edit.slideId, (slide) => ({
      ...slide,
      ...value,
      notes: value.notes ?? slide.notes,
      id: slide.id,
    }));
    return translations ? withTexts(changed, edit.slideId, translations) : changed;
  }
  return withSlide(deck, edit.slideId, (slide) => {
    if (edit.path === "notes") return { ...slide, notes: (edit.value ?? "") as string };
    return withValue(slide as unknown as Content, edit.path, edit.value as Value) as unknown as Slide;
  });
}

function withText(deck: Deck, lang: string, edit: SetEdit): Deck {
  const translation = deck.translations[lang];
  if (!translation || !deck.slides.some((slide) => slide.id === edit.slideId)) return deck;
  const old = translation.slides?.[edit.slideId] ?? {};
  const text = (edit.value ?? "") as string;
  const content = { ...old.content };
  const path = edit.path.slice("content.".length);
  const texts: SlideTexts = edit.path === "notes" ? { ...old, notes: text } : { ...old, content };
  if (edit.path !== "notes") {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
    if (text === "") delete content[path];
    else content[path] = text;
  }
  const slides = { ...translation.slides, [edit.slideId]: texts };
  return { ...deck, translations: { ...deck.translations, [lang]: { ...translation, slides } } };
}

/** Brings the texts of a slide in other languages along, in the languages the deck has. */
function withTexts(deck: Deck, id: string, texts: Record<string, SlideTexts>): Deck {
  const translations = { ...deck.translations };
  for (const [lang, own] of Object.entries(texts)) {
    const translation = translations[lang];
    if (translation) translations[lang] = { ...translation, slides: { ...translation.slides, [id]: own } };
  }
  return { ...deck, translations };
}

function withInserted(deck: Deck, edit: InsertEdit): Deck {
  const known = new Set(deck.slides.map((slide) => slide.id));
  const fresh = edit.slides.filter((slide) => !known.has(slide.id));
  const slides = deck.slides.slice();
  const made = fresh.map(({ translations: _, ...slide }): Slide => ({ ...slide, notes: slide.notes ?? "" }));
  slides.splice(placeAfter(slides, edit.after), 0, ...made);
  let changed: Deck = { ...deck, slides };
  for (const slide of fresh)
    if (slide.translations) changed = withTexts(changed, slide.id, slide.translations);
  return changed;
}

/** Where something put after a slide goes; last when there is no such slide. */
function placeAfter(slides: readonly Slide[], after: string | null | undefined): number {
  if (after === null) return 0;
  const at = slides.findIndex((slide) => slide.id === after);
  return at < 0 ? slides.length : at + 1;
}

function withMoved(deck: Deck, id: string, after: string | null): Deck {
  const slide = deck.slides.find((slide) => slide.id === id);
  if (!slide || after === id) return deck;
  const slides = deck.slides.filter((slide) => slide.id !== id);
  if (after !== null && !slides.some((slide) => slide.id === after)) return deck;
  slides.splice(placeAfter(slides, after), 0, slide);
  return { ...deck, slides };
}

function withDeck(deck: Deck, edit: DeckEdit): Deck {
  if (edit.lang) {
    const translation = deck.translations[edit.lang];
    if (!translation) return deck;
    const changed = { ...translation, [edit.path]: edit.value as string };
    return { ...deck, translations: { ...deck.translations, [edit.lang]: changed } };
  }
  if (edit.path === "language") return withMainLanguage(deck, edit.value as string);
  if (edit.path.startsWith("translations.")) {
    const tag = edit.path.slice("translations.".length);
    const others = Object.entries(deck.translations).filter(([other]) => other !== tag);
    const own: [string, Translation][] = edit.value === null ? [] : [[tag, edit.value as Translation]];
    const translations = Object.fromEntries([...others, ...own]);
    return { ...deck, translations, languages: [deck.language, ...Object.keys(translations)] };
  }
  return withValue(deck as unknown as Content, edit.path, edit.value as Value) as unknown as Deck;
}

/** Names the main language; its texts change places with the old one's only in the server's answer. */
function withMainLanguage(deck: Deck, language: string): Deck {
  return { ...deck, language, languages: [language, ...deck.languages.filter((tag) => tag !== language)] };
}
