// Reactions that rise beside the slide and fade.

import { REACTIONS, reactionPicture } from "../lib/reactions";

/** How often each reaction was given, by name. */
export type ReactionCounts = Readonly<Record<string, number>>;

/** The maximum number of pictures of one reaction in a burst, and of all on the screen. */
const MAX_BURST = 8;
const MAX_SHOWN = 40;
const LIFE = 2600;

/** Shows reactions in a box over the slide. */
export function showReactions(box: HTMLElement, counts: ReactionCounts) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const reaction of REACTIONS) {
    const count = Math.min(counts[reaction] ?? 0, MAX_BURST);
    for (let number = 0; number < count && box.childElementCount < MAX_SHOWN; number++) {
      const picture = reactionPicture(reaction);
      picture.dataset["reaction"] = reaction;
      picture.style.insetInlineEnd = `${Math.random() * 80}%`;
      box.append(picture);
      const rise = calm
        ? []
        : [{ transform: "translateY(0) scale(.6)" }, { transform: "translateY(-52cqh)" }];
      const fade = [
        { opacity: 0 },
        { opacity: 1, offset: 0.12 },
        { opacity: 1, offset: 0.6 },
        { opacity: 0 },
      ];
      const timing = { duration: LIFE, delay: number * 60, easing: "ease-out", fill: "both" } as const;
      if (rise.length) picture.animate(rise, timing);
      picture.animate(fade, timing).onfinish = () => picture.remove();
    }
  }
}
