import type { BankCode } from "@receipts/contracts";
import type { Party } from "./payments/payment.ts";

export interface SandboxReceiver {
  readonly accountNumber: string;
  readonly accountName: string;
}

/**
 * Who receives the payments that nobody ordered: a saved account with this number matches their receipts.
 * All are invented. The number is as that bank's receipts let it be matched (cbebirr prints phones as 2519…).
 */
export const sandboxReceivers = {
  cbe: { accountNumber: "1000412270936", accountName: "Selam Demo Trading" },
  boa: { accountNumber: "104273658", accountName: "Selam Demo Trading" },
  telebirr: { accountNumber: "0900127436", accountName: "Selam Demo Trading" },
  mpesa: { accountNumber: "0700127436", accountName: "Selam Demo Trading" },
  cbebirr: { accountNumber: "251900127436", accountName: "Selam Demo Trading" },
  dashen: { accountNumber: "5047318296011", accountName: "Selam Demo Trading" },
  awash: { accountNumber: "01320478129600", accountName: "Selam Demo Trading" },
  siinqee: { accountNumber: "1014472903658", accountName: "Selam Demo Trading" },
  kaafiebirr: { accountNumber: "0900127437", accountName: "Selam Demo Trading" },
} as const satisfies Record<Exclude<BankCode, "zemen">, SandboxReceiver>;

export function receiverOf(bank: keyof typeof sandboxReceivers): Party {
  const { accountName, accountNumber } = sandboxReceivers[bank];
  return { name: accountName, account: accountNumber };
}
