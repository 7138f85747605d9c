import { type BankCode, isTerminal, parseStoredExpectation } from "@receipts/contracts";
import { inTransaction, type Pool } from "@receipts/database";
import { createBell, createTurnLog, pause, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import { systemActor } from "../audit/audit-log.ts";
import { ApiProblem } from "../http/api-problem.ts";
import type { SubmitVerification } from "../verification/submit-verification.ts";
import { type WakeAtVerdictDeps, wakeAtVerdict } from "../verification/wake-at-verdict.ts";
import { cancelBatch, refundCanceled } from "./cancel-batch.ts";
import { completeBatches } from "./complete-batches.ts";
import { endItems, freeAbandonedItems, type StartedItem, takeItems } from "./start-items.ts";

export interface RunBatchesDeps extends WakeAtVerdictDeps {
  readonly pool: Pool;
  readonly submit: SubmitVerification;
  readonly banks: readonly BankCode[];
  /** Items of one bank, of all accounts, that run at the same time. */
  readonly itemsPerBank: number;
  readonly metrics: ServiceMetrics;
}

export interface BatchWorker extends Worker {
  /** Starts what can start now. */
  wake(): void;
}

const EVERY_MS = 1_000;
/** Verdicts of a fast bank share a turn. */
const GAP_MS = 50;

/**
 * Takes batches from their first item to `batch.completed`. Everything is in the rows, and one process at a time moves
 * them on, so any number of copies can run and any of them can die.
 */
export function createRunBatches(deps: RunBatchesDeps): BatchWorker {
  const { pool, log } = deps;
  const bell = createBell();
  const started = deps.metrics.counter(
    "batch_items_started_total",
    "Items of batches whose request was admitted, was refused, or will be tried again",
    ["outcome"],
    { outcome: ["admitted", "refused", "postponed"] },
  );

  async function admit(item: StartedItem): Promise<void> {
    const { verificationId, batchId, userId, bank, reference, suffix, phone } = item;
    const stopListening = await wakeAtVerdict(deps, verificationId, bell.ring);
    try {
      const { row } = await deps.submit({
        userId,
        caller: {
          apiKeyId: item.apiKeyId,
          member: item.memberId === null ? null : { id: item.memberId },
          branchId: item.branchId,
        },
        command: {
          bank,
          identifiers: { reference, suffix, phone },
          settlementAccount: item.settlementAccount,
          webhookUrl: null,
          recheckForMinutes: item.recheckForMinutes,
          expectation: parseStoredExpectation(item.expect),
        },
        paidVerificationId: verificationId,
        idempotencyKey: undefined,
        bypassCache: false,
        waitMs: 0,
        httpRequestId: item.httpRequestId,
        traceparent: item.traceparent,
      });
      started.inc({ outcome: "admitted" });
      if (!isTerminal(row.processingStatus)) return;
      stopListening();
      bell.ring();
    } catch (error) {
      // It was admitted, and the outbox has its job.
      if (error instanceof ApiProblem && error.code === "queue_unavailable") {
        started.inc({ outcome: "admitted" });
        return;
      }
      stopListening();
      if (error instanceof ApiProblem && error.code === "credits_exhausted") {
        // Its credit was paid, so the account is closed.
        started.inc({ outcome: "refused" });
        const batch = { id: batchId, userId };
        await inTransaction(pool, (client) => cancelBatch(client, batch, systemActor(item.httpRequestId)));
        return;
      }
      // Its lease expires, and it waits again.
      started.inc({ outcome: "postponed" });
      log.warn("batch.item_postponed", { batchId, verificationId, bank, error });
    }
  }

  const admitting = new Set<Promise<void>>();

  /** A slow admission delays no other: each item has its lease. */
  async function turn(): Promise<void> {
    for (const item of await takeTurn(deps, bell.ring)) {
      const admitted = admit(item)
        .catch((error: unknown) => log.error("batch.item_failed", { batchId: item.batchId, error }))
        .finally(() => admitting.delete(admitted));
      admitting.add(admitted);
    }
  }

  return {
    name: "run-batches",
    wake: bell.ring,
    run: async (stop) => {
      const turns = createTurnLog(log, { worker: "run-batches" });
      while (!stop.aborted) {
        await turns.run(turn);
        await pause(GAP_MS, stop);
        await bell.wait(EVERY_MS, stop);
      }
      await Promise.all(admitting);
    },
  };
}

/** Takes none if there is no batch, or another process has its turn. */
async function takeTurn(
  { pool, log, banks, itemsPerBank }: RunBatchesDeps,
  ring: () => void,
): Promise<readonly StartedItem[]> {
  const { rowCount } = await pool.query({
    name: "has_open_batch",
    text: "select from verification_batches where completed_at is null limit 1",
  });
  if (rowCount === 0) return [];
  await refundCanceled(pool);
  const turn = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ isMine: boolean }>({
      name: "lock_batches",
      text: `select pg_try_advisory_xact_lock(hashtext('verification_batches')) as "isMine"`,
    });
    if (rows[0]?.isMine !== true) {
      // It may not see the verdict that rang.
      ring();
      return { completed: [], started: [] };
    }
    await endItems(client);
    await freeAbandonedItems(client);
    const completed = await completeBatches(client);
    return { completed, started: await takeItems(client, banks, itemsPerBank) };
  });
  for (const { id, httpRequestId, userId, counts } of turn.completed)
    log.info("batch.completed", { batchId: id, requestId: httpRequestId, userId, counts });
  return turn.started;
}
