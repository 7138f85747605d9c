import { readFileSync } from "node:fs";

/** Returns one style sheet: the colours and the reset of all pages, then the given files. */
export function pageStyle(...files: readonly URL[]): string {
  const base = new URL("../assets/base.css", import.meta.url);
  return [base, ...files].map((file) => withoutComments(readFileSync(file, "utf8"))).join("\n");
}

/** They are for us: phones need not load them. */
function withoutComments(style: string): string {
  const [first = "", ...others] = style.split("/*");
  return [first, ...others.map((part) => part.slice(part.indexOf("*/") + 2))].join("");
}
