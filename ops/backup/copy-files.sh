#!/bin/sh
# Copies uploaded files that are missing in the backup (only rotate-keys changes files), and with --forget deletes those that
# the product erased. Files are encrypted: the copy is useless without FILE_KEYS.
#   ops/backup/copy-files.sh [--forget] DATA_DIR/files /var/backups/cryptocommerce/files
# Run it often without --forget: a restore needs every file of its time. Run it daily with --forget on a copy as old as the
# oldest base backup, because erased data must disappear from backups. For a bucket, enable versions with the same expiry.
set -eu
forget=
[ "${1:-}" = --forget ] && { forget=yes; shift; }
from=$1 to=$2
umask 077
mkdir -p "$to"
# incoming/ has unfinished uploads.
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
