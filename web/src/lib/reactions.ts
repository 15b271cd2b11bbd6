// Reactions of the audience: their names and pictures, for the phone that sends them and the screen that shows them.

export const REACTIONS = ["like", "love", "bravo", "laugh", "wow"] as const;
export type Reaction = (typeof REACTIONS)[number];

const FACE = '<circle cx="12" cy="12" r="10" fill="#f7c843"/>';
const EYES =
  '<circle cx="8.5" cy="9.5" r="1.5" fill="#3b2a06"/><circle cx="15.5" cy="9.5" r="1.5" fill="#3b2a06"/>';

const DRAWINGS: Record<Reaction, string> = {
  like: '<path d="M2.5 10.5H6v10H2.5zM8 20.5v-10L12 3c1.7 0 2.7 1.2 2.4 2.9L13.7 9.5h5.8c1.3 0 2.2 1.2 1.9 2.4l-1.7 7c-.2 1-1 1.6-2 1.6z" fill="#2f8fe0"/>',
  love: '<path d="M12 21C5.5 15.8 2 12 2 7.9 2 5 4.2 3 6.9 3 9 3 10.9 4.2 12 6c1.1-1.8 3-3 5.1-3C19.8 3 22 5 22 7.9c0 4.1-3.5 7.9-10 13.1z" fill="#e5404f"/>',
  bravo: '<path d="M12 2l3 6.4 7 .9-5.1 4.8 1.3 6.9L12 17.6 5.8 21l1.3-6.9L2 9.3l7-.9z" fill="#f0a51f"/>',
  laugh: `${FACE}${EYES}<path d="M6.5 13h11a5.5 5.5 0 0 1-11 0z" fill="#3b2a06"/>`,
  wow: `${FACE}${EYES}<ellipse cx="12" cy="16" rx="2.6" ry="3.2" fill="#3b2a06"/>`,
};

/** The picture of a reaction. */
export function reactionPicture(reaction: Reaction): SVGSVGElement {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  picture.innerHTML = DRAWINGS[reaction];
  return picture;
}
