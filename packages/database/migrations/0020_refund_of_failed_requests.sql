-- Refunds failed requests, so that the verifiers' role needs no rights on balances, ledger and audit log. The refund is the
-- request's debit, to the account that paid it; the unique index `credit_transactions_once` allows one refund per request.
-- `transaction_ids`: ids for the new ledger lines, one per request.
create function refund_failed(verification_ids text[], transaction_ids text[]) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with failed as materialized (
    select v.id, debit.user_id, -debit.amount as amount, asked.transaction_id
      from unnest(verification_ids, transaction_ids) as asked(id, transaction_id)
      join verification_requests v on v.id = asked.id and v.processing_status = 'failed'
      join credit_transactions debit on debit.verification_id = v.id and debit.type = 'debit'
  ),
  account as materialized (
    select user_id, balance from credit_accounts where user_id in (select user_id from failed)
     order by user_id
       for update
  ),
  refunded as (
    update credit_accounts a set balance = a.balance + refund.amount
      from (select user_id, sum(amount)::bigint as amount from failed group by user_id) refund join account using (user_id)
     where a.user_id = refund.user_id
  ),
  ledger as (
    insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id)
    select transaction_id, user_id, 'refund', amount,
           account.balance + sum(amount) over (partition by user_id order by id), id
      from failed join account using (user_id)
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
revoke execute on function refund_failed(text[], text[]) from public;

-- An end is final. Otherwise a completed request could be changed to failed, and refunded.
create function refuse_another_end() returns trigger language plpgsql as $$
begin
  raise exception 'a request that has ended stays as it ended' using errcode = 'insufficient_privilege';
end $$;
create trigger verification_requests_end_once
  after update of processing_status, status, verified, failure_reason on verification_requests
  for each row
  when (old.completed_at is not null
        and (old.processing_status, old.status, old.verified, old.failure_reason)
            is distinct from (new.processing_status, new.status, new.verified, new.failure_reason))
  execute function refuse_another_end();
