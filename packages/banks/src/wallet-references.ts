/** What a transaction number of the wallets' platform looks like; they all begin with their day. */
export interface WalletReferenceRules {
  /** Of the whole number, in capitals. */
  readonly shape: RegExp;
  /** Days since 1970-01-01; undefined for a number of no real day. */
  referenceDay(reference: string): number | undefined;
}

/** A field that holds nothing else: its dashes do not count, nor does its case. */
export function wholeWalletReference(text: string, { shape }: WalletReferenceRules): string | undefined {
  const reference = text.replaceAll(/[-–—_]/g, "").toUpperCase();
  return shape.test(reference) ? reference : undefined;
}

/**
 * `… Your transaction number is DC2…`. Ordinary words of ten letters fit the shape too ("registered"), so a word
 * without any digit counts only in capitals and right behind a label.
 */
export function walletReferencesIn(prose: string, rules: WalletReferenceRules): readonly string[] {
  const words = prose.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words.flatMap((word, index) => {
    const reference = word.toUpperCase();
    if (!rules.shape.test(reference) || rules.referenceDay(reference) === undefined) return [];
    const isMeant = /\d/.test(word) || (word === reference && isLabelled(words, index));
    return isMeant ? [reference] : [];
  });
}

const numberWords = new Set(["number", "no", "id", "ref", "reference"]);

function isLabelled(words: readonly string[], index: number): boolean {
  const before = words.slice(Math.max(0, index - 2), index).map((word) => word.toLowerCase());
  const label = before.at(-1) === "is" ? before.at(-2) : before.at(-1);
  return label !== undefined && numberWords.has(label);
}
