// Typical mistakes of models. A mistake must not be accepted without notice: it is refused, or read as it was meant, or
// answered with what was done instead. A mechanical caller then mends the call by the text of the answer alone.

import { isDeepStrictEqual } from "node:util";
import { Caller } from "./caller.js";
import { mended } from "./mending.js";

const clone = (value) => structuredClone(value);

/** Slides without mistakes, by type. */
const GOOD = {
  title: { type: "title-slide", content: { title: "Harbour", subheading: "Plans for 2030" } },
  text: { type: "content-slide", content: { title: "Why", body: "Ships wait two days." } },
  list: { type: "list-slide", content: { title: "Costs", items: [{ title: "Dredging" }, { title: "Cranes" }, { title: "Roads" }] } },
  metrics: { type: "kpi-metrics-slide", content: { title: "Figures", metrics: [{ value: "40", unit: "%", label: "Berths free" }] } },
  quote: { type: "quote-slide", content: { quote: "We wait longer than we sail.", attribution: "Ada Quay" } },
  table: { type: "table-slide", content: { title: "Budget", colCount: "3", rows: [{ c1: "Part", c2: "Plan", c3: "Spent" }, { c1: "Wall", c2: "5", c3: "2" }] } },
  chart: { type: "chart-slide", content: { title: "Growth", chartType: "bar", data: "Year,Ships\n2025,390\n2026,412" } },
  timeline: { type: "timeline-slide", content: { title: "Plan", items: [{ date: "March", title: "Permit" }, { date: "June", title: "Dredging" }] } },
  cards: { type: "icon-card-grid-slide", content: { title: "Parts", items: [{ icon: "anchor", title: "Quay", body: "New wall" }, { icon: "ship", title: "Ships", body: "More room" }] } },
  picture: { type: "image-slide", content: { title: "Quay" } },
  comparison: { type: "comparison-slide", content: { title: "Plan", leftTitle: "Before", leftBody: "- Two days", rightTitle: "After", rightBody: "- One day" } },
};

const LONG = "The harbour board has looked at the question of the berths again and again and finds that more time is needed. ";

/** Each mistake: its name, the tool, a function from a deck to the correct arguments, and one that spoils these. */
const MISTAKES = [];
const add = (what, tool, meant, spoil) => MISTAKES.push({ what, tool, meant, spoil });

/** A mistake in one slide of a new deck. */
const inSlide = (what, slide, spoil) =>
  add(what, "create_presentation_from_slides", () => ({ title: "Harbour", slides: [clone(GOOD.title), clone(slide)] }), (args) => {
    const spoilt = spoil(args.slides[1]);
    if (spoilt !== undefined) args.slides[1] = spoilt;
  });
const inContent = (what, slide, spoil) => inSlide(what, slide, (given) => void spoil(given.content));

// Names of types.
for (const [wrong, slide] of [
  ["kpi", GOOD.metrics], ["kpi-metric-slide", GOOD.metrics], ["KPI Metrics", GOOD.metrics], ["metrics", GOOD.metrics],
  ["qoute-slide", GOOD.quote], ["quotes", GOOD.quote], ["bullet-list", GOOD.list], ["listslide", GOOD.list],
  ["time-line-slide", GOOD.timeline], ["table_slide", GOOD.table], ["TitleSlide", GOOD.title], ["charts", GOOD.chart],
]) {
  inSlide(`type ${wrong}`, slide, (given) => void (given.type = wrong));
}
inSlide("no type", GOOD.text, (given) => void delete given.type);

