import type { BankStatus, Outage } from "@receipts/contracts";
import type { UptimeReader } from "./uptime-reader.ts";

export type ReadOutages = () => Promise<Outage[]>;

/** Reads the banks in trouble, for people who cannot see all states. */
export function createReadOutages({ status }: Pick<UptimeReader, "status">): ReadOutages {
  return async () => (await status()).flatMap(outageOf);
}

function outageOf({ bank, state }: BankStatus): Outage[] {
  return state === "down" || state === "degraded" ? [{ bank, state }] : [];
}
