declare const santim: unique symbol;

/** Ethiopian birr in hundredths. Never a float: 0.1 + 0.2 has no place in a ledger. */
export type Santim = bigint & { readonly [santim]: true };

/** Reads `1,134.00`, `600` or `3205.5`. Returns undefined for anything else, such as a sign or a third decimal. */
export function parseSantim(text: string): Santim | undefined {
  const match = /^(\d{1,12}|[1-9]\d{0,2}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, birr = "0", cents = ""] = match;
  return (BigInt(birr.replaceAll(",", "")) * 100n + BigInt(cents.padEnd(2, "0"))) as Santim;
}

/** Largest amount that `parseSantim` reads. */
const MAX_AMOUNT = "999999999999.99";

/** Returns the error message for an amount that was refused. */
export function amountFault(input: unknown, expected: string): string {
  return Number(input) > Number(MAX_AMOUNT) ? `must be ${MAX_AMOUNT} or less` : expected;
}

/** `300n` → `"3.00"`: always two decimals, as in webhooks and deposits. */
export function formatSantim(amount: Santim): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, "0");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Number for a verification result. Exact up to 15 digits, and `parseSantim` reads at most 14. */
export function santimToNumber(amount: Santim): number {
  return Number(formatSantim(amount));
}
