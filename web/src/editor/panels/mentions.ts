// People named in comments: `@[Name](user:e-mail)` in the text that is kept, `@Name` in what is shown and typed.

import type { FoundUser } from "../../lib/api-types";

/** Plain text, or a person who is named. */
export type Part = { text: string; person?: FoundUser };

const MENTION = /@\[([^\]]+)\]\(user:([^)\s]+)\)/g;

/** A comment cut into plain text and people. */
export function parts(body: string): Part[] {
  const result: Part[] = [];
  let from = 0;
  for (const match of body.matchAll(MENTION)) {
    const [whole, name, email] = match;
    if (match.index > from) result.push({ text: body.slice(from, match.index) });
    if (name && email) result.push({ text: `@${name}`, person: { name, email } });
    from = match.index + whole.length;
  }
  if (from < body.length) result.push({ text: body.slice(from) });
  return result;
}

/** The name being typed at the caret: where its `@` stands, and the letters after it. */
export function asked(text: string, caret: number): { at: number; letters: string } | undefined {
  const match = /(^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(text.slice(0, caret));
  if (!match) return undefined;
  const letters = match[2] ?? "";
  return { at: caret - letters.length - 1, letters };
}

/** What was typed with the chosen names turned into mentions, the longest name first so that `Anna` spares `Anna Vos`. */
export function written(text: string, chosen: FoundUser[]): string {
  const people = [...chosen].sort((one, other) => other.name.length - one.name.length);
  const names = people.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (names.length === 0) return text;
  return text.replace(new RegExp(`@(${names.join("|")})(?![\\p{L}\\p{N}])`, "gu"), (whole, name: string) => {
    const person = people.find((one) => one.name === name);
    return person ? `@[${name}](user:${person.email})` : whole;
  });
}
