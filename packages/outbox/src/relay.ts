import type { Queryable } from "@receipts/database";
import { type MessageBus, type OutgoingMessage, requestIdHeader } from "@receipts/messaging";
import { type Log, periodicWorker, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import { forgetMessages } from "./published-rows.ts";

export interface RelayDeps {
  readonly pool: Queryable;
  readonly bus: Pick<MessageBus, "publish" | "isAvailable">;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly everyMs?: number;
  readonly batchSize?: number;
}

/** How long the writer's own publish after commit has before the relay takes the message over. */
export const RELAY_GRACE_MS = 2_000;

/** A message as it stands in the outbox. */
interface OutboxRow extends OutgoingMessage {
  readonly id: number;
}

/** A relay that dies after taking messages holds them back for so long; then another sends them. */
const TAKEN_FOR_SECONDS = 30;

/**
 * Sends what its writers could not: messages whose time has come. `skip locked` lets any number of relays run; no
 * transaction is open while the broker thinks, and a message is deleted only after the broker has it.
 */
export function createOutboxRelay(deps: RelayDeps): Worker {
  const batchSize = deps.batchSize ?? 500;
  const relayed = deps.metrics.counter(
    "outbox_relayed_total",
    "Messages that their writers had not sent at once: sent by the relay, or tried in vain and left for later",
    ["outcome"],
    { outcome: ["sent", "failed"] },
  );
  return periodicWorker({
    name: "outbox-relay",
    everyMs: deps.everyMs ?? 500,
    log: deps.log,
    work: async () => {
      if (!deps.bus.isAvailable()) return false;
      const rows = await take(deps.pool, batchSize);
      if (rows.length === 0) return false;
      // Topic by topic: one that is full or broken must not hold up the others.
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
    // They are free again when the time for which they were taken is over.
    deps.log.warn("outbox.relay_failed", { topic, count: rows.length, error });
    return false;
  }
  await forgetMessages(
    deps.pool,
    rows.map(({ id }) => id),
  );
  deps.log.info("outbox.relayed", { topic, count: rows.length });
  return true;
}

async function take(database: Queryable, batchSize: number): Promise<OutboxRow[]> {
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
    values: [batchSize, TAKEN_FOR_SECONDS],
  });
  return rows.toSorted((a, b) => a.id - b.id).map(withRequestId);
}

/** Writers on a hot path leave the headers out: the request id stands in the envelope too. */
function withRequestId(row: OutboxRow): OutboxRow {
  if (row.headers?.[requestIdHeader] !== undefined) return row;
  const { requestId }: { requestId?: unknown } = JSON.parse(row.value);
  return typeof requestId === "string"
    ? { ...row, headers: { ...row.headers, [requestIdHeader]: requestId } }
    : row;
}
