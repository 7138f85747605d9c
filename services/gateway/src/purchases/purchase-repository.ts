import { type DepositStatus, newId } from "@receipts/contracts";
import {
  type AskedWalk,
  type ListPage,
  type PoolClient,
  type Queryable,
  readNewestFirst,
} from "@receipts/database";
import { creditParts } from "../credits/write-ledger.ts";

export interface PurchaseRow {
  /** Id of the deposit. */
  readonly id: string;
  readonly packageId: string;
  readonly credits: number;
  /** Santim. */
  readonly amount: number;
  readonly status: DepositStatus;
  readonly token: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly creditedAt: Date | null;
  /** By the database's clock, when the row was read. */
  readonly now: Date;
}

export interface NewPurchase {
  readonly depositId: string;
  readonly buyerId: string;
  readonly packageId: string;
  readonly credits: number;
}

const columns = `d.id, p.package_id as "packageId", p.credits, d.amount, d.status, d.token, d.created_at as "createdAt",
  d.expires_at as "expiresAt", p.credited_at as "creditedAt", now_ms() as now`;

export async function insertPurchase(client: PoolClient, draft: NewPurchase): Promise<PurchaseRow> {
  await client.query(
    "insert into credit_purchases (deposit_id, user_id, package_id, credits) values ($1, $2, $3, $4)",
    [draft.depositId, draft.buyerId, draft.packageId, draft.credits],
  );
  const { rows } = await client.query<PurchaseRow>(
    `select ${columns} from credit_purchases p join deposits d on d.id = p.deposit_id where p.deposit_id = $1`,
    [draft.depositId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the new purchase was not found");
  return row;
}

export interface UnpaidPurchases {
  readonly count: number;
  readonly firstExpiresInSeconds: number;
  readonly hasBought: boolean;
}

/** Counts purchases whose payer may still be in time. */
export async function findUnpaidPurchases(client: PoolClient, buyerId: string): Promise<UnpaidPurchases> {
  const { rows } = await client.query<UnpaidPurchases>({
    name: "find_unpaid_purchases",
    text: `select count(*)::int as count,
                  greatest(1, ceil(extract(epoch from min(d.expires_at) - now_ms())))::int as "firstExpiresInSeconds",
                  exists(select from credit_purchases b where b.user_id = $1 and b.credited_at is not null) as "hasBought"
             from credit_purchases p join deposits d on d.id = p.deposit_id
            where p.user_id = $1
              and (d.status in ('verifying', 'review_required') or (d.status = 'awaiting_payment' and d.expires_at > now_ms()))`,
    values: [buyerId],
  });
  return rows[0] ?? { count: 0, firstExpiresInSeconds: 1, hasBought: false };
}

export async function listPurchases(
  database: Queryable,
  buyerId: string,
  page: AskedWalk,
): Promise<ListPage<PurchaseRow> & { readonly total: number }> {
  const from = "credit_purchases p join deposits d on d.id = p.deposit_id";
  return await readNewestFirst<PurchaseRow>(
    database,
    { columns, from, where: "p.user_id = $1", values: [buyerId], time: "d.created_at", id: "d.id" },
    page,
  );
}

export interface CreditedPurchase {
  readonly buyerId: string;
  readonly packageId: string;
  readonly credits: number;
  readonly balance: number;
}

/**
 * Adds the purchased credits to the buyer's balance and ledger. Returns undefined if the deposit is no purchase, or was
 * already credited. The buyer's balance stays locked until the commit.
 */
export async function creditPurchase(
  client: PoolClient,
  depositId: string,
): Promise<CreditedPurchase | undefined> {
  const { rows } = await client.query<CreditedPurchase>({
    name: "credit_purchase",
    text: `with bought as (
             update credit_purchases set credited_at = now_ms() where deposit_id = $1 and credited_at is null
             returning user_id, package_id, credits, $2 as transaction_id, 'purchase' as type, deposit_id,
                       'package ' || package_id as note
           ),
           ${creditParts("bought")}
           select user_id as "buyerId", package_id as "packageId", credits, balance
             from bought join account using (user_id)`,
    values: [depositId, newId("creditTransaction")],
  });
  return rows[0];
}
