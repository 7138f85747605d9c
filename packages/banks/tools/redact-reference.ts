import type { BankCode } from "@receipts/contracts";
import type { Pseudonyms } from "./pseudonyms.ts";

interface ReferenceShape {
  readonly pattern: RegExp;
  /** Replaces everything except the parts that the parsers read: kind and day. */
  readonly replace: (reference: string, pseudonyms: Pseudonyms) => string;
  readonly bank?: BankCode;
}

const keepFirst =
  (kept: number): ReferenceShape["replace"] =>
  (reference, { characters }) =>
    characters(reference, kept);

/** Sticky: each is tried at the current place. The first match decides. */
const shapes: readonly ReferenceShape[] = [
  // A wallet's reference joined with the date: `DC21MN8R1T42026-03-02`.
  { pattern: /[A-Z][A-L][1-9A-V][A-Z0-9]{7,8}(?=20\d\d-\d\d-\d\d)/y, replace: keepFirst(3) },
  // Awash's share token: its Transaction ID in base 36 or 16, and a counter.
  { pattern: /[0-9A-Z]{10,12}-[0-9A-Z]{6}(?![0-9A-Za-z])/y, replace: awashToken, bank: "awash" },
  // Awash's Transaction ID: `YYMMDDHHMM` and five digits.
  { pattern: /\d{15}(?!\d)/y, replace: awashTransactionId, bank: "awash" },
  // CBE's share token.
  { pattern: /v2-[A-Za-z0-9]{16,24}(?![A-Za-z0-9])/y, replace: keepFirst(3) },
  // Branch or account, product, `YYDDD`, four: `387WDTS260610A1B`.
  { pattern: /(?=\d{0,6}[A-Z])[A-Z0-9]{7}\d{5}[A-Z0-9]{4}(?![A-Za-z0-9])/y, replace: branchReference },
  // Core banking, `YYDDD` after two letters: `FT26061K3WQ8`.
  { pattern: /[A-Z]{2}\d{5}[A-Z0-9]{5}(?![A-Za-z0-9])/y, replace: keepFirst(7) },
  // Letters and a date: `WDTI202603020928180001`.
  { pattern: /[A-Z]{2,6}20\d{10,20}(?![A-Za-z0-9])/y, replace: datedReference },
  // The wallets' platform: letters of year, month and day.
  { pattern: /(?=[A-Z]{0,10}\d)[A-Z][A-L][1-9A-V][A-Z0-9]{7,8}(?![A-Za-z0-9])/y, replace: keepFirst(3) },
  // Anything else with letters and digits in it.
  { pattern: /(?=[A-Za-z]{0,79}\d)(?=\d{0,79}[A-Za-z])[A-Za-z0-9]{5,80}/y, replace: keepFirst(0) },
];

/** The reference at this place of the text, and its replacement. */
export function referenceAt(
  text: string,
  at: number,
  bank: BankCode,
  pseudonyms: Pseudonyms,
): readonly [original: string, replacement: string] | undefined {
  for (const shape of shapes) {
    if (shape.bank !== undefined && shape.bank !== bank) continue;
    shape.pattern.lastIndex = at;
    const [found] = shape.pattern.exec(text) ?? [];
    if (found === undefined) continue;
    return [found, pseudonyms.replaced.get(found) ?? shape.replace(found, pseudonyms)];
  }
  return undefined;
}

/** Day and hour stay, because the parser compares them with the date. */
function awashTransactionId(id: string, { digits, sixtieth }: Pseudonyms): string {
  return `${id.slice(0, 8)}${sixtieth(id.slice(8, 10))}${digits(id.slice(10))}`;
}

function awashToken(token: string, pseudonyms: Pseudonyms): string {
  const [first = "", counter = ""] = token.split("-");
  const base = first.length === 10 ? 36 : 16;
  const id = String(Number.parseInt(first, base));
  const redacted = /^\d{15}$/.test(id)
    ? Number(awashTransactionId(id, pseudonyms)).toString(base).toUpperCase().padStart(first.length, "0")
    : hexadecimal(pseudonyms.characters(first));
  return `${redacted}-${pseudonyms.characters(counter)}`;
}

/** A token of base 16 stays one. */
function hexadecimal(text: string): string {
  return text.replace(/[G-Z]/g, (letter) => "ABCDEF".charAt(letter.charCodeAt(0) % 6));
}

function branchReference(reference: string, { characters }: Pseudonyms): string {
  return characters(reference).slice(0, 3) + reference.slice(3, 12) + characters(reference).slice(12);
}

function datedReference(reference: string, { characters }: Pseudonyms): string {
  const letters = /^[A-Z]*/.exec(reference)?.[0].length ?? 0;
  return characters(reference, letters + "20260302".length);
}
