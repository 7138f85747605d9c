#!/bin/sh
# start-tls-postgres.sh [options]: PostgreSQL refuses a key that other accounts can read, as every secret of Compose is. So it
# gets a copy of its own, in memory.
set -eu
umask 077
cp /run/secrets/postgres-tls.pem /tmp/postgres-tls.pem
exec docker-entrypoint.sh postgres "$@"
