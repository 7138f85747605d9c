import { readFileSync } from "node:fs";

/** Returns one style sheet: the colours and the reset of all pages, then the given files. */
export function pageStyle(...files: readonly URL[]): string {
  const base = new URL("../assets/base.css", import.meta.url);
  return [base, ...files].map((file) => readFileSync(file, "utf8")).join("\n");
}
