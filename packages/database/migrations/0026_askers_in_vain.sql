-- Who got no answer within a minute: a bit for each asker, by a hash of the account. Two askers may share a bit, which makes
-- them fewer and never more. A default that is constant rewrites nothing.
alter table bank_attempts add column askers_in_vain bigint not null default 0;
