import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

/** Average recent time from claim to verdict; the gateway estimates waiting times from it. */
export interface ServiceTime {
  observe(durationMs: number): void;
  readonly publisher: Worker;
}

/** Weight of the newest observation: a change shows after a few receipts, one outlier does not dominate. */
const NEWEST_WEIGHT = 0.2;

export function createServiceTime(deps: {
  readonly database: Queryable;
  readonly bank: BankCode;
  readonly log: Log;
}): ServiceTime {
  let averageMs: number | undefined;
  let changed = false;
  return {
    observe: (durationMs) => {
      averageMs = averageMs === undefined ? durationMs : averageMs + NEWEST_WEIGHT * (durationMs - averageMs);
      changed = true;
    },
    publisher: periodicWorker({
      name: "service-time",
      everyMs: 2_000,
      log: deps.log,
      work: async () => {
        if (!changed || averageMs === undefined) return false;
        changed = false;
        await deps.database.query({
          name: "publish_service_time",
          text: `insert into bank_service_times (bank, service_ms) values ($1, $2)
                 on conflict (bank) do update set service_ms = excluded.service_ms, updated_at = now()`,
          values: [deps.bank, averageMs],
        });
        return false;
      },
    }),
  };
}
