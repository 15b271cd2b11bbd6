// The text a deck is made from, kept in this browser until it has become one.

const PLACE = "lectern.new.text";

class Draft {
  #text = $state(localStorage.getItem(PLACE) ?? "");

  get text() {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    try {
      localStorage.setItem(PLACE, text);
    } catch {
      // Longer than the browser keeps: it stays on the page.
    }
  }
}

export const draft = new Draft();
