import type { IdentifierFault, IdentifierResult, SubmittedIdentifiers } from "./bank-adapter.ts";
import { type FoundIdentifiers, type IdentifierPatterns, searchIdentifiers } from "./identifier-search.ts";
import {
  isLabelWord,
  maxSubmittedCharacters,
  tooLongMessage,
  withoutTrailingPunctuation,
} from "./submitted-text.ts";

export type Field = IdentifierFault["field"];

/** The content of one field; `fault` if it was sent but not understood. */
export interface ReadField {
  readonly reference: string | null;
  readonly suffix: string | null;
  readonly wrongDigits?: number;
  readonly fault: IdentifierFault | null;
}

const nothing: ReadField = { reference: null, suffix: null, fault: null };

export interface ReferenceRules {
  readonly patterns: IdentifierPatterns;
  /** The expected form with an example; completes the sentence of a fault. */
  readonly expectedReference: string;
}

export interface SuffixRules extends ReferenceRules {
  /** The fault of a reference that has the right shape. */
  checkReference(reference: string): IdentifierFault | null;
  readonly suffixDigits: number;
  readonly expectedSuffix: string;
  /** Whether the receipt of this reference, or of a text sent as one, cannot be read without a suffix. */
  needsSuffix(reference: string): boolean;
}

export function readReferenceField(text: string | undefined, rules: ReferenceRules): ReadField {
  return isBlank(text) ? nothing : searchField("reference", text, rules.patterns, rules.expectedReference);
}

/** Digits, or a link or an SMS that ends in them. */
export function readSuffixField(text: string | undefined, rules: SuffixRules): ReadField {
  if (isBlank(text)) return nothing;
  if (text.length <= maxSubmittedCharacters) {
    const digits = suffixDigits(text);
    const isOfOneNumber = /^\d+$/.test(digits);
    if (isOfOneNumber && digits.length === rules.suffixDigits) return { ...nothing, suffix: digits };
    if (isOfOneNumber) return faulty("suffix", miscounted(digits.length, rules));
  }
  const read = searchField("suffix", text, rules.patterns, rules.expectedSuffix);
  return read.fault === null && read.suffix === null ? faulty("suffix", rules.expectedSuffix) : read;
}

/** Names how many there are, if a digit was added or lost. */
function miscounted(
  count: number,
  { suffixDigits: right, expectedSuffix }: Pick<SuffixRules, "suffixDigits" | "expectedSuffix">,
  place = "",
): string {
  const by = count === right + 1 ? ", one too many" : count === right - 1 ? ", one too few" : "";
  return `has ${count} digits${place}${by}. It ${expectedSuffix}`;
}

function suffixDigits(text: string): string {
  const words = text.replace(/\p{Cf}/gu, "").split(/[\s:-]+/);
  return withoutTrailingPunctuation(words.filter((word) => word !== "" && !isLabelWord(word)).join(""));
}

function searchField(field: Field, text: string, patterns: IdentifierPatterns, expected: string): ReadField {
  const result = searchIdentifiers(text, patterns);
  switch (result.kind) {
    case "found":
      return { ...result.found, fault: null };
    case "several":
      return faulty(field, `holds more than one receipt: send one; ${expected}`);
    case "too_long":
      return faulty(field, tooLongMessage);
    case "nothing":
      return faulty(field, expected);
  }
}

/** Combines both fields into one receipt, or returns their faults. */
export function joinReferenceAndSuffix(
  submitted: SubmittedIdentifiers,
  rules: SuffixRules,
): { readonly found: FoundIdentifiers } | { readonly faults: readonly IdentifierFault[] } {
  const inReference = readReferenceField(submitted.reference, rules);
  const inSuffix = readSuffixField(submitted.suffix, rules);
  const reference = inReference.reference ?? (inReference.fault === null ? inSuffix.reference : null);
  const suffix = inReference.suffix ?? inSuffix.suffix;
  const named = reference ?? submitted.reference?.trim() ?? "";
  // A link or message that was not understood may contain it.
  const isMissing = suffix === null && !/[\s/]/.test(named) && rules.needsSuffix(named);
  const faults = [
    reference === null
      ? (inReference.fault ?? { field: "reference" as const, message: rules.expectedReference })
      : rules.checkReference(reference),
    inSuffix.fault ?? (isMissing ? missingSuffix(inReference.wrongDigits, rules) : null),
  ].filter((fault) => fault !== null);
  if (reference === null || faults.length > 0) return { faults };
  if (disagree(inReference.suffix, inSuffix.suffix) || disagree(inReference.reference, inSuffix.reference)) {
    const message = "differs from the link or text in reference: send only one of them, or the same in both";
    return { faults: [{ field: "suffix", message }] };
  }
  return { found: { reference, suffix } };
}

function missingSuffix(wrongDigits: number | undefined, rules: SuffixRules): IdentifierFault {
  const message =
    wrongDigits === undefined
      ? rules.expectedSuffix
      : miscounted(wrongDigits, rules, " behind the reference");
  return { field: "suffix", message };
}

function disagree(left: string | null, right: string | null): boolean {
  return left !== null && right !== null && left !== right;
}

function isBlank(text: string | undefined): text is undefined {
  return text === undefined || text.trim() === "";
}

function faulty(field: Field, message: string): ReadField {
  return { ...nothing, fault: { field, message } };
}

export function invalid(...faults: readonly IdentifierFault[]): IdentifierResult {
  return { kind: "invalid", faults };
}
