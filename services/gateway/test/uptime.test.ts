import { bankCodes } from "@receipts/contracts";
import { createPool } from "@receipts/database";
import { createServiceMetrics, startWorkers, type Worker } from "@receipts/service-kit";
import { database, until, useTestDatabase } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { createDeleteExpired } from "../src/retention/delete-expired.ts";
import { createJudgeBanks } from "../src/uptime/judge-banks.ts";
import { createUptimeReader } from "../src/uptime/uptime-reader.ts";
import { readDaysQuery } from "../src/uptime/uptime-repository.ts";

useTestDatabase();
beforeEach(() => database.pool.query("truncate bank_attempts, bank_conditions, bank_incidents"));

/** Runs the workers until the condition holds. */
async function runUntil(workers: readonly Worker[], condition: () => Promise<boolean>): Promise<void> {
  const stop = new AbortController();
  const runs = startWorkers({ name: "test", workers } as never, stop, testLog);
  try {
    await until(condition);
  } finally {
    stop.abort();
    await Promise.all(runs);
  }
}

const judge = (metrics = createServiceMetrics({ processMetrics: false })) =>
  createJudgeBanks({ pool: database.pool, log: testLog, metrics }, 10);

/** Replaces all attempts, by those of several accounts in each of the judged minutes. */
async function attempted(answered: number, unavailable: number): Promise<void> {
  await emptied();
  await database.pool.query(
    `with condition as (insert into bank_conditions (bank) values ('dashen') on conflict do nothing)
     insert into bank_attempts (bank, span, starts_at, answered, unavailable, failed_requesters)
     select 'dashen', 'minute', date_trunc('minute', now(), 'UTC') - make_interval(mins => n), $1, $2, 7
       from generate_series(0, 4) n`,
    [answered, unavailable],
  );
}

async function emptied(): Promise<void> {
  await database.pool.query("delete from bank_attempts");
}

async function state(): Promise<string> {
  return (await database.pool.query("select state from bank_conditions where bank = 'dashen'")).rows[0]
    ?.state;
}

async function incidents(): Promise<{ open: boolean }[]> {
  const { rows } = await database.pool.query(
    "select closed_at is null as open from bank_incidents order by opened_at",
  );
  return rows;
}

describe("the judging of the banks", () => {
  it("opens one incident when several gateways see the bank go down, and closes it when the bank responds", async () => {
    const metrics = createServiceMetrics({ processMetrics: false });
    const judges = Array.from({ length: 5 }, () => judge(metrics));
    await attempted(1, 9);
    await runUntil(judges, async () => (await state()) === "down");
    expect(await incidents()).toEqual([{ open: true }]);
    expect(await metrics.registry.metrics()).toContain('bank_up{bank="dashen"} 0\n');
    await attempted(99, 1);
    await runUntil(judges, async () => (await state()) === "operational");
    expect(await incidents()).toEqual([{ open: false }]);
    const text = await metrics.registry.metrics();
    expect(text).toContain('bank_incidents_total{bank="dashen"} 1\n');
    expect(text).toContain('bank_up{bank="dashen"} 1\n');
  });

  it("leaves an incident open while no request queries the bank, and opens no second one", async () => {
    const metrics = createServiceMetrics({ processMetrics: false });
    await attempted(0, 3);
    await runUntil([judge(metrics)], async () => (await state()) === "down");
    await emptied();
    await runUntil([judge(metrics)], async () => (await state()) === "unknown");
    expect(await incidents()).toEqual([{ open: true }]);
    expect(await metrics.registry.metrics()).not.toContain('bank_up{bank="dashen"}');
    await attempted(0, 3);
    await runUntil([judge(metrics)], async () => (await state()) === "down");
    expect(await incidents()).toEqual([{ open: true }]);
  });

  it("allows one open incident for each bank, by a constraint", async () => {
    const insert = "insert into bank_incidents (bank, opened_at) values ('boa', now() - $1::interval)";
    await database.pool.query(insert, ["1 hour"]);
    await expect(database.pool.query(insert, ["2 hours"])).rejects.toThrow("bank_incidents_open");
  });

  it("keeps the start of a bank's state while nothing changes", async () => {
    await attempted(3, 0);
    await runUntil([judge()], async () => (await state()) === "operational");
    const since = async () =>
      (await database.pool.query("select since from bank_conditions")).rows[0].since.getTime();
    const before = await since();
    await attempted(4, 0);
    const metrics = createServiceMetrics({ processMetrics: false });
    await runUntil([judge(metrics)], async () => (await metrics.registry.metrics()).includes('"dashen"} 1'));
    expect(await since()).toBe(before);
  });
});

/** A hundred days of every bank: 9 of 10 successful each day, plus the minutes and hours of the last days. */
async function fill(): Promise<void> {
  await database.pool.query(
    `insert into bank_attempts (bank, span, starts_at, answered, unavailable)
     select bank, span, starts_at, 9, 1
       from unnest($1::text[]) as bank,
            lateral (select 'day' as span, date_trunc('day', now(), 'UTC') - make_interval(days => n) as starts_at
                       from generate_series(0, 99) n
                     union all
                     select 'hour', date_trunc('hour', now(), 'UTC') - make_interval(hours => n) from generate_series(0, 190) n
                     union all
                     select 'minute', date_trunc('minute', now(), 'UTC') - make_interval(mins => n)
                       from generate_series(0, 2879) n) buckets`,
    [bankCodes],
  );
  await database.pool.query("insert into bank_conditions (bank) select unnest($1::text[])", [bankCodes]);
  await database.pool.query("analyze bank_attempts");
}

