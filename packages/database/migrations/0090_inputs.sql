-- The receipts that a picture or PDF may name, likeliest first, for a request that came as a file. The columns of the
-- request are about the candidate at `chosen`. Null for others.
alter table verification_requests add column input jsonb;

-- As before, and without what was read in the file.
create or replace function erased_result(result jsonb) returns jsonb language sql immutable parallel safe
  return without_people(result) - 'input' || jsonb_build_object('settlementAccountMatch',
    (result -> 'settlementAccountMatch') - array['receiverAccount', 'matchedSettlementAccount', 'debug']);