// Misspelt fields.
const rename = (from, to) => (content) => {
  content[to] = content[from];
  delete content[from];
};
for (const [slide, from, to] of [
  [GOOD.text, "title", "tittle"], [GOOD.text, "title", "Title"], [GOOD.text, "body", "bodyText"], [GOOD.text, "body", "content_body"],
  [GOOD.title, "subheading", "subHeading"], [GOOD.title, "subheading", "sub_heading"], [GOOD.quote, "attribution", "atribution"],
  [GOOD.quote, "quote", "quoteText"], [GOOD.list, "items", "item"], [GOOD.metrics, "metrics", "metric"],
  [GOOD.chart, "chartType", "chart_type"], [GOOD.comparison, "leftTitle", "left_title"],
]) {
  inContent(`field ${to} for ${from}`, slide, rename(from, to));
}
inContent("field name for title in an entry", GOOD.list, ({ items }) => rename("title", "tilte")(items[1]));
inContent("a field that no type has", GOOD.text, (content) => void (content.fontColor = "blue"));
inContent("a field of another type", GOOD.quote, (content) => void (content.items = [{ title: "A" }]));

// Missing fields.
for (const [slide, field] of [[GOOD.text, "title"], [GOOD.quote, "quote"], [GOOD.list, "items"], [GOOD.chart, "data"], [GOOD.comparison, "rightTitle"]]) {
  inContent(`no ${field}`, slide, (content) => void delete content[field]);
}
inContent("a blank title", GOOD.text, (content) => void (content.title = "  "));
inContent("an entry without a title", GOOD.list, ({ items }) => void delete items[0].title);

// Texts far too long, and too many entries.
inContent("a long title", GOOD.text, (content) => void (content.title = LONG.repeat(2)));
inContent("a long quote", GOOD.quote, (content) => void (content.quote = LONG.repeat(6)));
inContent("a long attribution", GOOD.quote, (content) => void (content.attribution = LONG.repeat(3)));
inContent("a long entry", GOOD.list, ({ items }) => void (items[0].title = LONG));
inContent("a long label", GOOD.metrics, ({ metrics }) => void (metrics[0].label = LONG));
inContent("a long unit", GOOD.metrics, ({ metrics }) => void (metrics[0].unit = "per cent of all berths"));
inContent("too many entries", GOOD.list, (content) => void (content.items = Array.from({ length: 14 }, (_, n) => ({ title: `Item ${n}` }))));
inContent("too many metrics", GOOD.metrics, (content) => void (content.metrics = Array.from({ length: 7 }, () => ({ value: "1", label: "Ship" }))));
inContent("too few entries", GOOD.timeline, ({ items }) => void items.pop());

// Numbers where a text is expected, and texts where a number is.
inContent("a number as a metric", GOOD.metrics, ({ metrics }) => void (metrics[0].value = 40));
inContent("a number as a cell", GOOD.table, ({ rows }) => void (rows[1].c2 = 5));
inContent("a number as a title", GOOD.text, (content) => void (content.title = 2030));
inContent("a number as an entry", GOOD.list, ({ items }) => void (items[0].title = 1));
inContent("a list as a text", GOOD.text, (content) => void (content.body = ["Ships wait", "Two days"]));
inContent("texts as entries", GOOD.list, (content) => void (content.items = ["Dredging", "Cranes", "Roads"]));
inContent("an object as a list", GOOD.list, (content) => void (content.items = { title: "Dredging" }));
inContent("a text for an enumeration", GOOD.chart, (content) => void (content.chartType = "bars"));
add("an index as a text", "update_slide", ({ id }) => ({ presentationId: id, slideIndex: 1, content: { title: "New" } }), (args) => void (args.slideIndex = "1"));
add("a flag as a text", "compress_presentation", ({ id }) => ({ presentationId: id, apply: false }), (args) => void (args.apply = "false"));
add("a limit as a text", "list_presentations", () => ({ limit: 10 }), (args) => void (args.limit = "10"));

