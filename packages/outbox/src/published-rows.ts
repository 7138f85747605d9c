import type { Queryable } from "@receipts/database";

export interface PublishedRows {
  /** Forgets a published message; many are deleted by one statement, off the critical path. */
  forget(ids: readonly number[]): void;
  /** Deletes what is still remembered. Those not deleted are sent again by the relay: harmless, consumers claim. */
  flush(): Promise<void>;
}

/** Soon enough before the relay looks (`RELAY_GRACE_MS`): a statement and its commit are shared by all of half a second. */
const FLUSH_AFTER_MS = 500;

export function createPublishedRows(deps: {
  readonly database: Queryable;
  readonly onError: (error: unknown) => void;
}): PublishedRows {
  let ids: number[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = ids;
    ids = [];
    if (batch.length === 0) return;
    await forgetMessages(deps.database, batch).catch(deps.onError);
  }

  return {
    flush,
    forget: (published) => {
      ids.push(...published);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS);
    },
  };
}

export async function forgetMessages(database: Queryable, ids: readonly number[]): Promise<void> {
  await database.query({
    name: "outbox_forget",
    text: "delete from outbox where id = any($1::bigint[])",
    values: [ids],
  });
}
