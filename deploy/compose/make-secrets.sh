#!/bin/sh
# make-secrets.sh [folder]: creates the secrets of docker-compose.yml, one random file each. Existing ones stay, so it
# can run at any time; to rotate one, see deploy/docker/README.md.
set -eu
folder=${1:-$(dirname "$0")/secrets}

# The folder is closed to other users. Its files are readable, because Docker applies the host's permissions to containers'
# accounts (65532, 70, 999).
mkdir -p "$folder"
chmod 700 "$folder"
umask 022

store() { # store <name>: standard input becomes the secret, unless it exists
  if [ -s "$folder/$1" ]; then return; fi
  cat > "$folder/$1.partial"
  mv "$folder/$1.partial" "$folder/$1"
  echo "created $folder/$1"
}

password() { head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; echo; }
key() { head -c 32 /dev/urandom | base64; }
value() { cat "$folder/$1"; }

password | store postgres-password
password | store owner-database-password
password | store gateway-database-password
password | store verifier-database-password
password | store dispatcher-database-password
echo "requirepass $(password)" | store redis-password.conf
password | store grafana-admin-password
key | store receipt-hash-key
key | store secrets-encryption-key
key | store quarantine-key

# Derived from the ones above, so that each password is in one URL only.
for role in owner gateway verifier dispatcher; do
  echo "postgresql://receipts_$role:$(value "$role-database-password")@postgres:5432/receipts" | store "$role-database-url"
done
echo "redis://:$(sed -n 's/^requirepass //p' "$folder/redis-password.conf")@redis:6379" | store redis-url
