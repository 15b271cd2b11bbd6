// The addresses of thumbnails. Each contains the hash of its picture, so that the browser requests a picture only when
// it changed.

import type { ThumbnailHashes } from "../../lib/api-types";

/** Milliseconds after the last change until the hashes are loaded. */
const DELAY = 250;

export class Thumbnails {
  #hashes = $state.raw<ThumbnailHashes>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of times that the hashes were requested. */
  private requests = 0;

  constructor(
    private readonly deckId: string,
    hashes: ThumbnailHashes | undefined,
    private readonly load: (language: string) => Promise<ThumbnailHashes>,
  ) {
    this.#hashes = hashes;
  }

  /** The hash of a slide's thumbnail in a language; undefined until it is loaded. */
  hashOf(slideId: string, language: string): string | undefined {
    return this.#hashes?.language === language ? this.#hashes.slides[slideId] : undefined;
  }

  /** The URL of a slide's thumbnail; empty until its hash is loaded. */
  url(slideId: string, language: string, width: number): string {
    const hash = this.hashOf(slideId, language);
    if (hash === undefined) return "";
    const query = new URLSearchParams({ w: String(width), h: hash, lang: language });
    return `/api/presentations/${this.deckId}/slides/${slideId}/thumb.png?${query.toString()}`;
  }

  /** Loads the hashes of a language unless they are loaded. */
  show(language: string) {
    if (this.#hashes?.language !== language) this.outdate(language);
  }

  /** Loads the hashes soon, because the deck changed. Until then the previous thumbnails are shown. */
  outdate(language: string) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.reload(language), DELAY);
  }

  private async reload(language: string) {
    this.requests += 1;
    const request = this.requests;
    // Offline: the hashes are loaded when the connection is back.
    const hashes = await this.load(language).catch(() => undefined);
    if (hashes && request === this.requests) this.#hashes = hashes;
  }
}
