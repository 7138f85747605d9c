import type { IsLive, Receipt } from "@receipts/banks";
import { type BankCode, bankCodeSchema, paymentKindSchema, type Santim } from "@receipts/contracts";
import type { FastStore } from "@receipts/fast-store";
import { z } from "zod";

/**
 * Receipts that a bank confirmed, stored for a day. Only `success` is stored: other verdicts may change. Those of the
 * sandbox are kept apart: a bank that is asked itself from now on never confirmed them.
 */
export interface VerdictCache {
  get(bank: BankCode, receiptKey: string): Promise<Receipt | undefined>;
  put(bank: BankCode, receiptKey: string, receipt: Receipt): Promise<void>;
  /** For a receipt whose verdict has changed. */
  drop(bank: BankCode, receiptKey: string): Promise<void>;
}

const cachedReceiptSchema = z.object({
  referenceNumber: z.string(),
  paymentStatus: z.literal("completed"),
  amount: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform((text) => BigInt(text) as Santim),
  currency: z.literal("ETB"),
  senderName: z.string().nullable(),
  senderAccount: z.string().exactOptional(),
  receiverName: z.string().nullable(),
  receiverAccount: z.string().nullable(),
  receiverBank: bankCodeSchema.nullable().exactOptional(),
  paymentKind: paymentKindSchema.nullable().exactOptional(),
  paidAt: z.iso.datetime().transform((text) => new Date(text)),
  paidAtPrecision: z.enum(["minute", "day"]).exactOptional(),
});

const RETRY_DROP_MS = 1_000;
const MAX_PENDING_DROPS = 10_000;

/** An unavailable store means no cache, not an error: the bank is queried. */
export function createVerdictCache(deps: {
  readonly fastStore: Pick<FastStore, "get" | "set" | "delete">;
  readonly ttlMs: number;
  readonly isLive: IsLive;
  readonly onError: (error: unknown) => void;
}): VerdictCache {
  const storeKeyOf = (bank: BankCode, receiptKey: string) =>
    `verdict:${deps.isLive(bank) ? "6" : "sandbox-6"}:${receiptKey}`;
  /** Keys whose deletion failed: they must not be returned when the store is back. */
  const pendingDrops = new Set<string>();
  let retry: NodeJS.Timeout | undefined;

  async function drop(storeKey: string): Promise<void> {
    try {
      await deps.fastStore.delete(storeKey);
      pendingDrops.delete(storeKey);
    } catch (error) {
      deps.onError(error);
      if (pendingDrops.size < MAX_PENDING_DROPS) pendingDrops.add(storeKey);
      retry ??= setTimeout(retryDrops, RETRY_DROP_MS).unref();
    }
  }

  async function retryDrops(): Promise<void> {
    retry = undefined;
    // One is enough to check whether the store is back.
    const [first, ...rest] = pendingDrops;
    if (first === undefined) return;
    await drop(first);
    if (retry === undefined) await Promise.all(rest.map(drop));
  }

  return {
    get: async (bank, receiptKey) => {
      const storeKey = storeKeyOf(bank, receiptKey);
      if (deps.ttlMs === 0 || pendingDrops.has(storeKey)) return undefined;
      try {
        const text = await deps.fastStore.get(storeKey);
        return text === undefined ? undefined : cachedReceiptSchema.parse(JSON.parse(text));
      } catch (error) {
        deps.onError(error);
        return undefined;
      }
    },
    put: async (bank, receiptKey, receipt) => {
      if (deps.ttlMs === 0) return;
      const storeKey = storeKeyOf(bank, receiptKey);
      try {
        const text = JSON.stringify({ ...receipt, amount: receipt.amount.toString() });
        await deps.fastStore.set(storeKey, text, deps.ttlMs);
        pendingDrops.delete(storeKey);
      } catch (error) {
        deps.onError(error);
      }
    },
    drop: (bank, receiptKey) => drop(storeKeyOf(bank, receiptKey)),
  };
}
