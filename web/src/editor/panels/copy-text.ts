// Copies text to the clipboard. Over plain http browsers do not allow it.

/** Copies a text. Returns whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
