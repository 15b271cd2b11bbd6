// Corrects a call by the text of its answer, without any knowledge of the tools: names that the answer proposes, bounds
// that it gives, ids that a list has, and the example of a slide type.

const PROBLEM = /slide (\d+) \(([^)]*)\), field (\S+): expected (.*), got (.*)/;

/** The steps of a path such as `items[2].title`. */
const steps = (path) => path.split(/[.[\]]+/).filter(Boolean).map((step) => (/^\d+$/.test(step) ? Number(step) : step));

function at(root, path) {
  const all = steps(path);
  const key = all.pop();
  const parent = all.reduce((value, step) => value?.[step], root);
  return { parent, key, value: parent?.[key] };
}

const proposed = (text) => text.match(/did you mean `([^`]+)`/)?.[1];
const parsed = (value) => {
  try {
    return typeof value === "string" ? JSON.parse(value) : value;
  } catch {
    return value;
  }
};
const letters = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

function rename(object, from, to) {
  if (!object || !(from in object)) return false;
  const value = object[from];
  delete object[from];
  object[to] = value;
  return true;
}

/** The part of the arguments that a problem is about: an operation, a slide of the list, or all arguments. */
function slideOf(args, index, line) {
  const operation = line.match(/operations\[(\d+)\]/);
  if (operation) return args.operations[Number(operation[1])];
  if (args.slides) {
    args.slides = parsed(args.slides);
    args.slides[index] = parsed(args.slides[index]);
    return args.slides[index];
  }
  return args;
}

/** An example of a type, asked for as a model would. */
async function exampleOf(caller, type) {
  const answer = await caller.call("get_slide_types", { types: [type] });
  const known = Object.values(answer.json?.types ?? {})[0];
  return known?.example ?? {};
}

async function mendField(caller, args, line) {
  const [, index, type, path, expected, got] = line.match(PROBLEM);
  const slide = slideOf(args, Number(index), line);
  const near = proposed(got);
  if (path === "type") {
    slide.type = near ?? expected.match(/one of ([^,]+)/)?.[1] ?? slide.type;
    return;
  }
  if (path === "notes") {
    slide.notes = String(slide.notes).slice(0, Number(expected.match(/\d+/)?.[0] ?? 100));
    return;
  }
  slide.content = parsed(slide.content ?? {});
  const { parent, key, value } = at(slide.content, path);
  if (!parent) return;
  const most = expected.match(/at most (\d+) characters/);
  const entries = expected.match(/a list of (?:exactly )?(\d+)(?: to (\d+))?/);
  if (got.startsWith("an unknown field")) {
    if (near) rename(parent, key, near);
    else delete parent[key];
  } else if (got.startsWith("the unknown icon")) {
    if (near) parent[key] = near;
    else delete parent[key];
  } else if (most && /^\d+/.test(got)) {
    parent[key] = value.slice(0, Number(most[1])).trim();
  } else if (expected.startsWith("plain text")) {
    parent[key] = value.replace(/```\w*\n?/g, "").trim();
  } else if (entries) {
    const example = (await exampleOf(caller, type))[key] ?? [];
    const given = Array.isArray(value) ? value : value && typeof value === "object" ? [value] : [];
    const filled = [...given, ...example];
    parent[key] = filled.slice(0, Math.max(Number(entries[1]), Math.min(given.length, Number(entries[2] ?? entries[1]))));
  } else if (expected === "an object") {
    const list = (await exampleOf(caller, type))[steps(path)[0]] ?? [{ title: "" }];
    parent[key] = { [Object.keys(list[0])[0]]: String(value) };
  } else if (expected.startsWith("one of")) {
    const choices = expected.slice(7).split(", ");
    parent[key] = choices.find((choice) => letters(String(value)).includes(letters(choice))) ?? choices[0];
  } else if (/picture|address/.test(expected)) {
    delete parent[key];
  } else if (/chart can show/.test(expected)) {
    parent[key] = (await exampleOf(caller, type))[key];
  } else if (Array.isArray(value)) {
    parent[key] = value.join("\n");
  } else if (value === undefined || String(value).trim() === "") {
    parent[key] = (await exampleOf(caller, type))[key] ?? "Harbour";
  } else {
    parent[key] = String(value);
  }
}

