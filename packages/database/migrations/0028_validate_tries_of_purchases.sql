-- Validates the constraint of the migration before; reads and writes go on meanwhile.
alter table deposits validate constraint tries_within_limit;
