import type { BankCode } from "@receipts/contracts";

/** What is left of a bank's name without its legal form, which is written in many ways. Wallets are no banks. */
const banksByName: Readonly<Record<string, BankCode>> = {
  "commercial bank of ethiopia": "cbe",
  cbe: "cbe",
  "bank of abyssinia": "boa",
  "abyssinia bank": "boa",
  boa: "boa",
  "dashen bank": "dashen",
  dashen: "dashen",
  "awash bank": "awash",
  "awash international bank": "awash",
  awash: "awash",
  "siinqee bank": "siinqee",
  siinqee: "siinqee",
  "zemen bank": "zemen",
  zemen: "zemen",
};

const legalForm = / (?:s ?c|share company)$/;

/** The bank that a transfer went to, by its whole name; null for one that we do not know. */
export function creditedBank(name: string): BankCode | null {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, " ")
    .trim()
    .replace(legalForm, "");
  return Object.hasOwn(banksByName, plain) ? (banksByName[plain] ?? null) : null;
}
