import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

const MOST_VIEWS = 20;

export interface PaymentViewRow {
  readonly id: string;
  readonly name: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly createdAt: Date;
}

interface Owner {
  readonly userId: string;
  readonly memberId: string;
}

const columns = `id, name, filter, created_at as "createdAt"`;

export async function listPaymentViews(database: Queryable, owner: Owner): Promise<PaymentViewRow[]> {
  const { rows } = await database.query<PaymentViewRow>({
    name: "list_payment_views",
    text: `select ${columns} from payment_views where user_id = $1 and member_id = $2 order by lower(name)`,
    values: [owner.userId, owner.memberId],
  });
  return rows;
}

/** Returns undefined if the person has the most views already. */
export async function savePaymentView(
  database: Queryable,
  { userId, memberId }: Owner,
  { name, filter }: Pick<PaymentViewRow, "name" | "filter">,
): Promise<PaymentViewRow | undefined> {
  // Concurrent saves can take the same slot or name: the later one tries again.
  for (let attempt = 0; attempt < MOST_VIEWS; attempt += 1) {
    const { rows } = await database.query<PaymentViewRow & { free: boolean }>({
      name: "save_payment_view",
      text: `with replaced as (
               update payment_views set filter = $5 where member_id = $3 and lower(name) = lower($4)
               returning ${columns}),
             slot as (
               select min(n) as free from generate_series(1, ${MOST_VIEWS}) n
                where not exists (select from payment_views where member_id = $3 and slot = n)),
             added as (
               insert into payment_views (id, user_id, member_id, slot, name, filter)
               select $1, $2, $3, free, $4, $5 from slot where free is not null and not exists (select from replaced)
                   on conflict do nothing
               returning ${columns})
             select saved.*, slot.free is not null as free
               from slot left join (select * from replaced union all select * from added) saved on true`,
      values: [newId("paymentView"), userId, memberId, name, JSON.stringify(filter)],
    });
    const [saved] = rows;
    if (saved?.id != null) {
      const { free: _, ...view } = saved;
      return view;
    }
    if (saved?.free !== true) return undefined;
  }
  return undefined;
}

/** Returns false if the person has no such view. */
export async function deletePaymentView(database: Queryable, owner: Owner, id: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "delete_payment_view",
    text: "delete from payment_views where user_id = $1 and member_id = $2 and id = $3",
    values: [owner.userId, owner.memberId, id],
  });
  return rowCount === 1;
}
