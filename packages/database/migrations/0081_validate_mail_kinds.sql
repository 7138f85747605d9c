alter table mails validate constraint mails_kind_check;
