// Tasks as an agent does them, with texts that are written beforehand. Each returns figures by name.

import assert from "node:assert/strict";
import { Caller, tokensOf } from "./caller.js";

const slide = (type, content, notes) => ({ type, content, ...(notes && { notes }) });
const titles = (...names) => names.map((title) => ({ title }));

const BOARD = [
  slide("title-slide", { title: "Harbour results, third quarter", subheading: "Board meeting", meta: "12 October 2026" }),
  slide("kpi-metrics-slide", {
    title: "The quarter in four figures",
    metrics: [
      { value: "412", label: "Ships handled", note: "+6% on last year" },
      { value: "38", unit: "%", label: "Berths free", note: "9 points more" },
      { value: "1.9", unit: "days", label: "Mean wait", note: "was 2.4" },
      { value: "4.2", unit: "M€", label: "Operating result", note: "plan: 4.0" },
    ],
  }),
  slide("chart-slide", { title: "Revenue grew each month", chartType: "bar", data: "Month,Revenue\nJuly,3.1\nAugust,3.4\nSeptember,3.9" }),
  slide("content-slide", { title: "What drove the result", body: "Two container lines moved to our north quay.\n\nFees per ton stayed flat, so **volume** explains the growth." }),
  slide("comparison-slide", { title: "Plan and actual", leftTitle: "Plan", leftBody: "- 390 ships\n- 4.0 M€ result", rightTitle: "Actual", rightBody: "- 412 ships\n- 4.2 M€ result" }),
  slide("chapter-title-slide", { title: "The new quay" }),
  slide("timeline-slide", {
    title: "Building on schedule",
    items: [
      { date: "March", title: "Permit granted" },
      { date: "June", title: "Dredging done" },
      { date: "November", title: "Wall closed" },
      { date: "April", title: "First ship" },
    ],
  }),
  slide("list-slide", { title: "Open risks", items: titles("Steel prices", "Winter storms", "Pilot shortage", "Late cranes") }),
  slide("table-slide", {
    title: "Budget by part",
    rows: [
      { c1: "Part", c2: "Budget", c3: "Spent" },
      { c1: "Dredging", c2: "2.0 M€", c3: "1.9 M€" },
      { c1: "Quay wall", c2: "5.5 M€", c3: "2.1 M€" },
      { c1: "Cranes", c2: "3.0 M€", c3: "0.2 M€" },
    ],
  }),
  slide("quote-slide", { quote: "We wait half a day less than last year.", attribution: "Captain of the Marit" }),
  slide("process-slide", { title: "Next steps", items: titles("Sign crane order", "Hire six pilots", "Report in January") }),
  slide("end-slide", { title: "Questions", contactName: "Ada Quay", contactEmail: "ada@tide.test" }),
];

const POST_MORTEM = [
  slide("title-slide", { title: "The outage of 3 May", subheading: "Post-mortem" }),
  slide("kpi-metrics-slide", { title: "Impact", metrics: [{ value: "47", unit: "min", label: "Downtime" }, { value: "1,204", label: "Failed bookings" }] }),
  slide("timeline-slide", { title: "What happened", items: [{ date: "09:02", title: "Disk full" }, { date: "09:11", title: "Alarm" }, { date: "09:49", title: "Recovered" }] }),
  slide("content-slide", { title: "Root cause", body: "Logs were not rotated after the move to the new host." }),
  slide("comparison-slide", { title: "What went well, and what did not", leftTitle: "Well", leftBody: "- Fast alarm\n- Calm team", rightTitle: "Not so well", rightBody: "- No runbook\n- Slow restart" }),
  slide("list-slide", { title: "Actions", items: titles("Rotate logs", "Alarm at 80%", "Write the runbook") }),
  slide("end-slide", { title: "Thank you" }),
];

const typesOf = (slides) => [...new Set(slides.map(({ type }) => type))];

/** Learns the types it needs, creates a deck, looks at it and checks it. */
async function create(tools, title, slides) {
  const caller = new Caller(tools);
  await caller.initialize();
  await caller.must("get_slide_types", { detail: "index" });
  await caller.must("get_slide_types", { types: typesOf(slides) });
  const made = await caller.must("create_presentation_from_slides", { title, slides, lang: "en-GB" });
  await caller.must("preview_presentation", { presentationId: made.id, format: "png", sheet: true });
  const checked = await caller.must("validate_presentation", { presentationId: made.id });
  assert.equal(checked.slideCount, slides.length);
  return { caller, id: made.id };
}

