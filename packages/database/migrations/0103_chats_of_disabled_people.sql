-- Chats of people whose sign-in is disabled or erased get no messages, as those of removed members.
create or replace function queue_telegram(account text, topic text, about text, details jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into telegram_messages (id, chat_id, user_id, kind, subject, content)
  select 'tgm_' || new_ulid(), c.chat_id, c.user_id, topic, about, details
    from telegram_chats c left join members m on m.id = c.member_id left join users p on p.id = m.person_id
   where c.user_id = account and topic = any(c.topics) and c.blocked_at is null
     and (m.id is null or m.removed_at is null and m.role in ('owner', 'manager')
                          and p.erased_at is null and p.disabled_at is null)
$$;
