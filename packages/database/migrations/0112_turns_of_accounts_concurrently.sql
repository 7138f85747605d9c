-- Deposits expire by account in turn, where very many are due.
drop index concurrently if exists deposits_to_expire_of_user;
create index concurrently deposits_to_expire_of_user on deposits (user_id, expires_at) where status = 'awaiting_payment';
