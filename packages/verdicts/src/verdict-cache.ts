import type { Receipt } from "@receipts/banks";
import { bankCodeSchema, paymentKindSchema, type Santim } from "@receipts/contracts";
import type { FastStore } from "@receipts/fast-store";
import { z } from "zod";

/** Receipts that a bank confirmed, stored for a day. Only `success` is stored: other verdicts may change. */
export interface VerdictCache {
  get(receiptKey: string): Promise<Receipt | undefined>;
  put(receiptKey: string, receipt: Receipt): Promise<void>;
  /** For a receipt whose verdict has changed. */
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
  readonly onError: (error: unknown) => void;
}): VerdictCache {
  const storeKey = (receiptKey: string) => `verdict:4:${receiptKey}`;
  /** Keys whose deletion failed: they must not be returned when the store is back. */
  const pendingDrops = new Set<string>();
  let retry: NodeJS.Timeout | undefined;

  async function drop(receiptKey: string): Promise<void> {
    try {
      await deps.fastStore.delete(storeKey(receiptKey));
      pendingDrops.delete(receiptKey);
    } catch (error) {
      deps.onError(error);
      if (pendingDrops.size < MAX_PENDING_DROPS) pendingDrops.add(receiptKey);
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
    get: async (receiptKey) => {
      if (deps.ttlMs === 0 || pendingDrops.has(receiptKey)) return undefined;
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
        pendingDrops.delete(receiptKey);
      } catch (error) {
        deps.onError(error);
      }
    },
    drop,
  };
}
