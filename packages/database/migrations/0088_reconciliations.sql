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
