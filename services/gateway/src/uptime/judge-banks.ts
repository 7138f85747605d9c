import { type BankState, supportedBankCodes } from "@receipts/contracts";
import { inTransaction, type PoolClient } from "@receipts/database";
import { periodicWorker, type Worker } from "@receipts/service-kit";
import type { GatewayParts } from "../gateway-parts.ts";
import { bankStateOf } from "./bank-state.ts";
import {
  type ConditionWithHealth,
  changeState,
  closeIncident,
  openIncident,
  readConditionsWithHealth,
} from "./uptime-repository.ts";

/** Arbitrary, but the same in every gateway. */
const JUDGE_LOCK = 7_204_116;
const EVERY_MS = 2_000;

const gaugeOf = { operational: 1, degraded: 0.5, down: 0 } as const;

/** Updates states and incidents from the attempts. Any number of gateways can run it: one at a time writes. */
export function createJudgeBanks(
  { pool, log, metrics }: Pick<GatewayParts, "pool" | "log" | "metrics">,
  everyMs = EVERY_MS,
): Worker {
  const up = metrics.gauge("bank_up", "1 operational, 0.5 degraded, 0 down; no value while unknown", [
    "bank",
  ]);
  const incidents = metrics.counter("bank_incidents_total", "Incidents that this process opened", ["bank"], {
    bank: supportedBankCodes,
  });

  const probeResponded = metrics.gauge(
    "bank_daily_probe_responded",
    "1 if the bank responded to the last daily probe, 0 if not, or in an unknown form",
    ["bank"],
  );
  const probedAt = metrics.gauge("bank_daily_probe_timestamp_seconds", "Time of the last daily probe", [
    "bank",
  ]);

  function reportProbe({ bank, probedAt: at, probeOutcome }: ConditionWithHealth): void {
    if (at === null || probeOutcome === null) {
      probeResponded.remove({ bank });
      probedAt.remove({ bank });
      return;
    }
    probeResponded.set({ bank }, probeOutcome === "responded" ? 1 : 0);
    probedAt.set({ bank }, at.getTime() / 1_000);
  }

  async function change({ bank, state: before }: ConditionWithHealth, state: BankState, client: PoolClient) {
    await changeState(client, bank, state);
    log.info("bank.state_changed", { bank, from: before, to: state });
    if (state === "down" && (await openIncident(client, bank))) incidents.inc({ bank });
    // An unknown state closes no incident.
    if (state === "operational" || state === "degraded") await closeIncident(client, bank);
  }

  return periodicWorker({
    name: "judge-banks",
    everyMs,
    log,
    work: async () => {
      const conditions = await readConditionsWithHealth(pool);
      for (const condition of conditions) {
        const { bank, health: signs, state: before } = condition;
        reportProbe(condition);
        const state = bankStateOf(signs, before);
        if (state === "unknown") up.remove({ bank });
        else up.set({ bank }, gaugeOf[state]);
      }
      if (conditions.every(({ state, health: signs }) => state === bankStateOf(signs, state))) return false;
      await inTransaction(pool, async (client) => {
        await client.query("select pg_advisory_xact_lock($1)", [JUDGE_LOCK]);
        // Read again under the lock: another gateway may have written since.
        for (const condition of await readConditionsWithHealth(client)) {
          const state = bankStateOf(condition.health, condition.state);
          if (state !== condition.state) await change(condition, state, client);
        }
      });
      return false;
    },
  });
}
