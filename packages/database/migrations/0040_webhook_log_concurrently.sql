-- The log of deliveries, newest first: of an account, of each type and state of it, of each type and state of an
-- endpoint, of an object. A search visits the types and states that it wants. Their columns are one text, so that the
-- planner takes no other index, in which all other entries might come first.
drop index concurrently if exists webhook_deliveries_log;
create index concurrently webhook_deliveries_log on webhook_deliveries (user_id, created_at, id);
drop index concurrently if exists webhook_deliveries_log_by_type;
create index concurrently webhook_deliveries_log_by_type
  on webhook_deliveries ((user_id || '|' || event || '|' || state) collate "C", created_at, id);
drop index concurrently if exists webhook_deliveries_log_by_endpoint;
create index concurrently webhook_deliveries_log_by_endpoint
  on webhook_deliveries ((user_id || '|' || coalesce(endpoint_id, '') || '|' || event || '|' || state) collate "C", created_at, id);
drop index concurrently if exists webhook_deliveries_log_by_subject;
create index concurrently webhook_deliveries_log_by_subject on webhook_deliveries (subject, created_at) where subject is not null;

-- One delivery of an event to each endpoint, and one to the own URL.
drop index concurrently if exists webhook_deliveries_once;
create unique index concurrently webhook_deliveries_once on webhook_deliveries (verification_id, event, (coalesce(endpoint_id, '')));

-- The dispatcher walks targets, of which a host may have several.
drop index concurrently if exists webhook_deliveries_by_endpoint_target;
create index concurrently webhook_deliveries_by_endpoint_target
  on webhook_deliveries (user_id, webhook_target(host, endpoint_id), next_attempt_at)
  where state = 'pending' and next_attempt_at < 'infinity';

-- What listeners have not acknowledged.
drop index concurrently if exists webhook_deliveries_listening;
create index concurrently webhook_deliveries_listening
  on webhook_deliveries (endpoint_id, created_at, id) where state = 'pending' and next_attempt_at = 'infinity';