/** The corrected call; undefined if the answer does not tell how to correct it. */
export async function mended(caller, tool, wrong, { text, json }) {
  const args = structuredClone(wrong);
  const said = [text, ...(json?.notices ?? [])].join("\n");
  let changed = false;
  for (const { name, nearest } of json?.ignored ?? []) changed = (nearest && rename(args, name, nearest)) || changed;
  for (const [, name, nearest] of text.matchAll(/unknown argument `([^`]+)`: did you mean `([^`]+)`/g)) {
    changed = rename(args, name, nearest) || changed;
  }
  const refused = text.match(/`([^`]+)`: \w+ has no such argument; did you mean `([^`]+)`/);
  if (refused) changed = rename(args, refused[1], refused[2]) || changed;
  for (const notice of json?.notices ?? []) {
    const [, name] = notice.match(/^(theme|lang): /) ?? [];
    if (name && proposed(notice)) {
      args[name] = proposed(notice);
      changed = true;
    }
    const marks = notice.match(/slide (\d+), field (\S+): /);
    if (marks) {
      const { parent, key, value } = at(slideOf(args, Number(marks[1]), notice).content, marks[2]);
      if (/another site/.test(notice)) delete parent[key];
      else parent[key] = value.replace(/\]\([^)]*\)/g, "").replace(/[*_`#[\]]|^- /g, "").trim();
      changed = true;
    }
    const beside = notice.match(/slide (\d+): ignored `(\w+)`; put fields into `content`/);
    if (beside) {
      const slide = slideOf(args, Number(beside[1]), notice);
      slide.content[beside[2]] = slide[beside[2]];
      delete slide[beside[2]];
      changed = true;
    }
  }
  const problems = said.split("\n").filter((line) => PROBLEM.test(line));
  for (const line of problems) {
    await mendField(caller, args, line);
    changed = true;
  }
  if (/Presentation not found/.test(text)) {
    const listed = await caller.call("list_presentations", { limit: 1 });
    args.presentationId = listed.json.presentations[0].id;
    return { tool, args };
  }
  if (/Comment not found/.test(text)) {
    const listed = await caller.call("list_comments", { presentationId: args.presentationId });
    args.commentId = listed.json.comments[0].id;
    return { tool, args };
  }
  if (!json && args.slideId && /slide/i.test(text)) {
    const deck = await caller.call("get_presentation", { id: args.presentationId });
    args.slideId = deck.json.slides[1].id;
    return { tool, args };
  }
  const revision = text.match(/at revision (\d+), not/);
  if (revision) {
    args.expectedRevision = Number(revision[1]);
    return { tool, args };
  }
  const operation = text.match(/operations\[(\d+)\](.*)/);
  if (operation && problems.length === 0) {
    const given = parsed(args.operations)[Number(operation[1])];
    const field = operation[2].match(/unknown field `([^`]+)`, (.*)/);
    const variant = operation[2].match(/unknown variant `([^`]+)`, (.*)/);
    const span = operation[2].match(/expected 0 to (\d+)/);
    const names = [...(field ?? variant ?? ["", "", ""])[2].matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    if (field) rename(given, field[1], names.find((name) => letters(name) === letters(field[1])) ?? names[0]);
    else if (variant) given.op = proposed(operation[2]) ?? (variant[1] === "delete" ? "remove" : names[0]);
    else if (span) given.slideIndex = Number(span[1]);
    return { tool, args };
  }
  const argument = text.match(/Error: (\w+): (.*)/);
  if (argument && !changed) {
    const [, name, what] = argument;
    const span = what.match(/expected (\d+) to (\d+)/);
    const choice = what.match(/one of ([\w, ]+), got/);
    if (span) args[name] = Math.min(Math.max(Number(args[name]) - 1, Number(span[1])), Number(span[2]));
    else if (choice) {
      const choices = choice[1].split(", ");
      args[name] = choices.find((known) => letters(String(args[name])).includes(letters(known))) ?? choices[0];
    } else if (/true or false/.test(what)) args[name] = args[name] === "true";
    else if (/whole number/.test(what)) args[name] = Number.parseInt(args[name], 10);
    else if (proposed(what)) args[name] = proposed(what);
    else if (/a list/.test(what)) args[name] = [args[name]];
    else return undefined;
    return { tool, args };
  }
  if (json?.applied === false && /turn a slide into/.test(json.summary)) {
    // The answer lists what can be asked for.
    return { tool, args: { ...args, command: "Shorten slide 2" } };
  }
  return changed ? { tool, args } : undefined;
}
