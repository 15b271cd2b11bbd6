// Recognises by its name whether a file is a deck to import or a document to write a deck from.

export type ImportFormat = "deck" | "json" | "md" | "pptx";

/** Extensions of PowerPoint. The server says what to do with a `.ppt` file, which it cannot read. */
const POWERPOINT = new Set(["pptx", "potx", "ppsx", "pptm", "potm", "ppsm", "ppt"]);

/** Extensions of documents that a deck is written from. Markdown and PowerPoint files that are dropped are imported. */
export const DOCUMENT_EXTENSIONS = [
  "pdf",
  "docx",
  "odt",
  "html",
  "htm",
  "epub",
  "txt",
  "md",
  "markdown",
  "pptx",
];
/** The maximum size of a document, in bytes. */
export const MAX_DOCUMENT = 50 * 1024 * 1024;

/** Whether a file is not a deck, but a document that a deck is written from. */
export function isDocument(name: string): boolean {
  const extension = name.toLowerCase().match(/\.(\w+)$/)?.[1] ?? "";
  return DOCUMENT_EXTENSIONS.includes(extension) && !formatOf(name);
}

/** The format of a file by its name; undefined for one that cannot be imported. */
export function formatOf(name: string): ImportFormat | undefined {
  const extension = name.toLowerCase().match(/\.(\w+)$/)?.[1];
  if (extension === "deck" || extension === "zip") return "deck";
  if (extension === "json") return "json";
  if (extension === "md" || extension === "markdown") return "md";
  return extension && POWERPOINT.has(extension) ? "pptx" : undefined;
}
