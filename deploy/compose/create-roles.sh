#!/bin/sh
# Creates missing roles for the schema's owner and each service, and sets their passwords from the secrets. Runs before
# each migration, so that older installations get the roles and changed passwords take effect.
set -eu
PGPASSWORD=$(cat /run/secrets/postgres-password)
export PGPASSWORD
psql --set=ON_ERROR_STOP=1 --quiet --no-psqlrc << 'SQL'
\set owner_password `cat /run/secrets/owner-database-password`
\set gateway_password `cat /run/secrets/gateway-database-password`
\set verifier_password `cat /run/secrets/verifier-database-password`
\set dispatcher_password `cat /run/secrets/dispatcher-database-password`
select format('create role %I', missing) from unnest(array[
         'receipts_owner', 'receipts_gateway', 'receipts_verifier', 'receipts_dispatcher']) as missing
 where not exists (select from pg_roles where rolname = missing) \gexec
alter role receipts_owner login password :'owner_password';
alter role receipts_gateway login password :'gateway_password';
alter role receipts_verifier login password :'verifier_password';
alter role receipts_dispatcher login password :'dispatcher_password';
select format('alter database %I owner to receipts_owner', current_database()) \gexec
SQL
