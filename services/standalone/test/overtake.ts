import { until } from "@receipts/testing";
import { system } from "./system.ts";

/** A statement with its values. */
export type Statement = readonly [text: string, ...values: unknown[]];

/**
 * Runs `lock` in a transaction, and `act`, which comes to wait for it; then `meanwhile`, which so happens in the middle of
 * the act.
 */
export async function overtake<T>({
  lock,
  act,
  meanwhile,
}: {
  readonly lock: Statement;
  readonly act: () => PromiseLike<T>;
  readonly meanwhile: Statement | (() => Promise<unknown>);
}): Promise<T> {
  const client = await system.database.pool.connect();
  let isCommitted = false;
  try {
    await client.query("begin");
    const run = ([text, ...values]: Statement) => client.query(text, values);
    await run(lock);
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const done = Promise.resolve(act());
    await until(async () => {
      const waiting = await system.sql(
        "select from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) and datname = current_database()",
        rows[0]?.pid,
      );
      return waiting.length > 0;
    });
    if (typeof meanwhile === "function") await meanwhile();
    else await run(meanwhile);
    await client.query("commit");
    isCommitted = true;
    return await done;
  } finally {
    client.release(!isCommitted);
  }
}
