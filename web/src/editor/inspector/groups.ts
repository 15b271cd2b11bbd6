// How the fields of a slide are grouped in the inspector: by what they are about, told by their declarations.

import type { FieldDeclaration } from "../../lib/api-types";
import { companions } from "../pictures";

export interface Groups {
  /** Texts, lists, pictures, data: what the slide says. */
  main: FieldDeclaration[];
  /** How it is laid out and behaves. */
  layout: FieldDeclaration[];
  /** What is behind it. */
  backdrop: FieldDeclaration[];
  /** For people who cannot see it. */
  access: FieldDeclaration[];
}

const COLOUR: FieldDeclaration = {
  key: "bgCustomColor",
  label: "Colour",
  type: "colour",
  visibleWhen: { field: "background", in: ["custom"] },
};

/** Groups the fields of a type and the options all slides have. */
export function grouped(fields: readonly FieldDeclaration[], common: readonly FieldDeclaration[]): Groups {
  const own = besidePictures(fields);
  const isForm = ({ type, key }: FieldDeclaration) =>
    type === "enum" || type === "boolean" || /focus[XY]$|^zoom/i.test(key);
  const backdrop = own.filter(({ key }) => key === "background");
  const rest = own.filter((field) => !backdrop.includes(field));
  return {
    main: rest.filter((field) => !isForm(field)),
    layout: rest.filter(isForm),
    backdrop: [
      ...backdrop,
      ...(backdrop.length > 0 ? [COLOUR] : []),
      ...common.filter(({ key }) => /^slide(Bg|Logo)/.test(key)),
    ],
    access: common.filter(({ key }) => key.startsWith("a11y")),
  };
}

/** The same fields, those that describe a picture directly below it. */
function besidePictures(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  const moved = new Set<FieldDeclaration>();
  const ordered: FieldDeclaration[] = [];
  for (const field of fields) {
    if (moved.has(field)) continue;
    ordered.push(field);
    const alt = field.type === "image" ? companions(field.key, fields).alt : undefined;
    const found = fields.find(({ key }) => key === alt);
    if (found && !ordered.includes(found)) {
      ordered.push(found);
      moved.add(found);
    }
  }
  return ordered;
}

/** Whether an enum only says yes or no, and is shown as a switch. */
export function switchOf({ options }: FieldDeclaration): { on: string; off: string } | undefined {
  if (options?.length !== 2) return undefined;
  if (options.includes("on") && options.includes("off")) return { on: "on", off: "off" };
  return options.includes("yes") && options.includes("no") ? { on: "yes", off: "no" } : undefined;
}
