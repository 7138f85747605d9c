import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { RequestHandler } from "express";
import { once } from "./once.ts";

const YEAR_SECONDS = 31_536_000;

export interface AssetFile {
  /** Its path below the folder: `dashboard.css`, `pages/keys.js`. */
  readonly file: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Files that pages are drawn with: read on the first request for any of them, and held in memory. */
export interface AssetFolder {
  /** The address of a file: under `base`, with a hash of everything in the folder. A name that is not there is a fault of ours. */
  readonly pathOf: (file: string) => string;
  /** Of the route `<base>/:hash/*file`. Passes on what it does not have. */
  readonly send: RequestHandler;
}

/**
 * One hash for the whole folder, so that files may import each other by relative paths and still be kept by browsers for a
 * year: when one changes, all have new addresses.
 */
export function createAssetFolder(base: string, readFiles: () => readonly AssetFile[]): AssetFolder {
  const folder = once(() => {
    const files = readFiles();
    const assets = files.map((asset) => ({
      ...asset,
      packed: once(() => gzipSync(asset.bytes, { level: 9 })),
    }));
    return { hash: hashOf(files), byFile: new Map(assets.map((asset) => [asset.file, asset])) };
  });
  return {
    pathOf: (file) => {
      const { hash, byFile } = folder();
      if (!byFile.has(file)) throw new Error(`There is no asset ${file} below ${base}`);
      return `${base}/${hash}/${file}`;
    },
    send: (request, response, next) => {
      const { hash, byFile } = folder();
      const asset = byFile.get(namedFile(request.params["file"]));
      if (asset === undefined) {
        next();
        return;
      }
      // While a release rolls out, a page of one process asks another: it gets what there is, for this time.
      const isThis = request.params["hash"] === hash;
      response.set({
        "Content-Type": asset.contentType,
        "Cache-Control": isThis ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-store",
      });
      response.vary("Accept-Encoding");
      const isPacked = request.acceptsEncodings("gzip") === "gzip";
      if (isPacked) response.set("Content-Encoding", "gzip");
      response.send(isPacked ? asset.packed() : asset.bytes);
    },
  };
}

/** Express gives the parts of a wildcard one by one. */
function namedFile(named: string | readonly string[] | undefined): string {
  return typeof named === "object" ? named.join("/") : (named ?? "");
}

function hashOf(files: readonly AssetFile[]): string {
  const hash = createHash("sha256");
  for (const { file, bytes } of files) hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  return hash.digest("base64url").slice(0, 16);
}

/** How a policy (CSP) names an inline style of ours. */
export function inlineSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
