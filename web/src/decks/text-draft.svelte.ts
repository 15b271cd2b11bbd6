// The text to generate a deck from, stored in this browser until the deck exists.

const STORAGE_KEY = "lectern.new.text";

class TextDraft {
  #text = $state(localStorage.getItem(STORAGE_KEY) ?? "");

  get text() {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    try {
      localStorage.setItem(STORAGE_KEY, text);
    } catch {
      // Too long for the browser's storage: it stays on the page only.
    }
  }
}

export const textDraft = new TextDraft();
