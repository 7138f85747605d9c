-- Ended requests of an account by quarter of an hour, which is a part of a day in every time zone. Their decision and
-- their money are those of the result; a request without a decision counts under its status.
create table payment_totals (
  user_id      text        not null,
  bucket       timestamptz not null,
  bank         text        not null,
  decision     text        not null,
  payments     bigint      not null,
  amount_cents bigint      not null,
  primary key (user_id, bucket, bank, decision),
  constraint bucket_is_a_quarter check (bucket = date_bin('15 minutes', bucket, timestamptz '2000-01-01Z'))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create function payment_bucket(completed_at timestamptz) returns timestamptz language sql immutable parallel safe
return date_bin('15 minutes', completed_at, timestamptz '2000-01-01Z');

create function payment_decision(result jsonb, status text) returns text language sql immutable parallel safe
return coalesce(result ->> 'decision', status);

-- A receipt is money once, at the request that confirmed it first, however often it is checked. In review, where a
-- deposit has not confirmed it yet, it counts unless it was confirmed before.
create function payment_cents(result jsonb) returns bigint language sql immutable parallel safe
return case when result #> '{confirmationHistory,isFirstConfirmation}' = 'true'
              or (result ->> 'decision' = 'review' and result #> '{confirmationHistory,confirmedBefore}' = 'false')
            then coalesce(round((result ->> 'amount')::numeric * 100)::bigint, 0) else 0 end;

-- The requests of an account minus its totals, in one snapshot. Adding the rows to the totals corrects them, also while
-- verdicts are recorded: a verdict changes both sides at once.
create function payment_differences(account text)
returns table (user_id text, bucket timestamptz, bank text, decision text, payments bigint, amount_cents bigint)
language sql stable
begin atomic
  select row.user_id, row.bucket, row.bank, row.decision, sum(row.payments)::bigint, sum(row.amount_cents)::bigint
    from (select v.user_id, payment_bucket(v.completed_at) as bucket, v.bank, payment_decision(v.result, v.status) as decision,
                 1 as payments, payment_cents(v.result) as amount_cents
            from verification_requests v
           where v.user_id = account and v.completed_at is not null
           union all
          select t.user_id, t.bucket, t.bank, t.decision, -t.payments, -t.amount_cents
            from payment_totals t
           where t.user_id = account) row
   group by row.user_id, row.bucket, row.bank, row.decision
  having sum(row.payments) <> 0 or sum(row.amount_cents) <> 0
   order by row.user_id, row.bucket, row.bank, row.decision;
end;

alter table users
  add column time_zone text not null default 'Africa/Addis_Ababa',
  add column calendar text not null default 'gregorian';
alter table users add constraint users_calendar_check check (calendar in ('gregorian', 'ethiopian')) not valid;
