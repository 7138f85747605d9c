import { readFileSync } from "node:fs";
import { createAssetFolder, inlineSource, pageStyle } from "@receipts/web-pages";
import type { RequestHandler } from "express";

const FOLDER = new URL("../../../assets/", import.meta.url);

/** What the page is drawn with: read once. */
export interface StatusAssets {
  /** Within the page; `source` is how the policy names it. */
  readonly style: { readonly text: string; readonly source: string };
  /** Under an address with a hash of what is in it. */
  readonly icon: string;
  /** Of the route `/status/assets/:hash/:file`. */
  readonly send: RequestHandler;
}

export function readStatusAssets(): StatusAssets {
  const style = pageStyle(new URL("pages.css", FOLDER), new URL("status.css", FOLDER));
  const folder = createAssetFolder("/status/assets", () => [
    {
      file: "status.svg",
      contentType: "image/svg+xml",
      bytes: readFileSync(new URL("status.svg", FOLDER)),
    },
  ]);
  return {
    style: { text: style, source: inlineSource(style) },
    icon: folder.pathOf("status.svg"),
    send: folder.send,
  };
}
