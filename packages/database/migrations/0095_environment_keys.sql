-- The keys of the environment that rows were written with, each as a keyed fingerprint that tells nothing about it. A
-- process that does not know one of them would answer wrong without an error: it refuses to start.
create table environment_keys (
  setting text not null,
  fingerprint bytea not null check (length(fingerprint) = 32),
  registered_at timestamptz not null default now(),
  primary key (setting, fingerprint)
);

-- Registers the current key of a process that starts. Returns false if rows were written with a key that it does not
-- know. The lock makes two first starts with different keys take turns.
create function register_environment_key(key_setting text, current_key bytea, previous_keys bytea[]) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known bytea[] := previous_keys || current_key;
begin
  if exists (select from environment_keys where setting = key_setting and fingerprint <> all (known)) then
    return false;
  end if;
  if exists (select from environment_keys where setting = key_setting and fingerprint = current_key) then
    return true;
  end if;
  lock table environment_keys in share row exclusive mode;
  if exists (select from environment_keys where setting = key_setting and fingerprint <> all (known)) then
    return false;
  end if;
  insert into environment_keys (setting, fingerprint) values (key_setting, current_key) on conflict do nothing;
  return true;
end
$$;
revoke execute on function register_environment_key(text, bytea, bytea[]) from public;
