-- Chats of an account, and the messages to them.

-- A bot, by the number in its token. The gateway that leases it reads the bot's updates.
create table telegram_bots (
  id           bigint      primary key,
  -- Its user name, for links. Null until it was first read.
  name         text,
  lease_token  text        not null,
  leased_until timestamptz not null
);

-- Updates that have been handled. Their numbers start again at random after a quiet week, so the highest one says nothing.
create table telegram_updates (
  bot_id          bigint      not null,
  id              bigint      not null,
  received_at     timestamptz not null default now(),
  -- The request of a receipt that was sent to the bot: its chat gets the verdict, and no other message about it.
  chat_id         bigint,
  verification_id text,
  primary key (bot_id, id)
);
create index telegram_updates_of_request on telegram_updates (verification_id) where verification_id is not null;
create index telegram_updates_by_age on telegram_updates (received_at);

-- At most one for each account: a new code replaces it.
create table telegram_codes (
  user_id    text        primary key references users,
  member_id  text,
  code_hash  bytea       not null unique check (length(code_hash) = 32),
  expires_at timestamptz not null
);
create index telegram_codes_by_expiry on telegram_codes (expires_at);

create table telegram_chats (
  id            text        primary key check (id like 'tgc\_%'),
  user_id       text        not null references users,
  -- Null: the owner of the account.
  member_id     text,
  -- Telegram's own number. A chat is of one account.
  chat_id       bigint      not null unique,
  -- As Telegram shows the person.
  name          text        not null,
  language      text        not null check (language in ('en', 'am')),
  topics        text[]      not null
    check (topics <@ '{review_needed,receipt_reused,credits_low,daily_summary}'),
  may_verify    boolean     not null default true,
  -- Of the account's time zone.
  summary_hour  smallint    not null default 20 check (summary_hour between 0 and 23),
  -- Days begin at `summary_hour`. A summary is due when a later one has started.
  summarized_on date        not null,
  -- The person blocked the bot: nothing is sent, and nothing is taken.
  blocked_at    timestamptz,
  created_at    timestamptz not null default now()
);
create index telegram_chats_of_user on telegram_chats (user_id, created_at);

create table telegram_messages (
  id              text        primary key check (id like 'tgm\_%'),
  chat_id         bigint      not null,
  -- Null: to a chat that is not linked.
  user_id         text,
  kind            text        not null,
  -- Id of the request or deposit.
  subject         text,
  -- Numbers and times of the message; names are read when it is sent.
  content         jsonb       not null default '{}',
  attempts        integer     not null default 0 check (attempts >= 0),
  -- A sender that leases the message moves this forward: until then no other sender leases it.
  next_attempt_at timestamptz not null default now(),
  -- Not sent after this time.
  expires_at      timestamptz not null default now() + interval '3 days'
);
create index telegram_messages_due on telegram_messages (next_attempt_at);
create index telegram_messages_of_user on telegram_messages (user_id);
create index telegram_messages_by_turn on telegram_messages (chat_id, next_attempt_at);

-- Chats take turns: the messages of one go out five in five seconds, so that no backlog of one account delays others.
-- A message that is being sent, or sent again, has an attempt: its time is that of a lease, or of a retry.
create function telegram_turn(chat bigint) returns timestamptz
  language sql volatile
  return greatest(now(), (select next_attempt_at + interval '5 seconds' from telegram_messages
                           where chat_id = chat and attempts = 0 order by next_attempt_at desc offset 4 limit 1));

-- Definers' functions: the verifier, whose verdicts cause messages, has no privilege on chats.
create function queue_telegram(account text, topic text, about text, details jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into telegram_messages (id, chat_id, user_id, kind, subject, content, next_attempt_at)
  select 'tgm_' || new_ulid(), c.chat_id, c.user_id, topic, about, details, telegram_turn(c.chat_id)
    from telegram_chats c left join members m on m.id = c.member_id left join users p on p.id = m.person_id
   where c.user_id = account and topic = any(c.topics) and c.blocked_at is null
     and (m.id is null or m.removed_at is null and m.role in ('owner', 'manager')
                          and p.erased_at is null and p.disabled_at is null)
$$;
revoke execute on function queue_telegram(text, text, text, jsonb) from public;

create function tell_telegram_of_verdict() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform queue_telegram(new.user_id, case when new.result ->> 'decision' = 'review' then 'review_needed' else 'receipt_reused' end, new.id, '{}');
  return null;
end $$;
revoke execute on function tell_telegram_of_verdict() from public;
create trigger telegram_of_verdict after update of result on verification_requests for each row
  when (old.status = 'pending' and new.status = 'success' and new.source = 'api'
        and (new.result @> '{"decision":"review"}' or new.result @> '{"decisionReasons":["already_confirmed"]}'))
  execute function tell_telegram_of_verdict();
create trigger telegram_of_cached_verdict after insert on verification_requests for each row
  when (new.status = 'success' and new.source = 'api'
        and (new.result @> '{"decision":"review"}' or new.result @> '{"decisionReasons":["already_confirmed"]}'))
  execute function tell_telegram_of_verdict();

create function tell_telegram_of_deposit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform queue_telegram(new.user_id, case new.type when 'deposit.review_required' then 'review_needed' else 'receipt_reused' end, new.deposit_id, '{}');
  return null;
end $$;
revoke execute on function tell_telegram_of_deposit() from public;
create trigger telegram_of_deposit after insert on deposit_events for each row
  when (new.type = 'deposit.review_required'
        or new.type = 'deposit.receipt_rejected' and new.data ->> 'lastError' = 'receipt_already_used')
  execute function tell_telegram_of_deposit();

create function tell_telegram_of_credits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform queue_telegram(new.user_id, 'credits_low', null, jsonb_build_object('balance', new.balance));
  return null;
end $$;
revoke execute on function tell_telegram_of_credits() from public;
-- After `credits_low`, which sets the time.
create trigger telegram_of_credits after update of balance on credit_accounts for each row
  when (new.low_told_at is not null and new.low_told_at is distinct from old.low_told_at)
  execute function tell_telegram_of_credits();
