import type { BankCode } from "@receipts/contracts";

/** Receipts with the same day, bank, branch, till and person, summed up. */
export interface TakingsRow {
  /** From 1, of the given starts. */
  readonly day: number;
  readonly bank: BankCode;
  readonly branchId: string | null;
  readonly tillId: string | null;
  readonly memberId: string | null;
  /** It was sent in on an earlier day than that of its decision. */
  readonly isFromEarlierDay: boolean;
  readonly payments: number;
  readonly cents: number;
}

/** A receipt without a person's decision is decided when it is verified, and confirmed soon after: by a worker at the latest. */
const LONGEST_UNTIL_DECIDED = "2 days";

/**
 * Receipts that were accepted between the first start ($2) and the end ($3), by the day of its decision ($4: the starts of all
 * days). Money counts once, at the request that confirmed the receipt first (`payment_cents`). The receipt of an expired
 * deposit counts when a person has accepted the deposit. `$5`: a branch, or null.
 */
export const takingsQuery = {
  name: "takings",
  text: `with decided as (
           select v.bank, v.branch_id, v.till_id, v.member_id, v.created_at, payment_cents(v.result) as cents,
                  greatest(v.completed_at,
                           (v.result #>> '{confirmationHistory,firstConfirmedAt}')::timestamptz) as decided_at
             from verification_requests v
            where v.user_id = $1 and v.completed_at is not null
              and payment_decision(v.result, v.status) = 'accept'
              and v.created_at >= $2::timestamptz - interval '${LONGEST_UNTIL_DECIDED}' and v.created_at < $3
              and v.result -> 'resolution' is null and ($5::text is null or v.branch_id = $5)
              and (v.source <> 'checkout' or not exists (
                select from deposit_submissions s join deposits d on d.id = s.deposit_id
                 where s.verification_id = v.id and d.late_receipt ->> 'verificationRequestId' = v.id))
           union all
           select v.bank, v.branch_id, v.till_id, null, v.created_at, payment_cents(v.result), d.confirmed_at
             from deposits d join verification_requests v on v.id = d.late_receipt ->> 'verificationRequestId'
            where d.user_id = $1 and d.late_receipt is not null and d.confirmed_at >= $2 and d.confirmed_at < $3
              and payment_decision(v.result, v.status) = 'accept' and v.result -> 'resolution' is null
              and ($5::text is null or v.branch_id = $5)
           union all
           select v.bank, v.branch_id, v.till_id, r.member_id, v.created_at, payment_cents(v.result), r.resolved_at
             from verification_resolutions r
             join verification_requests v on v.id = r.verification_id
            where r.user_id = $1 and r.resolved_at >= $2 and r.resolved_at < $3 and r.decision = 'accept'
              and ($5::text is null or v.branch_id = $5))
         select width_bucket(decided_at, $4::timestamptz[]) as day, bank, branch_id as "branchId", till_id as "tillId",
                member_id as "memberId",
                width_bucket(created_at, $4) < width_bucket(decided_at, $4) as "isFromEarlierDay",
                count(*) as payments, sum(cents)::bigint as cents
           from decided
          where cents > 0 and decided_at >= $2 and decided_at < $3
          group by 1, 2, 3, 4, 5, 6`,
};
