// Messages of the server in the words of the app, and in the language of the page. Loaded with the first of them. Pages
// that the server writes have no texts of the app; there, messages stay as they are.

import { hasTexts, language, loadTexts, t } from "./i18n";
import { sentence } from "./sentence";
import { size } from "./time";

const isApp = hasTexts();
if (isApp) await loadTexts("server");

/** Messages by what they look like. Groups of a pattern are the values of the text; those named `bytes` are sizes. */
export const MESSAGES: readonly [key: string, pattern: RegExp][] = [
  ["account", /^`email`: there is no account `(?<email>[^`]+)`$/],
  ["address", /^`email`: `(?<email>[^`]*)` is not an e-mail address$/],
  ["administrator.last", /^(?:this is the last administrator: .*|the last administrator keeps the role)$/],
  ["administrators", /^only administrators may do this$/],
  ["busy", /; try again shortly$/],
  ["changed", /^the deck is at revision \d+, not \d+$/],
  ["closed", /^no questions are taken in this presentation$/],
  ["comment.no", /^you may not comment on this presentation$/],
  ["deck.limit", /^the deck (?:has|would have) (?<slides>\d+) slides, (?<most>\d+) at most are accepted$/],
  ["decks.own", /^hand over or delete your presentations here first$/],
  ["document.damaged", /^the file is damaged/],
  ["document.kind", /^this is .*; documents can be PDF, /],
  ["document.large", /^the (?:file|package) .*unpacks to more than \d+ bytes$/],
  ["document.no-text", /^the document has no text$/],
  ["document.ocr", /^the pages of this PDF are pictures without text/],
  ["document.old", /^this is .* of Office 97 to 2003: save it as (?<format>.+)$/],
  ["document.password", /^the file is protected by a password/],
  ["empty", /^(?:the file is empty|the package is empty|there is nothing in the file)$/],
  ["exports.none", /^none of the \d+ slides of the deck is in `(?<slides>[^`]*)`$/],
  ["file.large", /^a (?:file|sound or video|recording) has (?<bytes>\d+) bytes at most$/],
  ["file.media", /^accepted are mp4, webm, mp3, /],
  ["file.picture", /^accepted are png, jpeg, /],
  ["file.sound", /^accepted are webm, mp4, m4a, /],
  ["limit.ai", /^the limit of (?<limit>\d+) AI calls a day is spent/],
  ["limit.exports", /^the limit of (?<limit>\d+) exports a day is spent/],
  ["limit.requests", /^the limit of \d+ requests a minute is spent; try again in (?<seconds>\d+) seconds$/],
  ["links.limit", /^there are (?<count>\d+) links already; revoke one first$/],
  ["long", /^\w+: expected (?:at most|a text of at most) (?<most>\d+) characters/],
  ["long", /^`[\w.[\]]+` has (?:1 to )?(?<most>\d+) characters(?: at most)?$/],
  ["maintenance", /^maintenance is under way; try again in (?<seconds>\d+) seconds$/],
  ["member.already", /^`(?<name>[^`]+)` is a member already$/],
  ["member.unknown", /^`email`: `(?<email>[^`]+)` is not a member of the organization$/],
  ["missing", /^.+ not found$/],
  ["name.taken", /^somebody of the organization has the name `(?<name>[^`]+)` already$/],
  ["own.account", /^nobody deletes their own account$/],
  ["owner", /^`email`: the presentation is that person's already$/],
  ["package", /^(?:the package is (?:not a zip archive|cut short)|the archive is malformed)/],
  ["passkey.again", /^sign in again to add a passkey$/],
  ["passkey.known", /^this passkey is registered already$/],
  ["passkey.refused", /^the passkey was refused: /],
  ["password.length", /^`password` has 8 to 1024 characters$/],
  ["password.wrong", /^the current password is wrong$/],
  ["publish.address", /^slug: expected 1 to (?<most>\d+) lower-case letters/],
  ["publish.no", /^the organization does not allow publishing/],
  ["publish.taken", /^slug: another deck is published at `(?<slug>[^`]+)`/],
  ["read-only", /^this presentation is read-only for you$/],
  ["rehearsal.none", /^you have no recorded rehearsal of this presentation/],
  [
    "required",
    /^(?:Title is required|`?[\w.]+`?:? (?:is required|expected a text that is not blank)(?:: a text that is not blank)?)$/,
  ],
  ["shared.already", /^it is shared with `(?<email>[^`]+)` already$/],
  ["shared.no", /^this presentation is not shared with you$/],
  ["shared.self", /^`email`: a presentation is shared with others, not with oneself or its owner$/],
  ["slide.changed", /^the slide of the library was changed meanwhile$/],
  ["starters.limit", /^an organization has (?<most>\d+) starter decks at most$/],
  ["storage", /^storage is full/],
  ["taken", /^(?:the slug )?`(?<what>[^`]+)` is in use already$/],
  ["template.none", /^the theme `[^`]*` has no PowerPoint template/],
  ["throttled", /^too many attempts; try again in (?<seconds>\d+) seconds$/],
  ["uploader", /^only the (?:uploader|person who added the slide) and administrators may do this$/],
  ["versions.limit", /^there are (?<most>\d+) named versions already$/],
  ["video.long", /^a video may take (?<minutes>\d+) minutes; choose fewer slides$/],
  ["video.running", /^a video is being made already; wait for it, or stop it$/],
];

/** The names of the messages. */
export const KINDS: ReadonlySet<string> = new Set(MESSAGES.map(([key]) => key));

/** Codes whose errors are all alike, so that their messages say nothing more. */
const PLAIN_CODES = new Set([
  "bad_gateway",
  "internal_error",
  "payload_too_large",
  "rate_limited",
  "unauthorized",
]);

/** What the app says for a message of the server. */
export function appText(details: string, code: string): string {
  if (!isApp) return details;
  for (const [key, pattern] of MESSAGES) {
    const found = pattern.exec(details);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(([name, value]) => [
      name,
      name === "bytes" ? size(Number(value)) : value,
    ]);
    return t(`server.${key}`, Object.fromEntries(values) as Record<string, string>);
  }
  if (language() === "en") return details;
  if (PLAIN_CODES.has(code)) return t(`server.code.${code}`);
  return t("server.code.other", { details: sentence(details) });
}
