import type { LoadedBankAdapter, OnRelayOutcome, RelayHealth } from "@receipts/banks/adapters";
import { relayOutcomes } from "@receipts/banks/adapters";
import type { BankCode } from "@receipts/contracts";
import { type Log, periodicWorker, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import type { RelayCountsStore } from "@receipts/verdicts";

/** Counts what becomes of requests through the bank's relays; to be given to its adapter. */
export function createRelayCounter(metrics: ServiceMetrics, bank: BankCode): OnRelayOutcome {
  const requests = metrics.counter(
    "bank_relay_requests_total",
    "Requests and connections through a bank's relay, by what came of them; those that another relay overtook in the usual time are left out",
    ["bank", "relay", "outcome"],
  );
  return (relay, outcome) => requests.inc({ bank, relay, outcome });
}

/** The relays' metrics from the start. */
export function reportRelays(metrics: ServiceMetrics, { code: bank, relays }: LoadedBankAdapter): void {
  metrics.counter("bank_relay_requests_total", "", ["bank", "relay", "outcome"], {
    bank: [bank],
    relay: relays().map(({ name }) => name),
    outcome: relayOutcomes,
  });
  metrics.readings(
    "bank_relay_usable",
    "1 for a relay that this process asks the bank through in turn, 0 for one that failed lately and is asked last",
    ["bank", "relay"],
    () => relays().map(({ name, isUsable }) => ({ labels: { bank, relay: name }, value: isUsable ? 1 : 0 })),
  );
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
