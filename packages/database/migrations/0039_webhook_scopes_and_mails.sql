alter table checkout_keys
  drop constraint checkout_keys_scopes_check,
  add constraint checkout_keys_scopes_check
    check (cardinality(scopes) > 0 and scopes <@ '{deposits:write,deposits:read,events:read,webhooks:read,webhooks:write}') not valid;

alter table mails
  drop constraint mails_kind_check,
  add constraint mails_kind_check
    check (kind in ('confirm_registration', 'registration_known', 'reset_password', 'password_changed', 'webhook_endpoint_disabled'))
    not valid;

-- Null: all deliveries of the account.
alter table webhook_recoveries add column endpoint_id text;
