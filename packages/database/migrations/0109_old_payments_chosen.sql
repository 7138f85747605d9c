-- Whether a person of the account knows the rule of old payments. Accounts of before it: not yet.
alter table users add column old_payments_chosen boolean not null default false;
alter table users alter column old_payments_chosen set default true;
-- Another rule than the default was chosen by a person.
update users set old_payments_chosen = true where old_payments <> 'review_before_last_evening';
