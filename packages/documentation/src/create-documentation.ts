import { createAssetFolder, once, type PackedPage, packPage, sendPacked } from "@receipts/web-pages";
import type { Request, RequestHandler, Response } from "express";
import { type BuiltPages, buildPages, type DocumentationDeps } from "./build-pages.ts";
import { readDocumentationAssets, readIcon } from "./documentation-assets.ts";
import { frontDocument } from "./front-page.ts";

/** A new release shows after 5 minutes at most. */
const CACHED_SECONDS = 300;

const SEARCH = "/docs/search.json";

/** Only files of this origin run or load, no form is sent, and no other site may frame a page. */
const headers = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
};

export interface Documentation {
  /** Returns the addresses of all pages. */
  addresses(): readonly string[];
  /** Serves `/`: a page for browsers, JSON for programs. */
  readonly front: RequestHandler;
  /** Serves `/favicon.ico`, which browsers request where a document names no icon. */
  readonly icon: RequestHandler;
  /** Serves `/docs` and all paths below it that are not an asset's. */
  readonly page: RequestHandler;
  /** Serves paths that do not exist, to browsers. */
  readonly missing: RequestHandler;
  /** Serves `/docs/search.json`: all sections, for the search of the pages. */
  readonly search: RequestHandler;
  /** Serves `/docs/assets/:hash/*file`. */
  readonly asset: RequestHandler;
}

/** Creates the handlers of the guides and the API reference. Each page is rendered, packed and hashed on its first request. */
export function createDocumentation(deps: DocumentationDeps): Documentation {
  const assets = createAssetFolder("/docs/assets", readDocumentationAssets);
  const pages = once(() =>
    buildPages({
      ...deps,
      style: assets.pathOf("docs.css"),
      script: assets.pathOf("docs.js"),
      icon: assets.pathOf("docs.svg"),
      search: SEARCH,
    }),
  );
  const find = createPageStore(pages);
  const icon = once(readIcon);
  const front = once(() => packPage(pages().front));
  const sections = once(async () => packPage(JSON.stringify(await pages().searchEntries())));
  return {
    addresses: () => [...pages().pages.keys()],
    front: async (request, response) => {
      response.set(headers).vary("Accept");
      if (request.accepts("json", "html") === "html")
        send(request, response, { status: 200, page: await front() });
      else response.json(frontDocument(deps.publicBaseUrl));
    },
    icon: (_request, response) => {
      response.set({ ...headers, "Cache-Control": `public, max-age=${CACHED_SECONDS}` });
      response.type("svg").send(icon());
    },
    page: async (request, response) => {
      const { status, page } = find(request.path.replace(/\/$/, ""));
      response.set(headers);
      send(request, response, { status, page: await page });
    },
    missing: async (request, response) => {
      response.set(headers);
      send(request, response, { status: 404, page: await find("").page });
    },
    search: async (request, response) => {
      response.set(headers);
      send(request, response, { status: 200, page: await sections(), type: "json" });
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
  const packed = new Map<string, FoundPage>();
  let missing: FoundPage | undefined;
  return (address) => {
    const write = built().pages.get(address);
    if (write === undefined) {
      missing ??= { status: 404, page: packPage(built().missing) };
      return missing;
    }
    const found = packed.get(address) ?? { status: 200, page: packPage(write()) };
    packed.set(address, found);
    return found;
  };
}

function send(
  request: Request,
  response: Response,
  {
    status,
    page,
    type = "html",
  }: { readonly status: FoundPage["status"]; readonly page: PackedPage; readonly type?: "html" | "json" },
): void {
  if (status === 200) {
    response.set({ "Cache-Control": `public, max-age=${CACHED_SECONDS}`, ETag: page.entityTag });
    if (request.fresh) {
      response.status(304).vary("Accept-Encoding").end();
      return;
    }
  }
  sendPacked(request, response, { status, page, type });
}
