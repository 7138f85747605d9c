-- The person who made a credential: it does no more than that person may, and ends with the membership. Null: made by
-- the operator, or by a person unknown; then the rights are those of the account's holder.
alter table api_keys add column made_by text;
alter table checkout_keys add column made_by text;
-- Who may still enroll a device with the code.
alter table tills add column code_made_by text;

alter table api_keys add constraint api_keys_made_by_fkey foreign key (made_by) references members (id) not valid;
alter table checkout_keys add constraint checkout_keys_made_by_fkey foreign key (made_by) references members (id) not valid;
alter table tills add constraint tills_code_made_by_fkey foreign key (code_made_by) references members (id) not valid;

alter table checkout_keys drop constraint checkout_keys_scopes_check;
alter table checkout_keys add constraint checkout_keys_scopes_check check (
  cardinality(scopes) > 0
  and scopes <@ '{deposits:write,deposits:read,deposits:resolve,events:read,webhooks:read,webhooks:write}'::text[]
) not valid;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind = any ('{confirm_registration,registration_known,reset_password,password_changed,webhook_endpoint_disabled,member_invitation,two_factor_enabled,two_factor_disabled,account_closed,owner_invited,keys_changed}'::text[])
) not valid;

create or replace function queue_telegram(account text, topic text, about text, details jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into telegram_messages (id, chat_id, user_id, kind, subject, content)
  select 'tgm_' || new_ulid(), c.chat_id, c.user_id, topic, about, details
    from telegram_chats c left join members m on m.id = c.member_id
   where c.user_id = account and topic = any(c.topics) and c.blocked_at is null
     and (m.id is null or m.removed_at is null and m.role in ('owner', 'manager'))
$$;

-- Processes of the release before create keys, codes and chats without a maker until they have stopped. They write the
-- audit entry in the same transaction.
create function set_maker() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case new.action
    when 'api_key.created' then
      update api_keys set made_by = new.member_id where id = new.subject and user_id = new.user_id and made_by is null;
    when 'checkout_key.created' then
      update checkout_keys set made_by = new.member_id where id = new.subject and user_id = new.user_id and made_by is null;
    when 'till.created' then
      update tills set code_made_by = new.member_id where id = new.subject and user_id = new.user_id and code_made_by is null;
    else
      update telegram_chats
         set member_id = (select a.member_id from audit_log a
                           where a.user_id = new.user_id and a.action = 'telegram_code.created'
                           order by a.at desc limit 1)
       where id = new.subject and user_id = new.user_id and member_id is null;
  end case;
  return null;
end
$$;
create trigger set_maker after insert on audit_log
  for each row when (new.action in ('api_key.created', 'checkout_key.created', 'till.created', 'telegram_chat.linked'))
  execute function set_maker();
revoke execute on function set_maker() from public;
