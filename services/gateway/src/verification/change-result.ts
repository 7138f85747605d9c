import { countPayments } from "@receipts/verdicts";

/** Changes the result of request $1, and the totals with it. `result` is an expression of the request `v`. */
export const changeResult = (result: string) => `with before as materialized (
  select id, user_id, bank, completed_at, payment_decision(result, status) as counted_decision, payment_cents(result) as cents
    from verification_requests where id = $1 for update
),
changed as (
  update verification_requests v set result = ${result}
    from before where v.id = before.id
  returning v.user_id, v.bank, v.completed_at, payment_decision(v.result, v.status) as counted_decision,
            payment_cents(v.result) as cents
),
countable as (
  select *, 1 as payments from changed
   union all
  select user_id, bank, completed_at, counted_decision, -cents, -1 from before
),
${countPayments("countable")}
select from counted`;
