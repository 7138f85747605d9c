-- Whether a person of the account knows the rule of old payments. Accounts of before it: not yet.
alter table users add column old_payments_chosen boolean not null default false;
alter table users alter column old_payments_chosen set default true;
