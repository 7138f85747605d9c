import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { reportQuery } from "../reports/report-query.ts";
import { type HistoryFilter, historyPage, historyTotal } from "./history-query.ts";

const user = "usr_00000000000000000000000001";
const ROWS = 40_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await pool.query(
    `insert into users (id, email, name) select 'usr_' || lpad(n::text, 26, '0'), n || '@example.test', 'U' from generate_series(1, 20) n`,
  );
  // Half of them of one account; a few without a verdict, fewer unfinished.
  await pool.query(
    `insert into verification_requests
       (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified, failure_reason, result,
        requeue_after, deadline_at, http_request_id, created_at, completed_at)
     select 'ver_' || lpad(n::text, 26, '0'), 'usr_' || lpad((case when n % 2 = 0 then 1 else 2 + n % 19 end)::text, 26, '0'),
            (array['telebirr', 'telebirr', 'cbe', 'boa', 'dashen'])[1 + n % 5], 'OLD' || n, 'k', 'MISS', state,
            case state when 'failed' then 'failed' when 'completed' then (array['success', 'not_found'])[1 + n % 7 / 6] else 'pending' end,
            state = 'completed' and n % 7 < 6, case state when 'failed' then 'bank_unavailable' end,
            case when state in ('completed', 'failed') then jsonb_build_object('padding', repeat('x', 400)) end,
            at, at, 'r', at, case when state in ('completed', 'failed') then at + interval '1 second' end
       from (select n, now() - make_interval(mins => $1 - n) as at,
                    case when n % 100 = 0 then 'failed' when n % 2000 = 2 then 'queued' else 'completed' end as state
               from generate_series(1, $1::int) n) r`,
    [ROWS],
  );
  await pool.query("vacuum analyze verification_requests");
});
afterAll(() => database.drop());

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Heap Fetches"?: number;
  readonly Plans?: readonly PlanNode[];
}

async function planOf(query: { text: string; values: unknown[] }): Promise<PlanNode[]> {
  const { rows } = await database.pool.query(`explain (analyze, format json) ${query.text}`, query.values);
  const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];
  return flat(rows[0]["QUERY PLAN"][0].Plan);
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const filterOf = (filter: Partial<HistoryFilter>): HistoryFilter => ({
  bank: undefined,
  status: undefined,
  processingStatus: undefined,
  from: undefined,
  before: undefined,
  limit: 20,
  offset: 0,
  ...filter,
});

const filters: Partial<HistoryFilter>[] = [
  {},
  { offset: 10_000 },
  { bank: "boa" },
  { bank: "zemen" },
  { status: "success" },
  { status: "failed" },
  { status: "pending" },
  { status: "not_found" },
  { processingStatus: "queued" },
  { processingStatus: "running" },
  { processingStatus: "completed" },
  { processingStatus: "failed" },
  { bank: "cbe", status: "not_found" },
  { bank: "boa", processingStatus: "failed" },
  { from: daysAgo(2) },
  { from: daysAgo(20), before: daysAgo(10), bank: "boa" },
];

/** An account with a million requests reads its history as often as one with ten. */
describe("the history of an account with many requests", () => {
  it.each(filters)("reads no whole table and sorts no account: %j", async (filter) => {
    for (const query of [historyPage(user, filterOf(filter)), historyTotal(user, filterOf(filter))]) {
      const plan = await planOf(query);
      expect(plan.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
      const sorted = plan.filter((node) => node["Node Type"].includes("Sort"));
      for (const node of sorted) expect(node["Actual Rows"]).toBeLessThanOrEqual(ROWS / 100);
    }
  });

  it("finds its pages and totals in the index alone", async () => {
    for (const filter of [{}, { bank: "boa" }, { status: "success" }, { offset: 10_000 }] as const) {
      const walks = (await planOf(historyPage(user, filterOf(filter)))).concat(
        await planOf(historyTotal(user, filterOf(filter))),
      );
      const indexOnly = walks.filter((node) => node["Node Type"] === "Index Only Scan");
      expect(indexOnly.map((node) => node["Heap Fetches"])).toEqual([0, 0]);
    }
  });

  it("builds reports from the index too", async () => {
    const period = { from: daysAgo(60), before: new Date() };
    for (const query of [reportQuery(user, period), reportQuery(user, period, "boa")]) {
      const scans = (await planOf(query)).filter((node) => node["Relation Name"] === "verification_requests");
      expect(scans.map((node) => [node["Node Type"], node["Heap Fetches"]])).toEqual([
        ["Index Only Scan", 0],
      ]);
    }
  });
});
