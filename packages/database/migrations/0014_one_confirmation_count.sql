-- The second confirmation of a receipt was noted for holds that counted at once, which no release made.
alter table receipt_confirmations drop column second_confirmed_at;
