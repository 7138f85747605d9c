import type { BankCode, DecisionReason, FirstConfirmation } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { receiptHash } from "@receipts/verdicts";
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
export type FirstConfirmations = (
  database: Queryable,
  userId: string,
  requests: readonly Confirmed[],
) => Promise<ReadonlyMap<string, FirstConfirmation | null>>;

export function createFirstConfirmations(receiptHashKey: string): FirstConfirmations {
  return async (database, userId, requests) => {
    const ids = requests.filter(isUsedBefore).map(({ id }) => id);
    if (ids.length === 0) return new Map();
    const { rows: receipts } = await database.query<ReceiptNumber>({
      name: "receipts_of_requests",
      text: `select id, bank, ${numberOf("v")} as number from verification_requests v
              where user_id = $1 and id = any($2) and ${numberOf("v")} is not null`,
      values: [userId, ids],
    });
    const hashes = receipts.map(({ bank, number }) => receiptHash(receiptHashKey, userId, bank, number));
    const { rows } = await database.query<{ forId: string; at: Date } & Omit<FirstConfirmation, "at">>({
      name: "first_confirmations",
      text: statement,
      values: [userId, receipts.map(({ id }) => id), hashes],
    });
    const found = new Map(rows.map(({ forId, at, ...rest }) => [forId, { ...rest, at: at.toISOString() }]));
    return new Map(ids.map((id) => [id, found.get(id) ?? null]));
  };
}

interface ReceiptNumber {
  readonly id: string;
  readonly bank: BankCode;
  readonly number: string;
}

const numberOf = (v: string) => `coalesce(${v}.result ->> 'referenceNumber', ${v}.reference)`;
const recordedFirst = (v: string) =>
  `(${v}.result #>> '{confirmationHistory,firstConfirmedAt}')::timestamptz`;

/**
 * A deposit holds a receipt by its hash. Otherwise, the request that confirmed it ended at the moment of the first
 * confirmation. Neither depends on how often the receipt was verified since. A deposit that has released it does not count.
 */
const statement = `
with asked as (select * from unnest($2::text[], $3::bytea[]) asked (id, receipt_hash))
select v.id as "forId", f.id as "requestId", coalesce(${recordedFirst("v")}, ${recordedFirst("f")}, f.completed_at) as at,
       case when first.is_held then d.id end as "depositId",
       case when first.is_held then nullif(d.reference, '') end as "orderReference", f.source,
       case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as till, ${originColumns}
  from asked join verification_requests v on v.id = asked.id and v.user_id = $1
 cross join lateral (
   select earlier.id, true as is_held
     from (select coalesce(d.receipt, d.late_receipt, d.review -> 'receipt') ->> 'verificationRequestId' as id
             from deposits d where d.receipt_hash = asked.receipt_hash and d.user_id = $1
            union all
           select p.verification_id from deposit_parts p where p.receipt_hash = asked.receipt_hash and p.user_id = $1) held
     join verification_requests earlier on earlier.id = held.id and earlier.id <> v.id and earlier.erased_at is null
    union all
   select earlier.id, false
     from verification_requests earlier
    where earlier.completed_at = ${recordedFirst("v")} and earlier.completed_at is not null and earlier.erased_at is null
      and earlier.user_id = $1 and earlier.bank = v.bank and earlier.id <> v.id and earlier.status = 'success'
      and earlier.source = 'api' and not v.result @> '{"decisionReasons":["held_for_deposit"]}'
      and ${numberOf("earlier")} = ${numberOf("v")}
    order by is_held desc
    limit 1) first
  join verification_requests f on f.id = first.id
  ${originTables("f")}
  left join tills t on t.id = f.till_id and t.user_id = f.user_id
  left join deposit_submissions s on s.verification_id = f.id and s.user_id = f.user_id
  left join deposits d on d.id = s.deposit_id and d.user_id = f.user_id`;
