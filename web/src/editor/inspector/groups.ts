// Groups the fields of a slide by purpose, according to their declarations.

import type { FieldDeclaration } from "../../lib/api-types";
import { companionFields } from "../pictures";

export interface Groups {
  /** The content: texts, lists, pictures, data. */
  main: FieldDeclaration[];
  /** Layout and behaviour. */
  layout: FieldDeclaration[];
  /** The background. */
  backdrop: FieldDeclaration[];
  /** Accessibility. */
  access: FieldDeclaration[];
}

const COLOUR: FieldDeclaration = {
  key: "bgCustomColor",
  label: "Colour",
  type: "colour",
  visibleWhen: { field: "background", in: ["custom"] },
};

/** Groups the fields of a type and the options that all slides have. */
export function grouped(fields: readonly FieldDeclaration[], common: readonly FieldDeclaration[]): Groups {
  const own = withAltBelowPicture(fields);
  const isLayout = ({ type, key }: FieldDeclaration) =>
    type === "enum" || type === "boolean" || /focus[XY]$|^zoom/i.test(key);
  const backdrop = own.filter(({ key }) => key === "background");
  const others = own.filter((field) => !backdrop.includes(field));
  return {
    main: others.filter((field) => !isLayout(field)),
    layout: others.filter(isLayout),
    backdrop: [
      ...backdrop,
      ...(backdrop.length > 0 ? [COLOUR] : []),
      ...common.filter(({ key }) => /^slide(Bg|Logo)/.test(key)),
    ],
    access: common.filter(({ key }) => key.startsWith("a11y")),
  };
}

/** The fields with each alternative text directly below its picture. */
function withAltBelowPicture(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  const moved = new Set<FieldDeclaration>();
  const ordered: FieldDeclaration[] = [];
  for (const field of fields) {
    if (moved.has(field)) continue;
    ordered.push(field);
    const alt = field.type === "image" ? companionFields(field.key, fields).alt : undefined;
    const found = fields.find(({ key }) => key === alt);
    if (found && !ordered.includes(found)) {
      ordered.push(found);
      moved.add(found);
    }
  }
  return ordered;
}

/** The two options of an enum that means yes or no, which is shown as a switch. */
export function switchOf({ options }: FieldDeclaration): { on: string; off: string } | undefined {
  if (options?.length !== 2) return undefined;
  if (options.includes("on") && options.includes("off")) return { on: "on", off: "off" };
  return options.includes("yes") && options.includes("no") ? { on: "yes", off: "no" } : undefined;
}
