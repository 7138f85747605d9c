import { readFileSync } from "node:fs";
import { type Html, html } from "@receipts/web-pages";

const FOLDER = "packages/documentation/pages";

/** The `repository` of the root package.json, as a web address; undefined while it names none. */
export type Repository = string | undefined;

/**
 * Leads to the file of a page in the repository's editor. Without a known repository it shows the path, which a reader
 * with a clone can open.
 */
export function sourceOf(name: string, label: string, repository: Repository = ownRepository()): Html {
  const file = `${FOLDER}/${name}.md`;
  if (repository === undefined) return html`${label}: <code>${file}</code>`;
  return html`<a href="${repository}/edit/main/${file}">${label}</a>`;
}

function ownRepository(): Repository {
  const { repository } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const url: unknown = repository?.url ?? repository;
  return typeof url === "string" ? url.replace(/^git\+|\.git$/g, "") : undefined;
}
