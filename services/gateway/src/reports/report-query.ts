import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { daysOf, type Period } from "../http/requested-period.ts";
import type { StatusCount } from "./verification-counts.ts";

export interface DayCount extends StatusCount {
  /** From 1. */
  readonly day: number;
  readonly bank: BankCode;
}

/** One pass over the index, for any period and time zone: the days are those of JavaScript. */
export function reportQuery(userId: string, period: Period, bank?: BankCode) {
  const starts = daysOf(period).map(({ startsAt }) => startsAt);
  const values: unknown[] = [userId, period.from, period.before, starts];
  if (bank !== undefined) values.push(bank);
  return {
    text: `select width_bucket(created_at, $4::timestamptz[]) as day, bank, status, count(*) as count
             from verification_requests
            where user_id = $1 and created_at >= $2 and created_at < $3${bank === undefined ? "" : " and bank = $5"}
            group by 1, 2, 3`,
    values,
  };
}

export async function countByDay(
  database: Queryable,
  userId: string,
  period: Period,
  bank?: BankCode,
): Promise<DayCount[]> {
  const { rows } = await database.query<DayCount>(reportQuery(userId, period, bank));
  return rows;
}
