-- Deposits expire by account in turn, where very many are due.
create index deposits_to_expire_of_user on deposits (user_id, expires_at) where status = 'awaiting_payment';
