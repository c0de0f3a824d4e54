#!/bin/sh
# restore_command of PostgreSQL: brings a piece of its log back. Called as
#   restore_command = '/opt/cryptocommerce/ops/backup/fetch-wal.sh /var/backups/cryptocommerce/wal/%f %p'
# Ends with 1 where the archive has no such piece: PostgreSQL then knows that it is at the end.
set -eu
[ -e "$1" ] || exit 1
cp "$1" "$2"
