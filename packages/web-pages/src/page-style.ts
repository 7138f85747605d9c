import { readFileSync } from "node:fs";

/** The colours and the reset that all pages have in common, then the given files, as one style sheet. */
export function pageStyle(...files: readonly URL[]): string {
  const base = new URL("../assets/base.css", import.meta.url);
  return [base, ...files].map((file) => readFileSync(file, "utf8")).join("\n");
}
