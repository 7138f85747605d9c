alter table users validate constraint users_calendar_check;
