import type { Queryable } from "@receipts/database";

export interface PublishedRows {
  /** Schedules the deletion of published messages; one statement deletes many, off the critical path. */
  remove(ids: readonly number[]): void;
  /** Deletes all scheduled rows. The relay sends those that are left again: harmless, as consumers claim. */
  flush(): Promise<void>;
}

/** Less than the relay's grace (`RELAY_GRACE_MS`). All deletions of half a second share a statement and its commit. */
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
    await deleteMessages(deps.database, batch).catch(deps.onError);
  }

  return {
    flush,
    remove: (published) => {
      ids.push(...published);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS);
    },
  };
}

export async function deleteMessages(database: Queryable, ids: readonly number[]): Promise<void> {
  await database.query({
    name: "outbox_forget",
    text: "delete from outbox where id = any($1::bigint[])",
    values: [ids],
  });
}
