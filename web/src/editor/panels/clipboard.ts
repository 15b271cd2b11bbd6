// Copying where the browser lets us: over plain http it does not, and the text is shown selected instead.

/** Whether the text is on the clipboard now. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
