import { typedAmount } from "@receipts/web-pages/client/typed-amount";

/** A number after the currency, or before it: in groups of three digits, or without a space. */
const AMOUNT =
  /(?:\b(?:ETB|birr)|ብር)\s{0,3}(\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,3}(?:\.\d{1,2})?(?!\d|[,.]\d)|\d[\d,.]{0,17})|(?<![\d,.])(\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,3}(?:\.\d{1,2})?(?!\d|[,.]\d)|\d[\d,.]{0,17})\s{0,3}(?:ETB\b|birr\b|ብር)/gi;

/**
 * Amounts in birr that a message names, in its order: `ETB 1,250.00`, `50 Birr`, `5.00 ብር`. Without those that can be read
 * in two ways, such as `12,50`.
 */
export function amountsIn(message: string): readonly number[] {
  return [...message.matchAll(AMOUNT)].flatMap(([, after, before]) => {
    const amount = typedAmount((after ?? before ?? "").replace(/[.,]$/, ""));
    return amount === undefined ? [] : [Number(amount)];
  });
}

/** A message of the payer's bank can name the total alone. Fees of banks are a few birr, and below this part of a large amount. */
const MOST_FEES = { birr: 25, part: 0.02 };
const debits = /debited|deducted|ወጪ|ተቀንሷል/i;

/** The first amount that a message names, if it names neither the paid amount nor that with fees. */
export function otherAmountIn(message: string, paid: number): number | undefined {
  const named = amountsIn(message);
  const most = debits.test(message) ? paid + Math.max(MOST_FEES.birr, paid * MOST_FEES.part) : paid;
  return named.some((amount) => amount >= paid && amount <= most) ? undefined : named[0];
}
