#!/bin/sh
# archive_command of PostgreSQL: keeps one finished piece of its log for good. Called as
#   archive_command = '/opt/cryptocommerce/ops/backup/archive-wal.sh %p /var/backups/cryptocommerce/wal/%f'
# Ends with 0 only when the piece is on the disk under its name, whole. One that is there already is never replaced: the same
# one again is well (PostgreSQL asks twice after a crash), another one under its name is a second cluster in one archive.
set -eu
from=$1 to=$2
if [ -e "$to" ]; then
  cmp -s "$from" "$to" && exit 0
  echo "$to is there already and is another: two clusters write into one archive" >&2
  exit 1
fi
half="$to.half-$$"
trap 'rm -f "$half"' EXIT
umask 077
# dd syncs the file; the name is synced with its folder afterwards.
dd if="$from" of="$half" bs=1M conv=fsync status=none
mv "$half" "$to"
sync "$(dirname "$to")"
