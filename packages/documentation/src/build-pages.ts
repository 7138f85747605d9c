import {
  apiErrorCodes,
  checkoutErrorCodes,
  openApiDocument,
  checkoutOpenApiDocument,
} from "@receipts/contracts";
import { type FramedPage, type Frame, framed } from "./page-frame.ts";
import { addressOf, pageGroups } from "./page-list.ts";
import { readPages } from "./read-pages.ts";
import type { Surface } from "./reference/operations.ts";
import { operationAddresses, referencePages } from "./reference/reference-pages.ts";
import { createMarkdown } from "./render-markdown.ts";

export interface DocumentationDeps {
  readonly publicBaseUrl: string;
  readonly checkoutBaseUrl: string;
}

/** Where the service is when `npm start` has started it: what the pages in the repository say. */
const LOCAL = "http://localhost:8080";

/** What is served beside the pages, and may be named in them as code. */
const places: ReadonlySet<string> = new Set([
  "/docs",
  "/docs/reference",
  "/docs/reference/webhook-bodies",
  "/docs/reference/checkout-webhook-bodies",
  "/dashboard",
  "/status",
  "/openapi.json",
  "/v1/openapi.json",
]);

export interface BuiltPages {
  /** By address. */
  readonly pages: ReadonlyMap<string, string>;
  /** What is shown where there is none. */
  readonly missing: string;
}

const missingPage: FramedPage = {
  name: "missing",
  title: "There is no such page",
  headings: [],
  markup: `<h1>There is no such page</h1>
<p>All pages are listed in the navigation. <a href="/docs">Begin at the first.</a></p>
`,
};

export function buildPages(deps: DocumentationDeps & Pick<Frame, "style" | "icon">): BuiltPages {
  const surfaces = surfacesOf(deps);
  const operations = operationAddresses(surfaces);
  const codeLinkOf = (code: string) => {
    const call = code.split("?")[0] ?? "";
    return operations.get(call) ?? (places.has(call) ? call : undefined);
  };
  const markdown = createMarkdown({ linkOf, codeLinkOf, shownCode: (code) => withAddresses(code, deps) });
  const asWritten = createMarkdown({ linkOf, codeLinkOf, shownCode: (code) => code });
  const guides: readonly FramedPage[] = readPages().map(({ name, source }) => ({
    name,
    ...(isLocal(name) ? asWritten : markdown).page(source),
  }));
  const reference = referencePages(surfaces, { line: markdown.line, isErrorCode });
  const titled = new Map(guides.map((page) => [page.name, page]));
  const frame: Frame = {
    ...deps,
    navigation: [
      ...pageGroups.map(({ title, pages }) => ({
        title,
        pages: pages.flatMap((name) => titled.get(name) ?? []),
      })),
      { title: "API reference", pages: reference },
    ],
  };
  return {
    pages: new Map([...guides, ...reference].map((page) => [addressOf(page.name), framed(frame, page)])),
    missing: framed(frame, missingPage),
  };
}

function surfacesOf({ publicBaseUrl, checkoutBaseUrl }: DocumentationDeps): readonly Surface[] {
  return [
    {
      title: "Verification",
      document: openApiDocument(publicBaseUrl),
      address: "/openapi.json",
      prefix: "",
    },
    {
      title: "Checkout",
      document: checkoutOpenApiDocument(checkoutBaseUrl, publicBaseUrl),
      address: "/v1/openapi.json",
      prefix: "checkout-",
    },
  ];
}

const errorCodes: ReadonlySet<string> = new Set([...apiErrorCodes, ...checkoutErrorCodes]);
const isErrorCode = (code: string) => errorCodes.has(code);

/** Of the repository's relative links the site's own: `deposits.md#states` → `/docs/deposits#states`. */
function linkOf(target: string): string {
  const [, name, anchor = ""] = /^([\w.-]+)\.md(#.*)?$/.exec(target) ?? [];
  return name === undefined ? target : `${addressOf(name)}${anchor}`;
}

/** What a reader starts himself has its own addresses, whoever tells him of it. */
const isLocal = (name: string) => name.startsWith("quick-start");

/** Whoever reads the pages at an installation can paste its addresses. */
function withAddresses(code: string, { publicBaseUrl, checkoutBaseUrl }: DocumentationDeps): string {
  return code.replaceAll(`${LOCAL}/v1`, `${checkoutBaseUrl}/v1`).replaceAll(LOCAL, publicBaseUrl);
}
