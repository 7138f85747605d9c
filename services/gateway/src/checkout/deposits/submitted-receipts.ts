import {
  type DepositReceipts,
  formatSantim,
  type ReceiptRejection,
  type Resolution,
  type Santim,
  type SubmittedReceipt,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { type DepositRow, receiptsOf } from "./deposit-row.ts";

interface SubmissionRow extends Omit<SubmittedReceipt, "amount" | "outcome" | "rejection" | "resolution"> {
  readonly isSettled: boolean;
  readonly rejection: ReceiptRejection | null;
  readonly santim: number | null;
}

interface DecisionRow extends Resolution {
  /** Null for a payment without a receipt, and for decisions of before this was recorded. */
  readonly verificationRequestId: string | null;
}

/** Returns every receipt that was sent for the deposit, oldest first, and the people's decisions about them. */
export async function findDepositReceipts(
  database: Queryable,
  deposit: DepositRow,
): Promise<DepositReceipts> {
  const submissions = await findSubmissions(database, deposit.id);
  const decisions = deposit.resolution === null ? [] : await findDecisions(database, deposit);
  const decisionAbout = (id: string | null) =>
    decisions.findLast(({ verificationRequestId }) => verificationRequestId === id);
  return {
    receipts: submissions.map(({ isSettled, rejection, santim, ...receipt }) => {
      const outcome = isSettled ? outcomeOf(deposit, receipt.verificationRequestId) : "checking";
      return {
        ...receipt,
        amount: santim === null ? null : formatSantim(BigInt(santim) as Santim),
        outcome,
        rejection: outcome === "rejected" ? rejection : null,
        resolution: resolutionOf(decisionAbout(receipt.verificationRequestId)),
      };
    }),
    // A decision of before the receipt was recorded can be about one.
    paidByHand: resolutionOf(
      deposit.confirmedBy === "person" && deposit.receipt === null ? decisionAbout(null) : undefined,
    ),
  };
}

function outcomeOf(deposit: DepositRow, id: string): SubmittedReceipt["outcome"] {
  const isIt = (receipt: { readonly verificationRequestId: string } | null | undefined) =>
    receipt?.verificationRequestId === id;
  if (receiptsOf(deposit).some(isIt)) return "accepted";
  if (isIt(deposit.review?.receipt)) return "in_review";
  return isIt(deposit.lateReceipt) ? "late" : "rejected";
}

function resolutionOf(decision: DecisionRow | undefined): Resolution | null {
  if (decision === undefined) return null;
  const { verificationRequestId: _about, ...resolution } = decision;
  return resolution;
}

async function findSubmissions(database: Queryable, depositId: string): Promise<SubmissionRow[]> {
  const { rows } = await database.query<SubmissionRow>({
    name: "find_deposit_receipts",
    text: `select s.verification_id as "verificationRequestId", s.bank,
                  coalesce(v.result ->> 'referenceNumber', v.reference) as "referenceNumber",
                  round((v.result ->> 'amount')::numeric * 100)::bigint as santim,
                  v.result ->> 'senderName' as "senderName", v.result ->> 'receiverName' as "receiverName",
                  v.result ->> 'receiverAccount' as "receiverAccount", v.result ->> 'timestamp' as timestamp,
                  iso_utc(s.submitted_at) as "submittedAt", s.settled_at is not null as "isSettled", s.rejection
             from deposit_submissions s left join verification_requests v on v.id = s.verification_id
            where s.deposit_id = $1 order by s.submitted_at, s.verification_id`,
    values: [depositId],
  });
  return rows;
}

/**
 * Reads the decisions from the audit log, oldest first. The deposit bounds their time, since the log of an account is
 * long. Names and notes end with the erasure of the deposit.
 */
async function findDecisions(
  database: Queryable,
  { id, userId, createdAt, resolution }: DepositRow,
): Promise<DecisionRow[]> {
  const { rows } = await database.query<DecisionRow>({
    name: "find_deposit_decisions",
    text: `select l.after ->> 'decision' as decision, iso_utc(a.at) as at,
                  case when d.erased_at is null then coalesce(m.name, p.name, k.name) end as by,
                  case when d.erased_at is null then l.after ->> 'note' end as note,
                  l.after ->> 'verificationRequestId' as "verificationRequestId"
             from audit_log a join deposits d on d.id = a.subject join audit_details l on l.audit_id = a.id
                  left join members m
                    on m.id = coalesce(a.member_id, case when a.actor_kind = 'session' then holder_of(a.user_id) end)
                  left join users p on p.id = m.person_id
                  left join checkout_keys k on a.actor_kind = 'api_key' and k.id = a.actor_id
            where a.user_id = $1 and a.action = 'deposit.resolved' and a.subject = $2
              and a.at between $3 and $4::timestamptz + interval '1 minute'
            order by a.at, a.id`,
    values: [userId, id, createdAt, resolution?.resolvedAt],
  });
  return rows;
}
