import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Each entry is a page of the server: `src/{name}/main.ts`. */
const entries = ["decks", "editor", "settings", "present", "projector", "follow", "notes", "view"];

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
  plugins: [svelte(), brotli()],
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
