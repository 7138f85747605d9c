import { inTransaction, type Pool } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";
import type { ChangeDeposit } from "./change-deposit.ts";
import {
  findDueDeposits,
  findDueDepositsInTurn,
  findDueReviews,
  lockDeposit,
  tryLockDeposit,
} from "./deposit-repository.ts";

const EVERY_MS = 1_000;
const BATCH = 100;

/** Records the expiry that readers already see. Safe in any number of copies. */
export function createExpireDeposits(deps: {
  readonly pool: Pool;
  readonly changeDeposit: ChangeDeposit;
  readonly log: Log;
}): Worker {
  const { pool, changeDeposit, log } = deps;

  /**
   * Each in its own transaction: two accounts' counters are never locked at once. Returns false if another process is at
   * it.
   */
  async function expire(id: string): Promise<boolean> {
    return await inTransaction(pool, async (client) => {
      if (!(await tryLockDeposit(client, id))) return false;
      const locked = await lockDeposit(client, id);
      if (locked === undefined) return false;
      const { httpRequestId, traceparent } = locked.row;
      await changeDeposit(
        client,
        locked,
        { kind: "expire" },
        { cause: { requestId: httpRequestId, traceparent } },
      );
      return true;
    });
  }

  return periodicWorker({
    name: "expire-deposits",
    everyMs: EVERY_MS,
    log,
    work: async () => {
      const oldest = await findDueDeposits(pool, BATCH);
      const reviews = await findDueReviews(pool, BATCH);
      // One account's very many must not keep back those of the others.
      const deposits = oldest.length < BATCH ? oldest : await findDueDepositsInTurn(pool, BATCH);
      let expired = 0;
      for (const depositId of [...deposits, ...reviews]) {
        try {
          if (await expire(depositId)) expired += 1;
        } catch (error) {
          log.error("deposit.expire_failed", { depositId, error });
        }
      }
      return expired > 0 && (oldest.length === BATCH || reviews.length === BATCH);
    },
  });
}
