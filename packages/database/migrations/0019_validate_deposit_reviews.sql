-- Validates the constraints of the migration before; reads and writes go on meanwhile.
alter table deposits validate constraint deposits_status_check;
alter table deposits validate constraint deposits_last_error_check;
alter table deposits validate constraint confirmed_iff_paid;
alter table deposits validate constraint review_iff_required;
alter table deposits validate constraint late_only_when_expired;
alter table deposits validate constraint receipt_has_hash;
