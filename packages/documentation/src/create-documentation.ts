import { readFileSync } from "node:fs";
import {
  createAssetFolder,
  once,
  type PackedPage,
  packPage,
  pageStyle,
  sendPacked,
} from "@receipts/web-pages";
import type { Request, RequestHandler, Response } from "express";
import { type BuiltPages, buildPages, type DocumentationDeps } from "./build-pages.ts";

const asset = (file: string) => new URL(`../assets/${file}`, import.meta.url);

/** A release shows within minutes, and until then nobody asks twice for what he has. */
const CACHED_SECONDS = 300;

/** Nothing runs, nothing is sent, nobody may frame it; style and icon are the only files. */
const headers = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
};

export interface Documentation {
  /** Of every page that there is. */
  addresses(): readonly string[];
  /** Of `/docs` and all paths below it that are no asset's. */
  readonly page: RequestHandler;
  /** Of the route `/docs/assets/:hash/*file`. */
  readonly asset: RequestHandler;
}

/**
 * Guides and the API reference, and the files that they are drawn with. A page is written, packed and hashed once, when
 * somebody first asks for it: a process that starts has better things to do, and nobody waits for pages that he did not want.
 */
export function createDocumentation(deps: DocumentationDeps): Documentation {
  const assets = createAssetFolder("/docs/assets", () => [
    {
      file: "docs.css",
      contentType: "text/css; charset=utf-8",
      bytes: Buffer.from(pageStyle(asset("docs.css"))),
    },
    { file: "docs.svg", contentType: "image/svg+xml", bytes: readFileSync(asset("docs.svg")) },
  ]);
  const pages = once(() =>
    buildPages({ ...deps, style: assets.pathOf("docs.css"), icon: assets.pathOf("docs.svg") }),
  );
  const find = createPageStore(pages);
  return {
    addresses: () => [...pages().pages.keys()],
    page: async (request, response) => {
      const { status, page } = find(request.path.replace(/\/$/, ""));
      response.set(headers);
      send(request, response, { status, page: await page });
    },
    asset: (request, response, next) => {
      response.set(headers);
      assets.send(request, response, next);
    },
  };
}

interface FoundPage {
  readonly status: 200 | 404;
  readonly page: Promise<PackedPage>;
}

function createPageStore(built: () => BuiltPages): (address: string) => FoundPage {
  const kept = new Map<string, FoundPage>();
  let missing: FoundPage | undefined;
  return (address) => {
    const write = built().pages.get(address);
    if (write === undefined) {
      missing ??= { status: 404, page: packPage(built().missing) };
      return missing;
    }
    const found = kept.get(address) ?? { status: 200, page: packPage(write()) };
    kept.set(address, found);
    return found;
  };
}

function send(
  request: Request,
  response: Response,
  { status, page }: { readonly status: FoundPage["status"]; readonly page: PackedPage },
): void {
  if (status === 200) {
    response.set({ "Cache-Control": `public, max-age=${CACHED_SECONDS}`, ETag: page.entityTag });
    if (request.fresh) {
      response.status(304).vary("Accept-Encoding").end();
      return;
    }
  }
  sendPacked(request, response, { status, page });
}
