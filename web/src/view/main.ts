// A shared, published or embedded deck: one slide at a time, or all below each other.

import { find, storage, setUpLanguageMenu, announce, t } from "../follow/page";
import { slideFrom, loadMedia, type Slide } from "../follow/slides";
import { Counting } from "./counting";
import { listenToParent, notifyParent } from "./embedding";
import "./view.css";

const deck = find("deck-slides");
const slides = [...deck.querySelectorAll<HTMLElement>("section.slide")]
  .map((section) => slideFrom(section))
  .filter((slide): slide is Slide => slide !== undefined);

const isEmbedded = document.body.classList.contains("embed");
const counting = new Counting(deck.dataset["report"]);

/** Phones scroll and larger screens show pages, unless the user chose. */
let paging = isEmbedded || (storage.get("view.mode") ?? (innerWidth >= 900 ? "pages" : "slides")) === "pages";
let current = Math.max(0, fromHash());

function fromHash(): number {
  return slides.findIndex((slide) => `#${slide.number}` === location.hash);
}

function draw() {
  document.body.classList.toggle("paging", paging);
  find("pages").setAttribute("aria-pressed", String(paging));
  find("scroll").setAttribute("aria-pressed", String(!paging));
  find("pager").hidden = !paging || slides.length < 2;
  slides.forEach(({ section }, index) => {
    section.classList.toggle("turned", paging && index !== current);
    section.inert = paging && index !== current;
  });
  const slide = slides[current];
  if (slide) loadMedia(slide.section);
  counting.show(slide?.id, current === slides.length - 1);
  find("place").textContent = t("hall.view.place", { n: current + 1, count: slides.length });
  find<HTMLButtonElement>("back").disabled = current === 0;
  find<HTMLButtonElement>("next").disabled = current === slides.length - 1;
}

function goTo(to: number) {
  const next = Math.max(0, Math.min(slides.length - 1, to));
  if (next === current || !slides.length) return;
  current = next;
  const slide = slides[current];
  history.replaceState(null, "", `#${slide?.number ?? 1}`);
  draw();
  if (!paging) slide?.section.scrollIntoView({ block: "center" });
  notify("slide");
  announce(t("hall.slide.said", { n: current + 1, count: slides.length, title: slide?.title ?? "" }));
}

/** Notifies the page around an embedded deck which slide is shown. */
function notify(type: "ready" | "slide") {
  const { id = "", title = "" } = slides[current] ?? {};
  if (isEmbedded) notifyParent(type, { slide: current + 1, slides: slides.length, id, title });
}

function setPaging(pages: boolean) {
  paging = pages;
  storage.set("view.mode", pages ? "pages" : "slides");
  draw();
  if (!pages) slides[current]?.section.scrollIntoView({ block: "center" });
}

async function toggleFullscreen() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen().catch(() => undefined);
}

find("pages").addEventListener("click", () => setPaging(true));
find("scroll").addEventListener("click", () => setPaging(false));
find("back").addEventListener("click", () => goTo(current - 1));
find("next").addEventListener("click", () => goTo(current + 1));
find("full").addEventListener("click", () => void toggleFullscreen());
find("modes").hidden = slides.length < 2;
find("full").hidden = !document.fullscreenEnabled;

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.target as HTMLElement).closest("input, textarea, select, video, iframe")) return;
  const pressing = event.key === " " && (event.target as HTMLElement).closest("button, a");
  if (["ArrowRight", "PageDown"].includes(event.key)) goTo(current + 1);
  else if (["ArrowLeft", "PageUp"].includes(event.key)) goTo(current - 1);
  else if (event.key === " " && paging && !pressing) goTo(current + (event.shiftKey ? -1 : 1));
  else if (event.key === "Home" && paging) goTo(0);
  else if (event.key === "End" && paging) goTo(slides.length - 1);
  else if (event.key === "f" || event.key === "F") void toggleFullscreen();
  else return;
  event.preventDefault();
});

addEventListener("hashchange", () => {
  const to = fromHash();
  if (to >= 0) goTo(to);
});
// A link to another slide of the deck.
deck.addEventListener("click", (event) => {
  const link = (event.target as HTMLElement).closest<HTMLAnchorElement>("a[href^='#slide:']");
  if (!link) return;
  event.preventDefault();
  goTo(slides.findIndex((slide) => slide.id === link.hash.slice("#slide:".length)));
});

let touch: Touch | undefined;
deck.addEventListener("touchstart", (event) => (touch = event.touches[0]), { passive: true });
deck.addEventListener(
  "touchend",
  (event) => {
    const end = event.changedTouches[0];
    if (!paging || !touch || !end) return;
    const [across, down] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
    if (Math.abs(across) > 48 && Math.abs(across) > 2 * Math.abs(down)) goTo(current + (across < 0 ? 1 : -1));
  },
  { passive: true },
);

// While scrolling, the address names the slide in the middle, whose frames and videos load.
const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting || paging) continue;
      current = slides.findIndex((slide) => slide.section === entry.target);
      loadMedia(entry.target as HTMLElement);
      counting.show(slides[current]?.id, current === slides.length - 1);
      history.replaceState(null, "", `#${slides[current]?.number ?? 1}`);
    }
  },
  { rootMargin: "-45% 0px -45% 0px" },
);
for (const { section } of slides) observer.observe(section);

setUpLanguageMenu();
draw();
if (isEmbedded) listenToParent((slide) => goTo(slide - 1));
notify("ready");
