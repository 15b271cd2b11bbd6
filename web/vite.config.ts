import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { pictures } from "./pictures/index.js";

/** Each entry is a page of the server: `src/{name}/main.ts`. */
const entries = ["decks", "editor", "settings", "present", "projector", "follow", "notes", "view"];

/** Writes the pictures that come with Lectern to `assets`, and lists them in the module `virtual:pictures`. */
function bundledPictures(): Plugin {
  const drawn = pictures().map(({ svg, ...texts }) => {
    const hash = createHash("sha256").update(svg).digest("base64url").slice(0, 8);
    const fileName = `assets/${texts.id}-${hash}.svg`;
    const [width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];
    return { fileName, svg, listed: { ...texts, url: `/${fileName}`, width, height, bytes: svg.length } };
  });
  return {
    name: "bundled-pictures",
    resolveId: (id) => (id === "virtual:pictures" ? `\0${id}` : undefined),
    load: (id) =>
      id === "\0virtual:pictures"
        ? `export default ${JSON.stringify(drawn.map(({ listed }) => listed))}`
        : undefined,
    generateBundle() {
      for (const { fileName, svg } of drawn) this.emitFile({ type: "asset", fileName, source: svg });
    },
  };
}

/** Writes a Brotli file beside each text file, so that the server need not compress. */
function brotli(): Plugin {
  return {
    name: "brotli",
    apply: "build",
    writeBundle(options) {
      const folder = join(options.dir ?? "dist", "assets");
      for (const name of readdirSync(folder)) {
        if (!/\.(js|css|svg|json)$/.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), bundledPictures(), brotli()],
  build: {
    manifest: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(entries.map((name) => [name, `src/${name}/main.ts`])),
        sw: "src/present/worker.ts",
      },
      // Browsers look for updates of a service worker at its first URL.
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        // Icons that many pages have are one file: a file for each would be mostly its wrapping.
        codeSplitting: { groups: [{ name: "icons", test: /@lucide.svelte.dist.icons/, minShareCount: 4 }] },
      },
    },
  },
  test: { environment: "node", include: ["src/**/*.test.ts"] },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
} as Parameters<typeof defineConfig>[0]);
