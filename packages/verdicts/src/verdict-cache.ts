import type { Receipt } from "@receipts/banks";
import type { Santim } from "@receipts/contracts";
import type { FastStore } from "@receipts/fast-store";
import { z } from "zod";

/** Receipts that a bank has confirmed, kept for a day. Only `success` is kept: everything else may change. */
export interface VerdictCache {
  get(receiptKey: string): Promise<Receipt | undefined>;
  put(receiptKey: string, receipt: Receipt): Promise<void>;
  /** The bank says something else now. */
  drop(receiptKey: string): Promise<void>;
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
  receiverName: z.string().nullable(),
  receiverAccount: z.string().nullable(),
  paidAt: z.iso.datetime().transform((text) => new Date(text)),
  paidAtPrecision: z.enum(["minute", "day"]).exactOptional(),
});

/** Without its store there is no cache and no error: the bank is asked. */
export function createVerdictCache(deps: {
  readonly fastStore: Pick<FastStore, "get" | "set" | "delete">;
  readonly ttlMs: number;
  readonly onError: (error: unknown) => void;
}): VerdictCache {
  const storeKey = (receiptKey: string) => `verdict:2:${receiptKey}`;
  return {
    get: async (receiptKey) => {
      if (deps.ttlMs === 0) return undefined;
      try {
        const text = await deps.fastStore.get(storeKey(receiptKey));
        return text === undefined ? undefined : cachedReceiptSchema.parse(JSON.parse(text));
      } catch (error) {
        deps.onError(error);
        return undefined;
      }
    },
    put: async (receiptKey, receipt) => {
      if (deps.ttlMs === 0) return;
      try {
        const text = JSON.stringify({ ...receipt, amount: receipt.amount.toString() });
        await deps.fastStore.set(storeKey(receiptKey), text, deps.ttlMs);
      } catch (error) {
        deps.onError(error);
      }
    },
    drop: (receiptKey) => deps.fastStore.delete(storeKey(receiptKey)).catch(deps.onError),
  };
}
