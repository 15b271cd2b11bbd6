// Error details of the server as a sentence.

/** "the package is not a zip archive" becomes "The package is not a zip archive." */
export function sentence(details: string): string {
  const text = details.trim();
  if (!text) return "";
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…”]$/.test(text) ? "" : ".");
}
