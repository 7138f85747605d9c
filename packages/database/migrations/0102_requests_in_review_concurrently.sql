-- The queue of decisions, and their count, read open ones alone.
drop index concurrently if exists requests_in_review;
create index concurrently requests_in_review on verification_requests (user_id, created_at)
  where source = 'api' and erased_at is null and result @> '{"decision": "review"}'
        and not result @> '{"decisionReasons": ["held_for_deposit"]}';
