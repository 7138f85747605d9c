drop index concurrently if exists audit_log_of_member;
create index concurrently audit_log_of_member on audit_log (user_id, member_id, at desc, id desc) where member_id is not null;
