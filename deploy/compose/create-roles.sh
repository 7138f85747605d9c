#!/bin/sh
# Run by the postgres image once, on an empty volume: the owner of the schema, who migrates, and the services' role.
set -eu
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname="$POSTGRES_DB" << 'SQL'
\set owner_password `cat /run/secrets/owner-database-password`
\set app_password `cat /run/secrets/app-database-password`
create role receipts_owner login password :'owner_password';
create role receipts_app login password :'app_password';
select format('alter database %I owner to receipts_owner', current_database()) \gexec
SQL
