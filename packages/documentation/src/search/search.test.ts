import { openApiDocument } from "@receipts/contracts";
import MiniSearch from "minisearch";
import { buildPages } from "../build-pages.ts";
import type { SearchEntry } from "./search-entries.ts";
import { searchWords } from "./search-words.ts";

interface SearchModule {
  createFinder(
    library: typeof MiniSearch,
    entries: readonly SearchEntry[],
  ): (query: string) => readonly (SearchEntry & { readonly terms: readonly string[] })[];
  markedExcerpt(text: string, terms: readonly string[]): readonly { text: string; isMatch: boolean }[];
}
/** As the browser runs it. */
const script = new URL("../../assets/search-index.js", import.meta.url).href;
const { createFinder, markedExcerpt }: SearchModule = await import(script);

const openApi = openApiDocument("https://api.example.test");
const { searchEntries } = buildPages({
  publicBaseUrl: "https://api.example.test",
  checkoutBaseUrl: "https://pay.example.test",
  openApi: () => openApi,
  style: "",
  script: "",
  icon: "",
  search: "",
});
const entries = await searchEntries();
const find = createFinder(MiniSearch, entries);
const found = (query: string) => find(query).map(({ id }) => id);

describe("search", () => {
  it.each([
    ["signature", "/docs/webhooks#signatures"],
    ["ፊርማ", "/docs/webhooks#signatures"],
    ["የፊርማ", "/docs/webhooks#signatures"],
    ["409", "/docs/errors#idempotency_conflict"],
    ["suffix", "/docs/verify-and-wait#what-to-send"],
    ["rate limit", "/docs/errors#rate_limited"],
    ["rate_limited", "/docs/errors#rate_limited"],
    ["waitms", "/docs/verify-and-wait#how-long-to-wait"],
    ["createDeposit", "/docs/reference/checkout-deposits#createDeposit"],
    ["rotate secret", "/docs/webhooks#rotate-the-secret"],
    // A guide in the language of the word comes before pages that have its translation.
    ["ክፍያ", "/docs/deposits.am"],
    ["ደረሰኝ", "/docs/at-the-counter.am#ደረሰኝ-ያረጋግጡ"],
    ["ሒሳብ", "/docs/settlement-match"],
    ["ሒሳብ".replace("ሒ", "\u1202"), "/docs/settlement-match"],
    ["ባንክ", "/docs#banks"],
    ["ቁልፍ", "/docs/keys"],
    ["ስህተት", "/docs/errors"],
    ["ተቀማጭ", "/docs/deposits"],
  ])("finds %s among the first three: %s", (query, address) => {
    expect(found(query).slice(0, 3)).toContain(address);
  });

  it.each(["signature", "ፊርማ", "409", "suffix"])("leads with a section that explains %s", (query) => {
    expect(found(query)[0]).toMatch(/^\/docs\/(?:webhooks#signatures|errors#|verify-and-wait#what-to-send)/);
  });

  it("finds fields and operations of the reference", () => {
    expect(found("/api/credits/usage")).toContain("/docs/reference/credits#getCreditUsage");
    expect(found("gracePeriodSeconds").some((id) => id.startsWith("/docs/reference/"))).toBe(true);
  });

  it("forgives a mistyped letter, but not in a number", () => {
    expect(found("signatrue")[0]).toBe("/docs/webhooks#signatures");
    expect(found("499")).toEqual([]);
  });

  it("finds nothing for words that no page has", () => {
    expect(found("xylophone")).toEqual([]);
  });

  const rows = Object.entries(searchWords).flatMap(([place, words]) =>
    words.split(" ").map((word) => [word, place]),
  );
  it.each(rows)("leads from the listed word %s to %s", (word, place = "") => {
    const [page, anchor] = place.split("#");
    const address = `${page === "index" ? "/docs" : `/docs/${page}`}${anchor === undefined ? "" : `#${anchor}`}`;
    expect(found(word).slice(0, 8)).toContain(address);
  });

  it("marks the matches in an excerpt around the first one", () => {
    const text = `${"word ".repeat(40)}the signature is checked. ${"word ".repeat(60)}`;
    const parts = markedExcerpt(text, ["signature"]);
    expect(parts.filter(({ isMatch }) => isMatch).map((part) => part.text)).toEqual(["signature"]);
    expect(parts.map((part) => part.text).join("")).toMatch(/^… .*the signature is checked\. .* …$/);
  });
});
