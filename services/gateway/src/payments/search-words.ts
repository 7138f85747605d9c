import { isSearchable, searchedAmount } from "@receipts/contracts";

/** A search for payments: all words must be found, in any order. */
export interface SearchWords {
  /** Texts of three characters or more, which the index of texts finds. */
  readonly keyed: readonly string[];
  /** Compared with what the index found: shorter texts, and amounts in santim, which may be texts too. */
  readonly compared: readonly { readonly text: string; readonly amount: bigint | undefined }[];
}

/** Words without any that the index finds are searched as one text. */
export function searchWordsOf(search: string): SearchWords {
  const words = search.split(/\s+/).map((text) => ({ text, amount: searchedAmount(text) }));
  const isKeyed = ({ text, amount }: (typeof words)[number]) => amount === undefined && isSearchable(text);
  const keyed = words.filter(isKeyed).map(({ text }) => text);
  if (words.length < 2 || keyed.length === 0) return { keyed: [search], compared: [] };
  return { keyed, compared: words.filter((word) => !isKeyed(word)) };
}

const currencies: readonly string[] = ["birr", "etb", "br", "br.", "ብር"];

/** `1250 birr` is an amount, and `birr` alone a text. */
export function withoutCurrency(search: string): string {
  const words = search.trim().split(/\s+/);
  if (!words.some((word) => searchedAmount(word) !== undefined)) return search;
  return words.filter((word) => !currencies.includes(word.toLowerCase())).join(" ");
}
