import type { LoadedBankAdapter, OnRelayOutcome, RelayHealth } from "@receipts/banks/adapters";
import { relayOutcomes } from "@receipts/banks/adapters";
import type { BankCode } from "@receipts/contracts";
import { type Log, periodicWorker, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import type { RelayCountsStore } from "@receipts/verdicts";

export interface RelayMetrics {
  readonly onOutcome: OnRelayOutcome;
  /** Adds the adapter's relays to the metrics. */
  follow(adapter: LoadedBankAdapter): void;
}

export function createRelayMetrics(metrics: ServiceMetrics, bank: BankCode): RelayMetrics {
  const requests = metrics.counter(
    "bank_relay_requests_total",
    "Requests through a bank's relay by outcome, without those that another relay overtook in the usual time",
    ["bank", "relay", "outcome"],
  );
  return {
    onOutcome: (relay, outcome) => requests.inc({ bank, relay, outcome }),
    follow: ({ relays }) => {
      for (const { name: relay } of relays())
        for (const outcome of relayOutcomes) requests.inc({ bank, relay, outcome }, 0);
      metrics.readings(
        "bank_relay_usable",
        "1 for a relay in this process's rotation, 0 for one that failed recently and is tried last",
        ["bank", "relay"],
        () =>
          relays().map(({ name, isUsable }) => ({ labels: { bank, relay: name }, value: isUsable ? 1 : 0 })),
      );
    },
  };
}

const EVERY_MS = 5_000;

/** Reports to the status page how many relays are configured and usable, without their names. */
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
