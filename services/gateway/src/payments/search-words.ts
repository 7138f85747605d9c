import { isSearchable, searchedAmount } from "@receipts/contracts";

/** A search for payments: all words must be found, in any order. */
export interface SearchWords {
  /** Texts of three characters or more, which the index of texts finds. */
  readonly keyed: readonly string[];
  /** In santim: any of them is found by the index of amounts, where no word is a longer text. */
  readonly amounts: readonly bigint[];
  /** Compared with what an index found: shorter texts, and amounts, which may be texts too. */
  readonly compared: readonly SearchWord[];
}

export interface SearchWord {
  readonly text: string;
  /** In santim. */
  readonly amount: bigint | undefined;
}

/** More are a sentence. Each word is compared with up to 10,000 payments. */
const MOST_WORDS = 8;

/** A sentence, and words without any that an index finds, are searched as one text. */
export function searchWordsOf(search: string): SearchWords {
  const all = wordsOf(search);
  const words = [...new Set(all.map((text) => text.toLowerCase()))].map((text) => ({
    text,
    amount: amountOf(text),
  }));
  const isKeyed = ({ text, amount }: SearchWord) => amount === undefined && isSearchable(text);
  const keyed = words.filter(isKeyed).map(({ text }) => text);
  const amounts = [...new Set(words.flatMap(({ amount }) => amount ?? []))];
  if (all.length < 2 || words.length > MOST_WORDS || keyed.length + amounts.length === 0)
    return { keyed: [search], amounts: [], compared: [] };
  if (keyed.length === 0) return { keyed, amounts, compared: words };
  return { keyed, amounts: [], compared: words.filter((word) => !isKeyed(word)) };
}

const wordsOf = (search: string) => search.trim().split(/\s+/);

const before = /^(?:birr|etb|br\.?|ብር)/i;
const after = /(?:birr|etb|br|ብር)?[.።]?$/i;

/** Also of `1250birr`, `ETB1,250` and `1250.` at the end of a sentence. */
export const amountOf = (word: string): bigint | undefined =>
  searchedAmount(word) ?? searchedAmount(word.replace(before, "").replace(after, ""));

/** `1250 birr` is an amount, and `birr` alone a text. */
export function withoutCurrency(search: string): string {
  const words = wordsOf(search);
  if (!words.some((word) => amountOf(word) !== undefined)) return search;
  return words.filter((word) => word.replace(before, "").replace(/^[.።]$/, "") !== "").join(" ");
}
