-- Money belongs to the person and the day of its decision.
alter table verification_resolutions add column member_id text;
create index verification_resolutions_by_time on verification_resolutions (user_id, resolved_at);

-- What was taken on a day, as it was when a person closed it, beside what that person counted. A row never changes.
create table day_closes (
  id        text        primary key check (id like 'cls\_%'),
  user_id   text        not null references users (id),
  date      date        not null,
  -- Null: of the whole account.
  branch_id text,
  taken     jsonb       not null,
  counted   jsonb       not null,
  note      text,
  member_id text,
  closed_at timestamptz not null default now_ms(),
  foreign key (user_id, branch_id) references branches (user_id, id)
);
create unique index day_closes_once on day_closes (user_id, date, coalesce(branch_id, ''));
