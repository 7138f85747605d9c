-- Chats take turns: the messages of one go out five in five seconds, so that no backlog of one account delays others.
-- A message that is being sent, or sent again, has an attempt: its time is that of a lease, or of a retry.
create index telegram_messages_by_turn on telegram_messages (chat_id, next_attempt_at);
drop index telegram_messages_of_chat;

create function telegram_turn(chat bigint) returns timestamptz
  language sql volatile
  return greatest(now(), (select next_attempt_at + interval '5 seconds' from telegram_messages
                           where chat_id = chat and attempts = 0 order by next_attempt_at desc offset 4 limit 1));

create or replace function queue_telegram(account text, topic text, about text, details jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into telegram_messages (id, chat_id, user_id, kind, subject, content, next_attempt_at)
  select 'tgm_' || new_ulid(), c.chat_id, c.user_id, topic, about, details, telegram_turn(c.chat_id)
    from telegram_chats c left join members m on m.id = c.member_id left join users p on p.id = m.person_id
   where c.user_id = account and topic = any(c.topics) and c.blocked_at is null
     and (m.id is null or m.removed_at is null and m.role in ('owner', 'manager')
                          and p.erased_at is null and p.disabled_at is null)
$$;
