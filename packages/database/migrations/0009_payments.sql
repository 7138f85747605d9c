-- Payments as people read them: totals, filters, search, and statements of banks to compare them with.

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
-- deposit has not confirmed it yet, it counts unless it was confirmed before, or another request has it in review.
create function payment_cents(result jsonb) returns bigint language sql immutable parallel safe
return case when result #> '{confirmationHistory,isFirstConfirmation}' = 'true'
              or (result ->> 'decision' = 'review' and result #> '{confirmationHistory,confirmedBefore}' = 'false'
                  and not result @> '{"decisionReasons":["held_for_deposit"]}')
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

-- The texts of a payment that a search reads, in lower case. Both are null in an erased request.
create function payment_search_text(reference text, result jsonb) returns text language sql immutable parallel safe
return lower(coalesce(reference, '')
  || E'\n' || coalesce(result ->> 'referenceNumber', '')
  || E'\n' || coalesce(result ->> 'senderName', ''));

-- In santim. Null without a receipt.
create function payment_amount(result jsonb) returns bigint language sql immutable parallel safe
return round((result ->> 'amount')::numeric * 100)::bigint;

-- One for each filter of the payments, newest first. The other filters are columns too: rows that do not match are
-- skipped within the index. Only ended requests: the others are few, and each of their changes would add entries.
create index payments_by_decision on verification_requests
  (user_id, payment_decision(result, status), created_at, id, bank, branch_id, member_id) where completed_at is not null;
create index payments_by_bank on verification_requests
  (user_id, bank, created_at, id, payment_decision(result, status), branch_id, member_id) where completed_at is not null;
create index payments_by_branch on verification_requests
  (user_id, branch_id, created_at, id, bank, payment_decision(result, status), member_id) where completed_at is not null and branch_id is not null;
create index payments_by_member on verification_requests
  (user_id, member_id, created_at, id, bank, payment_decision(result, status), branch_id) where completed_at is not null and member_id is not null;
create index payments_by_amount on verification_requests
  (user_id, payment_amount(result), created_at, id) where payment_amount(result) is not null and erased_at is null;

-- A short list of pending entries: the verdict that finds it full moves it into the index.
create index payments_search on verification_requests
  using gin (search_keys(user_id, payment_search_text(reference, result))) with (gin_pending_list_limit = 512)
  where completed_at is not null and erased_at is null;

-- Filters of the list of payments that a person has named.
create table payment_views (
  id         text        primary key check (id like 'pvw\_%'),
  user_id    text        not null references users,
  member_id  text        not null references members,
  -- So there are at most 20 of one person.
  slot       smallint    not null check (slot between 1 and 20),
  name       text        not null check (length(name) <= 60),
  filter     jsonb       not null,
  created_at timestamptz not null default now_ms(),
  unique (member_id, slot)
);
create unique index payment_views_by_name on payment_views (member_id, lower(name));
create index payment_views_of_user on payment_views (user_id);

-- Statements of banks that were compared with confirmed payments.
create table reconciliations (
  id            text        primary key check (id like 'rcn\_%'),
  user_id       text        not null references users,
  bank          text        not null,
  file_name     text        check (length(file_name) <= 120),
  -- Until it is read.
  file          bytea,
  -- The names of the columns, if a person gave them.
  mapping       jsonb,
  time_zone     text        not null,
  -- Without one, the days of the statement's lines.
  period_from   timestamptz,
  period_before timestamptz,
  status        text        not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  failure       text,
  -- The first rows of a file whose columns are unknown.
  preview       jsonb,
  layout        text,
  -- By class.
  sums          jsonb,
  attempt       integer     not null default 0,
  claimed_until timestamptz,
  created_at    timestamptz not null default now_ms(),
  completed_at  timestamptz,
  -- Where balances and sums of the statement do not agree with its rows.
  warnings      jsonb       not null default '[]',
  constraint file_until_read check ((status = 'pending') = (file is not null)),
  constraint completed_when_read check ((status = 'pending') = (completed_at is null)),
  constraint failure_iff_failed check ((status = 'failed') = (failure is not null)),
  constraint sums_iff_completed check ((status = 'completed') = (sums is not null))
);
create index reconciliations_of_user on reconciliations (user_id, created_at, id);
create index reconciliations_to_do on reconciliations (created_at) where status = 'pending';
create index reconciliations_by_age on reconciliations (created_at);

-- In the order of a page: the lines of a class, as the statement has them. No foreign key: checking it would double the
-- time that 100,000 lines take. They are stored and deleted with their reconciliation, in one transaction.
create table reconciliation_lines (
  reconciliation_id    text        not null,
  class                text        not null,
  position             integer     not null,
  note                 text,
  detail               text,
  "row"                integer,
  reference            text,
  amount               bigint,
  direction            text,
  fee                  bigint,
  "time"               timestamptz,
  has_clock            boolean,
  description          text,
  account              text,
  -- Of the request, or of the deposit that a person confirmed without a receipt.
  payment_id           text,
  deposit_id           text,
  payment_amount       bigint,
  payment_time         timestamptz,
  difference           bigint,
  suggested_payment_id text,
  suggested_row        integer,
  primary key (reconciliation_id, class, position)
);
