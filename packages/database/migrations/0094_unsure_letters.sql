-- Credits of an account that were refunded on a day (UTC) for numbers read with unsure letters. With the balance, whose
-- lock makes the count exact.
alter table credit_accounts
  add column unsure_refunds_on date,
  add column unsure_refunds integer;

-- Whether a number that the bank does not know may have been read wrong from the letters of a picture.
create function has_unsure_letters(input jsonb) returns boolean language sql immutable as $$
  select coalesce(input ->> 'kind' = 'recognized_text'
                  and jsonb_path_exists(input, '$.candidates[*].unsureAt[*]'), false)
$$;

-- Refunds the credits of requests that have ended in this transaction. All that failed have theirs back. Of numbers read
-- with unsure letters, and unknown to the bank, at most `unsure_limit` a day of an account have.
create function refund_requests(verification_ids text[], transaction_ids text[], unsure_limit integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with ended as materialized (
    select v.id, debit.user_id, -debit.amount as amount, asked.transaction_id, v.processing_status <> 'failed' as is_unsure
      from unnest(verification_ids, transaction_ids) as asked(id, transaction_id)
      join verification_requests v on v.id = asked.id
       and (v.processing_status = 'failed' or v.status = 'not_found' and has_unsure_letters(v.input))
      join credit_transactions debit on debit.verification_id = v.id and debit.type = 'debit'
  ),
  account as materialized (
    select user_id, balance,
           case when unsure_refunds_on = (now() at time zone 'UTC')::date then unsure_refunds else 0 end as unsure_before
      from credit_accounts where user_id in (select user_id from ended)
     order by user_id
       for update
  ),
  refundable as materialized (
    select ranked.*, account.balance
      from (select *, row_number() over (partition by user_id, is_unsure order by id) as place from ended) ranked
      join account using (user_id)
     where not is_unsure or unsure_before + place <= unsure_limit
  ),
  refunded as (
    update credit_accounts a
       set balance = a.balance + refund.amount,
           unsure_refunds_on = case when refund.unsure > 0 then (now() at time zone 'UTC')::date else unsure_refunds_on end,
           unsure_refunds = case when refund.unsure > 0 then account.unsure_before + refund.unsure else unsure_refunds end
      from (select user_id, sum(amount)::bigint as amount, count(*) filter (where is_unsure) as unsure
              from refundable group by user_id) refund
      join account using (user_id)
     where a.user_id = refund.user_id
  ),
  ledger as (
    insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id, note)
    select transaction_id, user_id, 'refund', amount, balance + sum(amount) over (partition by user_id order by id), id,
           case when is_unsure then 'unsure letters' end
      from refundable
     -- Numbered in this order, under the lock of the balance: the ledger's sequence follows the balance.
     order by user_id, id
    returning id, user_id, verification_id, amount, balance_after
  ),
  audit as (
    -- One for one line of the ledger, so named after it.
    insert into audit_log (id, user_id, actor_kind, action, subject)
    select 'aud_' || substr(id, 5), user_id, 'system', 'credits.refunded', verification_id from ledger
  ),
  audit_detail as (
    insert into audit_details (audit_id, before, after)
    select 'aud_' || substr(id, 5), jsonb_build_object('balance', balance_after - amount),
           jsonb_build_object('balance', balance_after)
      from ledger
  )
  select count(*) from ledger
$$;
revoke execute on function refund_requests(text[], text[], integer) from public;

-- Called by processes of the release before until they have stopped.
create or replace function refund_failed(verification_ids text[], transaction_ids text[]) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  select refund_requests(verification_ids, transaction_ids, 0)
$$;
