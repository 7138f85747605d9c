import { inTransaction, type Pool } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";
import type { ChangeDeposit } from "./change-deposit.ts";
import { findDueDeposits, findDueDepositsInTurn, lockDeposit, tryLockDeposit } from "./deposit-repository.ts";

const EVERY_MS = 1_000;
const BATCH = 100;

/** Records the expiry that readers already see. Safe in any number of copies. */
export function createExpireDeposits(deps: {
  readonly pool: Pool;
  readonly changeDeposit: ChangeDeposit;
  readonly log: Log;
}): Worker {
  const { pool, changeDeposit, log } = deps;

  /** Each in its own transaction: two accounts' counters are never locked at once. */
  async function expire(id: string): Promise<void> {
    await inTransaction(pool, async (client) => {
      // Another process is at it.
      if (!(await tryLockDeposit(client, id))) return;
      const locked = await lockDeposit(client, id);
      if (locked === undefined) return;
      const { httpRequestId, traceparent } = locked.row;
      await changeDeposit(
        client,
        locked,
        { kind: "expire" },
        { cause: { requestId: httpRequestId, traceparent } },
      );
    });
  }

  return periodicWorker({
    name: "expire-deposits",
    everyMs: EVERY_MS,
    log,
    work: async () => {
      const oldest = await findDueDeposits(pool, BATCH);
      const isMore = oldest.length >= BATCH;
      // One account's very many must not keep back those of the others.
      const due = isMore ? [...(await findDueDepositsInTurn(pool, BATCH)), ...oldest.slice(0, 1)] : oldest;
      let failed = 0;
      for (const depositId of due) {
        await expire(depositId).catch((error: unknown) => {
          failed += 1;
          log.error("deposit.expire_failed", { depositId, error });
        });
      }
      return failed === 0 && isMore;
    },
  });
}
