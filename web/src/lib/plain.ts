/** A text without case and accents, so that `cafe` finds `Café`. */
export const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
