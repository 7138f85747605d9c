import { readFileSync } from "node:fs";
import { pageGroups } from "./page-list.ts";

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
