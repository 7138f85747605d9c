import { readFile } from "node:fs/promises";
import { type AssetFile, type Client, pageStyle, readClient } from "@receipts/web-pages";

const ASSETS = new URL("../assets/", import.meta.url);
/** The first visit's entry, and what several of the pages share that are loaded on demand: it saves them a round trip. */
const FIRST = /\/client\/(?:main|batches\/batch-state|statements\/statement-texts)\.ts$/;

/**
 * `main.js` is the first visit: during a rollout, two files could come from two releases that do not fit. `keys-pages.js` has
 * the modules of two pages that few people open.
 */
export const dashboardClient: Client = {
  entries: { entry: new URL("../client/main.ts", import.meta.url) },
  built: new URL("../dist/client/", import.meta.url),
  groups: [
    { name: "main", test: (module) => FIRST.test(module), priority: 1 },
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
