import { readFileSync } from "node:fs";

/** Pages that stand together in the navigation; a page is named by its file, which is its address below `/docs` too. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly string[];
}

/** In the order in which they are read. `index` is `/docs` itself; a name that ends in a language (`.am`) is in it. */
export const pageGroups: readonly PageGroup[] = [
  { title: "Start", pages: ["index", "quick-start", "quick-start.am"] },
  {
    title: "Verify receipts",
    pages: [
      "verify-and-wait",
      "poll-stream-webhook",
      "sms-and-links",
      "settlement-match",
      "confirmation-history",
      "idempotency",
    ],
  },
  { title: "Be told, be paid", pages: ["webhooks", "deposits"] },
  { title: "Look up", pages: ["sandbox", "keys", "errors", "limits", "versions"] },
];

const HOME = "index";

/** Where a page is served. */
export function addressOf(name: string): string {
  return name === HOME ? "/docs" : `/docs/${name}`;
}

export function languageOf(name: string): string {
  return /\.(\w\w)$/.exec(name)?.[1] ?? "en";
}

const FOLDER = new URL("../pages/", import.meta.url);

export interface SourcePage {
  readonly name: string;
  readonly source: string;
}

/** The pages as they stand in the repository, in their order. */
export function readPages(): readonly SourcePage[] {
  return pageGroups
    .flatMap(({ pages }) => pages)
    .map((name) => ({ name, source: readFileSync(new URL(`${name}.md`, FOLDER), "utf8") }));
}
