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

/** All pictures, a kind after the other. */
export function pictures() {
  return Object.entries({ landscapes, work, textures }).flatMap(([kind, drawings]) =>
    Object.entries(drawings).map(([name, draw]) => {
      const id = named(name);
      const { en, nl } = texts[id];
      return { id, kind, en: described(en), nl: described(nl), svg: draw() };
    }),
  );
}
