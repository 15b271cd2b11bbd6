// Links of slides with the slide library: which of them have a newer revision there.

import { api } from "../lib/api";
import type { Deck, Slide } from "../lib/api-types";

/** The newest state of a slide in the library; null where the library no longer has it. */
export type LatestSlide = { name: string; revision: number } | null;

export class LibraryLinks {
  /** The slides of the library that the deck is linked with, by their ids. */
  latest = $state.raw<ReadonlyMap<string, LatestSlide>>(new Map());

  /** Loads the newest states for the links of a saved deck. When the request fails, nothing changes. */
  async load({ id, slides }: Deck) {
    if (!slides.some(({ library }) => library)) return;
    const answer = await api.get("/api/presentations/{id}/library", { id }).catch(() => undefined);
    if (!answer) return;
    this.latest = new Map(
      answer.slides.map(({ libraryId, name, latest }) => [
        libraryId,
        name === null || latest === null ? null : { name, revision: latest },
      ]),
    );
  }

  /** Sets the newest state of a slide. */
  note(id: string, latest: LatestSlide) {
    this.latest = new Map(this.latest).set(id, latest);
  }

  /** The newest state of a linked slide; undefined where it is not loaded. */
  latestOf({ library }: Slide): LatestSlide | undefined {
    return library ? this.latest.get(library.id) : undefined;
  }

  /** Whether the library has a newer revision of a slide. */
  isOutdated(slide: Slide): boolean {
    return (this.latestOf(slide)?.revision ?? 0) > (slide.library?.revision ?? 0);
  }
}
