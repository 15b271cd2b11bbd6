// Messages of the server in the words of the app, and in the language of the page. Loaded with the first of them. Pages
// that the server writes have no texts of the app; there, messages stay as they are.

import { hasTexts, language, loadTexts, t } from "./i18n";
import { sentence } from "./sentence";
import { size } from "./time";

const isApp = hasTexts();
if (isApp) await loadTexts("server");

/** The patterns of messages. Groups of a pattern are the values of the text; those named `bytes` are sizes. */
export const MESSAGES: readonly [key: string, pattern: RegExp][] = [
  ["account", /^`email`: there is no account `(?<email>[^`]+)`$/],
  ["address", /^`email`: `(?<email>[^`]*)` is not an e-mail address$/],
  ["administrator.instance", /^an administrator of the instance is changed by another administrator only$/],
  ["administrator.last", /^(?:this is the last administrator: .*|the last administrator keeps the role)$/],
  ["administrator.membership", /^an administrator belongs to one organization at least$/],
  ["administrators", /^only administrators may do this$/],
  ["author.slide", /^slide (?<number>\d+) does not exist: the deck has slides 1 to (?<slides>\d+)$/],
  ["author.translation", /^the built-in author does not translate: /],
  ["busy", /; try again shortly$/],
  ["changed", /^the deck is at revision \d+, not \d+$/],
  ["closed", /^no questions are taken in this presentation$/],
  ["comment.no", /^you may not comment on this presentation$/],
  ["comment.own", /^only the owner of the presentation and the author may do this$/],
  ["comment.status", /^the comment is \w+ and cannot become \w+$/],
  [
    "deck.file",
    /^(?:the deck is not valid JSON: |a deck is a JSON object$|`format` is `|`version` is `|`slides` is required and is a list$|slide \d+: expected an object$|slide \d+: `content` is an object$)/,
  ],
  ["deck.limit", /^the deck (?:has|would have) (?<slides>\d+) slides, (?<most>\d+) at most are accepted$/],
  ["decks.own", /^hand over or delete your presentations here first$/],
  [
    "document.damaged",
    /^(?:the file is damaged|the file is cut short$|the file is malformed: |part `[^`]*` is missing$|part `[^`]*` is damaged: )/,
  ],
  ["document.gone", /^`document`: it is no longer kept; send the file again$/],
  ["document.kind", /^this is .*; documents can be PDF, /],
  [
    "document.large",
    /^(?:the file|the package|part `[^`]*`|entry `[^`]*`) (?:has or )?unpacks to more than \d+ bytes$/,
  ],
  ["document.no-text", /^the document has no text$/],
  ["document.ocr", /^the pages of this PDF are pictures without text/],
  ["document.old", /^this is .* of Office 97 to 2003: save it as (?<format>.+)$/],
  ["document.parts", /^(?!the font |`).+ has more than \d+ \w+$/],
  ["document.password", /^the file is protected by a password/],
  ["document.utf-8", /^the file is not UTF-8$/],
  ["empty", /^(?:the file is empty|the package is empty|there is nothing in the file)$/],
  ["exports.hidden", /^the slides `(?<slides>[^`]*)` are not in exports$/],
  ["exports.none", /^none of the \d+ slides of the deck is in `(?<slides>[^`]*)`$/],
  ["exports.slides", /`[^`]*` is no list of slides; write it like /],
  ["file.large", /^a (?:file|sound or video|recording) has (?<bytes>\d+) bytes at most$/],
  ["file.media", /^accepted are mp4, webm, mp3, /],
  ["file.picture", /^accepted are png, jpeg, /],
  ["file.sound", /^accepted are webm, mp4, m4a, /],
  ["font.built-in", /^`(?<family>[^`]+)` is built in: themes can use it already$/],
  ["font.collection", /^the file is a collection of fonts: /],
  ["font.damaged", /^the font is damaged: /],
  ["font.kind", /^the file is not a font: /],
  ["font.large", /^the font has more than (?<most>\d+) MB$/],
  ["font.licence", /^the licence of the font forbids to embed it in documents: /],
  ["font.outlines", /^the font has no outlines of letters, only pictures$/],
  ["font.subset", /^the licence of the font forbids to embed only the letters that are used/],
  ["font.used", /^the theme `(?<theme>[^`]+)` uses `(?<family>[^`]+)`: choose another font there first$/],
  ["font.variable", /^this is a variable font: /],
  ["fonts.limit", /^the fonts of an organization have (?<most>\d+) MB at most together$/],
  ["holds", /^it still holds something$/],
  ["keys.limit", /^an account has (?<most>\d+) API keys at most; revoke one first$/],
  ["large", /^at most (?<bytes>\d+) bytes are accepted$/],
  ["length", /^(?:`\w+`: )?expected 1 to (?<most>\d+) characters$/],
  ["library.limit", /^a library has (?<most>\d+) slides at most$/],
  ["library.tags", /^`tags` has (?<most>\d+) entries at most$/],
  ["library.type", /^slides of the type `[^`]*` are not offered$/],
  ["limit.ai", /^the limit of (?<limit>\d+) AI calls a day is spent/],
  ["limit.exports", /^the limit of (?<limit>\d+) exports a day is spent/],
  ["limit.requests", /^the limit of \d+ requests a minute is spent; try again in (?<seconds>\d+) seconds$/],
  ["links.limit", /^there are (?<count>\d+) links already; revoke one first$/],
  ["long", /^\w+: expected (?:at most|a text of at most|a text of 1 to) (?<most>\d+) characters/],
  ["long", /^\w+: \d+ characters, at most (?<most>\d+)$/],
  ["long", /^`[\w.[\]]+` has (?:1 to )?(?<most>\d+) characters(?: at most)?$/],
  ["maintenance", /^maintenance is under way; try again in (?<seconds>\d+) seconds$/],
  ["media.room", /^your sounds and videos have more than (?<most>\d+) GB; /],
  ["member.already", /^`(?<name>[^`]+)` is a member already$/],
  ["member.decks", /^`(?<email>[^`]+)` owns private presentations here, /],
  ["member.unknown", /^`email`: `(?<email>[^`]+)` is not a member of the organization$/],
  ["missing", /^(?:.+ not found|(?:slideId: )?the deck has no slide `[^`]*`|slide `[^`]*` does not exist)$/],
  ["name.taken", /^somebody of the organization has the name `(?<name>[^`]+)` already$/],
  ["organization.first", /^the first organization stays$/],
  ["outline.changed", /^outline: there is no slide `[^`]*` in the outline of this source; /],
  ["own.account", /^nobody deletes their own account$/],
  ["owner", /^`email`: the presentation is that person's already$/],
  ["package.new", /^entry `manifest\.json` has bundleVersion /],
  [
    "package",
    /^(?:the package is (?:not a zip archive|cut short)|the archive is malformed|entry `|asset `|the bytes of `[^`]*` do not match its hash$)/,
  ],
  ["passkey.again", /^sign in again to add a passkey$/],
  ["passkey.known", /^this passkey is registered already$/],
  ["passkey.refused", /^the passkey was refused: /],
  ["passkeys.address", /^passkeys need an address with a name and https, /],
  ["passkeys.limit", /^an account has (?<most>\d+) passkeys at most; remove one first$/],
  ["passkeys.sign-on", /^an account that signs in by single sign-on alone has no passkeys$/],
  ["password.length", /^`password` has 8 to 1024 characters$/],
  ["password.wrong", /^the current password is wrong$/],
  ["picture.damaged", /^the picture is broken: /],
  ["picture.svg", /^the SVG cannot be taken: /],
  ["powerpoint.kind", /^this is .*, not a PowerPoint file$/],
  [
    "powerpoint.old",
    /^this is (?:a file of PowerPoint 97 to 2003|an OpenDocument presentation): save it as \.pptx$/,
  ],
  ["powerpoint.other", /^the file was exported from another presentation, /],
  ["publish.address", /^slug: expected 1 to (?<most>\d+) lower-case letters/],
  ["publish.no", /^the organization does not allow publishing/],
  ["publish.site", /^sites\[\d+\]: expected a site such as /],
  ["publish.sites", /^sites: expected (?<most>\d+) at most$/],
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
  ["slug", /(?:`slug` has lower-case letters, digits and hyphens, 32 at most|`[^`]*` is not a slug)$/],
  ["starters.limit", /^an organization has (?<most>\d+) starter decks at most$/],
  ["stopped", /^the server that made .+ was stopped; start again$/],
  ["storage", /^storage is full/],
  ["taken", /^(?:the slug )?`(?<what>[^`]+)` is in use already$/],
  ["taken", /`(?<what>[^`]+)` is taken$/],
  ["template.none", /^the theme `[^`]*` has no PowerPoint template/],
  ["theme.colour", /expected a colour such as `#0B6B75`, got /],
  ["throttled", /^too many attempts; try again in (?<seconds>\d+) seconds$/],
  ["time.past", /^\w+: expected a time to come, /],
  ["trash.none", /^the presentation is not in the trash$/],
  ["type.choice", /(?:field `(?<field>[^`]+)`: )?a choice lists its `options`$/],
  ["type.key", /(?:field `(?<field>[^`]+)`: )?a key is made of letters, digits and underscores$/],
  ["type.key-reserved", /(?:field `(?<field>[^`]+)`: )?the key is kept for every slide$/],
  ["type.key-twice", /(?:field `(?<field>[^`]+)`: )?the key is declared twice$/],
  ["type.label", /a type needs a label$/],
  ["type.option-twice", /(?:field `(?<field>[^`]+)`: )?an option is listed twice$/],
  ["type.pattern", /(?:field `(?<field>[^`]+)`: )?`pattern` is no regular expression: /],
  ["type.range", /(?:field `(?<field>[^`]+)`: )?`min(?:Items)?` lies above `max(?:Items)?`$/],
  ["uploader", /^only the (?:uploader|person who added the slide) and administrators may do this$/],
  ["versions.limit", /^there are (?<most>\d+) named versions already$/],
  ["video.encoder", /^ffmpeg is not installed; /],
  ["video.failed", /^.+ could not be made$/],
  ["video.hidden", /^the video has no slide: all are hidden$/],
  ["video.long", /^a video may take (?<minutes>\d+) minutes; choose fewer slides$/],
  ["video.recorded", /^none of the slides that were recorded is in the video: /],
  ["video.running", /^a video is being made already; wait for it, or stop it$/],
  [
    "webhook.address",
    /(?:an address begins with https:\/\/ or http:\/\/$|an address has no spaces, |an address has no user and no password; |`[^`]+` is no host$)/,
  ],
  ["webhook.events", /^events: at least one of /],
  ["webhook.off", /^the webhook is switched off; switch it on first$/],
  ["webhook.private", /`(?<address>[^`]+)` is in a private network; /],
  ["webhooks.limit", /^an organization has (?<most>\d+) webhooks at most$/],
];

/** The names of the messages. */
export const KINDS: ReadonlySet<string> = new Set(MESSAGES.map(([key]) => key));

/** Codes whose errors have one text each, since their messages contain nothing more. */
const PLAIN_CODES = new Set([
  "bad_gateway",
  "internal_error",
  "payload_too_large",
  "rate_limited",
  "unauthorized",
]);

/** The text of the app for a message of the server; in English the message itself where the app has none. */
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