// JSON that is sent as a string.
add("slides as a text", "create_presentation_from_slides", () => ({ title: "Harbour", slides: [clone(GOOD.text)] }), (args) => void (args.slides = JSON.stringify(args.slides)));
inSlide("a slide as a text", GOOD.list, (given) => JSON.stringify(given));
inSlide("content as a text", GOOD.list, (given) => void (given.content = JSON.stringify(given.content)));
inContent("entries as a text", GOOD.list, (content) => void (content.items = JSON.stringify(content.items)));
inContent("an entry as a text", GOOD.list, ({ items }) => void (items[0] = JSON.stringify(items[0])));
inContent("rows as a text", GOOD.table, (content) => void (content.rows = JSON.stringify(content.rows)));
add("content of add_slide as a text", "add_slide", ({ id }) => ({ presentationId: id, ...clone(GOOD.list) }), (args) => void (args.content = JSON.stringify(args.content)));
add("entries of update_slide as a text", "update_slide", ({ id }) => ({ presentationId: id, slideIndex: 2, content: { items: clone(GOOD.list.content.items) } }), (args) => void (args.content.items = JSON.stringify(args.content.items)));
add("operations as a text", "edit_slides", ({ id }) => ({ presentationId: id, operations: [{ op: "update", slideIndex: 1, content: { title: "New" } }] }), (args) => void (args.operations = JSON.stringify(args.operations)));

// Counting from 1. The deck has five slides.
for (const [tool, more] of [["update_slide", { content: { title: "New" } }], ["remove_slide", {}], ["preview_slide", {}], ["convert_slide", { targetType: "quote-slide" }]]) {
  add(`${tool} counted from 1`, tool, ({ id }) => ({ presentationId: id, slideIndex: 4, ...more }), (args) => void (args.slideIndex = 5));
}
add("reorder_slides counted from 1", "reorder_slides", ({ id }) => ({ presentationId: id, fromIndex: 1, toIndex: 4 }), (args) => void (args.toIndex = 5));
add("an operation counted from 1", "edit_slides", ({ id }) => ({ presentationId: id, operations: [{ op: "remove", slideIndex: 4 }] }), (args) => void (args.operations[0].slideIndex = 5));

// Ids that do not exist, and revisions that are gone.
add("an unknown deck", "get_presentation", ({ id }) => ({ presentationId: id }), (args) => void (args.presentationId = "harbour-deck"));
add("an unknown deck to add to", "add_slide", ({ id }) => ({ presentationId: id, ...clone(GOOD.text) }), (args) => void (args.presentationId = "1"));
add("an unknown slide id", "update_slide", ({ id, slides }) => ({ presentationId: id, slideId: slides[1].id, content: { title: "New" } }), (args) => void (args.slideId = "slide-2"));
add("an unknown slide id to comment on", "add_comment", ({ id, slides }) => ({ presentationId: id, slideId: slides[1].id, body: "Yes" }), (args) => void (args.slideId = "slide-2"));
add("an unknown comment", "reply_to_comment", ({ id, comment }) => ({ presentationId: id, commentId: comment, body: "Yes" }), (args) => void (args.commentId = "1"));
add("a stale revision", "edit_slides", ({ id, revision }) => ({ presentationId: id, expectedRevision: revision, operations: [{ op: "update", slideIndex: 1, content: { title: "New" } }] }), (args) => void (args.expectedRevision += 7));

// Markdown in plain fields.
inContent("bold in a title", GOOD.text, (content) => void (content.title = "**Why**"));
inContent("a heading mark in a title", GOOD.text, (content) => void (content.title = "# Why"));
inContent("a list mark in an entry", GOOD.list, ({ items }) => void (items[0].title = "- Dredging"));
inContent("a link in an entry", GOOD.list, ({ items }) => void (items[0].title = "[Dredging](https://tide.test)"));
inContent("a code fence in a title", GOOD.text, (content) => void (content.title = "```\nWhy\n```"));
inContent("a code fence in an entry", GOOD.list, ({ items }) => void (items[0].text = "```js\nlet a;\n```"));

// Pictures of other sites, and addresses that are none.
inContent("a picture of another site", GOOD.picture, (content) => void (content.image = "https://pictures.example/quay.jpg"));
inContent("a picture by http", GOOD.picture, (content) => void (content.image = "http://pictures.example/quay.jpg"));
inContent("a picture by a file name", GOOD.picture, (content) => void (content.image = "quay.jpg"));
inContent("a picture as data", GOOD.picture, (content) => void (content.image = "data:image/png;base64,iVBORw0KGgo="));

