import { maxSubmittedCharacters, readSubmittedText, withoutLabels } from "./submitted-text.ts";

export interface FoundIdentifiers {
  readonly reference: string;
  readonly suffix: string | null;
}

/** How a bank's identifiers look. Each function sees at most 2,000 characters. */
export interface IdentifierPatterns {
  /** What a receipt link of the bank carries; undefined for any other link. */
  fromLink(link: URL): FoundIdentifiers | undefined;
  /** The whole of a field that holds nothing else: labels and inner spaces are gone, the case is as sent. */
  fromWhole(text: string): FoundIdentifiers | undefined;
  /** Every identifier in a text such as an SMS, its links cut out. */
  fromProse(prose: string): readonly FoundIdentifiers[];
}

export type SearchResult =
  | { readonly kind: "found"; readonly found: FoundIdentifiers }
  | { readonly kind: "nothing" }
  | { readonly kind: "several" }
  | { readonly kind: "too_long" };

/** A link of the bank says most, then a field that is the identifier itself, then one somewhere in a text. */
export function searchIdentifiers(text: string, patterns: IdentifierPatterns): SearchResult {
  if (text.length > maxSubmittedCharacters) return { kind: "too_long" };
  const { links, prose } = readSubmittedText(text);
  const linked = links.flatMap((link) => patterns.fromLink(link) ?? []);
  if (linked.length > 0) return theOnly(linked);
  const whole = patterns.fromWhole(withoutLabels(prose));
  if (whole !== undefined) return { kind: "found", found: whole };
  return theOnly(patterns.fromProse(prose));
}

/** The same one twice is one; with and without its suffix is the one with it. */
function theOnly(all: readonly FoundIdentifiers[]): SearchResult {
  const references = new Set(all.map(({ reference }) => reference));
  const suffixes = new Set(all.flatMap(({ suffix }) => suffix ?? []));
  const [reference] = references;
  const [suffix = null] = suffixes;
  if (reference === undefined) return { kind: "nothing" };
  if (references.size > 1 || suffixes.size > 1) return { kind: "several" };
  return { kind: "found", found: { reference, suffix } };
}
