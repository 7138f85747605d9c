import type { PaymentReport } from "@receipts/contracts";
import { isFullRun } from "@receipts/testing";
import { refusedAs } from "../refusals.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr"] });

const report = async (account: TestAccount, query = ""): Promise<PaymentReport> =>
  (await system.call("get", `/api/reports/payments${query}`, account).expect(200)).body.data;

type Sums = PaymentReport["days"][number]["decisions"];

const REQUESTS = isFullRun ? 100_000 : 10_000;

/** In the last 95 days, half of them within an hour of a midnight of Addis Ababa or Kathmandu, a tenth at the edge itself. */
const insertRequests = (userId: string) =>
  system.sql(
    `insert into verification_requests
       (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified, result,
        requeue_after, deadline_at, http_request_id, created_at, completed_at)
     select 'ver_' || $1 || n, $1, (array['cbe', 'telebirr', 'awash', 'boa'])[1 + n % 4], 'r', 'k', 'MISS', 'completed',
            case when decision is null then 'failed' else 'success' end, decision is not null,
            jsonb_build_object('decision', decision, 'amount', round((random() * 99999)::numeric, 2),
              'confirmationHistory', jsonb_build_object('isFirstConfirmation', is_first, 'confirmedBefore', not is_first)),
            now(), now(), 'r', at - interval '3 seconds', at
       from (select n, (array['accept', 'accept', 'review', 'reject', null])[1 + floor(random() * 5)::int] as decision,
                    random() < 0.7 as is_first,
                    date_trunc('milliseconds', least(now(), case
                      when n % 10 = 0 then midnight + (n % 3 - 1) * interval '1 millisecond'
                      when n % 2 = 0 then midnight + (random() - 0.5) * interval '2 hours'
                      else now() - random() * interval '95 days' end)) as at
               from (select n, (date_trunc('day', now() at time zone zone) - floor(random() * 95) * interval '1 day') at time zone zone as midnight
                       from (select n, (array['Africa/Addis_Ababa', 'Asia/Kathmandu'])[1 + floor(random() * 2)::int] as zone
                               from generate_series(1, ${REQUESTS}) n) picked) edges) drawn`,
    userId,
  );

/** The same by SQL over the requests, without the totals. */
async function sumsOf(userId: string, from: string, to: string): Promise<Sums> {
  const rows = await system.sql<{ decision: keyof Sums; payments: number; amount: string }>(
    `select coalesce(result ->> 'decision', 'undecided') as decision, count(*) as payments,
            coalesce(sum((result ->> 'amount')::numeric)
              filter (where (result #>> '{confirmationHistory,isFirstConfirmation}')::boolean), 0)::numeric(20, 2)::text as amount
       from verification_requests where user_id = $1 and completed_at >= $2 and completed_at < $3 group by 1`,
    userId,
    from,
    to,
  );
  const sum = (name: keyof Sums) => {
    const row = rows.find(({ decision }) => decision === name);
    return { payments: row?.payments ?? 0, amount: row?.amount ?? "0.00" };
  };
  return {
    accept: sum("accept"),
    wait: sum("wait"),
    review: sum("review"),
    reject: sum("reject"),
    undecided: sum("undecided"),
  };
}

describe("GET /api/reports/payments", () => {
  describe(`of ${REQUESTS} random payments in three months`, () => {
    let account: TestAccount;
    beforeAll(async () => {
      account = await system.account();
      await insertRequests(account.userId);
      await system.sql("insert into payment_totals select * from payment_differences($1)", account.userId);
    });

    it.each(["Africa/Addis_Ababa", "Asia/Kathmandu", "UTC", "America/New_York", "Africa/Cairo"])(
      "equals SQL over the requests in %s",
      async (timeZone) => {
        const [first] = await system.sql<{ date: string }>(
          "select ((now() at time zone $1)::date - 92)::text as date",
          timeZone,
        );
        const data = await report(account, `?timeZone=${timeZone}&startDate=${first?.date}`);
        const ends = await system.sql<{ start: Date; next: Date; date: string }>(
          `select day::date::text as date, day at time zone $1 as start, (day + interval '1 day') at time zone $1 as next
             from generate_series($2::date::timestamp, (now() at time zone $1)::date::timestamp, interval '1 day') day`,
          timeZone,
          first?.date,
        );
        const expected = await Promise.all(
          ends.map(async ({ date, start, next }) => ({
            date,
            decisions: await sumsOf(account.userId, start.toISOString(), next.toISOString()),
          })),
        );
        expect(data.days).toEqual(expected);
        for (const name of ["today", "week", "month"] as const) {
          const { current, before } = data[name];
          for (const period of [current, before]) {
            expect(period.decisions).toEqual(await sumsOf(account.userId, period.from, period.to));
            const sum = (pick: (sums: Sums) => number) =>
              period.banks.reduce((total, { decisions }) => total + pick(decisions), 0);
            expect(sum(({ accept }) => accept.payments)).toBe(period.decisions.accept.payments);
            expect(sum(({ review }) => Math.round(Number(review.amount) * 100))).toBe(
              Math.round(Number(period.decisions.review.amount) * 100),
            );
          }
          const unit = name === "today" ? "day" : name;
          const [starts] = await system.sql<{ now: Date; before: Date }>(
            `select date_trunc('${unit}', moment) at time zone $1 as now,
                    (date_trunc('${unit}', moment) - interval '1 ${unit}') at time zone $1 as before
               from (select $2::timestamptz at time zone $1 - interval '1 millisecond' as moment) m`,
            timeZone,
            current.to,
          );
          expect([current.from, before.from]).toEqual([
            starts?.now.toISOString(),
            starts?.before.toISOString(),
          ]);
        }
      },
    );
  });

  it("counts a receipt that is checked twice as two payments, and its money once", async () => {
    const account = await system.account();
    await system.saveBankAccount(account, "telebirr");
    const receipt = aReceipt();
    for (const _time of [1, 2]) await system.verify(account, receipt, { waitMs: 10_000 }).expect(200);
    const { today, depositsInReview } = await report(account);
    const all = Object.values(today.current.decisions);
    const money = await system.sql<{ amount: number }>(
      "select distinct (result ->> 'amount')::float8 as amount from verification_requests where user_id = $1",
      account.userId,
    );
    expect(all.reduce((sum, { payments }) => sum + payments, 0)).toBe(2);
    expect(all.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(money[0]?.amount);
    expect([today.current.banks.map(({ bank }) => bank), depositsInReview]).toEqual([["telebirr"], 0]);
  });

  it("has the days of the account, and the months of its calendar", async () => {
    const account = await system.account();
    const ethiopian = await report(account, "?calendar=ethiopian");
    expect([ethiopian.timeZone, ethiopian.days.length]).toEqual(["Africa/Addis_Ababa", 30]);
    const day = new Intl.DateTimeFormat("en-u-ca-ethiopic-nu-latn", {
      day: "numeric",
      timeZone: "Africa/Addis_Ababa",
    });
    const { current, before } = ethiopian.month;
    expect([current.from, before.from].map((start) => day.format(new Date(start)))).toEqual(["1", "1"]);
    expect(Date.parse(before.to)).toBeLessThanOrEqual(Date.parse(current.from));
  });

  it("requires the permission metrics:read", async () => {
    const account = await system.account({ permissions: { verification: ["read", "write"] } });
    await system.call("get", "/api/reports/payments", account).expect(refusedAs("permission_denied"));
  });
});
