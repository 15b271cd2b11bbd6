// The pictures that come with Lectern: searches them and copies them into the library of the organization.

import type { BundledPicture } from "virtual:pictures";
import { api, call } from "../../lib/api";
import { loadChunk } from "../../lib/chunks";
import { language } from "../../lib/i18n";
import { plain } from "../../lib/plain";

export type { BundledPicture };

/** All pictures that come with Lectern. */
export const bundledPictures = async (): Promise<BundledPicture[]> =>
  (await loadChunk(() => import("virtual:pictures"))).default;

/** The texts of a picture in the language of the interface. */
export const textsOf = (picture: BundledPicture) => (language() === "nl" ? picture.nl : picture.en);

/** Words in lower case and without accents. */
const wordsOf = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * How well a picture matches a word: 0 by its name, 1 by another word, 2 by a part of a word; none when it does not.
 */
function rank(picture: BundledPicture, word: string): number | undefined {
  const names = wordsOf(`${picture.en.name} ${picture.nl.name}`);
  if (names.some((one) => one.startsWith(word))) return 0;
  const texts = [picture.en, picture.nl].flatMap(({ alt, tags }) => [alt, ...tags]);
  const all = [...names, ...wordsOf(texts.join(" "))];
  if (all.some((one) => one.startsWith(word))) return 1;
  return all.some((one) => one.includes(word)) ? 2 : undefined;
}

/** The pictures that have all words of a query, in English or Dutch; the best ones first. */
export function searchPictures(pictures: BundledPicture[], query: string): BundledPicture[] {
  const words = wordsOf(query);
  const found = pictures.flatMap((picture) => {
    const ranks = words.map((word) => rank(picture, word));
    return ranks.includes(undefined) ? [] : [{ picture, rank: Math.max(0, ...ranks.map((one) => one ?? 0)) }];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ picture }) => picture);
}

/** The tag that marks the copy of a picture in the library. */
const tagOf = ({ id }: BundledPicture) => `lectern-${id}`;

/** Returns the address of the copy in the library. The first choice of a picture uploads it, later ones find it. */
export async function addressInLibrary(picture: BundledPicture, alt: string): Promise<string> {
  const tag = tagOf(picture);
  const { images } = await api.get("/api/image-library", { query: { q: tag, limit: 50, offset: 0 } });
  // A copy with another size in bytes comes from an earlier version of Lectern.
  const copy = images.find(({ tags, bytes }) => tags.includes(tag) && bytes === picture.bytes);
  if (copy) return copy.url;
  const svg = await (await call("GET", picture.url)).blob();
  const form = new FormData();
  form.append("file", new File([svg], `${picture.id}.svg`, { type: "image/svg+xml" }));
  form.append("title", textsOf(picture).name);
  form.append("alt", alt);
  form.append("tags", tag);
  return (await api.post("/api/uploads", { body: form })).url;
}
