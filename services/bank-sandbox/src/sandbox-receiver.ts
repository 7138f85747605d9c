import type { Party } from "./payments/payment.ts";

/**
 * Who receives the payments that nobody ordered: a saved account with this number matches their receipts.
 * All are invented. The number is as that bank's receipts let it be matched (cbebirr prints phones as 2519…).
 */
export interface SandboxReceiver {
  readonly accountNumber: string;
  readonly accountName: string;
}

export function partyOf({ accountName, accountNumber }: SandboxReceiver): Party {
  return { name: accountName, account: accountNumber };
}
