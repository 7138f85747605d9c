-- The person who made or moved the endpoint of a replay, or whose key did. Null: unknown.
alter table endpoint_replays add column member_id text;
