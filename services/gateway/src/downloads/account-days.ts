import type { Calendar } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

/** Whose days the times are in. */
export interface AccountDays {
  readonly timeZone: string;
  readonly calendar: Calendar;
}

export async function findAccountDays(database: Queryable, userId: string): Promise<AccountDays> {
  const { rows } = await database.query<AccountDays>({
    name: "find_account_days",
    text: `select time_zone as "timeZone", calendar from users where id = $1`,
    values: [userId],
  });
  if (rows[0] === undefined) throw new Error("the caller has no account");
  return rows[0];
}
