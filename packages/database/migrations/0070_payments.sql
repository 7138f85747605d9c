-- The texts of a payment that a search reads, in lower case. Both are null in an erased request.
create function payment_search_text(reference text, result jsonb) returns text language sql immutable parallel safe
return lower(coalesce(reference, '')
  || E'\n' || coalesce(result ->> 'referenceNumber', '')
  || E'\n' || coalesce(result ->> 'senderName', ''));

-- In santim. Null without a receipt.
create function payment_amount(result jsonb) returns bigint language sql immutable parallel safe
return round((result ->> 'amount')::numeric * 100)::bigint;

-- Filters of the list of payments that a person has named.
create table payment_views (
  id         text        primary key check (id like 'pvw\_%'),
  user_id    text        not null references users,
  member_id  text        not null references members,
  -- So there are at most 20 of one person.
  slot       smallint    not null check (slot between 1 and 20),
  name       text        not null check (length(name) <= 60),
  filter     jsonb       not null,
  created_at timestamptz not null default now_ms(),
  unique (member_id, slot)
);
create unique index payment_views_by_name on payment_views (member_id, lower(name));
create index payment_views_of_user on payment_views (user_id);
