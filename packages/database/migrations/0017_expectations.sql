-- What a request expects of the payment, as `storedExpectation` writes it: `{}` where it expects nothing beyond the defaults.
-- Null: accepted by a release that knew no expectations, or for a deposit, which decides by itself; such a request gets no
-- decision, for nobody knows what it expected.
alter table verification_requests add column expect jsonb;
