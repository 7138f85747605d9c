import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { RequestHandler } from "express";

const FOLDER = new URL("../../../assets/", import.meta.url);
const YEAR_SECONDS = 31_536_000;

const contentTypes = {
  style: ["checkout.css", "text/css; charset=utf-8"],
  script: ["checkout.js", "text/javascript; charset=utf-8"],
  icon: ["checkout.svg", "image/svg+xml"],
} as const;

export type PageAssetPaths = Readonly<Record<keyof typeof contentTypes, string>>;

/** What the page is drawn with: read once, each under an address with a hash of what is in it. */
export interface PageAssets {
  readonly paths: PageAssetPaths;
  /** Of the route `/checkout/assets/:hash/:file`. */
  readonly send: RequestHandler;
}

export function readPageAssets(): PageAssets {
  const style = readAsset("style");
  const script = readAsset("script");
  const icon = readAsset("icon");
  const byFile = new Map([style, script, icon].map((asset) => [asset.file, asset]));
  return {
    paths: { style: style.path, script: script.path, icon: icon.path },
    send: (request, response, next) => {
      const { hash, file } = request.params;
      const asset = byFile.get(String(file));
      if (asset === undefined) {
        next();
        return;
      }
      // While a release rolls out, a page of one process asks another: it gets what there is, for this time.
      const isThis = asset.hash === hash;
      response.set({
        "Content-Type": asset.contentType,
        "Cache-Control": isThis ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-store",
      });
      response.send(asset.bytes);
    },
  };
}

function readAsset(kind: keyof typeof contentTypes) {
  const [file, contentType] = contentTypes[kind];
  const bytes = readFileSync(new URL(file, FOLDER));
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
  return { file: file as string, contentType, bytes, hash, path: `/checkout/assets/${hash}/${file}` };
}
