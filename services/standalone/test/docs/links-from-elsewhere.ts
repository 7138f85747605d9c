import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../../../..", import.meta.url));

/** A link to the documentation, and the file that has it. */
export interface LinkFromElsewhere {
  readonly from: string;
  readonly link: string;
}

const filesOf = (...patterns: string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: REPOSITORY })).sort();
const textOf = (file: string) => readFileSync(`${REPOSITORY}${file}`, "utf8");
const linksIn = (file: string, pattern: RegExp): LinkFromElsewhere[] =>
  [...textOf(file).matchAll(pattern)].map(([, link = ""]) => ({ from: file, link }));

/** A whole string, in any quotes, that may follow a base address: `"/docs/keys"`. */
const WRITTEN = /["'`}](\/docs(?:[/#][^"'`\s<>]*)?)["'`]/g;

/** Gives the documentation's own paths to the router. */
const ROUTES = "services/gateway/src/pages/documentation-routes.ts";

/** Returns links in the sources of the dashboard, the hosted pages, the responses and the OpenAPI documents. A composed link is a fault. */
export function linksOfSources(): readonly LinkFromElsewhere[] {
  return filesOf(
    "packages/{dashboard,contracts,web-pages}/{src,client}/**/*.ts",
    "services/gateway/{src,client}/**/*.ts",
  )
    .filter((file) => !file.endsWith(".test.ts") && file !== ROUTES)
    .flatMap((file) => linksIn(file, WRITTEN));
}

/** Returns links in the READMEs, to a page in the repository or as served. */
export function linksOfReadmes(): readonly LinkFromElsewhere[] {
  return filesOf("README.md", "{packages,services}/*/README.md", "deploy/*/README.md").flatMap((file) => [
    ...linksIn(file, /\]\(http:\/\/localhost:8080(\/docs[^)]*)\)/g),
    ...linksIn(file, /\]\([^)]*\bpages\/([\w.-]+\.md(?:#[^)]*)?)\)/g).map(({ from, link }) => ({
      from,
      link: `/docs/${link.replace(".md", "")}`.replace(/^\/docs\/index(?=#|$)/, "/docs"),
    })),
  ]);
}

/** Returns links in a served document or page. */
export function linksOfAnswer(from: string, text: string): readonly LinkFromElsewhere[] {
  const found = text.matchAll(
    /["'(`](?:https:\/\/(?:api|pay)\.example\.test)?(\/docs(?:[/#][^"'`\s<>)]*)?)["')`]/g,
  );
  return [...found].map(([, link = ""]) => ({ from, link }));
}
