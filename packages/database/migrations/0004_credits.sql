-- Balances and their ledger.

-- One row for each account, updated with every admission: free space on the page keeps these updates HOT.
create table credit_accounts (
  user_id           text        primary key references users,
  balance           bigint      not null check (balance >= 0),
  -- A closed account admits nothing more: the admission locks this row and decides by it.
  closed_at         timestamptz,
  -- `credits.low`: when the balance falls below this, at most once an hour unless it was twice as much in between.
  low_balance       integer     not null default 50 check (low_balance >= 0),
  low_told_at       timestamptz,
  -- Credits that were refunded on a day (UTC) for numbers read with unsure letters. With the balance, whose lock makes the
  -- count exact.
  unsure_refunds_on date,
  unsure_refunds    integer
) with (fillfactor = 50);

create table credit_transactions (
  id              text        not null check (id like 'ctx\_%'),
  user_id         text        not null,
  type            text        not null check (type in ('grant', 'purchase', 'debit', 'refund')),
  amount          bigint      not null,
  balance_after   bigint      not null check (balance_after >= 0),
  verification_id text,
  note            text,
  created_at      timestamptz not null default now(),
  -- The position of a line in its account's ledger. Lines are written while the balance is locked, so their numbers
  -- follow the balance from line to line. No clock and no id made in another process can guarantee that.
  sequence        bigint      generated always as identity,
  deposit_id      text,
  -- Ascending, as lines are added: a page that fills at its end is split there, and stays full. Lines are found by this
  -- key. Their id is only shown, and random enough to be unique without an index.
  constraint credit_transactions_of_user primary key (user_id, sequence),
  constraint sign_follows_type check ((amount < 0) = (type = 'debit') and amount <> 0),
  constraint request_iff_debit_or_refund check ((verification_id is not null) = (type in ('debit', 'refund'))),
  constraint deposit_iff_purchase check ((deposit_id is not null) = (type = 'purchase'))
);
-- One debit and one refund for each request, under any redelivery or retry.
create unique index credit_transactions_once on credit_transactions (verification_id, type) where verification_id is not null;
-- A deposit adds its credits once, under any concurrency. The index has no other lines.
create unique index credit_transactions_of_deposit on credit_transactions (deposit_id) where deposit_id is not null;

create function refuse_refund_to_another() returns trigger language plpgsql as $$
begin
  if exists (select from credit_transactions debit
              where debit.verification_id = new.verification_id and debit.type = 'debit' and debit.user_id <> new.user_id) then
    raise exception 'a refund goes to the account that was debited' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger credit_transactions_refund_payer before insert on credit_transactions
  for each row when (new.type = 'refund') execute function refuse_refund_to_another();

-- Refunds the credits of requests that have ended in this transaction, so that the verifiers' role needs no rights on
-- balances, ledger and audit log. The refund is the request's debit, to the account that paid it; the unique index
-- `credit_transactions_once` allows one refund per request. All that failed have theirs back. Of numbers read with unsure
-- letters, and unknown to the bank, at most `unsure_limit` a day of an account have. `transaction_ids`: ids for the new
-- ledger lines, one per request.
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

create function tell_credits_low() returns trigger language plpgsql as $$
declare
  event_id constant text := 'evt_' || new_ulid();
begin
  if new.balance >= new.low_balance then
    new.low_told_at := null;
    return new;
  end if;
  new.low_told_at := now();
  insert into webhook_deliveries (id, user_id, event, event_id, subject, endpoint_id, url, payload, http_request_id, next_attempt_at)
  select webhook_delivery_id('whd_' || right(event_id, 26), place), new.user_id, 'credits.low', event_id, new.user_id, endpoint_id, url,
         json_build_object('id', event_id, 'type', 'credits.low', 'createdAt', iso_utc(now_ms()), 'livemode', true,
                           'data', json_build_object('balance', new.balance, 'lowBalance', new.low_balance))::text,
         event_id, due_at
    from webhook_targets(new.user_id, 'credits.low', null);
  return new;
end $$;
create trigger credits_low before update of balance on credit_accounts for each row
  when (new.balance < new.low_balance and old.balance >= old.low_balance and new.closed_at is null
        and (old.low_told_at is null or old.low_told_at < now() - interval '1 hour'))
  execute function tell_credits_low();
create trigger credits_again before update of balance on credit_accounts for each row
  when (old.low_told_at is not null and new.balance >= 2 * new.low_balance)
  execute function tell_credits_low();
