import type { BankCode } from "@receipts/contracts";
import type { FastStore } from "@receipts/fast-store";
import { z } from "zod";

const relayCountsSchema = z.object({
  configured: z.number().int().min(1),
  usable: z.number().int().min(0),
});

/** Configured relays of a bank, and how many of them work, as last reported by a verifier. */
export type RelayCounts = z.infer<typeof relayCountsSchema>;

/** Reported by verifiers, read by gateways. */
export interface RelayCountsStore {
  report(bank: BankCode, counts: RelayCounts): Promise<void>;
  /** Undefined without relays, and if no verifier reported within the last minute. */
  read(bank: BankCode): Promise<RelayCounts | undefined>;
}

const TTL_MS = 60_000;

/** Without its store nothing is reported or known; that is no error. */
export function createRelayCountsStore(deps: {
  readonly fastStore: Pick<FastStore, "get" | "set" | "isAvailable">;
  readonly onError: (error: unknown) => void;
}): RelayCountsStore {
  const keyOf = (bank: BankCode) => `relays:1:${bank}`;
  return {
    report: (bank, counts) =>
      deps.fastStore.set(keyOf(bank), JSON.stringify(counts), TTL_MS).catch(deps.onError),
    read: async (bank) => {
      if (!deps.fastStore.isAvailable()) return undefined;
      try {
        const text = await deps.fastStore.get(keyOf(bank));
        return text === undefined ? undefined : relayCountsSchema.parse(JSON.parse(text));
      } catch (error) {
        deps.onError(error);
        return undefined;
      }
    },
  };
}
