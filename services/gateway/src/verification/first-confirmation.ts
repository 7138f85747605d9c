import type { DecisionReason, FirstConfirmation } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { originColumns, originTables } from "./request-origin.ts";

interface Confirmed {
  readonly id: string;
  readonly decisionReasons: readonly DecisionReason[];
}

export const isUsedBefore = ({ decisionReasons }: Confirmed) =>
  decisionReasons.includes("already_confirmed") || decisionReasons.includes("held_for_deposit");

/**
 * Of the requests whose receipt the account had confirmed before: its first confirmation, null if that is erased. Of those
 * whose receipt a deposit held for review: that deposit, null once it has released it.
 */
export async function firstConfirmationsOf(
  database: Queryable,
  userId: string,
  requests: readonly Confirmed[],
): Promise<ReadonlyMap<string, FirstConfirmation | null>> {
  const ids = requests.filter(isUsedBefore).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows } = await database.query<{ forId: string; at: Date } & Omit<FirstConfirmation, "at">>({
    name: "first_confirmations",
    text: statement,
    values: [userId, ids],
  });
  const found = new Map(rows.map(({ forId, at, ...rest }) => [forId, { ...rest, at: at.toISOString() }]));
  return new Map(ids.map((id) => [id, found.get(id) ?? null]));
}

const numberOf = (v: string) => `coalesce(${v}.result ->> 'referenceNumber', ${v}.reference)`;
const recordedFirst = (v: string) =>
  `(${v}.result #>> '{confirmationHistory,firstConfirmedAt}')::timestamptz`;

/**
 * The request that confirmed a receipt has its number, and ended at the moment of the first confirmation; or a deposit
 * holds the receipt because of it. A deposit that has released it does not count.
 *
 * The account and the bank are compared as expressions, so that the planner takes the index of the texts, whose keys
 * contain the account.
 */
const statement = `
select v.id as "forId", f.id as "requestId", coalesce(${recordedFirst("v")}, ${recordedFirst("f")}, f.completed_at) as at,
       case when f.is_held then d.id end as "depositId",
       case when f.is_held then nullif(d.reference, '') end as "orderReference", f.source,
       case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as till, ${originColumns}
  from verification_requests v
 cross join lateral (
   select earlier.*, holds.held is not null as is_held
     from verification_requests earlier
     left join lateral (
       select true as held from deposit_submissions s join deposits d on d.id = s.deposit_id
        where s.verification_id = earlier.id
          and (d.receipt_hash is not null
                 and coalesce(d.receipt, d.late_receipt, d.review -> 'receipt') ->> 'verificationRequestId' = earlier.id
               or exists (select from deposit_parts p where p.verification_id = earlier.id))) holds on true
    where length(${numberOf("v")}) >= 3
      and search_keys(earlier.user_id, payment_search_text(earlier.reference, earlier.result)) @> search_keys($1, lower(${numberOf("v")}))
      and earlier.completed_at is not null and earlier.erased_at is null
      and earlier.user_id || '' = $1 and earlier.bank || '' = v.bank and earlier.id <> v.id
      and earlier.status = 'success' and ${numberOf("earlier")} = ${numberOf("v")}
      and (holds.held or earlier.source = 'api' and not v.result @> '{"decisionReasons":["held_for_deposit"]}' and (
             earlier.completed_at = ${recordedFirst("v")}
             or earlier.result #> '{confirmationHistory,isFirstConfirmation}' = 'true'))
    order by holds.held desc nulls last, (earlier.completed_at = ${recordedFirst("v")}) desc nulls last, earlier.completed_at
    limit 1) f
  ${originTables("f")}
  left join tills t on t.id = f.till_id and t.user_id = f.user_id
  left join deposit_submissions s on s.verification_id = f.id and s.user_id = f.user_id
  left join deposits d on d.id = s.deposit_id and d.user_id = f.user_id
 where v.user_id = $1 and v.id = any($2)`;
