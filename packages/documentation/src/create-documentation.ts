import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type AssetFile, createAssetFolder, sendPage } from "@receipts/web-pages";
import type { Request, RequestHandler, Response } from "express";
import { type BuiltPages, buildPages, type DocumentationDeps } from "./build-pages.ts";

const ASSETS = new URL("../assets/", import.meta.url);

/** A release shows within minutes, and until then nobody asks twice for what he has. */
const CACHED_SECONDS = 300;

/** Nothing runs, nothing is sent, nobody may frame it; style and icon are the only files. */
const headers = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
};

const asset = (file: string, contentType: string): AssetFile => ({
  file,
  contentType,
  bytes: readFileSync(new URL(file, ASSETS)),
});

export interface Documentation {
  /** Of `/docs` and all paths below it that are no asset's. */
  readonly page: RequestHandler;
  /** Of the route `/docs/assets/:hash/*file`. */
  readonly asset: RequestHandler;
}

/**
 * Guides and the API reference, and the files that they are drawn with. All of it is rendered once, when somebody first asks:
 * a process that starts has better things to do for the 0.2 s.
 */
export function createDocumentation(deps: DocumentationDeps): Documentation {
  const assets = createAssetFolder("/docs/assets", [
    asset("docs.css", "text/css; charset=utf-8"),
    asset("docs.svg", "image/svg+xml"),
  ]);
  let kept: BuiltPages | undefined;
  const build = () =>
    buildPages({ ...deps, style: assets.pathOf("docs.css"), icon: assets.pathOf("docs.svg") });
  return {
    page: async (request, response) => {
      kept ??= build();
      const text = kept.pages.get(request.path);
      response.set(headers);
      if (text === undefined) await sendPage(request, response, { status: 404, text: kept.missing });
      else await send(request, response, text);
    },
    asset: (request, response, next) => {
      response.set(headers);
      assets.send(request, response, next);
    },
  };
}

async function send(request: Request, response: Response, text: string): Promise<void> {
  response.set({ "Cache-Control": `public, max-age=${CACHED_SECONDS}`, ETag: entityTag(text) });
  if (request.fresh) response.status(304).vary("Accept-Encoding").end();
  else await sendPage(request, response, { status: 200, text });
}

/** A weak one: packed or not, it is the same page. */
function entityTag(text: string): string {
  return `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}