/** Revises a deck as five comments ask, and answers them. */
async function revise(tools, id) {
  const reviewer = new Caller(tools);
  const before = await reviewer.must("get_presentation", { id });
  const comments = [
    [1, "The wait is 1.8 days"],
    [3, "Say which lines"],
    [6, "The wall is closed in December"],
    [7, "Steel prices are settled"],
    [8, "Move the budget before the risks"],
  ];
  for (const [index, body] of comments) {
    await reviewer.must("add_comment", { presentationId: id, slideId: before.slides[index].id, body });
  }
  const caller = new Caller(tools);
  const { comments: open } = await caller.must("list_comments", { presentationId: id, status: "open" });
  const deck = await caller.must("get_presentation", { id });
  const at = (index) => deck.slides[index];
  const metrics = at(1).content.metrics.map((metric, n) => (n === 2 ? { ...metric, value: "1.8" } : metric));
  const items = at(6).content.items.map((item, n) => (n === 2 ? { ...item, date: "December" } : item));
  const edited = await caller.must("edit_slides", {
    presentationId: id,
    operations: [
      { op: "update", slideId: at(1).id, content: { metrics } },
      { op: "update", slideId: at(3).id, content: { body: "Norline and Hansa moved to our north quay." } },
      { op: "update", slideId: at(6).id, content: { items } },
      { op: "update", slideId: at(7).id, content: { items: at(7).content.items.slice(1) } },
      { op: "move", slideId: at(8).id, position: 7 },
      { op: "add", type: "content-slide", content: { title: "What changed", body: "Figures of 14 October." }, position: 1 },
    ],
  });
  await caller.must("update_presentation", { presentationId: id, title: "Harbour results, revised", expectedRevision: edited.revision });
  await caller.must("preview_presentation", { presentationId: id, format: "png", sheet: true });
  for (const comment of open.slice(0, 3)) {
    await caller.must("set_comment_status", { presentationId: id, commentId: comment.id, status: "resolved" });
  }
  const after = await reviewer.must("list_comments", { presentationId: id });
  const lost = after.comments.filter((comment) => !comment.slideId || comment.slide?.deleted).length;
  assert.equal(after.comments.length, comments.length);
  return { caller, lost };
}

/** Translates all texts of a deck. */
async function translate(tools, id) {
  const caller = new Caller(tools);
  const texts = await caller.must("get_deck_texts", { presentationId: id, lang: "nl" });
  const dutch = (all) => Object.fromEntries(Object.entries(all).map(([path, text]) => [path, `${text} (nl)`]));
  const operations = texts.slides.map((row) => ({ op: "translate", slideId: row.slideId, lang: "nl", texts: dutch(row.texts) }));
  await caller.must("edit_slides", { presentationId: id, operations });
  const left = await caller.must("get_deck_texts", { presentationId: id, lang: "nl" });
  return { caller, missing: left.slides.filter((row) => Object.keys(row.translated ?? {}).length === 0).length };
}

/** Answers the comments of a deck. */
async function answer(tools, id) {
  const reviewer = new Caller(tools);
  const deck = await reviewer.must("get_presentation", { id });
  for (const index of [2, 3, 5]) {
    await reviewer.must("add_comment", { presentationId: id, slideId: deck.slides[index].id, body: "Is this right?" });
  }
  const caller = new Caller(tools);
  const { comments } = await caller.must("list_comments", { presentationId: id, status: "open" });
  for (const comment of comments) {
    await caller.must("reply_to_comment", { presentationId: id, commentId: comment.id, body: "Yes, checked with the log." });
    await caller.must("set_comment_status", { presentationId: id, commentId: comment.id, status: "resolved" });
  }
  return { caller };
}

/** Runs all tasks. Returns rows of a name, a figure and its unit. */
export async function tasks(tools) {
  const rows = [];
  const report = (name, { calls, bytes, tokens }) => {
    rows.push([`${name}: calls`, calls, "calls"], [`${name}: bytes`, bytes, "bytes"], [`${name}: tokens`, tokens, "tokens"]);
  };
  const listed = await tools.request("tools/list", {});
  rows.push(["tools/list, before the first call", tokensOf(JSON.stringify(listed.result)), "tokens"]);
  const board = await create(tools, "Harbour results", BOARD);
  report("agent creates a board deck", board.caller);
  rows.push(["agent: a checked deck of 12 slides, learning included", board.caller.tokens, "tokens"]);
  const mortem = await create(tools, "The outage of 3 May", POST_MORTEM);
  report("agent creates a post-mortem", mortem.caller);
  const revised = await revise(tools, board.id);
  report("agent revises a deck", revised.caller);
  rows.push(["agent: a revision after five comments", revised.caller.calls, "calls"]);
  rows.push(["agent: comment anchors lost by a revision", revised.lost, "anchors"]);
  const translated = await translate(tools, board.id);
  report("agent translates a deck", translated.caller);
  assert.equal(translated.missing, 0, "slides without a translation");
  report("agent answers comments", (await answer(tools, mortem.id)).caller);
  return rows;
}
