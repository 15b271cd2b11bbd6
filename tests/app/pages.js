// Every page of Lectern with real content, for tests that hold on all of them.

import { animationsEnd } from "./visit.js";

const SLIDES = [
  {
    type: "title",
    content: {
      title: "Water for every street",
      subtitle: "A plan in four parts",
    },
    notes: "Welcome everybody.",
  },
  {
    type: "list",
    content: {
      title: "Four rules",
      items: [
        "Keep one lane open",
        "Tell people",
        "Work by night",
        "Tidy up",
      ].map((title) => ({ title })),
    },
    notes: "Say that the lane stays open all night.",
  },
  {
    type: "poll",
    content: {
      question: "Which street first?",
      option1: "Harbour Street",
      option2: "Mill Lane",
    },
  },
  {
    type: "quote",
    content: { quote: "Build for the tide.", attribution: "Harbour master" },
  },
];

/** Texts on the pages that people wrote. */
export const WRITTEN = [
  ...SLIDES.flatMap(({ content, notes }) => [
    ...Object.values(content).filter((value) => typeof value === "string"),
    ...(content.items ?? []).map(({ title }) => title),
    ...(notes ? [notes] : []),
  ]),
  "Harbour plan",
  "Old pitch",
  "Is it one lane or two?",
  "Sent to council",
  "Council copy",
  "Notebook",
  "Quay",
];

/**
 * Creates content and returns all pages: `{name, path, ready, signedIn, steady}`. `ready` selects an element that exists
 * once the page is loaded; `steady` pages look the same each time.
 */
export async function allPages(service) {
  const { api } = service;
  const make = async (title, slides = SLIDES) =>
    (await api("POST", "/api/presentations", { title, language: "en", slides }))
      .presentation;
  const deck = await make("Water for every street");
  const [first, second] = deck.slides;
  await make("Harbour plan", SLIDES.slice(1));
  const gone = await make("Old pitch", SLIDES.slice(0, 2));
  await api("DELETE", `/api/presentations/${gone.id}`);
  await api("PUT", `/api/presentations/${deck.id}`, {
    translations: { nl: { title: "Water", slides: {} } },
  });
  await api("POST", `/api/presentations/${deck.id}/comments`, {
    body: "Is it one lane or two?",
    slideId: second.id,
  });
  await api("POST", `/api/presentations/${deck.id}/versions`, {
    name: "Sent to council",
  });
  const { path: shared } = await api(
    "POST",
    `/api/presentations/${deck.id}/links`,
    { name: "Council copy" },
  );
  await api("POST", "/api/api-keys", { name: "Notebook", scopes: ["read"] });
  const { theme } = await api("POST", "/api/themes/custom", {
    label: "Quay",
    colors: { accent2: "#D98A00" },
  });
  const talk = await api("POST", "/api/present-sessions", {
    presentationId: deck.id,
  });

  const member = (name, path, ready, steady = false) => ({
    name,
    path,
    ready,
    signedIn: true,
    steady,
  });
  const anybody = (name, path, ready, steady = true) => ({
    name,
    path,
    ready,
    signedIn: false,
    steady,
  });
  const editor = (name, query, ready) =>
    member(
      name,
      `/app/${deck.id}?slideId=${first.id}${query}`,
      ready ?? ".frame .layer button",
    );
  const sections = [
    "profile",
    "keys",
    "agents",
    "organization",
    "themes",
    "types",
    "ai",
    "users",
    "maintenance",
  ];
  return [
    anybody("sign-in", "/signin", "form"),
    anybody("go", "/go", "form"),
    anybody("nothing", "/nowhere", "main a"),
    anybody("follow", `/follow/${talk.sessionId}?lang=en`, "#frame section"),
    anybody(
      "notes",
      `/notes/${talk.sessionId}?key=${talk.notesKey}`,
      "main",
      false,
    ),
    anybody("view", shared, "section.slide"),
    member("list", "/app", "[data-card]", true),
    member("new deck for a purpose", "/app?new=blank", "[role=dialog] fieldset img"),
    member("new deck", "/app?new=text", "[role=dialog] textarea"),
    member("trash", "/trash", "[data-row]", true),
    { ...editor("editor", ""), steady: true },
    editor("deck panel", "&panel=deck", "main h3, main h2"),
    editor("comments", "&panel=comments", ".comments h2"),
    editor("share", "&panel=share", "[role=dialog]"),
    editor(
      "history",
      "&panel=history",
      "[role=dialog] [role=option], [role=region] [role=option]",
    ),
    editor("assist", "&panel=assist", "[data-first]"),
    editor(
      "translate",
      "&panel=translate",
      ".drawer textarea, section textarea[data-path]",
    ),
    {
      ...member("curtain", `/present/${deck.id}`, ".checks li:first-child.ok"),
      steady: true,
    },
    member("projector", `/present/${deck.id}/window`, ".stage-layer"),
    ...sections.map((section) =>
      member(`settings ${section}`, `/settings/${section}`, "main h2, main h1"),
    ),
    member("theme editor", `/settings/themes/${theme.id}`, "[data-sample]"),
    member("type builder", "/settings/types/new", "main h1, main h2"),
  ];
}

/** Opens a page and waits until it no longer changes. */
export async function opened(visit, service, { path, ready }) {
  await visit.page.addInitScript(() =>
    localStorage.setItem("lectern.callouts", "text slide saved"),
  );
  await visit.page.goto(service.base + path);
  await visit.page.locator(ready).first().waitFor({ state: "attached" });
  // Event streams stay open, so the network is never idle. What follows the first answer takes a moment.
  await visit.page.evaluate(() => document.fonts.ready.then(() => undefined));
  await visit.page.waitForTimeout(250);
  await visit.page.waitForFunction(() =>
    [...document.images].every((picture) => {
      const { top, bottom, width } = picture.getBoundingClientRect();
      return picture.complete || !width || bottom < 0 || top > innerHeight;
    }),
  );
  await animationsEnd(visit.page);
}
