-- Validated first: that takes weak locks, and the drops take strong ones for a moment.
alter table webhook_deliveries validate constraint verification_iff_about_one;
alter table webhook_attempts validate constraint excerpt_of_a_kib;
alter table checkout_keys validate constraint checkout_keys_scopes_check;
alter table mails validate constraint mails_kind_check;

-- Replaced by the indexes of the log and of targets.
alter table webhook_deliveries drop constraint webhook_deliveries_verification_id_event_key;
drop index webhook_deliveries_of_user;
drop index webhook_deliveries_exhausted;
drop index webhook_deliveries_by_target;
alter index webhook_deliveries_by_endpoint_target rename to webhook_deliveries_by_target;
