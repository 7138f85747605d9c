-- Events of one type, read forward: `GET /v1/events?type=`.
drop index concurrently if exists deposit_events_by_type;
create index concurrently deposit_events_by_type on deposit_events (user_id, type, publication);
