import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { RequestHandler } from "express";
import { once } from "./once.ts";

const packGzip = promisify(gzip);
const packBrotli = promisify(brotliCompress);
/** The highest level takes twice as long, for a hundredth less. */
const BROTLI_LEVEL = 10;

const YEAR_SECONDS = 31_536_000;

export interface AssetFile {
  /** Its path below the folder: `dashboard.css`, `pages/keys.js`. */
  readonly file: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Files that pages load. They are read on the first request for any of them and stay in memory. */
export interface AssetFolder {
  /** Returns the address of a file: below `base`, with the hash of the folder. Throws for an unknown file. */
  readonly pathOf: (file: string) => string;
  /** Serves `<base>/:hash/*file`. Calls `next` for an unknown file. */
  readonly send: RequestHandler;
}

/**
 * Uses one hash for the whole folder, because files import each other by relative paths and browsers cache them for a year.
 * When one file changes, all get new addresses.
 */
export function createAssetFolder(base: string, readFiles: () => readonly AssetFile[]): AssetFolder {
  const folder = once(() => {
    const files = readFiles();
    const assets = files.map((asset) => ({
      ...asset,
      packed: {
        br: once(() =>
          packBrotli(asset.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }),
        ),
        gzip: once(() => packGzip(asset.bytes, { level: 9 })),
      },
    }));
    return { hash: hashOf(files), byFile: new Map(assets.map((asset) => [asset.file, asset])) };
  });
  return {
    pathOf: (file) => {
      const { hash, byFile } = folder();
      if (!byFile.has(file)) throw new Error(`unknown asset: ${base}/${file}`);
      return `${base}/${hash}/${file}`;
    },
    send: async (request, response, next) => {
      const { hash, byFile } = folder();
      const asset = byFile.get(namedFile(request.params["file"]));
      if (asset === undefined) {
        next();
        return;
      }
      // During a rollout, a page of one release can request files from another. It gets the present file, uncached.
      const isThis = request.params["hash"] === hash;
      response.set({
        "Content-Type": asset.contentType,
        "Cache-Control": isThis ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-store",
      });
      response.vary("Accept-Encoding");
      const encoding = (["br", "gzip"] as const).find((each) => request.acceptsEncodings(each) === each);
      if (encoding !== undefined) response.set("Content-Encoding", encoding);
      response.send(encoding === undefined ? asset.bytes : await asset.packed[encoding]());
    },
  };
}

/** Express splits a wildcard into its path segments. */
function namedFile(named: string | readonly string[] | undefined): string {
  return typeof named === "object" ? named.join("/") : (named ?? "");
}

function hashOf(files: readonly AssetFile[]): string {
  const hash = createHash("sha256");
  for (const { file, bytes } of files) hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  return hash.digest("base64url").slice(0, 16);
}

/** Returns the CSP source of an inline style or script. */
export function inlineSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
