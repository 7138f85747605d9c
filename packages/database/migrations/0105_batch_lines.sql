-- Lines of a list that takes invalid lines: those that were not verified. They cost no credit and have no request.
create table verification_batch_skipped_lines (
  batch_id  text     not null references verification_batches on delete cascade,
  user_id   text     not null,
  position  smallint not null check (position between 1 and 500),
  line      integer  check (line > 0),
  label     text     check (length(label) between 1 and 100),
  -- The item that names the same receipt.
  same_as   smallint check (same_as < position),
  bank      text,
  -- The beginning of what was sent. Erased with the names of the list's other receipts.
  reference text     check (length(reference) between 1 and 200),
  -- What the API says about the line; null for a repeated receipt. Only `code` is left once it is erased.
  error     jsonb    check (jsonb_typeof(error -> 'code') = 'string'),
  constraint skipped_for_a_reason check (error is not null or same_as is not null),
  primary key (batch_id, position)
);

-- Line of the CSV file, from 1, as errors name it. Null for JSON.
alter table verification_batch_items add column line integer;

create or replace function batch_counts(batch text) returns jsonb language sql stable as $$
  select jsonb_build_object(
           'waiting', count(*) filter (where i.state = 'waiting'),
           'running', count(*) filter (where i.state in ('running', 'ended') and v.completed_at is null),
           'success', count(*) filter (where v.status = 'success'),
           'notFound', count(*) filter (where v.status = 'not_found'),
           'failed', count(*) filter (where v.status = 'failed'),
           'canceled', count(*) filter (where i.state = 'canceled'),
           'accept', count(*) filter (where v.result ->> 'decision' = 'accept'),
           'wait', count(*) filter (where v.result ->> 'decision' = 'wait'),
           'review', count(*) filter (where v.result ->> 'decision' = 'review'),
           'reject', count(*) filter (where v.result ->> 'decision' = 'reject'),
           'invalid', (select count(*) from verification_batch_skipped_lines s where s.batch_id = batch and s.error is not null),
           'repeated', (select count(*) from verification_batch_skipped_lines s where s.batch_id = batch and s.error is null))
    from verification_batch_items i left join verification_requests v on v.id = i.verification_id
   where i.batch_id = batch
$$;
