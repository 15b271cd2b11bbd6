// Addresses of links in a text.

/** Whether a pasted text is nothing but an address. */
export function isPlainAddress(text: string): boolean {
  return /^(https?:\/\/|mailto:)\S+$/.test(text.trim());
}

/** An address as it is stored: a bare domain or mail address gets its beginning. */
export function fullAddress(typed: string): string {
  const text = typed.trim();
  if (text === "" || /^[a-z][a-z\d+.-]*:|^[#/]/i.test(text)) return text;
  return text.includes("@") ? `mailto:${text}` : `https://${text}`;
}
