-- Wrong PINs of a till since its last right one, of any cashier: beyond some, each further try waits longer.
alter table tills
  add column pin_failures     smallint not null default 0 check (pin_failures between 0 and 100),
  add column pin_locked_until timestamptz;
