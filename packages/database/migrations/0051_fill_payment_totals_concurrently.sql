-- The totals of earlier requests, an account at a time. `npm run admin -- payment-totals repair` does the same.
do $$
declare
  account text;
begin
  for account in select id from users order by id loop
    insert into payment_totals as t select * from payment_differences(account)
        on conflict (user_id, bucket, bank, decision) do update
       set payments = t.payments + excluded.payments, amount_cents = t.amount_cents + excluded.amount_cents;
    commit;
  end loop;
end $$;
