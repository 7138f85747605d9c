import { maxSubmittedCharacters, readSubmittedText, withoutLabels } from "./submitted-text.ts";

export interface FoundIdentifiers {
  readonly reference: string;
  readonly suffix: string | null;
  /** Digits behind the reference, if they are not as many as a suffix has. */
  readonly wrongDigits?: number;
}

/** Patterns of a bank's identifiers. Each function sees at most 2,000 characters. */
export interface IdentifierPatterns {
  /** Returns the identifiers in a receipt link of the bank; undefined for any other link. */
  fromLink(link: URL): FoundIdentifiers | undefined;
  /** Reads a field that holds nothing else. Labels and inner spaces are removed, the case is as sent. */
  fromWhole(text: string): FoundIdentifiers | undefined;
  /** Every identifier in a text such as an SMS, its links cut out. */
  fromProse(prose: string): readonly FoundIdentifiers[];
}

export type SearchResult =
  | { readonly kind: "found"; readonly found: FoundIdentifiers }
  | { readonly kind: "nothing" }
  | { readonly kind: "several" }
  | { readonly kind: "too_long" };

/** A link of the bank has priority, then a field that is an identifier, then an identifier within a text. */
export function searchIdentifiers(text: string, patterns: IdentifierPatterns): SearchResult {
  if (text.length > maxSubmittedCharacters) return { kind: "too_long" };
  const { links, prose } = readSubmittedText(text);
  const linked = links.flatMap((link) => patterns.fromLink(link) ?? []);
  if (linked.length > 0) return theOnly(linked);
  const whole = patterns.fromWhole(withoutLabels(prose));
  if (whole !== undefined) return { kind: "found", found: whole };
  return theOnly(patterns.fromProse(prose));
}

/** Merges duplicates; an identifier with its suffix replaces the same one without it. */
function theOnly(all: readonly FoundIdentifiers[]): SearchResult {
  const references = new Set(all.map(({ reference }) => reference));
  const suffixes = new Set(all.flatMap(({ suffix }) => suffix ?? []));
  const [reference] = references;
  const [suffix = null] = suffixes;
  if (reference === undefined) return { kind: "nothing" };
  if (references.size > 1 || suffixes.size > 1) return { kind: "several" };
  const wrongDigits = suffix === null ? all.find(({ wrongDigits: count }) => count)?.wrongDigits : undefined;
  return {
    kind: "found",
    found: { reference, suffix, ...(wrongDigits !== undefined && { wrongDigits }) },
  };
}
