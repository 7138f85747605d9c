-- On which clock pages and mails show hours: the Ethiopian one counts from 6:00 and from 18:00.
alter table users add column clock text not null default 'international' check (clock in ('international', 'ethiopian'));
