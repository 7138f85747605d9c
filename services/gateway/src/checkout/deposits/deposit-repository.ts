import { type DepositResolution, type DepositStatus, REVIEW_DAYS } from "@receipts/contracts";
import { listConditions, type PoolClient, type Queryable } from "@receipts/database";
import { type DepositRow, depositColumns, type StoredReview } from "./deposit-row.ts";
import { type CountedRow, pageOf, type ShortenedPage, shortened } from "./page-bytes.ts";

export interface NewDeposit
  extends Pick<
    DepositRow,
    | "id"
    | "userId"
    | "token"
    | "reference"
    | "description"
    | "customer"
    | "paymentOptions"
    | "returnUrl"
    | "cancelUrl"
    | "allowPartial"
    | "livemode"
    | "metadata"
    | "httpRequestId"
    | "traceparent"
  > {
  readonly amount: bigint;
  readonly webhookUrl: string | null;
  readonly expiresInMinutes: number;
  readonly maxTries: number;
}

export async function insertDeposit(client: PoolClient, draft: NewDeposit): Promise<DepositRow> {
  const { rows } = await client.query<DepositRow>({
    name: "insert_deposit",
    text: `insert into deposits as d (id, user_id, token, amount, reference, description, customer, payment_options, return_url,
                  cancel_url, webhook_url, metadata, http_request_id, traceparent, max_tries, allow_partial, livemode, event_count, created_at, expires_at)
           select $1, $2, $3, $4::bigint, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13, $14, $16, $17, $18, 1, at,
                  at + make_interval(mins => $15::int)
             from (select now_ms() as at) moment
           returning ${depositColumns}`,
    values: [
      draft.id,
      draft.userId,
      draft.token,
      draft.amount.toString(),
      draft.reference,
      draft.description,
      draft.customer,
      JSON.stringify(draft.paymentOptions),
      draft.returnUrl,
      draft.cancelUrl,
      draft.webhookUrl,
      draft.metadata,
      draft.httpRequestId,
      draft.traceparent,
      draft.expiresInMinutes,
      draft.maxTries,
      draft.allowPartial,
      draft.livemode,
    ],
  });
  return theRow(rows);
}

/** Finds a deposit of this account only: another account's is as unknown as one that does not exist. */
export async function findDeposit(
  database: Queryable,
  userId: string,
  id: string,
): Promise<DepositRow | undefined> {
  const { rows } = await database.query<DepositRow>({
    name: "find_deposit",
    text: `select ${depositColumns} from deposits d where d.id = $1 and d.user_id = $2`,
    values: [id, userId],
  });
  return rows[0];
}

/** For the hosted page, which knows only the token. */
export async function findDepositByToken(
  database: Queryable,
  token: string,
): Promise<DepositRow | undefined> {
  const { rows } = await database.query<DepositRow>({
    name: "find_deposit_by_token",
    text: `select ${depositColumns} from deposits d join users u on u.id = d.user_id
            where d.token = $1 and d.erased_at is null and u.erased_at is null`,
    values: [token],
  });
  return rows[0];
}

export interface DepositFilter {
  readonly status?: DepositStatus | undefined;
  readonly reference?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly startingAfter?: string | undefined;
  readonly limit: number;
}

/** By the visible status, not by the one that the sweep recorded. One condition for each recorded status. */
export const statusConditions: Readonly<Record<DepositStatus, readonly string[]>> = {
  awaiting_payment: ["d.status = 'awaiting_payment' and d.expires_at > now_ms()"],
  expired: ["d.status = 'expired'", "d.status = 'awaiting_payment' and d.expires_at <= now_ms()"],
  verifying: ["d.status = 'verifying'"],
  review_required: ["d.status = 'review_required'"],
  confirmed: ["d.status = 'confirmed'"],
  canceled: ["d.status = 'canceled'"],
};

/** Newest first; one row more than the limit if there are more. */
export async function listDeposits(
  database: Queryable,
  userId: string,
  filter: DepositFilter,
): Promise<ShortenedPage<DepositRow>> {
  const values: unknown[] = [];
  const on = listConditions(values);
  const where = [
    ...on.given("d.user_id =", userId),
    ...(filter.status === undefined ? [] : [`(${statusConditions[filter.status].join(" or ")})`]),
    ...on.given("d.reference =", filter.reference),
    ...on.given("d.created_at >", filter.createdAfter),
    ...on.given("d.created_at <", filter.createdBefore),
    ...on.given("d.id <", filter.startingAfter),
  ].join(" and ");
  const { rows } = await database.query<CountedRow<DepositRow>>(
    `with page as (
       select ${depositColumns}, octet_length(d.metadata::text) as bytes from deposits d where ${where}
        order by d.id desc limit $${values.push(filter.limit + 1)}
     ),
     ${shortened("id desc")}`,
    values,
  );
  return pageOf<DepositRow>(rows, filter.limit);
}

/** A deposit that is locked until the transaction ends. */
export interface LockedDeposit {
  readonly row: DepositRow;
  /** The receipt that is being verified. */
  readonly verificationId: string | null;
  /** Its merchant is disabled: no receipt is accepted. */
  readonly isSuspended: boolean;
  /** No personal data may be written into it. */
  readonly isErased: boolean;
}

