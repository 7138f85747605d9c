import type { ReadIdentifiers } from "./bank-adapter.ts";
import type { IsKnownHost } from "./known-hosts.ts";
import { createLoneReference, type LoneReferenceRules } from "./lone-reference.ts";
import { inCapitals } from "./submitted-text.ts";

/** Rules for transaction numbers of the wallets' platform; all begin with their day. */
export interface WalletReferenceRules {
  /** Matches the whole number, in capitals. */
  readonly shape: RegExp;
  /** Days since 1970-01-01; undefined for an impossible day. */
  referenceDay(reference: string): number | undefined;
}

interface LoneWalletReferenceRules
  extends WalletReferenceRules,
    Pick<LoneReferenceRules, "expectedReference" | "inLink"> {
  /** Reads the text of the wallet's QR code. */
  fromCode?(text: string): string | undefined;
  /** Numbers of a message that have not quite the shape. */
  inMessage?(prose: string): readonly string[];
  /** The fault message for an impossible day. */
  readonly noSuchDay: string;
}

/** Reads the number of a wallet that needs no other identifier. */
export function createWalletReference(
  isKnownHost: IsKnownHost,
  rules: LoneWalletReferenceRules,
): ReadIdentifiers {
  return createLoneReference(isKnownHost, {
    ...rules,
    fromWhole: (text) => wholeWalletReference(text, rules) ?? rules.fromCode?.(text),
    inProse: (prose) => {
      const found = walletReferencesIn(prose, rules);
      return found.length > 0 ? found : (rules.inMessage?.(prose) ?? []);
    },
    faultOf: (reference) => (rules.referenceDay(reference) === undefined ? rules.noSuchDay : undefined),
  });
}

/** Reads a field that holds nothing else; ignores dashes and case. */
export function wholeWalletReference(text: string, { shape }: WalletReferenceRules): string | undefined {
  const reference = inCapitals(text.replaceAll(/[-–—_]/g, ""));
  return shape.test(reference) ? reference : undefined;
}

/**
 * `… Your transaction number is DC2…`. Ordinary words of ten letters have this shape too ("registered"). A word without
 * a digit counts only in capitals and directly after a label.
 */
export function walletReferencesIn(prose: string, rules: WalletReferenceRules): readonly string[] {
  // An Amharic word may directly precede or follow the number.
  const words = [...prose.matchAll(/[A-Za-z0-9]+|[\u1200-\u135A]+/g)];
  const texts = words.map(([word]) => word);
  return words.flatMap(({ 0: word, index: at }, index) => {
    const reference = inCapitals(word);
    if (!rules.shape.test(reference) || rules.referenceDay(reference) === undefined) return [];
    const before = prose.slice(Math.max(0, at - 6), at);
    if (!isInOneCase.test(word) || isPiece(before, word, prose.slice(at + word.length))) return [];
    const isMeant = /\d/.test(word) || (word === reference && isLabelled(texts, index));
    return isMeant ? [reference] : [];
  });
}

/** Tokens of other banks mix upper and lower case; a phone's keyboard capitalizes the first letter. */
const isInOneCase = /^[A-Z0-9]+$|^[A-Z]?[a-z0-9]+$/;

/** The `M` of `M-PESA`, the `1` of `1,500`, the `5` of `2.5`. */
const ofAnotherWord = {
  before: /[A-Za-z0-9][-,.][A-Za-z0-9][ _–—-]+$/,
  after: /^[ _–—-]+[A-Za-z0-9][-,.][A-Za-z0-9]/,
};

/**
 * Part of something longer: `q_DC25MN8R1T`, or `DC21MN8R1T 4`, which may be an id of eleven characters broken in two.
 */
function isPiece(before: string, word: string, after: string): boolean {
  if (/[A-Za-z0-9][_–—-]+$/.test(before) || /^[_–—-]+[A-Za-z0-9]/.test(after)) return true;
  const isOfAnother = { first: ofAnotherWord.before.test(before), last: ofAnotherWord.after.test(after) };
  const first = isOfAnother.first ? undefined : /(?:^|[^A-Za-z0-9])([A-Za-z0-9])[ _–—-]+$/.exec(before)?.[1];
  const last = isOfAnother.last ? undefined : /^[ _–—-]+([A-Za-z0-9]+)/.exec(after)?.[1];
  return [first, last].some((piece) => piece?.length === 1 && isInOneCase.test(`${piece}${word}${piece}`));
}

const numberWords = new Set(["number", "no", "id", "ref", "reference", "ቁጥር"]);

function isLabelled(words: readonly string[], index: number): boolean {
  const before = words.slice(Math.max(0, index - 2), index).map((word) => word.toLowerCase());
  const label = before.at(-1) === "is" ? before.at(-2) : before.at(-1);
  return label !== undefined && numberWords.has(label);
}
