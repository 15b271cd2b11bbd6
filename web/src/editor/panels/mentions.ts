// Mentions in comments: stored as `@[Name](user:e-mail)`, shown and typed as `@Name`.

import type { FoundUser } from "../../lib/api-types";

/** Plain text, or a mention. */
export type CommentPart = { text: string; person?: FoundUser };

const MENTION = /@\[([^\]]+)\]\(user:([^)\s]+)\)/g;

/** Splits a comment into plain text and mentions. */
export function splitMentions(body: string): CommentPart[] {
  const result: CommentPart[] = [];
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

/** The mention at the caret: the offset of its `@`, and the letters after it. */
export function mentionAtCaret(text: string, caret: number): { at: number; letters: string } | undefined {
  const match = /(^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(text.slice(0, caret));
  if (!match) return undefined;
  const letters = match[2] ?? "";
  return { at: caret - letters.length - 1, letters };
}

/** Replaces chosen names by mentions. The longest name goes first, so that `Anna` does not match in `Anna Vos`. */
export function withMentions(text: string, chosen: FoundUser[]): string {
  const people = [...chosen].sort((one, other) => other.name.length - one.name.length);
  const names = people.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (names.length === 0) return text;
  return text.replace(new RegExp(`@(${names.join("|")})(?![\\p{L}\\p{N}])`, "gu"), (whole, name: string) => {
    const person = people.find((one) => one.name === name);
    return person ? `@[${name}](user:${person.email})` : whole;
  });
}
