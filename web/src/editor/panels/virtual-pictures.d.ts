// The module that `vite.config.ts` makes of the folder `pictures`.

declare module "virtual:pictures" {
  /** A picture that comes with Lectern. */
  export interface BundledPicture {
    id: string;
    kind: "landscapes" | "work" | "textures";
    en: { name: string; alt: string; tags: string[] };
    nl: { name: string; alt: string; tags: string[] };
    /** Address of its SVG. */
    url: string;
    width: number;
    height: number;
    bytes: number;
  }
  const pictures: BundledPicture[];
  export default pictures;
}
