-- Receipts of a purchase are tried at the expense of the buyer or the platform's account: three of them, and not ten.
alter table deposits add column max_tries smallint not null default 10;
alter table deposits add constraint tries_within_limit check (max_tries between 1 and 10 and tries <= max_tries) not valid;
