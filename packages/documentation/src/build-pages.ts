import { setImmediate as nextTurn } from "node:timers/promises";
import { apiErrorCodes, checkoutErrorCodes, checkoutOpenApiDocument } from "@receipts/contracts";
import { frameTexts } from "./frame-texts.ts";
import { frontPage } from "./front-page.ts";
import { localNote, withAddresses } from "./local-note.ts";
import { type Frame, type FramedPage, framed, type ListedPage } from "./page-frame.ts";
import { addressOf, languageOf, pageGroups, readPages } from "./page-list.ts";
import { isOneBanksPage } from "./payer-pages.ts";
import type { Json } from "./reference/json-reading.ts";
import type { Surface } from "./reference/operations.ts";
import { referenceAddresses, referencePages } from "./reference/reference-pages.ts";
import { createMarkdown, type Markdown } from "./render-markdown.ts";
import { type SearchEntry, searchEntriesOf } from "./search/search-entries.ts";
import { ownRepository, type Repository, sourceOf } from "./source-link.ts";
import type { SourcePage } from "./source-page.ts";

export interface DocumentationDeps {
  readonly publicBaseUrl: string;
  readonly checkoutBaseUrl: string;
  /** Returns the document served at `/openapi.json`: building another takes 0.1 s. */
  readonly openApi: () => Json;
}

/** Addresses beside the pages that become links where a page names them as code. */
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
  /** By address. A page is rendered when it is called: all of them together take 0.2 s. */
  readonly pages: ReadonlyMap<string, () => string>;
  /** Sections of all pages, for search. Yields between pages, so that other requests do not wait. */
  readonly searchEntries: () => Promise<readonly SearchEntry[]>;
  /** The page at `/`. */
  readonly front: string;
  /** The page of a 404. */
  readonly missing: string;
}

const missingPage: FramedPage = {
  name: "missing",
  title: "Page not found",
  headings: [],
  markup: `<h1>Page not found</h1>
<p>There is nothing at this address: look whether it is spelled right. <span lang="am">በዚህ አድራሻ ምንም የለም።</span></p>
<ul class="places">
<li><a href="/">Start</a>: all places of this service</li>
<li><a href="/dashboard">Dashboard</a>: verify a receipt. <a href="/dashboard?lang=am" lang="am">ደረሰኝ ያረጋግጡ</a></li>
<li><a href="/docs">Documentation</a></li>
</ul>
`,
};

export function buildPages(deps: DocumentationDeps & Omit<Frame, "navigation">): BuiltPages {
  const surfaces = surfacesOf(deps);
  const addresses = referenceAddresses(surfaces);
  const codeLinkOf = (code: string) => {
    const call = code.split("?")[0] ?? "";
    return addresses.get(call) ?? (places.has(call) ? call : undefined);
  };
  const markdown = createMarkdown({ linkOf, codeLinkOf });
  const guides = readPages().map((page) => guideOf(page, markdown, { ...deps, repository: ownRepository() }));
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
  const listed = [...guides, ...reference];
  return {
    pages: new Map(
      listed.map((page) => [addressOf(page.name), () => framed(frame, { ...page, ...page.write() })]),
    ),
    searchEntries: async () => {
      const entries: SearchEntry[] = [];
      for (const { name, title, write } of listed) {
        // Their lists lead to them: in results, eleven would hide the pages for integrators.
        if (isOneBanksPage(name)) continue;
        await nextTurn();
        entries.push(...searchEntriesOf({ name, title, markup: write().markup }));
      }
      return entries;
    },
    front: framed(frame, frontPage(deps.publicBaseUrl)),
    missing: framed(frame, missingPage),
  };
}

function guideOf(
  { name, source, file, isForPayers }: SourcePage,
  markdown: Markdown,
  deps: DocumentationDeps & { readonly repository: Repository },
): ListedPage {
  const [firstLine = ""] = source.split("\n", 1);
  const language = languageOf(name);
  return {
    name,
    title: markdown.page(firstLine).title,
    write: () => ({
      ...markdown.page(withAddresses({ name, source }, deps)),
      ...(isForPayers ? {} : { note: localNote(name, deps, language) }),
      source: sourceOf(file, frameTexts[language].edit, deps.repository),
    }),
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

/** Maps the relative links of the repository to those of the site: `deposits.md#states` → `/docs/deposits#states`. */
function linkOf(target: string): string {
  const [, name, anchor = ""] = /^([\w.-]+)\.md(#.*)?$/.exec(target) ?? [];
  return name === undefined ? target : `${addressOf(name)}${anchor}`;
}
