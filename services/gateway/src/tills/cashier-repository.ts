import { type Cashier, MAX_PIN_TRIES, newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

const columns = `id, name, branch_id as "branchId", pin_failures >= ${MAX_PIN_TRIES} as locked,
  iso_utc(created_at) as "createdAt"`;

/** Cashiers who were not removed. */
const present = "role = 'cashier' and removed_at is null";

export async function listCashiers(database: Queryable, userId: string): Promise<Cashier[]> {
  const { rows } = await database.query<Cashier>(
    `select ${columns} from members m where user_id = $1 and ${present} order by m.created_at, id`,
    [userId],
  );
  return rows;
}

export async function findCashier(
  database: Queryable,
  userId: string,
  id: string,
): Promise<Cashier | undefined> {
  const { rows } = await database.query<Cashier>(
    `select ${columns} from members where user_id = $1 and id = $2 and ${present}`,
    [userId, id],
  );
  return rows[0];
}

export async function countCashiers(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query<{ cashiers: number }>(
    `select count(*) as cashiers from members where user_id = $1 and ${present}`,
    [userId],
  );
  return rows[0]?.cashiers ?? 0;
}

export async function insertCashier(
  database: Queryable,
  userId: string,
  cashier: { readonly name: string; readonly branchId: string | null; readonly pinHash: string },
): Promise<Cashier> {
  const { rows } = await database.query<Cashier>(
    `insert into members (id, user_id, role, name, branch_id, pin_hash)
     values ($1, $2, 'cashier', $3, $4, $5) returning ${columns}`,
    [newId("member"), userId, cashier.name, cashier.branchId, cashier.pinHash],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the insert returned no row");
  return row;
}

/** A new PIN also forgets the wrong ones. */
export async function updateCashier(
  database: Queryable,
  userId: string,
  cashier: {
    readonly id: string;
    readonly name: string;
    readonly branchId: string | null;
    /** Undefined keeps the PIN. */
    readonly pinHash: string | undefined;
  },
): Promise<Cashier | undefined> {
  const { rows } = await database.query<Cashier>(
    `update members set name = $3, branch_id = $4, pin_hash = coalesce($5, pin_hash),
            pin_failures = case when $5::text is null then pin_failures else 0 end
      where user_id = $1 and id = $2 and ${present} returning ${columns}`,
    [userId, cashier.id, cashier.name, cashier.branchId, cashier.pinHash ?? null],
  );
  return rows[0];
}

export async function removeCashier(database: Queryable, userId: string, id: string): Promise<void> {
  await database.query(
    `update members set removed_at = now(), pin_hash = null where user_id = $1 and id = $2 and ${present}`,
    [userId, id],
  );
}

export async function endSessionsOfCashier(database: Queryable, userId: string, id: string): Promise<void> {
  await database.query(
    "update sessions set ended_at = now() where user_id = $1 and member_id = $2 and ended_at is null",
    [userId, id],
  );
}
