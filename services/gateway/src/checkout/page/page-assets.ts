import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { RequestHandler } from "express";

const FOLDER = new URL("../../../assets/", import.meta.url);
const YEAR_SECONDS = 31_536_000;

const contentTypes = {
  script: ["checkout.js", "text/javascript; charset=utf-8"],
  icon: ["checkout.svg", "image/svg+xml"],
} as const;

/** What the page is drawn with: read once. */
export interface PageAssets {
  /** Within the page, so that it can be read as soon as it is there; `source` is how the policy names it. */
  readonly style: { readonly text: string; readonly source: string };
  /** The rest, each under an address with a hash of what is in it. */
  readonly paths: Readonly<Record<keyof typeof contentTypes, string>>;
  /** Of the route `/checkout/assets/:hash/:file`. */
  readonly send: RequestHandler;
}

export function readPageAssets(): PageAssets {
  const script = readAsset("script");
  const icon = readAsset("icon");
  const byFile = new Map([script, icon].map((asset) => [asset.file, asset]));
  return {
    style: readStyle(),
    paths: { script: script.path, icon: icon.path },
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
      response.vary("Accept-Encoding");
      const isPacked = request.acceptsEncodings("gzip") === "gzip";
      if (isPacked) response.set("Content-Encoding", "gzip");
      response.send(isPacked ? asset.packed : asset.bytes);
    },
  };
}

function readAsset(kind: keyof typeof contentTypes) {
  const [file, contentType] = contentTypes[kind];
  const bytes = readFileSync(new URL(file, FOLDER));
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
  const packed = gzipSync(bytes, { level: 9 });
  return { file: file as string, contentType, bytes, packed, hash, path: `/checkout/assets/${hash}/${file}` };
}

function readStyle(): PageAssets["style"] {
  const text = readFileSync(new URL("checkout.css", FOLDER), "utf8");
  return { text, source: `'sha256-${createHash("sha256").update(text).digest("base64")}'` };
}
