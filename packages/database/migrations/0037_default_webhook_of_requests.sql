-- True: `webhook_url` was the default one when the request was accepted, and the verdict goes to the default endpoint of
-- its own time. Null: it is the URL of the request, or an earlier release accepted it.
alter table verification_requests add column webhook_is_default boolean;
