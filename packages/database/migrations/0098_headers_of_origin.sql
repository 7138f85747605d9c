-- Scheme, host and port of an address as the gateway stores it: normalized, so that a slash follows the host.
create function origin_of(url text) returns text language sql immutable parallel safe
return split_part(url, '/', 1) || '//' || split_part(url, '/', 3);

-- Stored headers are secrets for one receiver: they do not follow the endpoint to another one.
create function drop_headers_of_origin() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if origin_of(new.url) is distinct from origin_of(old.url) and new.headers_ciphertext is not distinct from old.headers_ciphertext then
    new.headers_ciphertext := null;
  end if;
  return new;
end
$$;
create trigger drop_headers_of_origin before update of url on webhook_endpoints
  for each row when (new.url <> old.url) execute function drop_headers_of_origin();
