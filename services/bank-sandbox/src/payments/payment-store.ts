import type { BankCode } from "@receipts/contracts";
import type { Payment } from "./payment.ts";
import { openPaymentsFile } from "./payments-file.ts";

export interface PaymentStore {
  /** By reference or by share token. */
  find(bank: BankCode, key: string): Payment | undefined;
  /** Resolves when the payment would survive a restart, where a file was given. */
  add(bank: BankCode, payment: Payment): Promise<void>;
}

export interface PaymentStoreOptions {
  /** The oldest payment goes when one more comes. */
  readonly limit: number;
  readonly file?: string | undefined;
}

/** Payments made to order. Reads the file, if any, at once. */
export function createPaymentStore({ limit, file }: PaymentStoreOptions): PaymentStore {
  const payments = new Map<string, Payment>();
  const tokens = new Map<string, string>();

  function keep(bank: BankCode, payment: Payment): void {
    const key = `${bank} ${payment.reference}`;
    payments.set(key, payment);
    if (payment.shareToken !== undefined) tokens.set(`${bank} ${payment.shareToken}`, key);
    const oldest = payments.size > limit ? payments.entries().next().value : undefined;
    if (oldest === undefined) return;
    const [oldestKey, { shareToken }] = oldest;
    payments.delete(oldestKey);
    tokens.delete(`${oldestKey.split(" ", 1)[0]} ${shareToken}`);
  }

  const opened = file === undefined ? undefined : openPaymentsFile(file, limit);
  for (const { bank, payment } of opened?.payments ?? []) keep(bank, payment);

  return {
    find: (bank, key) => payments.get(tokens.get(`${bank} ${key}`) ?? `${bank} ${key}`),
    async add(bank, payment) {
      keep(bank, payment);
      await opened?.append({ bank, payment });
    },
  };
}
