#!/bin/sh
# Generates the secrets of compose.yaml in ops/compose/private, unless they exist. Needs openssl.
#   ops/compose/prepare.sh SETTINGS_FILE
# SETTINGS_FILE: settings.example.json, filled in. Afterwards: docker compose up --build
set -eu
umask 077
settings=${1:?'usage: ops/compose/prepare.sh SETTINGS_FILE'}
[ -f "$settings" ] || { echo "$settings does not exist." >&2; exit 66; }
cd "$(dirname "$0")" && cd - >/dev/null
private="$(dirname "$0")/private"
mkdir -p "$private/tls"

if [ -e "$private/product.env" ]; then
  echo "$private/product.env already exists: no new secrets were generated." >&2
else
  word() { openssl rand -hex 32; }
  owner=$(word) roles=$(word) bucket=$(word)

  # The owner is no superuser. It owns the database and may create roles.
  cat >"$private/database.sql" <<SQL
create role cryptocommerce_owner login createrole password '$owner';
create database cryptocommerce owner cryptocommerce_owner;
revoke temporary on database cryptocommerce from public;
SQL
  printf 'POSTGRES_PASSWORD=%s\n' "$(word)" >"$private/database.env"
  printf 'ROOT_ACCESS_KEY=cryptocommerce\nROOT_SECRET_KEY=%s\n' "$bucket" >"$private/files.env"
  for role in app auth sealer jobs; do printf '"cryptocommerce_%s" "%s"\n' "$role" "$roles"; done >"$private/userlist.txt"

  # Only migrations use the login of the owner.
  printf 'DATABASE_URL=postgres://cryptocommerce_owner:%s@database:5432/cryptocommerce\n' "$owner" >"$private/owner.env"

  cat >"$private/product.env" <<ENV
DATABASE_APP_URL=postgres://cryptocommerce_app:$roles@pooler:6432/cryptocommerce
DATABASE_AUTH_URL=postgres://cryptocommerce_auth:$roles@pooler:6432/cryptocommerce
DATABASE_SEALER_URL=postgres://cryptocommerce_sealer:$roles@pooler:6432/cryptocommerce
DATABASE_JOBS_URL=postgres://cryptocommerce_jobs:$roles@pooler:6432/cryptocommerce
DATABASE_LISTEN_URL=postgres://cryptocommerce_app:$roles@database:5432/cryptocommerce
AUTH_SECRET=$(openssl rand -hex 48)
FIELD_SECRET=$(openssl rand -hex 48)
FILE_KEYS=first:$(openssl rand -base64 32)
CREDENTIAL_KEYS=$(openssl genrsa 3072 2>/dev/null | awk '{ printf "%s\\n", $0 }')
PUSH_KEY=$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=')
S3_SECRET_ACCESS_KEY=$bucket
ENV
  openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout "$private/tls/privkey.pem" -out "$private/tls/fullchain.pem" 2>/dev/null
fi
cp "$settings" "$private/settings.json"
# Containers read these files under other accounts. The folder itself is private.
chmod 0644 "$private"/*.* "$private"/tls/*
echo "Ready. Run docker compose up --build, then open https://localhost. Emails arrive at http://localhost:8025."
