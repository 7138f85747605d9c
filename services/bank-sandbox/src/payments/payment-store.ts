import type { BankCode } from "@receipts/contracts";
import type { Payment } from "./payment.ts";
import { openPaymentsFile } from "./payments-file.ts";

export interface PaymentStore {
  /** Finds by reference or share token. */
  find(bank: BankCode, key: string): Payment | undefined;
  /** Resolves when the payment would survive a restart, if there is a file. */
  add(bank: BankCode, payment: Payment): Promise<void>;
}

export interface PaymentStoreOptions {
  /** When full, the oldest payment is dropped. */
  readonly limit: number;
  readonly file?: string | undefined;
}

/** Stores ordered payments. Reads the file, if any, at once. */
export function createPaymentStore({ limit, file }: PaymentStoreOptions): PaymentStore {
  const payments = new Map<string, Payment>();
  const tokens = new Map<string, string>();

  function store(bank: BankCode, payment: Payment): void {
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
  for (const { bank, payment } of opened?.payments ?? []) store(bank, payment);

  return {
    find: (bank, key) => payments.get(tokens.get(`${bank} ${key}`) ?? `${bank} ${key}`),
    async add(bank, payment) {
      store(bank, payment);
      await opened?.append({ bank, payment });
    },
  };
}
