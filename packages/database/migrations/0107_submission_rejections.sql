-- Why a receipt did not count: `deposits.last_error` tells only of the last one. Null for receipts of before, and while
-- gateways of the release before run.
alter table deposit_submissions add column rejection text;
