import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const path = (relative: string) => decodeURIComponent(new URL(relative, import.meta.url).pathname);

export default defineConfig({
  root: path("frontend"),
  plugins: [svelte({ configFile: false })],
  resolve: { alias: { $lib: path("frontend/src/lib") } },
  build: {
    outDir: path("src/quintain/website/static"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // A picture that became a data: address would be one more thing for the content-security policy to allow.
    assetsInlineLimit: 0,
  },
  server: {
    fs: { allow: [path(".")] },
    proxy: { "/api": { target: "http://localhost:8000", ws: true } },
  },
});
