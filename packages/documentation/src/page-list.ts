import { readFileSync } from "node:fs";
import { type PageLanguage, pageLanguages } from "@receipts/web-pages";
import { payerLists, payerPages } from "./payer-pages.ts";
import type { SourcePage } from "./source-page.ts";

/** Pages that stand together in the navigation. A page's name is its file without `.md`, and its address below `/docs`. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly string[];
}

/** In reading order. `index` is `/docs` itself; a name that ends in a language code (`.am`) is in that language. */
export const pageGroups: readonly PageGroup[] = [
  { title: "Start", pages: ["index", "quick-start", "quick-start.am", "go-live"] },
  {
    title: "Verify receipts",
    pages: [
      "verify-and-wait",
      "at-the-counter",
      "at-the-counter.am",
      "photos",
      "lists",
      "poll-stream-webhook",
      "sms-and-links",
      "settlement-match",
      "confirmation-history",
      "idempotency",
    ],
  },
  {
    title: "Webhooks and deposits",
    pages: [
      "webhooks",
      "receivers",
      "deposits",
      "deposits.am",
      "reconciliation",
      "reconciliation.am",
      "telegram",
    ],
  },
  { title: "For payers", pages: payerLists },
  {
    title: "Look up",
    pages: ["glossary", "sandbox", "keys", "team", "team.am", "errors", "limits", "versions", "privacy"],
  },
];

const HOME = "index";

/** Returns the address of a page. */
export function addressOf(name: string): string {
  return name === HOME ? "/docs" : `/docs/${name}`;
}

export function languageOf(name: string): PageLanguage {
  return pageLanguages.find((language) => name.endsWith(`.${language}`)) ?? "en";
}

const FOLDER = new URL("../pages/", import.meta.url);

/** The pages in the folder, in the order of the navigation, and those for payers. */
export function readPages(): readonly SourcePage[] {
  const written = pageGroups.flatMap(({ pages }) => pages).filter((name) => !payerLists.includes(name));
  return [
    ...written.map((name) => ({
      name,
      source: readFileSync(new URL(`${name}.md`, FOLDER), "utf8"),
      file: `packages/documentation/pages/${name}.md`,
    })),
    ...payerPages,
  ];
}
