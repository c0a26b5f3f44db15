import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { parse } from "smol-toml";
import { defineConfig, type Plugin } from "vite";

/** Texts and content in TOML become modules. */
function toml(): Plugin {
  return {
    name: "toml",
    enforce: "pre",
    load(id) {
      const file = id.split("?")[0]!;
      if (!file.endsWith(".toml")) return null;
      this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(parse(readFileSync(file, "utf8")))}`, map: null, moduleType: "js" };
    },
  };
}

/** Every file of the build that is not compressed by itself also compressed, as the server hands it out to browsers that take it. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle({ dir }) {
      for (const entry of readdirSync(dir!, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|svg|html|webmanifest|wasm|bin)$/.test(entry)) continue;
        const content = readFileSync(join(dir!, entry));
        writeFileSync(join(dir!, `${entry}.gz`), gzipSync(content, { level: 9 }));
        writeFileSync(join(dir!, `${entry}.br`), brotliCompressSync(content));
      }
    },
  };
}

/** The two fonts are wanted on every screen: fetch them at once. */
function fontsFirst(): Plugin {
  return {
    name: "fonts-first",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith(".woff2"))
          .map((name) => ({ tag: "link", attrs: { rel: "preload", href: `/${name}`, as: "font", type: "font/woff2", crossorigin: true }, injectTo: "head" as const })),
    },
  };
}

const server = process.env.SPIELTISCH_SERVER ?? "http://127.0.0.1:8765";

export default defineConfig({
  root: "web",
  plugins: [toml(), fontsFirst(), compressed(), svelte({ configFile: false, compilerOptions: { runes: true } })],
  resolve: { alias: { $web: fileURLToPath(new URL("web", import.meta.url)) }, ...(process.env.VITEST ? { conditions: ["browser"] } : {}) },
  build: {
    outDir: "../src/spieltisch/server/page",
    emptyOutDir: true,
    target: ["es2022", "safari16.2", "firefox115", "chrome111"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licences.md" },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
});
