-- The holder as the bank prints it, where that differs from the name that was entered.
alter table bank_accounts add column other_names text[] not null default '{}';
alter table bank_accounts add constraint bank_accounts_other_names_check
  check (cardinality(other_names) <= 5 and array_position(other_names, null) is null);

-- Accounts of these two are phone numbers: receipts print 251…, people enter 09…. Where several spellings were
-- saved, they stay as they are; all are compared in the national form.
update bank_accounts a
   set normalized_number = '0' || right(a.normalized_number, 9)
 where a.bank in ('cbebirr', 'kaafiebirr')
   and a.normalized_number ~ '^(\+?251)?[79]\d{8}$'
   and not exists (select from bank_accounts other
                    where other.user_id = a.user_id and other.bank = a.bank and other.owner = a.owner and other.id <> a.id
                      and other.normalized_number ~ '^(\+?251|0)?[79]\d{8}$'
                      and right(other.normalized_number, 9) = right(a.normalized_number, 9));

create or replace function without_people(fields jsonb) returns jsonb language sql immutable parallel safe
  return (select jsonb_object_agg(key, case when key in ('senderName', 'receiverName', 'receiverAccount', 'otherNames',
            'referenceNumber', 'accountSuffix', 'accountNumber', 'previousAccountNumber', 'accountName', 'label')
            then 'null'::jsonb else value end)
          from jsonb_each(fields));
