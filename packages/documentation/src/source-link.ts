import { readFileSync } from "node:fs";
import { type Html, html } from "@receipts/web-pages";

/** Web address of the `repository` in this package's package.json; undefined while it names none. */
export type Repository = string | undefined;

/**
 * Returns a link to the page's file in the editor of the repository. Without a known repository it returns the path, which a
 * reader with a clone can open.
 */
export function sourceOf(file: string, label: string, repository: Repository): Html {
  if (repository === undefined) return html`${label}: <code>${file}</code>`;
  return html`<a href="${repository}/edit/main/${file}">${label}</a>`;
}

export function ownRepository(): Repository {
  const { repository } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const url: unknown = repository?.url ?? repository;
  return typeof url === "string" ? url.replace(/^git\+|\.git$/g, "") : undefined;
}
