-- Receipts of a purchase are tried at the expense of the buyer or the platform's account: three of them, and not ten.
-- No constraint holds `tries` to it yet: gateways of the release before still allow ten.
alter table deposits add column max_tries smallint not null default 10;
alter table deposits add constraint deposits_max_tries_check check (max_tries between 1 and 10) not valid;

-- A verifier of the release before refunds the account that the request belongs to, also where another has paid: its
-- verdict fails here, and one of this release records it.
create function refuse_refund_to_another() returns trigger language plpgsql as $$
begin
  if exists (select from credit_transactions debit
              where debit.verification_id = new.verification_id and debit.type = 'debit' and debit.user_id <> new.user_id) then
    raise exception 'a refund goes to the account that was debited' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger credit_transactions_refund_payer before insert on credit_transactions
  for each row when (new.type = 'refund') execute function refuse_refund_to_another();
