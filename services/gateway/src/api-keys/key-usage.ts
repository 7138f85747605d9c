import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

/**
 * Counts the uses of each key in memory, and adds them up in the database about once a second, off the path of calls.
 */
export interface KeyUsage {
  count(apiKeyId: string): void;
  /** Call it at the end, when nothing counts any more: then the sum is exact. */
  flush(): Promise<void>;
  readonly worker: Worker;
}

const FLUSH_EVERY_MS = 1_000;

type KeyTable = "api_keys" | "checkout_keys";

interface Uses {
  readonly count: number;
  readonly lastUsedAt: Date;
}

export function createKeyUsage(deps: {
  readonly database: Queryable;
  readonly log: Log;
  /** Default: API keys. */
  readonly table?: KeyTable;
  readonly now?: () => Date;
}): KeyUsage {
  const now = deps.now ?? (() => new Date());
  let uses = new Map<string, Uses>();
  let flushing = Promise.resolve();

  const add = (id: string, count: number, lastUsedAt: Date) =>
    uses.set(id, { count: (uses.get(id)?.count ?? 0) + count, lastUsedAt });

  async function write(): Promise<void> {
    const taken = uses;
    if (taken.size === 0) return;
    uses = new Map();
    try {
      await addUses(deps.database, deps.table ?? "api_keys", taken);
    } catch (error) {
      for (const [id, { count, lastUsedAt }] of taken) {
        add(id, count, uses.get(id)?.lastUsedAt ?? lastUsedAt);
      }
      throw error;
    }
  }

  /** One flush after another: when the last call resolves, everything is written. */
  function flush(): Promise<void> {
    const next = flushing.then(write);
    flushing = next.catch(() => undefined);
    return next;
  }

  const worker = periodicWorker({
    name: `usage-of-${deps.table ?? "api_keys"}`,
    everyMs: FLUSH_EVERY_MS,
    log: deps.log,
    work: async () => {
      await flush();
      return false;
    },
  });
  return { count: (id) => void add(id, 1, now()), flush, worker };
}

/** Locks by id, so that two processes with the same keys do not deadlock. */
async function addUses(database: Queryable, table: KeyTable, uses: ReadonlyMap<string, Uses>): Promise<void> {
  const values = [...uses.values()];
  await database.query({
    name: `add_uses_of_${table}`,
    text: `with uses as (
             select k.id, used.count, used.last_used_at
               from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as used (id, count, last_used_at)
               join ${table} k on k.id = used.id
              order by k.id for no key update of k)
           update ${table} k
              set request_count = k.request_count + uses.count,
                  last_used_at = greatest(k.last_used_at, uses.last_used_at)
             from uses where uses.id = k.id`,
    values: [[...uses.keys()], values.map(({ count }) => count), values.map(({ lastUsedAt }) => lastUsedAt)],
  });
}
