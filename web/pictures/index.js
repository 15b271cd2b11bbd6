// The pictures that come with Lectern: 60 drawings as SVG, with their words.
//
// They are drawn when the app is built. The same code draws the same bytes, so a picture has one address until its
// drawing changes, and a copy in a library can be recognised.

import * as landscapes from "./landscapes.js";
import { texts } from "./texts.js";
import * as textures from "./textures.js";
import * as work from "./work.js";

const named = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const described = ([name, alt, tags]) => ({ name, alt, tags: tags.split(" ") });

const drawings = new Map(
  Object.entries({ landscapes, work, textures }).flatMap(([kind, functions]) =>
    Object.entries(functions).map(([name, draw]) => [named(name), { kind, draw }]),
  ),
);

/** All pictures in the order of their texts. */
export function pictures() {
  return Object.entries(texts).map(([id, { en, nl }]) => {
    const { kind, draw } = drawings.get(id);
    return { id, kind, en: described(en), nl: described(nl), svg: draw() };
  });
}
