import { readFileSync } from "node:fs";
import { type AssetFolder, createAssetFolder, inlineSource, pageStyle } from "@receipts/web-pages";
import { scanAssets } from "../../http/scan-assets.ts";

const FOLDER = new URL("../../../assets/", import.meta.url);
const SCRIPT = "text/javascript; charset=utf-8";

/** Loaded with the page. */
export const tillModules = [
  "main.js",
  "amount.js",
  "api.js",
  "device.js",
  "counter.js",
  "picture.js",
  "answer.js",
  "signals.js",
  "waiting.js",
  "watch.js",
] as const;

export interface TillAssets extends Pick<AssetFolder, "pathOf" | "send"> {
  readonly style: { readonly text: string; readonly source: string };
  /** The service worker. It has an address of its own, since its place limits what it may serve. */
  readonly worker: Buffer;
}

export function readTillAssets(base: string): TillAssets {
  const read = (file: string) => readFileSync(new URL(`till/${file}`, FOLDER));
  const folder = createAssetFolder(base, () => [
    ...tillModules.map((file) => ({ file, contentType: SCRIPT, bytes: read(file) })),
    ...scanAssets(),
    { file: "till.svg", contentType: "image/svg+xml", bytes: read("till.svg") },
    ...[192, 512].map((size) => ({
      file: `till-${size}.png`,
      contentType: "image/png",
      bytes: read(`till-${size}.png`),
    })),
  ]);
  const text = pageStyle(new URL("pages.css", FOLDER), new URL("till/till.css", FOLDER));
  return {
    style: { text, source: inlineSource(text) },
    pathOf: folder.pathOf,
    send: folder.send,
    worker: read("worker.js"),
  };
}
