-- Money belongs to the person and the day of its decision.
alter table verification_resolutions add column member_id text;
create index verification_resolutions_by_time on verification_resolutions (user_id, resolved_at);

create index deposits_paid_late on deposits (user_id, confirmed_at) where late_receipt is not null;
-- The audit log knows who decided before.
update verification_resolutions r set member_id = a.member_id
  from audit_log a where a.action = 'verification.resolved' and a.subject = r.verification_id and a.member_id is not null;
update verification_resolutions r set member_id = a.member_id
  from deposit_submissions s join audit_log a on a.action = 'deposit.resolved' and a.subject = s.deposit_id
 where s.verification_id = r.verification_id and r.member_id is null and a.member_id is not null
   and abs(extract(epoch from a.at - r.resolved_at)) < 60;

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
