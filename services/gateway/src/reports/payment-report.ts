import {
  bankCodes,
  type Calendar,
  formatSantim,
  maxReportDays,
  type PaymentDecisions,
  type PaymentReport,
  type PaymentSum,
  type PeriodPayments,
  type Santim,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { boundedPeriodOf, daysOf, type Period } from "../http/requested-period.ts";
import { type ComparedPeriod, comparedPeriods } from "./payment-periods.ts";

interface PaymentQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly calendar?: Calendar | undefined;
}

/** Two statements, whatever the period and the number of requests. */
export async function paymentReport(
  database: Queryable,
  userId: string,
  query: PaymentQuery,
  now: Date,
): Promise<PaymentReport> {
  const account = await readAccount(database, userId);
  const { timeZone = account.timeZone, calendar = account.calendar } = query;
  const period = boundedPeriodOf({ ...query, timeZone }, { now, defaultDays: 30, maxDays: maxReportDays });
  const { today, week, month } = comparedPeriods(now, timeZone, calendar);
  const days = daysOf(period).map(({ date, startsAt }, at, all) => ({
    date,
    period: { from: startsAt, before: all[at + 1]?.startsAt ?? period.before },
  }));
  const compared = [today, week, month].flatMap(({ current, before }) => [current, before]);
  const sums = await readSums(database, userId, [...compared, ...days.map((each) => each.period)]);
  const comparison = ({ current, before }: ComparedPeriod) => ({
    current: paymentsOf(sums, current),
    before: paymentsOf(sums, before),
  });
  return {
    timeZone,
    calendar,
    today: comparison(today),
    week: comparison(week),
    month: comparison(month),
    days: days.map((each) => ({ date: each.date, decisions: decisionsOf(within(sums, each.period)) })),
    depositsInReview: account.depositsInReview,
  };
}

async function readAccount(database: Queryable, userId: string) {
  const { rows } = await database.query<{ timeZone: string; calendar: Calendar; depositsInReview: number }>({
    name: "payment_report_account",
    text: `select time_zone as "timeZone", calendar,
                  (select count(*) from deposits where user_id = $1 and status = 'review_required') as "depositsInReview"
             from users where id = $1`,
    values: [userId],
  });
  if (rows[0] === undefined) throw new Error("the caller has no account");
  return rows[0];
}

interface Sum {
  readonly bank: string;
  readonly decision: string;
  readonly payments: number;
  readonly cents: number;
}

/** Sums between all ends of the periods, so that each period is a number of whole sums; by the start of their part. */
async function readSums(database: Queryable, userId: string, periods: readonly Period[]): Promise<Sums> {
  const ends = [...new Set(periods.flatMap(({ from, before }) => [from.getTime(), before.getTime()]))]
    .sort((left, right) => left - right)
    .map((end) => new Date(end));
  const { rows } = await database.query<Sum & { part: number }>({
    name: "payment_sums",
    text: `select width_bucket(bucket, $4::timestamptz[]) as part, bank, decision, sum(payments)::bigint as payments,
                  sum(amount_cents)::bigint as cents
             from payment_totals
            where user_id = $1 and bucket >= $2 and bucket < $3
            group by 1, 2, 3`,
    values: [userId, ends[0], ends.at(-1), ends],
  });
  return Map.groupBy(rows, ({ part }) => ends[part - 1]?.getTime() ?? 0);
}

/** By their start: a year has as many starts as days, and some fifty sums for each. */
type Sums = ReadonlyMap<number, readonly Sum[]>;

function within(sums: Sums, { from, before }: Period): Sum[] {
  const [first, end] = [from.getTime(), before.getTime()];
  const starts = [...sums.keys()].filter((start) => start >= first && start < end);
  return starts.flatMap((start) => sums.get(start) ?? []);
}

function paymentsOf(all: Sums, period: Period): PeriodPayments {
  const sums = within(all, period);
  return {
    from: period.from.toISOString(),
    to: period.before.toISOString(),
    decisions: decisionsOf(sums),
    banks: bankCodes.flatMap((bank) => {
      const own = sums.filter((sum) => sum.bank === bank);
      return own.length === 0 ? [] : [{ bank, decisions: decisionsOf(own) }];
    }),
  };
}

function decisionsOf(sums: readonly Sum[]): PaymentDecisions {
  const of = (decision: string) => sumOf(sums.filter((sum) => sum.decision === decision));
  const isUndecided = ({ decision }: Sum) => !["accept", "wait", "review", "reject"].includes(decision);
  return {
    accept: of("accept"),
    wait: of("wait"),
    review: of("review"),
    reject: of("reject"),
    undecided: sumOf(sums.filter(isUndecided)),
  };
}

function sumOf(sums: readonly Sum[]): PaymentSum {
  const cents = sums.reduce((sum, each) => sum + BigInt(each.cents), 0n) as Santim;
  return { payments: sums.reduce((sum, each) => sum + each.payments, 0), amount: formatSantim(cents) };
}
