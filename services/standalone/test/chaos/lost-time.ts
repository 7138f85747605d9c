import { until } from "@receipts/testing";
import type { ChaosSystem } from "./chaos-system.ts";
import type { Load } from "./load.ts";

/** A request as it was before the database was lost. */
export interface RequestBefore {
  readonly id: string;
  readonly httpRequestId: string;
  readonly createdAt: Date;
  readonly isEnded: boolean;
  /** Parked while its bank's breaker was open: its message is no longer on the bus. */
  readonly isParked: boolean;
}

export async function requestsOf({ pool }: ChaosSystem): Promise<readonly RequestBefore[]> {
  const { rows } = await pool.query<RequestBefore>(
    `select id, http_request_id as "httpRequestId", created_at as "createdAt", completed_at is not null as "isEnded", parked as "isParked"
       from verification_requests order by created_at`,
  );
  return rows;
}

/** A commit is a little later than its row's own time. */
const commitTakesMs = 2_000;

/** Expects exactly the requests of the lost time to be gone; returns them. */
export async function expectOnlyThatTimeLost(
  system: ChaosSystem,
  before: readonly RequestBefore[],
  restoredTo: Date,
): Promise<readonly RequestBefore[]> {
  const here = new Set((await requestsOf(system)).map(({ id }) => id));
  const lost = before.filter(({ id }) => !here.has(id));
  const wellBefore = restoredTo.getTime() - commitTakesMs;
  expect(lost.filter(({ createdAt }) => createdAt.getTime() < wellBefore)).toEqual([]);
  expect(before.filter(({ id, createdAt }) => here.has(id) && createdAt > restoredTo)).toEqual([]);
  expect(lost.some(({ isEnded }) => isEnded) && lost.some(({ isEnded }) => !isEnded)).toBe(true);
  return lost;
}

/** Verdicts that two killed verifiers may have committed without a notification: those in work at each. */
const MAX_UNANNOUNCED = 2 * 16;

/**
 * Expects the list to name exactly the lost requests, and their received webhooks, except those of killed verifiers.
 */
export function expectListed(
  printed: string,
  lost: readonly RequestBefore[],
  { receiver }: ChaosSystem,
): void {
  const ids = new Set(lost.map(({ id }) => id));
  expect(
    new Set(idsBelow(printed, "requests lost:", /^ {2}(ver_\w+) account usr_\w+ bank telebirr/)),
  ).toEqual(ids);
  const notified = receiver.received.map(({ body }) => JSON.parse(body).requestId);
  const notifiedLost = new Set(notified.filter((id) => ids.has(id)));
  const listed = new Set(idsBelow(printed, "webhooks lost:", /^ {2}whd_\w+ of (ver_\w+)/));
  expect(notifiedLost.difference(listed).size).toBeLessThanOrEqual(MAX_UNANNOUNCED);
}

function idsBelow(printed: string, heading: string, pattern: RegExp): string[] {
  const lines = printed.split("\n");
  const start = lines.findIndex((line) => line.startsWith(heading)) + 1;
  const rest = lines.slice(start);
  const end = rest.findIndex((line) => !line.startsWith("  "));
  return rest.slice(0, end).map((line) => pattern.exec(line)?.[1] ?? line);
}

/** Messages without a request are still on the bus; each must become a dead letter. */
export async function expectDeadLetters(
  lost: readonly RequestBefore[],
  listDeadLetters: () => Promise<string>,
): Promise<void> {
  const unread = lost
    .filter(({ isEnded, isParked }) => !isEnded && !isParked)
    .map(({ httpRequestId }) => httpRequestId);
  let missing: string[] = unread;
  await until(
    async () => {
      const deadLetters = await listDeadLetters();
      missing = unread.filter((id) => !deadLetters.includes(id));
      return missing.length === 0;
    },
    { progress: () => missing.length, what: `a dead letter of each of ${unread.length} unknown requests` },
  ).catch((error: Error) => {
    throw new Error(
      `${error.message}; missing are ${missing.length}, such as ${missing.slice(0, 5).join(", ")}`,
    );
  });
}

/**
 * Repeats a call whose request was lost. It creates a new request, with the bank's verdict from the cache. The
 * receipt's earlier confirmation is lost.
 */
export async function expectNewRequestFromCache(
  { pool }: ChaosSystem,
  load: Load,
  lost: readonly RequestBefore[],
): Promise<void> {
  const request = lost.find(({ isEnded }) => isEnded);
  const [idempotencyKey = ""] = [...load.accepted].find(([, id]) => id === request?.id) ?? [];
  const { requestId } = await load.again(idempotencyKey);
  expect(requestId).not.toBe(request?.id);
  const ended = await until(async () => {
    const { rows } = await pool.query(
      `select status, cache_status as "cacheStatus", result -> 'confirmationHistory' as history
         from verification_requests where id = $1 and completed_at is not null`,
      [requestId],
    );
    return rows[0];
  });
  expect(ended).toMatchObject({
    status: "success",
    cacheStatus: "HIT",
    history: { isFirstConfirmation: true, confirmationCount: 1 },
  });
}
