#!/bin/sh
# archive_command of PostgreSQL: stores one WAL file permanently. Called as
#   archive_command = '/opt/cryptocommerce/ops/backup/archive-wal.sh %p /var/backups/cryptocommerce/wal/%f'
# Exits with 0 only when the complete file is on disk. Existing files are never replaced: an equal file is accepted, because
# PostgreSQL repeats after a crash. A different one means that two clusters share the archive.
set -eu
from=$1 to=$2
if [ -e "$to" ]; then
  cmp -s "$from" "$to" && exit 0
  echo "$to exists with other content: two clusters write into one archive" >&2
  exit 1
fi
half="$to.half-$$"
trap 'rm -f "$half"' EXIT
umask 077
# dd syncs the file; the folder is synced afterwards.
dd if="$from" of="$half" bs=1M conv=fsync status=none
mv "$half" "$to"
sync "$(dirname "$to")"