describe("the reading of 90 days", () => {
  it("reads only the rows of those days, by index", async () => {
    await fill();
    const { rows } = await database.pool.query({
      text: `explain (analyze, timing off, format json) ${readDaysQuery.text}`,
      values: readDaysQuery.values,
    });
    const plan = rows[0]["QUERY PLAN"][0].Plan;
    const text = JSON.stringify(plan);
    expect(text).not.toContain("Seq Scan");
    expect(text).toContain("bank_attempts_pkey");
    expect(plan["Actual Rows"]).toBe(90 * bankCodes.length);
    expect(plan["Rows Removed by Filter"] ?? 0).toBe(0);
  });

  it("has 90 days of every bank, the newest last, and availability over each period", async () => {
    await fill();
    // No response today and in the last hour.
    await database.pool.query(
      `update bank_attempts set answered = 0, unavailable = 10
        where bank = 'awash' and span in ('day', 'hour') and starts_at = date_trunc(span, now(), 'UTC')`,
    );
    const banks = await createUptimeReader(database.pool).history();
    expect(banks.map(({ bank }) => bank)).toEqual(bankCodes);
    const awash = banks.find(({ bank }) => bank === "awash");
    expect(awash?.days).toHaveLength(90);
    expect(awash?.days.at(-1)?.availability).toBe(0);
    expect(awash?.days.at(-2)?.availability).toBe(0.9);
    expect(awash?.availability).toEqual({
      "24h": Math.floor((9 * 23 * 10_000) / 240) / 10_000,
      "7d": Math.floor((9 * 6 * 10_000) / 70) / 10_000,
      "30d": 0.87,
      "90d": 0.89,
    });
  });

  it("returns null if nothing was attempted", async () => {
    const banks = await createUptimeReader(database.pool).history();
    for (const { availability, days, state: shown, since } of banks) {
      expect(availability).toEqual({ "24h": null, "7d": null, "30d": null, "90d": null });
      expect(new Set(days.map((day) => day.availability))).toEqual(new Set([null]));
      expect([shown, since]).toEqual(["unknown", null]);
    }
  });

  it("never rounds availability up to 100 %", async () => {
    await database.pool.query(
      `insert into bank_attempts (bank, span, starts_at, answered, unavailable)
       values ('boa', 'day', date_trunc('day', now(), 'UTC'), 1000000000, 1)`,
    );
    const banks = await createUptimeReader(database.pool).overview();
    expect(banks.find(({ bank }) => bank === "boa")?.availability["90d"]).toBe(0.9999);
  });

  /** The public routes have no key to limit: a crowd must cost no more than one visitor. */
  it("is shared by simultaneous callers", async () => {
    const counted = createPool({
      connectionString: database.url,
      applicationName: "test",
      maxConnections: 4,
    });
    let queries = 0;
    const query = (...args: Parameters<typeof counted.query>) => {
      queries += 1;
      return counted.query(...args);
    };
    const reader = createUptimeReader({ query } as unknown as typeof counted);
    await reader.history();
    const forOne = queries;
    const another = createUptimeReader({ query } as unknown as typeof counted);
    await Promise.all(Array.from({ length: 200 }, () => another.history()));
    expect(queries).toBe(2 * forOne);
    await counted.end();
  });

  it("holds the newest incidents of each bank, 50 at most", async () => {
    await database.pool.query("insert into bank_conditions (bank) values ('boa'), ('cbe')");
    await database.pool.query(
      `insert into bank_incidents (bank, opened_at, closed_at)
       select 'boa', now() - make_interval(hours => n), now() - make_interval(hours => n) + interval '1 minute'
         from generate_series(1, 60) n
       union all select 'cbe', now() - interval '95 days', null
       union all select 'cbe', now() - interval '99 days', now() - interval '98 days'`,
    );
    const banks = await createUptimeReader(database.pool).history();
    const of = (code: string) => banks.find(({ bank }) => bank === code)?.incidents ?? [];
    expect(of("boa")).toHaveLength(50);
    expect(Date.parse(of("boa")[0]?.startedAt ?? "")).toBeGreaterThan(
      Date.parse(of("boa")[49]?.startedAt ?? ""),
    );
    expect(of("cbe")).toMatchObject([{ endedAt: null }]);
  });
});

it("deletes old buckets and incidents, in any number of copies, and keeps those in use", async () => {
  await fill();
  await database.pool.query(
    `insert into bank_attempts (bank, span, starts_at, answered)
     select 'boa', 'minute', date_trunc('minute', now(), 'UTC') - interval '3 days' - make_interval(mins => n), 1
       from generate_series(0, 3999) n
     union all select 'boa', 'day', date_trunc('day', now(), 'UTC') - interval '101 days', 1
     union all select 'boa', 'hour', date_trunc('hour', now(), 'UTC') - interval '9 days', 1`,
  );
  await database.pool.query(
    `insert into bank_incidents (bank, opened_at, closed_at)
     values ('boa', now() - interval '102 days', now() - interval '101 days'), ('cbe', now() - interval '200 days', null)`,
  );
  const count = async () =>
    (await database.pool.query("select count(*)::int as n from bank_attempts")).rows[0].n;
  const wanted = bankCodes.length * (100 + 191 + 2880);
  const forgetting = Array.from({ length: 3 }, () =>
    createDeleteExpired({ database: database.pool, log: testLog }),
  );
  await runUntil(forgetting, async () => (await count()) <= wanted && (await incidents()).length === 1);
  expect(await incidents()).toEqual([{ open: true }]);
  // The youngest filled rows may have expired meanwhile: days and minutes at the border.
  expect(await count()).toBeGreaterThan(wanted - 3 * bankCodes.length);
});
