import { randomUUID } from "node:crypto";
import type pg from "pg";

/** The naive gateway's transaction by itself, statement after statement; returns true if there was a credit. */
export function createNaiveAdmission(pool: pg.Pool) {
  return async (userId: string, reference: string, suffix: string): Promise<boolean> => {
    const id = randomUUID();
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query("select request_id from naive_idempotency where user_id = $1 and key = $2", [
        userId,
        id,
      ]);
      const { rows } = await client.query(
        "select balance from naive_accounts where user_id = $1 for update",
        [userId],
      );
      if (Number(rows[0]?.balance) < 1) {
        await client.query("rollback");
        return false;
      }
      await client.query("update naive_accounts set balance = balance - 1 where user_id = $1", [userId]);
      await client.query("insert into naive_ledger (user_id, delta, request_id) values ($1, -1, $2)", [
        userId,
        id,
      ]);
      await client.query(
        "insert into naive_requests (id, user_id, bank, reference, suffix, status) values ($1, $2, 'boa', $3, $4, 'queued')",
        [id, userId, reference, suffix],
      );
      await client.query("insert into naive_idempotency (user_id, key, request_id) values ($1, $2, $3)", [
        userId,
        id,
        id,
      ]);
      await client.query("commit");
      return true;
    } finally {
      client.release();
    }
  };
}
