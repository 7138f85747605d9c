import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../../../..", import.meta.url));

/** A link into the documentation, and where it stands. */
export interface LinkFromElsewhere {
  readonly from: string;
  readonly link: string;
}

const filesOf = (...patterns: string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: REPOSITORY })).sort();
const textOf = (file: string) => readFileSync(`${REPOSITORY}${file}`, "utf8");
const linksIn = (file: string, pattern: RegExp): LinkFromElsewhere[] =>
  [...textOf(file).matchAll(pattern)].map(([, link = ""]) => ({ from: file, link }));

/** A whole text, in quotes or behind an address: `"/docs/keys"`, `/docs/errors#x` in backticks. */
const WRITTEN = /["'`}](\/docs(?:[/#][^"'`\s<>]*)?)["'`]/g;

/** Where the documentation's own paths are given to the router. */
const ROUTES = "services/gateway/src/pages/documentation-routes.ts";

/** Of the dashboard, the hosted pages, the answers, and what the documents are made of. One that is put together stands out: `/docs/errors#${code}`. */
export function linksOfSources(): readonly LinkFromElsewhere[] {
  return filesOf(
    "packages/{dashboard,contracts,web-pages}/{src,client}/**/*.ts",
    "services/gateway/src/**/*.ts",
    "services/gateway/assets/*.js",
  )
    .filter((file) => !file.endsWith(".test.ts") && file !== ROUTES)
    .flatMap((file) => linksIn(file, WRITTEN));
}

/** Of the READMEs: to a page as it stands in the repository, or as it is served. */
export function linksOfReadmes(): readonly LinkFromElsewhere[] {
  return filesOf("README.md", "{packages,services}/*/README.md", "deploy/*/README.md").flatMap((file) => [
    ...linksIn(file, /\]\(http:\/\/localhost:8080(\/docs[^)]*)\)/g),
    ...linksIn(file, /\]\([^)]*\bpages\/([\w.-]+\.md(?:#[^)]*)?)\)/g).map(({ from, link }) => ({
      from,
      link: `/docs/${link.replace(".md", "")}`.replace(/^\/docs\/index(?=#|$)/, "/docs"),
    })),
  ]);
}

/** Of a document or a page as it is served at the public address. */
export function linksOfAnswer(from: string, text: string): readonly LinkFromElsewhere[] {
  const found = text.matchAll(
    /["'(`](?:https:\/\/(?:api|pay)\.example\.test)?(\/docs(?:[/#][^"'`\s<>)]*)?)["')`]/g,
  );
  return [...found].map(([, link = ""]) => ({ from, link }));
}
