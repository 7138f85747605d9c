-- A deposit holds this receipt in review. It is confirmed when a person or its proof accepts it, and free when the review
-- ends otherwise. Until then requests for it count nothing. Reviews of before this migration still count from their hold on.
alter table receipt_confirmations add column held boolean not null default false;

-- A receipt is money once, at the request that confirmed it first, however often it is checked. In review, where a
-- deposit has not confirmed it yet, it counts unless it was confirmed before, or another request has it in review.
create or replace function payment_cents(result jsonb) returns bigint language sql immutable parallel safe
return case when result #> '{confirmationHistory,isFirstConfirmation}' = 'true'
              or (result ->> 'decision' = 'review' and result #> '{confirmationHistory,confirmedBefore}' = 'false'
                  and not result @> '{"decisionReasons":["held_for_deposit"]}')
            then coalesce(round((result ->> 'amount')::numeric * 100)::bigint, 0) else 0 end;
