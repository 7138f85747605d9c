import { readFile } from "node:fs/promises";
import { type AssetFile, type Client, pageStyle, readClient } from "@receipts/web-pages";

const ASSETS = new URL("../assets/", import.meta.url);
/** Modules of two pages that few people open: not part of the first visit. */
const KEY_PAGES = /\/client\/keys\/(?!key-places)/;

/** `shared.js` has the modules that several pages use, `keys-pages.js` those of the two pages of keys. */
export const dashboardClient: Client = {
  entries: { main: new URL("../client/main.ts", import.meta.url) },
  built: new URL("../dist/client/", import.meta.url),
  groups: [
    { name: "shared", test: (module) => !KEY_PAGES.test(module), minShareCount: 2, priority: 1 },
    { name: "keys-pages", minShareCount: 2 },
  ],
};

/** Reads all files that browsers can request. */
export async function readClientFiles(): Promise<readonly AssetFile[]> {
  return [
    ...(await readClient(dashboardClient)),
    {
      file: "dashboard.css",
      contentType: "text/css; charset=utf-8",
      bytes: Buffer.from(pageStyle(new URL("dashboard.css", ASSETS))),
    },
    {
      file: "dashboard.svg",
      contentType: "image/svg+xml",
      bytes: await readFile(new URL("dashboard.svg", ASSETS)),
    },
  ];
}
