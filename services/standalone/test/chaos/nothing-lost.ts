import { until, untilNone } from "@receipts/testing";
import type { ReceivedWebhook } from "../receiver.ts";
import type { ChaosSystem } from "./chaos-system.ts";
import type { Load } from "./load.ts";

export interface NothingLostOptions {
  /** True if a bank was down: a request may then end without a verdict and be refunded. */
  readonly mayFail?: boolean;
}

interface EndedRow {
  readonly id: string;
  readonly processingStatus: string;
  readonly status: string;
  readonly failureReason: string | null;
  readonly confirmations: number;
  readonly debits: number;
  readonly refunds: number;
}

/** Expects every accepted request to have ended once, been charged once, and sent webhooks under one delivery id. */
export async function expectNothingLost(
  system: ChaosSystem,
  loads: readonly Load[],
  { mayFail = false }: NothingLostOptions = {},
): Promise<void> {
  const accepted = loads.flatMap((load) => [...load.accepted.values()]);
  expect(loads.flatMap((load) => load.lost)).toEqual([]);
  expect(new Set(accepted).size).toBe(accepted.length);
  const ids = await expectAllEndedWell(system, { mayFail });
  // Both ways: no accepted request is missing, and every request is known to a caller.
  expect(new Set(ids)).toEqual(new Set(accepted));
  await expectWebhooks(system, accepted);
}

/** Checks every request in the database; returns their ids. */
export async function expectAllEndedWell(
  system: ChaosSystem,
  { mayFail = false }: NothingLostOptions = {},
): Promise<readonly string[]> {
  await untilAllEnded(system);
  const rows = await endedRows(system);
  expect(rows.filter((row) => !isWell(row, mayFail))).toEqual([]);
  await expectBooksToBalance(system);
  await expectConfirmationsOnce(system, rows);
  return rows.map(({ id }) => id);
}

export async function untilAllEnded({ pool }: ChaosSystem): Promise<void> {
  await untilNone(async () => {
    const { rows } = await pool.query(
      "select count(*)::int as n from verification_requests where completed_at is null",
    );
    return rows[0].n;
  }, "the end of every request");
}

async function endedRows({ pool }: ChaosSystem): Promise<EndedRow[]> {
  const { rows } = await pool.query<EndedRow>(
    `select v.id, v.processing_status as "processingStatus", v.status, v.failure_reason as "failureReason",
            (v.result -> 'confirmationHistory' ->> 'confirmationCount')::int as confirmations,
            count(*) filter (where c.type = 'debit' and c.amount = -1)::int as debits,
            count(*) filter (where c.type = 'refund' and c.amount = 1)::int as refunds
       from verification_requests v left join credit_transactions c on c.verification_id = v.id
      group by v.id`,
  );
  return rows;
}

function isWell(row: EndedRow, mayFail: boolean): boolean {
  if (row.processingStatus === "failed") return mayFail && row.debits === 1 && row.refunds === 1;
  return row.status === "success" && row.confirmations === 1 && row.debits === 1 && row.refunds === 0;
}

async function expectBooksToBalance({ pool }: ChaosSystem): Promise<void> {
  const { rows } = await pool.query(
    `select a.user_id from credit_accounts a
      where a.balance <> (select sum(c.amount) from credit_transactions c where c.user_id = a.user_id)`,
  );
  expect(rows).toEqual([]);
}

async function expectConfirmationsOnce({ pool }: ChaosSystem, ended: readonly EndedRow[]): Promise<void> {
  const { rows } = await pool.query<{ count: number; receipts: number }>(
    `select confirmation_count::int as count, count(*)::int as receipts
       from receipt_confirmations group by 1`,
  );
  const receipts = ended.filter(({ status }) => status === "success").length;
  expect(rows).toEqual([{ count: 1, receipts }]);
}

async function expectWebhooks({ receiver, pool }: ChaosSystem, accepted: readonly string[]): Promise<void> {
  const notified = (): ReadonlySet<string> => new Set(receiver.received.map(requestIdOf));
  await until(() => notified().size === accepted.length, {
    progress: () => receiver.received.length,
    what: `every webhook (${notified().size} of ${accepted.length} at first)`,
  });
  expect(notified()).toEqual(new Set(accepted));
  // A webhook may be repeated after a crash, but only as the same delivery with the same bytes.
  const deliveries = new Set(receiver.received.map((each) => `${deliveryIdOf(each)} ${each.body}`));
  expect(deliveries.size).toBe(accepted.length);
  await untilEveryWebhookIsDelivered({ pool });
}

export async function untilEveryWebhookIsDelivered({ pool }: Pick<ChaosSystem, "pool">): Promise<void> {
  await untilNone(async () => {
    const { rows } = await pool.query(
      "select count(*)::int as n from webhook_deliveries where state <> 'delivered'",
    );
    return rows[0].n;
  }, "every delivery");
}

const requestIdOf = (webhook: ReceivedWebhook): string => JSON.parse(webhook.body).requestId;
const deliveryIdOf = ({ headers }: ReceivedWebhook): string => String(headers["x-webhook-delivery-id"]);
