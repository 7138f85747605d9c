import type { BankCode, DecisionReason, ReceiptRejection } from "@receipts/contracts";
import type { PoolClient, Queryable } from "@receipts/database";

export interface ReceiptSubmission {
  readonly verificationId: string;
  readonly depositId: string;
  readonly userId: string;
  readonly bank: BankCode;
  readonly reference: string;
  readonly suffix: string | null;
  readonly phone: string | null;
  readonly httpRequestId: string;
  readonly traceparent: string;
  /** The buyer, if the deposit pays for credits. */
  readonly buyerId: string | null;
  /** Amount of the deposit, in santim. */
  readonly amount: number;
  readonly allowPartial: boolean;
  /** When the deposit was created. */
  readonly depositCreatedAt: Date;
}

const columns = `s.verification_id as "verificationId", s.deposit_id as "depositId", s.user_id as "userId", s.bank,
  s.reference, s.suffix, s.phone, s.http_request_id as "httpRequestId", s.traceparent, d.amount, d.allow_partial as "allowPartial",
  d.created_at as "depositCreatedAt",
  (select p.user_id from credit_purchases p where p.deposit_id = s.deposit_id) as "buyerId"`;

export async function insertSubmission(client: PoolClient, submission: ReceiptSubmission): Promise<void> {
  await client.query({
    name: "insert_submission",
    text: `insert into deposit_submissions (verification_id, deposit_id, user_id, bank, reference, suffix, phone,
                                            http_request_id, traceparent)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      submission.verificationId,
      submission.depositId,
      submission.userId,
      submission.bank,
      submission.reference,
      submission.suffix,
      submission.phone,
      submission.httpRequestId,
      submission.traceparent,
    ],
  });
}

export interface LockedAccounts {
  readonly buyerId: string | null;
}

/**
 * Prevents the erasure of the accounts that a deposit's receipts name: its owner, and the buyer of credits. Returns
 * undefined if one of them is erased, since a receipt recorded now would outlive the erasure. The same if the buyer is
 * disabled: he is while an erasure waits for unverified receipts.
 */
export async function shareLockAccountsOf(
  client: PoolClient,
  depositId: string,
): Promise<LockedAccounts | undefined> {
  const { rows } = await client.query<{ id: string; isClosed: boolean; isBuyer: boolean }>({
    name: "keep_accounts_of_deposit",
    text: `select id, id in (select user_id from credit_purchases where deposit_id = $1) as "isBuyer",
                  erased_at is not null
                  or disabled_at is not null and id in (select user_id from credit_purchases where deposit_id = $1)
                  as "isClosed"
             from users
            where id in (select user_id from deposits where id = $1
                         union all select user_id from credit_purchases where deposit_id = $1)
              for key share`,
    values: [depositId],
  });
  if (rows.some(({ isClosed }) => isClosed)) return undefined;
  return { buyerId: rows.find(({ isBuyer }) => isBuyer)?.id ?? null };
}

/** Returns undefined if its outcome is known. */
export async function findOpenSubmission(
  database: Queryable,
  verificationId: string,
): Promise<ReceiptSubmission | undefined> {
  const { rows } = await database.query<ReceiptSubmission>({
    name: "find_open_submission",
    text: `select ${columns} from deposit_submissions s join deposits d on d.id = s.deposit_id
            where s.verification_id = $1 and s.settled_at is null`,
    values: [verificationId],
  });
  return rows[0];
}

/** Records that the outcome is known, and deletes the identifiers that the query needed. */
export async function closeSubmission(
  client: PoolClient,
  verificationId: string,
  rejection?: ReceiptRejection,
): Promise<void> {
  await client.query({
    name: "close_submission",
    text: `update deposit_submissions
              set settled_at = now_ms(), reference = null, suffix = null, phone = null, rejection = $2
            where verification_id = $1 and settled_at is null`,
    values: [verificationId, rejection ?? null],
  });
}

/** Finds the deposit's requests in review for the receipt of this request. */
export async function findRequestsInReview(
  client: PoolClient,
  { depositId, verificationId }: { readonly depositId: string; readonly verificationId: string },
): Promise<readonly { readonly id: string; readonly reasons: readonly DecisionReason[] }[]> {
  const { rows } = await client.query<{ id: string; reasons: readonly DecisionReason[] }>({
    name: "find_requests_in_review",
    text: `select v.id, v.result -> 'decisionReasons' as reasons
             from deposit_submissions s join verification_requests v on v.id = s.verification_id
                  join verification_requests held on held.id = $2
            where s.deposit_id = $1 and v.result ->> 'decision' = 'review' and v.bank = held.bank
              and v.result ->> 'referenceNumber' = held.result ->> 'referenceNumber'
            order by v.id`,
    values: [depositId, verificationId],
  });
  return rows;
}

/** A person has rejected a receipt that was in review. */
export async function markRejectedByPerson(client: PoolClient, verificationId: string): Promise<void> {
  await client.query({
    name: "mark_rejected_by_person",
    text: "update deposit_submissions set rejection = $2 where verification_id = $1",
    values: [verificationId, "receipt_rejected" satisfies ReceiptRejection],
  });
}

/** Unresolved receipts whose verdict is known. */
export async function findDecidedSubmissions(database: Queryable, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: "find_decided_submissions",
    text: `select v.id from deposit_submissions s join verification_requests v on v.id = s.verification_id
            where s.settled_at is null and v.completed_at is not null
            limit $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}

/**
 * Returns receipts whose verification was not started: the process crashed, or could not. Leases them to the caller.
 */
export async function leaseUnstartedSubmissions(
  database: Queryable,
  limit: number,
): Promise<(ReceiptSubmission & { readonly isOverdue: boolean })[]> {
  const { rows } = await database.query<ReceiptSubmission & { isOverdue: boolean }>({
    name: "take_unasked_submissions",
    text: `update deposit_submissions s set poll_after = now() + interval '15 seconds'
             from deposits d
            where d.id = s.deposit_id and s.verification_id in (
                    select waiting.verification_id from deposit_submissions waiting
                     where waiting.settled_at is null and waiting.poll_after <= now()
                       and not exists (select from verification_requests v where v.id = waiting.verification_id)
                     limit $1
                       for update skip locked)
          returning ${columns}, s.submitted_at < now() - interval '5 minutes' as "isOverdue"`,
    values: [limit],
  });
  return rows;
}
