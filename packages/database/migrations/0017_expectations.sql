-- What a request expects of the payment, as `storedExpectation` writes it: `{}` where it expects nothing beyond the defaults.
-- Null: accepted by a release without expectations, or for a deposit, which decides by itself. Such a request gets no
-- decision, because its expectations are not known.
alter table verification_requests add column expect jsonb;
