/** What a picture shows, in one language. */
export interface PictureTexts {
  name: string;
  alt: string;
  tags: string[];
}

export type PictureKind = "landscapes" | "work" | "textures";

/** A picture that comes with Lectern. */
export interface BundledPicture {
  id: string;
  kind: PictureKind;
  en: PictureTexts;
  nl: PictureTexts;
  svg: string;
}

export function pictures(): BundledPicture[];
