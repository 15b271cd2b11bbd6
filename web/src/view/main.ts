// A shared deck for whoever has its link: one slide at a time, or all below one another.

import { find, memory, nameLanguages, say, t } from "../follow/page";
import { adopt, awaken, type Slide } from "../follow/slides";
import "./view.css";

const deck = find("deck-slides");
const slides = [...deck.querySelectorAll<HTMLElement>("section.slide")]
  .map((section) => adopt(section))
  .filter((slide): slide is Slide => slide !== undefined);

/** Phones scroll, larger screens turn pages, unless somebody chose. */
let paging = (memory.get("view.mode") ?? (innerWidth >= 900 ? "pages" : "slides")) === "pages";
let now = Math.max(0, fromHash());

function fromHash(): number {
  return slides.findIndex((slide) => `#${slide.number}` === location.hash);
}

function draw() {
  document.body.classList.toggle("paging", paging);
  find("pages").setAttribute("aria-pressed", String(paging));
  find("scroll").setAttribute("aria-pressed", String(!paging));
  find("pager").hidden = !paging || slides.length < 2;
  slides.forEach(({ section }, index) => {
    section.classList.toggle("turned", paging && index !== now);
    section.inert = paging && index !== now;
  });
  const slide = slides[now];
  if (slide) awaken(slide.section);
  find("place").textContent = t("hall.view.place", { n: now + 1, count: slides.length });
  find<HTMLButtonElement>("back").disabled = now === 0;
  find<HTMLButtonElement>("next").disabled = now === slides.length - 1;
}

function turn(to: number) {
  const next = Math.max(0, Math.min(slides.length - 1, to));
  if (next === now || !slides.length) return;
  now = next;
  const slide = slides[now];
  history.replaceState(null, "", `#${slide?.number ?? 1}`);
  draw();
  if (!paging) slide?.section.scrollIntoView({ block: "center" });
  say(t("hall.slide.said", { n: now + 1, count: slides.length, title: slide?.title ?? "" }));
}

function choose(pages: boolean) {
  paging = pages;
  memory.set("view.mode", pages ? "pages" : "slides");
  draw();
  if (!pages) slides[now]?.section.scrollIntoView({ block: "center" });
}

async function full() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen().catch(() => undefined);
}

find("pages").addEventListener("click", () => choose(true));
find("scroll").addEventListener("click", () => choose(false));
find("back").addEventListener("click", () => turn(now - 1));
find("next").addEventListener("click", () => turn(now + 1));
find("full").addEventListener("click", () => void full());
find("modes").hidden = slides.length < 2;
find("full").hidden = !document.fullscreenEnabled;

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.target as HTMLElement).closest("input, textarea, select, video, iframe")) return;
  const pressing = event.key === " " && (event.target as HTMLElement).closest("button, a");
  if (["ArrowRight", "PageDown"].includes(event.key)) turn(now + 1);
  else if (["ArrowLeft", "PageUp"].includes(event.key)) turn(now - 1);
  else if (event.key === " " && paging && !pressing) turn(now + (event.shiftKey ? -1 : 1));
  else if (event.key === "Home" && paging) turn(0);
  else if (event.key === "End" && paging) turn(slides.length - 1);
  else if (event.key === "f" || event.key === "F") void full();
  else return;
  event.preventDefault();
});

addEventListener("hashchange", () => {
  const to = fromHash();
  if (to >= 0) turn(to);
});
// A link to another slide of the deck.
deck.addEventListener("click", (event) => {
  const link = (event.target as HTMLElement).closest<HTMLAnchorElement>("a[href^='#slide:']");
  if (!link) return;
  event.preventDefault();
  turn(slides.findIndex((slide) => slide.id === link.hash.slice("#slide:".length)));
});

let touch: Touch | undefined;
deck.addEventListener("touchstart", (event) => (touch = event.touches[0]), { passive: true });
deck.addEventListener(
  "touchend",
  (event) => {
    const end = event.changedTouches[0];
    if (!paging || !touch || !end) return;
    const [across, down] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
    if (Math.abs(across) > 48 && Math.abs(across) > 2 * Math.abs(down)) turn(now + (across < 0 ? 1 : -1));
  },
  { passive: true },
);

// While one scrolls, the slide in the middle is the one that the address names; frames and films wait for it.
const seen = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting || paging) continue;
      now = slides.findIndex((slide) => slide.section === entry.target);
      awaken(entry.target as HTMLElement);
      history.replaceState(null, "", `#${slides[now]?.number ?? 1}`);
    }
  },
  { rootMargin: "-45% 0px -45% 0px" },
);
for (const { section } of slides) seen.observe(section);

nameLanguages();
draw();
