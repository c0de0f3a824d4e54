#!/bin/sh
# Copies new uploaded files to the backup, and files that rotate-keys has changed. With --forget it also deletes files
# from the backup that the product erased. Files are encrypted, so the backup is useless without FILE_KEYS.
#   ops/backup/copy-files.sh [--forget] DATA_DIR/files /var/backups/cryptocommerce/files
# Run it often without --forget, because a restore to a time needs the files of that time. Erased data must also disappear
# from backups: run it daily with --forget on a second copy, as old as the oldest base backup. For a bucket, enable
# versions with the same expiry instead.
set -eu
forget=
[ "${1:-}" = --forget ] && { forget=yes; shift; }
from=$1 to=$2
umask 077
mkdir -p "$to"
# Unfinished uploads in incoming/ are skipped.
(cd "$from" && find . -path ./incoming -prune -o -type f -print) | while IFS= read -r file; do
  if [ -e "$to/$file" ] && [ ! "$from/$file" -nt "$to/$file" ]; then continue; fi
  mkdir -p "$to/$(dirname "$file")"
  cp -p "$from/$file" "$to/$file.half"
  mv "$to/$file.half" "$to/$file"
done
[ -n "$forget" ] || exit 0
(cd "$to" && find . -type f -print) | while IFS= read -r file; do
  [ -e "$from/$file" ] || rm -f "$to/$file"
done
