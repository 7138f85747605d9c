import { type DayClose, newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

export type NewDayClose = Pick<
  DayClose,
  "date" | "branchId" | "payments" | "amount" | "banks" | "counted" | "note"
> & { readonly memberId: string | null };

const columns = `c.id, to_char(c.date, 'YYYY-MM-DD') as date, c.branch_id as "branchId", iso_utc(c.closed_at) as "closedAt",
  (select coalesce(m.name, p.name) from members m left join users p on p.id = m.person_id where m.id = c.member_id) as "closedBy",
  (c.taken ->> 'payments')::int as payments, c.taken ->> 'amount' as amount, c.taken -> 'banks' as banks, c.counted, c.note`;

/** By date. */
export async function listCloses(
  database: Queryable,
  userId: string,
  { dates, branchId }: { readonly dates: readonly string[]; readonly branchId: string | null },
): Promise<ReadonlyMap<string, DayClose>> {
  const { rows } = await database.query<DayClose>({
    name: "list_day_closes",
    text: `select ${columns} from day_closes c
            where c.user_id = $1 and c.date >= $2 and c.date <= $3 and coalesce(c.branch_id, '') = coalesce($4, '')`,
    values: [userId, dates[0], dates.at(-1), branchId],
  });
  return new Map(rows.map((close) => [close.date, close]));
}

/** Undefined if this day of this branch is closed. */
export async function insertClose(
  database: Queryable,
  userId: string,
  { memberId, payments, amount, banks, counted, ...close }: NewDayClose,
): Promise<DayClose | undefined> {
  const { rows } = await database.query<DayClose>({
    name: "insert_day_close",
    text: `with c as (
             insert into day_closes (id, user_id, date, branch_id, taken, counted, note, member_id)
             values ($1, $2, $3, $4, $5, $6, $7, $8)
             on conflict (user_id, date, coalesce(branch_id, '')) do nothing
             returning *)
           select ${columns} from c`,
    values: [
      ...[newId("dayClose"), userId, close.date, close.branchId],
      ...[JSON.stringify({ payments, amount, banks }), JSON.stringify(counted), close.note, memberId],
    ],
  });
  return rows[0];
}
