#!/bin/sh
# make-secrets.sh [folder]: the secrets of docker-compose.yml, one file each, random. What is there already stays, so that
# it can be run again at any time; to rotate one, see deploy/docker/README.md.
set -eu
folder=${1:-$(dirname "$0")/secrets}

# The folder is closed to everybody else. The files are open within it, because Docker shows them to processes of other
# accounts (65532, 70, 999) under the host's own rights.
mkdir -p "$folder"
chmod 700 "$folder"
umask 022

keep() { # keep <name>: standard input becomes the secret, unless there is one
  if [ -s "$folder/$1" ]; then return; fi
  cat > "$folder/$1.partial"
  mv "$folder/$1.partial" "$folder/$1"
  echo "made $folder/$1"
}

password() { head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; echo; }
key() { head -c 32 /dev/urandom | base64; }
value() { cat "$folder/$1"; }

password | keep postgres-password
password | keep owner-database-password
password | keep gateway-database-password
password | keep verifier-database-password
password | keep dispatcher-database-password
echo "requirepass $(password)" | keep redis-password.conf
password | keep grafana-admin-password
key | keep receipt-hash-key
key | keep secrets-encryption-key
key | keep quarantine-key

# Made from those above, so that each password stands in one URL only.
for role in owner gateway verifier dispatcher; do
  echo "postgresql://receipts_$role:$(value "$role-database-password")@postgres:5432/receipts" | keep "$role-database-url"
done
echo "redis://:$(sed -n 's/^requirepass //p' "$folder/redis-password.conf")@redis:6379" | keep redis-url
