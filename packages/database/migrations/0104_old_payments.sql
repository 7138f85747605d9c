-- Which payments are in review for their age when people send the receipt: a rule, or hours.
alter table users add column old_payments text not null default 'review_before_last_evening'
  constraint old_payments_known check (old_payments ~ '^(review_before_last_evening|off|[1-9][0-9]{0,3})$');
