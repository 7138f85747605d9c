import type { Pool } from "@receipts/database";
import { until } from "@receipts/testing";
import { aReceipt, aReceiptWithoutVerdict, type TestAccount } from "./system.ts";

/** Ten callers on gateways that share one balance. */
export interface TenCallersOptions {
  /** The callers use these gateways in turn. */
  readonly urls: readonly string[];
  readonly pool: Pool;
  readonly account: TestAccount;
  /** The account's balance at the start. */
  readonly credits: number;
}

/**
 * Spends all credits; every fourth receipt is refunded. Ends when no credit is left and no refund is pending. Compares
 * responses, ledger and balance, also at every moment on the way.
 */
export async function expectTenCallersToSpendAll(options: TenCallersOptions): Promise<void> {
  const { urls, pool, account, credits } = options;
  const reading = startReading(pool, account.userId);
  let admitted: number[];
  try {
    admitted = await Promise.all(Array.from({ length: 10 }, (_, number) => spend(options, number)));
    await until(async () => !(await hasUnfinished(options)));
  } finally {
    await reading.stop();
  }
  const { readings } = reading;
  const { rows } = await pool.query<{ type: string; lines: number }>(
    "select type, count(*)::int as lines from credit_transactions where user_id = $1 group by type",
    [account.userId],
  );
  const lines = Object.fromEntries(rows.map(({ type, lines: count }) => [type, count]));
  const total = admitted.reduce((sum, count) => sum + count, 0);
  expect(lines["debit"]).toBe(total);
  expect(lines["refund"]).toBeGreaterThan(0);
  expect(total).toBe(credits + (lines["refund"] ?? 0));
  expect(readings.length).toBeGreaterThan(10);
  expect(readings.filter(({ balance, ledger, last }) => ledger !== balance || last !== balance)).toEqual([]);
  expect(readings.at(-1)?.balance).toBe(0);
  expect(readings.filter(({ balance }) => balance < 0 || balance > credits)).toEqual([]);
  await expectChain(pool, account.userId);
  expect(urls.length).toBeGreaterThan(1);
}

interface SubmissionResponse {
  readonly requestId?: string;
  readonly error?: { readonly code: string };
}

/** Returns how many of this caller's submissions were accepted. */
async function spend(options: TenCallersOptions, number: number): Promise<number> {
  let admitted = 0;
  for (let turn = number; ; turn += 1) {
    const mayBeRefunded = await hasUnfinished(options);
    const response = await fetch(`${options.urls[turn % options.urls.length]}/api/verify`, {
      method: "POST",
      headers: { "x-api-key": options.account.apiKey, "content-type": "application/json" },
      body: JSON.stringify(turn % 4 === 0 ? aReceiptWithoutVerdict() : aReceipt()),
    });
    const { requestId, error } = (await response.json()) as SubmissionResponse;
    // A busy broker may acknowledge too late: the response then names the request, which was accepted and charged.
    if (response.status === 202 || (error?.code === "queue_unavailable" && requestId)) admitted += 1;
    else expect(response.status).toBe(402);
    if (response.status === 402 && !mayBeRefunded) return admitted;
  }
}

async function hasUnfinished({ pool, account }: TenCallersOptions): Promise<boolean> {
  const { rows } = await pool.query(
    "select from verification_requests where user_id = $1 and completed_at is null limit 1",
    [account.userId],
  );
  return rows.length > 0;
}

interface Reading {
  readonly balance: number;
  readonly ledger: number;
  readonly last: number;
}

/** Reads balance and ledger repeatedly, each time in one snapshot. */
function startReading(pool: Pool, userId: string) {
  const readings: Reading[] = [];
  const read = async () => {
    const { rows } = await pool.query<Reading>(
      `select (select balance from credit_accounts where user_id = $1)::int as balance,
              (select sum(amount) from credit_transactions where user_id = $1)::int as ledger,
              (select balance_after from credit_transactions where user_id = $1
                order by sequence desc limit 1)::int as last`,
      [userId],
    );
    readings.push(...rows);
  };
  let isOver = false;
  const whole = (async () => {
    while (!isOver) await read();
  })();
  return {
    readings,
    stop: async () => {
      isOver = true;
      await whole;
      await read();
    },
  };
}

async function expectChain(pool: Pool, userId: string): Promise<void> {
  const { rows } = await pool.query<{ amount: number; after: number }>(
    `select amount::int as amount, balance_after::int as after from credit_transactions
      where user_id = $1 order by sequence`,
    [userId],
  );
  let balance = 0;
  for (const { amount, after } of rows) {
    balance += amount;
    expect(after).toBe(balance);
  }
}
