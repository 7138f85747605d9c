import type { PaymentKind } from "@receipts/contracts";

/**
 * Words of the banks' own types, in the order in which they decide: `Mobile Top Up`, `CRM Buy Package Mini APP`,
 * `EthSwitch Trf For Out IPS`. Linear patterns.
 */
const wordsOf: readonly (readonly [PaymentKind, RegExp])[] = [
  ["airtime", /\bair ?time\b|\b(?:mobile|phone|card) top[ -]?up\b|^\W*top[ -]?up\b|\brecharges?\b/i],
  ["package", /\bpackages?\b|\bbundles?\b/i],
  ["loan", /\bloans?\b|\boverdraft\b|\bcredit (?:request|repayment)\b/i],
  // Most accounts are savings accounts: a transfer to one is a payment. So is one made at an ATM.
  ["transfer", /\btransfer to savings? account\b/i],
  ["bank_transfer", /\batm transfer\b|\btransfer (?:via|from|at|through) atm\b/i],
  ["savings", /\bsavings?\b|\bsanduq\b|\bshamo\b/i],
  ["withdrawal", /withdraw|\bcash[ -]?out\b|\batm\b|\bagent transfer\b/i],
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
