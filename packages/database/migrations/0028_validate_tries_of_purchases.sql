-- Validates the constraint of the migration before; reads and writes go on meanwhile.
alter table deposits validate constraint deposits_max_tries_check;
