import { apiErrorCodes, checkoutErrorCodes, checkoutOpenApiDocument } from "@receipts/contracts";
import { localNote } from "./local-note.ts";
import { type Frame, type FramedPage, framed, type ListedPage } from "./page-frame.ts";
import { addressOf, languageOf, pageGroups, readPages, type SourcePage } from "./page-list.ts";
import type { Json } from "./reference/json-reading.ts";
import type { Surface } from "./reference/operations.ts";
import { operationAddresses, referencePages } from "./reference/reference-pages.ts";
import { createMarkdown, type Markdown } from "./render-markdown.ts";

export interface DocumentationDeps {
  readonly publicBaseUrl: string;
  readonly checkoutBaseUrl: string;
  /** Returns what is served at `/openapi.json`: making another takes 0.1 s. */
  readonly openApi: () => Json;
}

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
  /** By address: each is written when it is called for, for all of them together take 0.2 s. */
  readonly pages: ReadonlyMap<string, () => string>;
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
  const markdown = createMarkdown({ linkOf, codeLinkOf });
  const guides = readPages().map((page) => guideOf(page, markdown, deps));
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
    pages: new Map(
      [...guides, ...reference].map((page) => [
        addressOf(page.name),
        () => framed(frame, { ...page, ...page.write() }),
      ]),
    ),
    missing: framed(frame, missingPage),
  };
}

function guideOf({ name, source }: SourcePage, markdown: Markdown, deps: DocumentationDeps): ListedPage {
  const [firstLine = ""] = source.split("\n", 1);
  return {
    name,
    title: markdown.page(firstLine).title,
    write: () => ({ ...markdown.page(source), note: localNote(deps, languageOf(name)) }),
  };
}

function surfacesOf({ publicBaseUrl, checkoutBaseUrl, openApi }: DocumentationDeps): readonly Surface[] {
  return [
    {
      title: "Verification",
      document: openApi(),
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
