#!/bin/sh
# restore_command of PostgreSQL: restores one WAL file. Called as
#   restore_command = '/opt/cryptocommerce/ops/backup/fetch-wal.sh /var/backups/cryptocommerce/wal/%f %p'
# Exits with 1 when the file is missing, which marks the end of the archive.
set -eu
[ -e "$1" ] || exit 1
cp "$1" "$2"
