import type { Queryable } from "@receipts/database";
import { type MessageBus, type OutgoingMessage, requestIdHeader } from "@receipts/messaging";
import { type Log, periodicWorker, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import { deleteMessages } from "./published-rows.ts";

export interface RelayDeps {
  readonly pool: Queryable;
  readonly bus: Pick<MessageBus, "publish" | "isAvailable">;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly everyMs?: number;
  readonly batchSize?: number;
}

/** Time for the writer's own publish after commit, before the relay takes the message over. */
export const RELAY_GRACE_MS = 2_000;

interface OutboxRow extends OutgoingMessage {
  readonly id: number;
}

/** If a relay crashes, another sends its messages after this time. */
const LEASE_SECONDS = 30;

/**
 * Publishes the due messages that their writers did not. `skip locked` lets any number of relays run. No transaction is
 * open during the publish, and a message is deleted only after the broker has it.
 */
export function createOutboxRelay(deps: RelayDeps): Worker {
  const batchSize = deps.batchSize ?? 500;
  const relayed = deps.metrics.counter(
    "outbox_relayed_total",
    "Messages that their writers did not publish: sent by the relay, or failed and kept for the next attempt",
    ["outcome"],
    { outcome: ["sent", "failed"] },
  );
  return periodicWorker({
    name: "outbox-relay",
    everyMs: deps.everyMs ?? 500,
    log: deps.log,
    work: async () => {
      if (!deps.bus.isAvailable()) return false;
      const rows = await leaseDue(deps.pool, batchSize);
      if (rows.length === 0) return false;
      // Topic by topic: a full or broken one must not delay the others.
      const topics = [...Map.groupBy(rows, ({ topic }) => topic)];
      const sent = await Promise.all(
        topics.map(async ([topic, messages]) => {
          const ok = await send(deps, topic, messages);
          relayed.inc({ outcome: ok ? "sent" : "failed" }, messages.length);
          return ok;
        }),
      );
      return rows.length === batchSize && sent.every((ok) => ok);
    },
  });
}

async function send(deps: RelayDeps, topic: string, rows: readonly OutboxRow[]): Promise<boolean> {
  try {
    await deps.bus.publish(rows);
  } catch (error) {
    // The messages become due again when their lease ends.
    deps.log.warn("outbox.relay_failed", { topic, count: rows.length, error });
    return false;
  }
  await deleteMessages(
    deps.pool,
    rows.map(({ id }) => id),
  );
  deps.log.info("outbox.relayed", { topic, count: rows.length });
  return true;
}

async function leaseDue(database: Queryable, batchSize: number): Promise<OutboxRow[]> {
  const { rows } = await database.query<OutboxRow>({
    name: "outbox_take",
    text: `update outbox
              set available_at = now() + make_interval(secs => $2)
            where id in (select id from outbox
                          where available_at <= now()
                          order by available_at
                          limit $1
                            for update skip locked)
        returning id, topic, key, value, headers`,
    values: [batchSize, LEASE_SECONDS],
  });
  return rows.toSorted((a, b) => a.id - b.id).map(withRequestId);
}

/** Writers on a hot path omit the headers: the envelope has the request id too. */
function withRequestId(row: OutboxRow): OutboxRow {
  if (row.headers?.[requestIdHeader] !== undefined) return row;
  const { requestId }: { requestId?: unknown } = JSON.parse(row.value);
  return typeof requestId === "string"
    ? { ...row, headers: { ...row.headers, [requestIdHeader]: requestId } }
    : row;
}
