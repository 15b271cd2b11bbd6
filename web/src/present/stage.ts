// A slide on stage: letterboxed, with build steps, transitions and overlays (cover, join card, marks). Console,
// projector and single screen share it. It has no network and no framework.

import type { Caption, SlideMarks } from "../lib/api-types";
import { loadChunk } from "../lib/chunks";
import { mountSlide, type MountedSlide } from "../lib/mount-slide";
import { typeOut } from "../lib/typewriter";
import { startMedia, countdownOf, countUp, showCountdown, showTour, stopMedia } from "./slide-effects";
import type { DrawnSlide, JoinCard, Look, Point, Screen } from "./channel";
import type { ReactionCounts } from "./floating-reactions";
import type { MarksLayer } from "../marks/layer";
import "./stage.css";

type Options = {
  /** Plays frames and videos. Only the view of the audience does, so that nothing is heard twice. */
  plays: boolean;
  /** Animates parts. */
  moves: boolean;
};

export type Stage = {
  /** The box that the slide fills. */
  readonly slide: HTMLElement;
  /** Shows a screen with its slide. Another slide starts the transition. */
  show: (screen: Screen, drawn: DrawnSlide, builds: boolean, look: Look, forward: boolean) => void;
  laser: (at: Point | undefined) => void;
  /** Adds marks of the speaker. */
  mark: (marks: SlideMarks) => void;
  caption: (caption: Caption) => void;
  /** Shows reactions of the audience. */
  react: (counts: ReactionCounts) => void;
  stop: () => void;
};

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The transition that a slide has of its own. */
const ownTransition = (root: ParentNode) => root.querySelector<HTMLElement>(".slide")?.dataset["transition"];

let transitions: typeof import("../lib/transitions") | undefined;
let results: typeof import("./results") | undefined;

