import { readFileSync } from "node:fs";
import { apiErrors, checkoutErrors } from "@receipts/contracts";

const page = readFileSync(new URL("../pages/errors.md", import.meta.url), "utf8");

/** The text below the heading of each code. */
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.split("\n", 1)[0] ?? "", text.split(/^## /m)[0] ?? ""] as const),
);
const codes = [...new Set([...Object.keys(apiErrors), ...Object.keys(checkoutErrors)])];

describe("the page of errors", () => {
  it.each(codes)("explains %s: surface, status, cause and fix", (code) => {
    const section = sections.get(code) ?? "";
    const statusIn = (table: Readonly<Record<string, { readonly status: number }>>) => table[code]?.status;
    const [api, checkout] = [statusIn(apiErrors), statusIn(checkoutErrors)];
    const surfaces = [api && "verification", checkout && "checkout"].filter(Boolean).join(" and ");
    expect(section).toMatch(new RegExp(`^${code}\n\nHTTP ${api ?? checkout}, ${surfaces}\\.`));
    if (api !== undefined && checkout !== undefined) expect(checkout).toBe(api);
    expect(section.trim().split("\n\n").length).toBeGreaterThanOrEqual(3);
  });

  it("has no other codes", () => {
    expect([...sections.keys()].sort()).toEqual([...codes].sort());
  });
});
