-- Set when its holder closes the account. Erased 30 days later.
alter table users add column closed_at timestamptz;
create index users_to_erase on users (closed_at) where closed_at is not null and erased_at is null;

-- The gateway may close an account, and neither enable one nor bring an erasure forward.
create function close_user() returns trigger language plpgsql as $$
begin
  if new.closed_at is not null then
    new.closed_at := coalesce(old.closed_at, now());
    new.disabled_at := coalesce(new.disabled_at, new.closed_at);
  end if;
  return new;
end $$;
create trigger close_user before update of closed_at on users for each row execute function close_user();
