import type { PaymentKind } from "@receipts/contracts";

/**
 * Words of the banks' own types, in the order in which they decide: `Mobile Top Up`, `CRM Buy Package Mini APP`,
 * `EthSwitch Trf For Out IPS`. Linear patterns.
 */
const wordsOf: readonly (readonly [PaymentKind, RegExp])[] = [
  ["airtime", /\bair ?time\b|\b(?:mobile|phone|card) top[ -]?up\b|\brecharge\b/i],
  ["package", /\bpackage\b|\bbundle\b/i],
  ["loan", /\bloan\b|\bcredit (?:request|repayment)\b/i],
  ["savings", /\bto savings?\b|\bsavings? (?:deposit|withdrawal|account deposit)\b|\bshamo\b/i],
  ["withdrawal", /\bwithdraw(?:al)?\b|\bcash ?out\b|\batm\b|\bagent transfer\b/i],
  ["cash_deposit", /\bcash ?(?:deposit|in)\b/i],
  ["bill", /\bbills?\b|\bfees?\b|\btuition\b|\bpost-?paid\b|\butilit(?:y|ies)\b|\binsurance\b|\btax\b/i],
  ["merchant_payment", /\bbuy ?goods\b|\bmerchant\b|\bpurchase\b|\bpos\b/i],
  [
    "bank_transfer",
    /\bto bank\b|\bother bank\b|\bips\b|\bethswitch\b|\brtgs\b|frombanktomm|\bmobile money\b|\btelebirr\b|\bm-?pesa\b|\bwallet\b|\boutgoing\b|\bincoming\b/i,
  ],
  ["transfer", /transfer|\btrf\b|\bsend money\b|\bp2p\b|\ba2a\b/i],
];

/** The kind that the bank's own words name. Never from a text that the payer has written. */
export function paymentKindOf(words: string | null | undefined): PaymentKind | null {
  if (!words || !/\p{L}/u.test(words)) return null;
  return wordsOf.find(([, pattern]) => pattern.test(words))?.[0] ?? "other";
}
