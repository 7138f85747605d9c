import type { LoadedBankAdapter, OnRelayOutcome, RelayHealth } from "@receipts/banks/adapters";
import { relayOutcomes } from "@receipts/banks/adapters";
import type { BankCode } from "@receipts/contracts";
import { type Log, periodicWorker, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import type { RelayCountsStore } from "@receipts/verdicts";

export interface RelayMetrics {
  /** To be given to the bank's adapter. */
  readonly onOutcome: OnRelayOutcome;
  /** To be called with the adapter: its relays are in the metrics from then on. */
  follow(adapter: LoadedBankAdapter): void;
}

export function createRelayMetrics(metrics: ServiceMetrics, bank: BankCode): RelayMetrics {
  const requests = metrics.counter(
    "bank_relay_requests_total",
    "Requests through a bank's relay by what came of them; those that another relay overtook in the usual time are left out",
    ["bank", "relay", "outcome"],
  );
  return {
    onOutcome: (relay, outcome) => requests.inc({ bank, relay, outcome }),
    follow: ({ relays }) => {
      for (const { name: relay } of relays())
        for (const outcome of relayOutcomes) requests.inc({ bank, relay, outcome }, 0);
      metrics.readings(
        "bank_relay_usable",
        "1 for a relay that takes its turn in this process, 0 for one that failed lately and is asked last",
        ["bank", "relay"],
        () =>
          relays().map(({ name, isUsable }) => ({ labels: { bank, relay: name }, value: isUsable ? 1 : 0 })),
      );
    },
  };
}

const EVERY_MS = 5_000;

/** For the status page: how many relays there are and work, and none of their names. */
export function createRelayReporter(deps: {
  readonly bank: BankCode;
  readonly relays: () => readonly RelayHealth[];
  readonly counts: RelayCountsStore;
  readonly log: Log;
}): Worker {
  return periodicWorker({
    name: "report-relays",
    everyMs: EVERY_MS,
    log: deps.log,
    work: async () => {
      const relays = deps.relays();
      const usable = relays.filter(({ isUsable }) => isUsable).length;
      await deps.counts.report(deps.bank, { configured: relays.length, usable });
      return false;
    },
  });
}
