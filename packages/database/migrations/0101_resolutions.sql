-- A person's decision about a request that was in review: one at most. The request's result shows it to readers.
create table verification_resolutions (
  verification_id text primary key references verification_requests (id),
  user_id text not null references users (id),
  decision text not null check (decision in ('accept', 'reject')),
  -- Why the request was in review.
  review_reasons jsonb not null,
  remembered_name boolean not null,
  resolved_at timestamptz not null default now_ms()
);

-- The name of the person who decided and the note go with the names on the receipt.
create or replace function erased_result(result jsonb) returns jsonb language sql immutable parallel safe
  return (without_people(result) - 'input')
      || jsonb_build_object('settlementAccountMatch', (result -> 'settlementAccountMatch') - array['receiverAccount', 'matchedSettlementAccount', 'debug'])
      || case when jsonb_typeof(result -> 'resolution') = 'object'
              then jsonb_build_object('resolution', (result -> 'resolution') || '{"by": null, "note": null}') else '{}' end;
