-- Texts without what identifies a person, an account or a payment.

create function without_people(fields jsonb) returns jsonb language sql immutable parallel safe
  return (select jsonb_object_agg(key, case when key in ('senderName', 'receiverName', 'receiverAccount', 'otherNames',
            'referenceNumber', 'accountSuffix', 'accountNumber', 'previousAccountNumber', 'accountName', 'label')
            then 'null'::jsonb else value end)
          from jsonb_each(fields));

-- The name of the person who decided and the note go with the names on the receipt.
create function erased_result(result jsonb) returns jsonb language sql immutable parallel safe
  return (without_people(result) - 'input')
      || jsonb_build_object('settlementAccountMatch', (result -> 'settlementAccountMatch') - array['receiverAccount', 'matchedSettlementAccount', 'debug'])
      || case when jsonb_typeof(result -> 'resolution') = 'object'
              then jsonb_build_object('resolution', (result -> 'resolution') || '{"by": null, "note": null}') else '{}' end;

create function erased_review(review jsonb) returns jsonb language sql immutable parallel safe
  return case when jsonb_typeof(review) = 'object'
    then review || jsonb_build_object('receipt', without_people(review -> 'receipt'), 'receiverName', null,
                                      'receiverAccount', null, 'paymentOption', null) end;

-- A deposit in the form of events and webhooks.
create function erased_deposit(deposit jsonb) returns jsonb language sql immutable parallel safe
  return deposit || jsonb_build_object('reference', '', 'description', null, 'customer', null,
    'paymentOptions', '[]'::jsonb, 'returnUrl', null, 'cancelUrl', null, 'metadata', '{}'::jsonb,
    'receipt', case when jsonb_typeof(deposit -> 'receipt') = 'object' then without_people(deposit -> 'receipt') end,
    'review', erased_review(deposit -> 'review'),
    'resolution', case when jsonb_typeof(deposit -> 'resolution') = 'object'
      then deposit -> 'resolution' || jsonb_build_object('note', null) end,
    'lateReceipt', case when jsonb_typeof(deposit -> 'lateReceipt') = 'object' then without_people(deposit -> 'lateReceipt') end)
  || case when jsonb_typeof(deposit -> 'receipts') = 'array' then jsonb_build_object('receipts', (
       select coalesce(jsonb_agg(without_people(part) order by place), '[]')
         from jsonb_array_elements(deposit -> 'receipts') with ordinality as parts (part, place))) else '{}' end;

create function erased_payload(payload text) returns text language sql immutable parallel safe
return (
  select (payload::jsonb || jsonb_build_object('data',
           case when payload::jsonb ->> 'depositId' is not null then erased_deposit(data)
                when data -> 'settlementAccountMatch' is not null then erased_result(data)
                else without_people(data) end))::text
    from (select payload::jsonb -> 'data' as data) of_payload
);
