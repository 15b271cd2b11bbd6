// Slides whose texts are over their limits, as edits that the server accepts.

import type { Content, Edit, FieldDeclaration } from "../../lib/api-types";
import { drawable } from "../hints";

/**
 * The edits with the texts of whole slides cut to their limits. A text that was cut is set by an edit of its own, which
 * the server keeps as a draft. Otherwise it would refuse the slide.
 */
export function withinBounds(
  edits: readonly Edit[],
  fieldsOf: (type: string) => readonly FieldDeclaration[],
): Edit[] {
  return edits.flatMap((edit): Edit[] => {
    const texts: Edit[] = [];
    const cut = (slideId: string, type: string, content: Content): Content => {
      const short = drawable(fieldsOf(type), content);
      for (const [path, value] of Object.entries(content))
        if (short[path] !== value) texts.push({ op: "set", slideId, path: `content.${path}`, value });
      return short;
    };
    if (edit.op === "insert") {
      const slides = edit.slides.map((slide) => ({
        ...slide,
        content: cut(slide.id, slide.type, slide.content),
      }));
      return texts.length > 0 ? [{ ...edit, slides }, ...texts] : [edit];
    }
    if (edit.op === "set" && edit.path === "") {
      const value = edit.value as { type: string; content: Content };
      const content = cut(edit.slideId, value.type, value.content);
      return texts.length > 0 ? [{ ...edit, value: { ...value, content } }, ...texts] : [edit];
    }
    return [edit];
  });
}
