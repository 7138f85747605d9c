-- A list of receipts that is verified as one job. Its credits are debited when it is created.
create table verification_batches (
  id              text        primary key check (id like 'bat\_%'),
  user_id         text        not null references users,
  api_key_id      text,
  member_id       text,
  branch_id       text,
  label           text        check (length(label) between 1 and 100),
  total           smallint    not null check (total between 1 and 500),
  idempotency_key text        check (length(idempotency_key) between 1 and 255),
  fingerprint     bytea       not null check (length(fingerprint) = 32),
  http_request_id text        not null,
  traceparent     text        not null,
  created_at      timestamptz not null default now_ms(),
  -- When items were last started: the batch that has waited longest is next.
  served_at       timestamptz not null default now(),
  canceled_at     timestamptz,
  completed_at    timestamptz,
  -- Counts of the verdicts, from the end on.
  summary         jsonb,
  constraint summary_iff_completed check ((summary is null) = (completed_at is null))
);
create unique index verification_batches_by_key on verification_batches (user_id, idempotency_key)
  where idempotency_key is not null;
create index verification_batches_of_user on verification_batches (user_id, created_at, id);
create index verification_batches_open on verification_batches (served_at) where completed_at is null;
create index verification_batches_by_end on verification_batches (completed_at) where completed_at is not null;

create table verification_batch_items (
  -- Of the request that the item becomes. Its debit is in the ledger from the start.
  verification_id    text     primary key check (verification_id like 'ver\_%'),
  batch_id           text     not null references verification_batches on delete cascade,
  user_id            text     not null,
  position           smallint not null check (position between 1 and 500),
  label              text     check (length(label) between 1 and 100),
  bank               text     not null,
  -- The request has these from its start on; they are deleted here at its end.
  reference          text,
  suffix             text,
  phone              text,
  settlement_account text,
  expect             jsonb,
  state              text     not null default 'waiting' check (state in ('waiting', 'running', 'ended', 'canceled')),
  -- Time to admit the request of a running item; then another process may.
  leased_until       timestamptz,
  constraint reference_until_end check ((reference is null) = (state = 'ended')),
  constraint leased_iff_running check ((leased_until is not null) = (state = 'running')),
  unique (batch_id, position)
) with (fillfactor = 80);
create index verification_batch_items_waiting on verification_batch_items (batch_id, bank, position) where state = 'waiting';
create index verification_batch_items_running on verification_batch_items (bank) where state = 'running';

-- Items of a batch by state and verdict, and the decisions of those that ended.
create function batch_counts(batch text) returns jsonb language sql stable as $$
  select jsonb_build_object(
           'waiting', count(*) filter (where i.state = 'waiting'),
           'running', count(*) filter (where i.state in ('running', 'ended') and v.completed_at is null),
           'success', count(*) filter (where v.status = 'success'),
           'notFound', count(*) filter (where v.status = 'not_found'),
           'failed', count(*) filter (where v.status = 'failed'),
           'canceled', count(*) filter (where i.state = 'canceled'),
           'accept', count(*) filter (where v.result ->> 'decision' = 'accept'),
           'review', count(*) filter (where v.result ->> 'decision' = 'review'),
           'reject', count(*) filter (where v.result ->> 'decision' = 'reject'))
    from verification_batch_items i left join verification_requests v on v.id = i.verification_id
   where i.batch_id = batch
$$;