// Icons.
inContent("an emoji as an icon", GOOD.cards, ({ items }) => void (items[0].icon = "⚓"));
inContent("an icon of another set", GOOD.cards, ({ items }) => void (items[0].icon = "fa-anchor"));
inContent("a misspelt icon", GOOD.cards, ({ items }) => void (items[0].icon = "ancor"));
inContent("an icon that does not exist", GOOD.cards, ({ items }) => void (items[0].icon = "harbourmaster"));

// Flat slides.
inSlide("a flat title", GOOD.title, ({ type, content }) => ({ type, ...content }));
inSlide("a flat list", GOOD.list, ({ type, content }) => ({ type, ...content }));
inSlide("a flat quote with notes", GOOD.quote, ({ type, content }) => ({ type, ...content }));
inSlide("a field beside the content", GOOD.text, (given) => void (given.subheading = "Ships wait"));

// Names of arguments, tools and values.
const renamed = (tool, meant, from, to) => add(`${to} for ${from} in ${tool}`, tool, meant, (args) => rename(from, to)(args));
renamed("update_slide", ({ id }) => ({ presentationId: id, slideIndex: 1, content: { title: "New" } }), "slideIndex", "slide_index");
renamed("update_slide", ({ id }) => ({ presentationId: id, slideIndex: 1, content: { title: "New" } }), "presentationId", "presentation_id");
renamed("update_slide", ({ id }) => ({ presentationId: id, slideIndex: 1, content: { title: "New" } }), "content", "contents");
renamed("add_slide", ({ id }) => ({ presentationId: id, ...clone(GOOD.text) }), "type", "slideType");
renamed("add_slide", ({ id }) => ({ presentationId: id, ...clone(GOOD.text), position: 1 }), "position", "positon");
renamed("add_slide", ({ id }) => ({ presentationId: id, ...clone(GOOD.text), notes: "Slowly." }), "notes", "speakerNotes");
renamed("convert_slide", ({ id }) => ({ presentationId: id, slideIndex: 2, targetType: "quote-slide" }), "targetType", "target_type");
renamed("iterate_presentation", ({ id }) => ({ presentationId: id, command: "Remove slide 2" }), "command", "commands");
renamed("create_presentation_from_slides", () => ({ title: "Harbour", slides: [clone(GOOD.text)], theme: "ledger" }), "theme", "themeId");
renamed("create_presentation_from_slides", () => ({ title: "Harbour", slides: [clone(GOOD.text)], lang: "nl" }), "lang", "language");
renamed("edit_slides", ({ id }) => ({ presentationId: id, operations: [{ op: "remove", slideIndex: 1 }] }), "operations", "operation");
renamed("update_presentation", ({ id }) => ({ presentationId: id, title: "New" }), "title", "titel");
add("slide_index in an operation", "edit_slides", ({ id }) => ({ presentationId: id, operations: [{ op: "remove", slideIndex: 1 }] }), (args) => rename("slideIndex", "slide_index")(args.operations[0]));
add("delete for remove in an operation", "edit_slides", ({ id }) => ({ presentationId: id, operations: [{ op: "remove", slideIndex: 1 }] }), (args) => void (args.operations[0].op = "delete"));
add("a theme that does not exist", "create_presentation_from_slides", () => ({ title: "Harbour", slides: [clone(GOOD.text)], theme: "ledger" }), (args) => void (args.theme = "legder"));
add("a theme by its label", "create_presentation_from_slides", () => ({ title: "Harbour", slides: [clone(GOOD.text)], theme: "ledger" }), (args) => void (args.theme = "Ledger"));
add("a language by its name", "create_presentation_from_slides", () => ({ title: "Harbour", slides: [clone(GOOD.text)], lang: "nl" }), (args) => void (args.lang = "dutch"));
add("a status that does not exist", "list_comments", ({ id }) => ({ presentationId: id, status: "open" }), (args) => void (args.status = "opened"));
add("a request that no one understands", "iterate_presentation", ({ id }) => ({ presentationId: id, command: "Rename slide 2 to \"Why we build\"" }), (args) => void (args.command = "Make the title of slide 2 blue"));