/** Adds an empty stage to an element. */
export function stage(host: HTMLElement, { plays, moves }: Options): Stage {
  const room = document.createElement("div");
  room.className = "stage";
  const frame = document.createElement("div");
  frame.className = "stage-slide";
  const reactions = document.createElement("div");
  reactions.className = "stage-reactions";
  reactions.setAttribute("aria-hidden", "true");
  const cover = document.createElement("div");
  cover.className = "stage-cover";
  cover.hidden = true;
  const card = document.createElement("div");
  card.className = "stage-join";
  card.hidden = true;
  frame.append(cover, card, reactions);
  room.append(frame);
  host.append(room);

  /** The slide that is shown. */
  let now: { drawn: DrawnSlide; layer: HTMLElement; shown: MountedSlide } | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let moving: Animation[] = [];
  let layer: MarksLayer | undefined;
  let answers: Screen["answers"];

  /** Runs a function with the layer of marks, which is loaded with the first mark. */
  async function onLayer(use: (layer: MarksLayer) => void) {
    const { marksLayer } = await loadChunk(() => import("../marks/layer"));
    layer ??= marksLayer(frame, cover);
    layer.show(now?.drawn.id ?? "");
    use(layer);
  }

  /** Draws the answers of the audience, with code that is loaded with the first of them. */
  function showAnswers() {
    if (results) {
      if (now) results.showAnswers(now.shown.root, answers);
    } else if (answers) {
      void loadChunk(() => import("./results")).then((loaded) => {
        results = loaded;
        showAnswers();
      });
    }
  }

  /** Ends a running transition at once. */
  function finishTransition() {
    for (const animation of moving) animation.finish();
    moving = [];
  }

  function change(drawn: DrawnSlide, transition: string, forward: boolean, step: number) {
    finishTransition();
    const before = now;
    const layer = document.createElement("div");
    layer.className = "stage-layer";
    frame.insertBefore(layer, cover);
    now = { drawn, layer, shown: mountSlide(layer, drawn.html, drawn.css) };
    if (!before) return;
    if (plays) stopMedia(before.shown.root);
    before.layer.inert = true;
    // Parts that come later are not on the slide yet.
    now.shown.showStep(step);
    // Going back reverses the transition of the slide that is left.
    const [from, to] = [before.shown.root, now.shown.root];
    const kind = ownTransition(forward ? to : from) ?? transition;
    moving =
      (moves &&
        !calm() &&
        transitions?.begin(kind, { layer: before.layer, root: from }, { layer, root: to }, forward)) ||
      [];
    if (moving[0]) moving[0].onfinish = () => before.layer.remove();
    else before.layer.remove();
  }

  function showJoin(join: JoinCard | undefined) {
    card.hidden = !join;
    if (!join) return;
    const [picture, words, address, code] = ["img", "p", "p", "p"].map((name) =>
      document.createElement(name),
    );
    if (!(picture instanceof HTMLImageElement) || !words || !address || !code) return;
    picture.src = join.picture;
    picture.alt = "";
    [words.textContent, address.textContent, code.textContent] = [join.words, join.address, join.code];
    address.className = "stage-address";
    code.className = "stage-code";
    code.setAttribute("aria-label", [...join.code].join(" "));
    const text = document.createElement("div");
    text.append(words, address, code);
    card.replaceChildren(picture, text);
  }

  function countDown(screen: Screen) {
    clearInterval(ticking);
    const widget = now && countdownOf(now.shown.root);
    if (!widget) return;
    const tick = () => {
      const over = showCountdown(widget, screen.countdown, Date.now());
      if (over && !("flashes" in widget.dataset)) clearInterval(ticking);
    };
    tick();
    if (screen.countdown !== undefined) ticking = setInterval(tick, 250);
  }

  return {
    slide: frame,
    show(screen, drawn, builds, { transition, typed }, forward) {
      const isOther = now?.drawn.id !== drawn.id;
      if (moves && !transitions) {
        void loadChunk(() => import("../lib/transitions")).then((loaded) => (transitions = loaded));
      }
      if (isOther) change(drawn, transition, forward, builds ? screen.step : Infinity);
      else if (now && (now.drawn.html !== drawn.html || now.drawn.css !== drawn.css)) {
        now.shown.draw(drawn.html, drawn.css);
        now.drawn = drawn;
      }
      if (!now) return;
      const rises = moves && forward && !isOther;
      now.shown.showStep(builds ? screen.step : Infinity, rises);
      showTour(now.shown.root, builds ? screen.step : 0, rises && !calm());
      answers = screen.answers;
      showAnswers();
      countDown(screen);
      if (plays) startMedia(now.shown.root);
      if (moves && isOther && forward && drawn.countsUp && !calm()) countUp(now.shown.root);
      if (typed && moves && forward) {
        const { root } = now.shown;
        const visible = [...root.querySelectorAll("[data-step]:not(.soon)")];
        typeOut(isOther ? root.children : visible.filter((part) => part.classList.contains("rise")));
      }
      layer?.show(drawn.id);
      cover.hidden = !screen.cover;
      cover.classList.toggle("white", screen.cover === "white");
      showJoin(screen.join);
    },
    laser: (at) => void onLayer((layer) => layer.point(at)),
    mark: (marks) => void onLayer((layer) => layer.apply(marks)),
    caption: (caption) => void onLayer((layer) => layer.caption(caption)),
    // Loaded with the first reaction, since most talks have none.
    react: (counts) =>
      void loadChunk(() => import("./floating-reactions")).then(({ showReactions }) =>
        showReactions(reactions, counts),
      ),
    stop() {
      clearInterval(ticking);
      layer?.stop();
      room.remove();
    },
  };
}

/** The position of a pointer on the slide, in shares; undefined outside. */
export function pointOn(frame: HTMLElement, event: { clientX: number; clientY: number }): Point | undefined {
  const box = frame.getBoundingClientRect();
  const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : undefined;
}
