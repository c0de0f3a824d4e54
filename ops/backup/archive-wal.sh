#!/bin/sh
# archive_command of PostgreSQL: stores one WAL file permanently. Called as
#   archive_command = '/opt/cryptocommerce/ops/backup/archive-wal.sh %p /var/backups/cryptocommerce/wal/%f'
# Exits with 0 only when the complete file is on disk. An existing file is never replaced: an equal one is accepted,
# because PostgreSQL retries after a crash; a different one means that two clusters share the archive.
set -eu
from=$1 to=$2
if [ -e "$to" ]; then
  cmp -s "$from" "$to" && exit 0
  echo "$to already exists with different content: two clusters are writing to this archive" >&2
  exit 1
fi
half="$to.half-$$"
trap 'rm -f "$half"' EXIT
umask 077
# dd syncs the file; the last line syncs the folder.
dd if="$from" of="$half" bs=1M conv=fsync status=none
mv "$half" "$to"
sync "$(dirname "$to")"
