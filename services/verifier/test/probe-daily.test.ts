import {
  type BankAdapter,
  BankUnavailable,
  nonexistentReceipt,
  type ReceiptIdentifiers,
  ReceiptUnreadable,
} from "@receipts/banks";
import { supportedBankCodes } from "@receipts/contracts";
import { createServiceMetrics, startWorkers } from "@receipts/service-kit";
import { createTestDatabase, type TestDatabase, until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { createBankBreaker } from "../src/bank-breaker.ts";
import { createProbeDaily } from "../src/probe-daily.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("truncate bank_conditions"));

const asked: ReceiptIdentifiers = { reference: "FT00001NF", suffix: null, phone: null };
const page = { contentType: "text/html", body: Buffer.from("<html>Bank of Abyssinia</html>") };
const untold = { responded: () => {}, unavailable: () => {}, breakerOpened: () => {} };

interface Bank {
  readonly fetchReceipt: BankAdapter["fetchReceipt"];
  readonly parseReceipt?: BankAdapter["parseReceipt"];
}

const quarantined: string[] = [];
const readsNothing = () => Promise.reject(new Error("there is nothing to read"));

/** Verifiers of one bank, until the returned function is called. Each looks once at its start, and then a minute later. */
function startVerifiers({ fetchReceipt, parseReceipt = readsNothing }: Bank, count = 1) {
  const stop = new AbortController();
  const breakers = Array.from({ length: count }, () =>
    createBankBreaker({
      ...{ bank: "boa", volume: 1_000, errorPercent: 50, windowMs: 1_000, resetMs: 60_000, log: testLog },
      ...{ fetchReceipt, tally: untold, metrics: createServiceMetrics({ processMetrics: false }) },
    }),
  );
  const workers = breakers.map((breaker) =>
    createProbeDaily({
      ...{ database: database.pool, bank: "boa", breaker, parseReceipt, asked, attempts: 3, log: testLog },
      quarantineDocument: async ({ parseError }) => {
        quarantined.push(parseError.message);
      },
    }),
  );
  const runs = startWorkers({ name: "test", workers } as never, stop, testLog);
  return async () => {
    stop.abort();
    await Promise.all(runs);
    for (const breaker of breakers) breaker.close();
  };
}

async function stored(): Promise<{ outcome: string | null; minutesToNext: number } | undefined> {
  const { rows } = await database.pool.query(
    `select daily_probe_outcome as outcome,
            round(extract(epoch from daily_probe_due_at - now()) / 60)::int as "minutesToNext"
       from bank_conditions`,
  );
  return rows[0];
}

async function probeOnce(bank: Bank) {
  const stop = startVerifiers(bank);
  await until(async () => typeof (await stored())?.outcome === "string");
  await stop();
  return await stored();
}

const daily = 24 * 60;
const soon = 15;

it.each<[what: string, bank: Bank, outcome: string, minutesToNext: number]>([
  ["knows no such receipt", { fetchReceipt: async () => ({ kind: "not_found" }) }, "responded", daily],
  [
    "says so on a page",
    {
      fetchReceipt: async () => ({ kind: "document", document: page }),
      parseReceipt: async () => ({ kind: "not_found" }),
    },
    "responded",
    daily,
  ],
  [
    "responds with a page that no parser knows",
    {
      fetchReceipt: async () => ({ kind: "document", document: page }),
      parseReceipt: () => Promise.reject(new ReceiptUnreadable("no table")),
    },
    "unreadable",
    soon,
  ],
  [
    "does not respond",
    { fetchReceipt: () => Promise.reject(new BankUnavailable("certificate has expired")) },
    "unavailable",
    soon,
  ],
])("records that a bank %s", async (_what, bank, outcome, minutesToNext) => {
  quarantined.length = 0;
  expect(await probeOnce(bank)).toEqual({ outcome, minutesToNext });
  // Operators look at an unknown page as at one of a customer's receipt.
  expect(quarantined).toEqual(outcome === "unreadable" ? ["no table"] : []);
});

it("asks again before it calls a bank unavailable", async () => {
  let attempts = 0;
  const probed = await probeOnce({
    fetchReceipt: async () => {
      attempts += 1;
      if (attempts < 3) throw new BankUnavailable("reset");
      return { kind: "not_found" };
    },
  });
  expect([attempts, probed?.outcome]).toEqual([3, "responded"]);
});

it("asks once a day, with any number of verifiers", async () => {
  const references: string[] = [];
  const fetchReceipt: BankAdapter["fetchReceipt"] = async ({ reference }) => {
    references.push(reference);
    return { kind: "not_found" };
  };
  const stop = startVerifiers({ fetchReceipt }, 4);
  await until(async () => (await stored())?.outcome === "responded");
  // Each verifier completes its first look before it stops.
  await stop();
  await startVerifiers({ fetchReceipt })();
  expect(references).toEqual([asked.reference]);
  await database.pool.query("update bank_conditions set daily_probe_due_at = now()");
  await startVerifiers({ fetchReceipt })();
  expect(references).toHaveLength(2);
});

it("records nothing when its process stops", async () => {
  let isAsked = false;
  const stop = startVerifiers({
    fetchReceipt: (_asked, signal) =>
      new Promise((_resolve, reject) => {
        isAsked = true;
        signal.addEventListener("abort", () => reject(new BankUnavailable("aborted")), { once: true });
      }),
  });
  await until(() => isAsked);
  await stop();
  expect(await stored()).toEqual({ outcome: null, minutesToNext: soon });
});

it("has a receipt to ask every bank for", () => {
  for (const bank of supportedBankCodes) expect(nonexistentReceipt(bank)).toBeDefined();
});
