-- Skipped lines that are not erased yet: few among those of all lists.
create index skipped_lines_to_erase on verification_batch_skipped_lines (batch_id) where error - 'code' <> '{}';
