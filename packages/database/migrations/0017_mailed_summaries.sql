-- The hour of the account's clock at which a person gets the last day's payments by mail. Null: none.
alter table members
  add column summary_hour  smallint check (summary_hour between 0 and 23),
  -- The last day whose summary was queued.
  add column summarized_on date,
  add constraint summaries_have_a_day check ((summary_hour is null) = (summarized_on is null));
create index members_summarized on members (summarized_on) where summary_hour is not null and removed_at is null;

-- What a mail is about, for the kinds that have figures. They are read when it is sent.
alter table mails
  add column content jsonb,
  drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in (
    'confirm_registration', 'registration_known', 'reset_password', 'password_changed',
    'webhook_endpoint_disabled', 'member_invitation', 'two_factor_enabled', 'two_factor_disabled',
    'account_closed', 'owner_invited', 'daily_summary'));
