alter table api_keys validate constraint api_keys_made_by_fkey;
alter table checkout_keys validate constraint checkout_keys_made_by_fkey;
alter table tills validate constraint tills_code_made_by_fkey;
alter table checkout_keys validate constraint checkout_keys_scopes_check;
alter table mails validate constraint mails_kind_check;

-- In the order in which the gateways count uses of keys.
select from api_keys order by id for no key update;
select from checkout_keys order by id for no key update;

-- Keys of before have the maker that the audit log names. Those of people who have left stop, unless an owner takes them
-- over.
update api_keys k set made_by = m.id
  from audit_log a join members m on m.id = a.member_id
 where a.user_id = k.user_id and a.action = 'api_key.created' and a.subject = k.id and m.user_id = k.user_id;
update checkout_keys k set made_by = m.id
  from audit_log a join members m on m.id = a.member_id
 where a.user_id = k.user_id and a.action = 'checkout_key.created' and a.subject = k.id and m.user_id = k.user_id;

-- Chats and codes have the person who made the code.
update telegram_codes c
   set member_id = (select a.member_id from audit_log a
                     where a.user_id = c.user_id and a.action = 'telegram_code.created' order by a.at desc limit 1)
 where c.member_id is null;
update telegram_chats c
   set member_id = (select a.member_id from audit_log a
                     where a.user_id = c.user_id and a.action = 'telegram_code.created' and a.at <= c.created_at
                     order by a.at desc limit 1)
 where c.member_id is null;

-- The holder gets a mail if a key changes here, or has fewer rights than before. Until now a checkout key resolved
-- deposits with deposits:write.
with resolving as materialized (
  select distinct actor_id as id from audit_log
   where action = 'deposit.resolved' and actor_kind = 'api_key' and at > now() - interval '90 days'
),
active as materialized (
  select k.id, k.user_id, m.role = 'developer' as is_developers, m.removed_at is not null as has_left,
         coalesce(m.role, 'owner') in ('owner', 'manager') and m.removed_at is null
           and k.id in (select id from resolving) as resolves
    from (select id, user_id, made_by, expires_at from api_keys where revoked_at is null
           union all
          select id, user_id, made_by, expires_at from checkout_keys where revoked_at is null) k
    left join members m on m.id = k.made_by
   where k.expires_at is null or k.expires_at > now()
),
kept as (
  update checkout_keys k set scopes = array_append(k.scopes, 'deposits:resolve')
    from active where active.id = k.id and active.resolves
)
-- Processes of the release before do not know this mail: they have stopped by then.
insert into mails (id, kind, email, next_attempt_at, expires_at)
select 'mal_' || new_ulid(), 'keys_changed', u.email, now() + interval '30 minutes', now() + interval '7 days'
  from users u
 where u.id in (select user_id from active where is_developers or has_left or resolves)
   and u.erased_at is null and u.disabled_at is null;
