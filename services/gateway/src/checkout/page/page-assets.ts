import { readFileSync } from "node:fs";
import { createAssetFolder, inlineSource, pageStyle } from "@receipts/web-pages";
import type { RequestHandler } from "express";

const FOLDER = new URL("../../../assets/", import.meta.url);

const contentTypes = {
  "checkout.js": "text/javascript; charset=utf-8",
  "checkout.svg": "image/svg+xml",
} as const;

/** What the page is drawn with: read once. */
export interface PageAssets {
  /** Within the page, so that it can be read as soon as it is there; `source` is how the policy names it. */
  readonly style: { readonly text: string; readonly source: string };
  /** The rest, each under an address with a hash of what is in it. */
  readonly paths: Readonly<Record<"script" | "icon", string>>;
  /** Of the route `/checkout/assets/:hash/:file`. */
  readonly send: RequestHandler;
}

export function readPageAssets(): PageAssets {
  const folder = createAssetFolder("/checkout/assets", () =>
    Object.entries(contentTypes).map(([file, contentType]) => ({
      file,
      contentType,
      bytes: readFileSync(new URL(file, FOLDER)),
    })),
  );
  const style = pageStyle(new URL("pages.css", FOLDER), new URL("checkout.css", FOLDER));
  return {
    style: { text: style, source: inlineSource(style) },
    paths: { script: folder.pathOf("checkout.js"), icon: folder.pathOf("checkout.svg") },
    send: folder.send,
  };
}
