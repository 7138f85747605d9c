#!/bin/sh
# make-certificates.sh [folder]: after make-secrets.sh, creates what deploy/compose/tls.yml needs beside its secrets: an
# authority, a certificate for each backend, and settings that refer to them. It can run at any time: certificates and
# passwords stay, and settings are derived again. Certificates are valid for ten years; to replace them, see
# deploy/docker/README.md.
set -eu
folder=${1:-$(dirname "$0")/secrets}
umask 022

derive() { # derive <name>: standard input becomes the file
  cat > "$folder/$1.partial"
  mv "$folder/$1.partial" "$folder/$1"
}
store() { # store <name>: the same, unless it exists
  if [ -s "$folder/$1" ]; then return; fi
  derive "$1"
  echo "created $folder/$1"
}

value() { cat "$folder/$1"; }
password() { head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; echo; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The authority signs these certificates and no others: its key is not kept.
if [ ! -s "$folder/backends-ca.pem" ]; then
  key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/$1.key"; }
  key ca
  openssl req -x509 -new -key "$work/ca.key" -sha256 -days 3650 -subj "/CN=receipts backends" -out "$work/ca.pem" \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign
  for backend in postgres kafka redis; do
    key "$backend"
    # localhost: for health checks, and for Kafka's broker and controller, which are one process.
    printf '%s\n' "subjectAltName=DNS:$backend,DNS:localhost,IP:127.0.0.1" "basicConstraints=critical,CA:FALSE" \
      "extendedKeyUsage=serverAuth,clientAuth" > "$work/extensions"
    openssl req -new -key "$work/$backend.key" -subj "/CN=$backend" -out "$work/request"
    openssl x509 -req -in "$work/request" -CA "$work/ca.pem" -CAkey "$work/ca.key" -sha256 -days 3650 \
      -extfile "$work/extensions" -out "$work/$backend.pem" 2> "$work/said" || { cat "$work/said" >&2; exit 1; }
  done
  rm -f "$folder/postgres-tls.pem" "$folder/kafka-tls.pem" "$folder/redis-tls.pem"
  # Key and certificate in one file: they are of no use apart.
  for backend in postgres kafka redis; do cat "$work/$backend.key" "$work/$backend.pem" | store "$backend-tls.pem"; done
  # Last, so that an interrupted run starts again.
  store backends-ca.pem < "$work/ca.pem"
fi

password | store kafka-password
password | store kafka-broker-password
derive kafka-jaas.conf << END
KafkaServer {
  org.apache.kafka.common.security.plain.PlainLoginModule required
  username="broker" password="$(value kafka-broker-password)"
  user_broker="$(value kafka-broker-password)"
  user_receipts="$(value kafka-password)";
};
END
for role in owner gateway verifier dispatcher; do
  echo "$(value "$role-database-url")?sslmode=verify-full&sslrootcert=/run/secrets/backends-ca.pem" |
    derive "$role-database-tls-url"
done
sed 's/^redis:/rediss:/' "$folder/redis-url" | derive redis-tls-url