export async function lockDeposit(client: PoolClient, id: string): Promise<LockedDeposit | undefined> {
  const { rows: held } = await client.query("select from deposits where id = $1 for update", [id]);
  if (held.length === 0) return undefined;
  // Read after the lock is taken, so that the clock and the receipt are current.
  const { rows } = await client.query<DepositRow & Omit<LockedDeposit, "row">>({
    name: "read_locked_deposit",
    text: `select ${depositColumns}, s.verification_id as "verificationId", u.disabled_at is not null as "isSuspended",
                  d.erased_at is not null as "isErased"
             from deposits d join users u on u.id = d.user_id
                  left join deposit_submissions s on s.deposit_id = d.id and s.settled_at is null
            where d.id = $1`,
    values: [id],
  });
  const { verificationId, isSuspended, isErased, ...row } = theRow(rows);
  return { row, verificationId, isSuspended, isErased };
}

/** Ids of deposits that have expired, the oldest first. */
export async function findDueDeposits(database: Queryable, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: "find_due_deposits",
    text: `select id from deposits where status = 'awaiting_payment' and expires_at <= now_ms()
            order by expires_at limit $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}

/** Ids of deposits with an expired review, the oldest first. */
export async function findDueReviews(database: Queryable, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: "find_due_reviews",
    text: `select id from deposits d where status = 'review_required' and review_expires_at <= now_ms()
              and not exists (select from deposit_submissions s where s.deposit_id = d.id and s.settled_at is null)
            order by review_expires_at limit $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}

const MOST_OF_ACCOUNT = 25;

/** Ids of expired deposits of all accounts in turn. Walks the accounts with open deposits: for a long queue only. */
export async function findDueDepositsInTurn(database: Queryable, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: "find_due_deposits_in_turn",
    text: `with recursive account(user_id) as (
             (select user_id from deposits where status = 'awaiting_payment' order by user_id limit 1)
             union all
             select (select d.user_id from deposits d where d.status = 'awaiting_payment' and d.user_id > account.user_id
                      order by d.user_id limit 1)
               from account where account.user_id is not null)
           select due.id
             from account cross join lateral (
                  select id, expires_at, row_number() over (order by expires_at) as place
                    from (select id, expires_at from deposits d
                           where d.user_id = account.user_id and d.status = 'awaiting_payment' and expires_at <= now_ms()
                           order by expires_at limit $2) oldest) due
            order by place, due.expires_at limit $1`,
    values: [limit, MOST_OF_ACCOUNT],
  });
  return rows.map(({ id }) => id);
}

/** Whether no other process has locked the deposit; locks it. */
export async function tryLockDeposit(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "try_lock_deposit",
    text: "select from deposits where id = $1 for update skip locked",
    values: [id],
  });
  return rowCount === 1;
}

export interface DepositChange {
  readonly status: DepositStatus;
  readonly lastError: DepositRow["lastError"];
  readonly tries: number;
  readonly review?: StoredReview;
  readonly resolution?: DepositResolution;
  readonly confirmedBy?: "receipt" | "person";
  readonly receipt?: DepositRow["receipt"];
  readonly lateReceipt?: DepositRow["lateReceipt"];
  readonly receiptHash?: Buffer;
  readonly amountReceived?: bigint;
  /** Absent: no receipt of the deposit changes. */
  readonly livemode?: boolean;
}

/** The only statement that changes a deposit. Throws if the row has changed since it was read. */
export async function updateDeposit(
  client: PoolClient,
  from: DepositRow,
  change: DepositChange,
): Promise<DepositRow> {
  const { rows } = await client.query<DepositRow>({
    name: "update_deposit",
    text: `update deposits d
              set status = $4, last_error = $5, tries = $6, event_count = event_count + 1,
                  receipt = coalesce($7, d.receipt), late_receipt = coalesce($8, d.late_receipt),
                  -- A receipt is held while it is in review. One that confirmed or came late is held permanently.
                  receipt_hash = case when $4 = 'review_required' or coalesce($7, d.receipt, $8, d.late_receipt) is not null
                                 then coalesce($9, d.receipt_hash) end,
                  amount_received = coalesce($10::bigint, d.amount_received), livemode = coalesce($15, d.livemode),
                  review = case when $4 = 'review_required' then coalesce($11::jsonb, d.review) end,
                  review_expires_at = case when $4 <> 'review_required' then null
                                      -- The same receipt again does not extend the review.
                                      when $11 is null or d.receipt_hash = $9 then d.review_expires_at
                                      else now_ms() + interval '${REVIEW_DAYS} days' end,
                  resolution = case when $13 = 'receipt' then null else coalesce($12, d.resolution) end, confirmed_by = $13,
                  rejected_hashes = case when $14 then array_append(d.rejected_hashes, d.receipt_hash) else d.rejected_hashes end,
                  confirmed_at = case when $4 = 'confirmed' then now_ms() end,
                  canceled_at = case when $4 = 'canceled' then now_ms() end
            where d.id = $1 and d.status = $2 and d.event_count = $3
           returning ${depositColumns}`,
    values: [
      from.id,
      from.status,
      from.eventCount,
      change.status,
      change.lastError,
      change.tries,
      change.receipt ?? null,
      change.lateReceipt ?? null,
      change.receiptHash ?? null,
      change.amountReceived?.toString() ?? null,
      change.review === undefined ? null : JSON.stringify(change.review),
      change.resolution ?? null,
      change.confirmedBy ?? null,
      change.resolution?.decision === "reject",
      change.livemode ?? null,
    ],
  });
  return theRow(rows);
}

function theRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("the deposit has changed since it was locked");
  return row;
}