// Content that cannot be drawn.
inContent("an empty list", GOOD.list, (content) => void (content.items = []));
inContent("no metrics", GOOD.metrics, (content) => void (content.metrics = []));
inContent("a chart of words", GOOD.chart, (content) => void (content.data = "Ships are waiting"));
inContent("a chart as JSON", GOOD.chart, (content) => void (content.data = '[{"year": 2025, "ships": 390}]'));
inContent("a table without its last column", GOOD.table, (content) => void (content.colCount = "2"));
inContent("a table without its width", GOOD.table, (content) => void delete content.colCount);

/** A deck of five slides with a comment. */
async function deckFor(caller) {
  const slides = [GOOD.title, GOOD.text, GOOD.list, GOOD.quote, GOOD.timeline];
  const { id } = await caller.must("create_presentation_from_slides", { title: "Harbour", slides });
  const deck = await caller.must("get_presentation", { id });
  const { comment } = await caller.must("add_comment", { presentationId: id, slideId: deck.slides[1].id, body: "Is it?" });
  const { revision } = await caller.must("get_deck_texts", { presentationId: id });
  return { id, slides: deck.slides, comment: comment.id, revision };
}

/** The deck that a call created or changed, with its comments and without ids. */
async function left(caller, deck, answer) {
  const id = answer.json?.id ?? deck.id;
  const { title, theme, lang, slides } = await caller.must("get_presentation", { id });
  const { comments } = await caller.must("list_comments", { presentationId: id, includeReplies: true });
  return {
    title, theme, lang,
    slides: slides.map(({ type, content, notes }) => ({ type, content, notes })),
    comments: comments.map(({ body, status, slide }) => ({ body, status, slide: slide?.index ?? null })),
  };
}

/** Whether a request in plain words (`iterate_presentation`) changed nothing. */
const isDeclined = (tool, { json }) => tool === "iterate_presentation" && json?.applied === false;

const saysSomething = (tool, answer) =>
  answer.json
    ? ["ignored", "notices", "appliedFixes"].some((key) => answer.json[key]?.length) || isDeclined(tool, answer)
    : /<!-- Ignored/.test(answer.text);

/** Makes every mistake. Returns rows of a name, a figure and its unit. */
export async function mistakes(tools, log) {
  const caller = new Caller(tools);
  let [silent, good] = [0, 0];
  for (const { what, tool, meant, spoil } of MISTAKES) {
    const right = await deckFor(caller);
    const expected = await caller.call(tool, meant(right));
    if (expected.failed) throw new Error(`${what}: the call is wrong as it was meant: ${expected.text}`);
    const goal = await left(caller, right, expected);

    const deck = await deckFor(caller);
    const wrong = meant(deck);
    spoil(wrong);
    if (isDeepStrictEqual(wrong, meant(deck))) throw new Error(`${what} is no mistake`);
    const first = await caller.call(tool, wrong);
    const isAsMeant = !first.failed && isDeepStrictEqual(await left(caller, deck, first), goal);
    if (!first.failed && !isAsMeant && !saysSomething(tool, first)) {
      silent += 1;
      log(`accepted without notice: ${what}\n  ${first.text.slice(0, 400)}`);
      continue;
    }
    if (isAsMeant) {
      good += 1;
      continue;
    }
    const again = await mended(caller, tool, wrong, first);
    const second = again && (await caller.call(again.tool, again.args));
    if (second && !second.failed && !second.json?.ignored && !isDeclined(tool, second)) good += 1;
    else log(`not mended: ${what}\n  ${first.text.slice(0, 600)}\n  ${second ? second.text.slice(0, 400) : "no idea"}`);
  }
  const share = (count) => Number(((100 * count) / MISTAKES.length).toFixed(1));
  return [
    ["agent: mistakes tried", MISTAKES.length, "mistakes"],
    ["agent: mistakes accepted without notice", share(silent), "%"],
    ["agent: mistakes mended after one answer", share(good), "%"],
  ];
}
