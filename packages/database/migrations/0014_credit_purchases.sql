-- Credits that are bought with a deposit of the platform's own account.

create table credit_purchases (
  -- Of the platform's account; the buyer knows the purchase by its id.
  deposit_id  text        primary key references deposits,
  -- Who buys.
  user_id     text        not null references users,
  package_id  text        not null,
  -- As the package was when it was chosen.
  credits     bigint      not null check (credits > 0),
  credited_at timestamptz
);
create index credit_purchases_of_user on credit_purchases (user_id, deposit_id);

-- A deposit is worth its credits once, whoever confirms it and however often. Of the other lines nothing is in the index.
alter table credit_transactions add column deposit_id text;
alter table credit_transactions
  add constraint deposit_iff_purchase check ((deposit_id is not null) = (type = 'purchase'));
create unique index credit_transactions_of_deposit on credit_transactions (deposit_id) where deposit_id is not null;
