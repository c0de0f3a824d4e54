#!/bin/sh
# Copies uploaded files that are not in the backup yet (they are written once and never changed, but for rotate-keys), and
# with --forget takes those away that the product erased. They are sealed: the copy is of no use without FILE_KEYS.
#   ops/backup/copy-files.sh [--forget] DATA_DIR/files /var/backups/cryptocommerce/files
# Run it often without --forget (a restore needs every file that stood at its moment), and with it once a day for a copy
# that is as old as the oldest base backup that is kept: what was erased may not live on in backups. Files in a bucket are
# the bucket's to keep: switch on its versions, with an end after that same time.
set -eu
forget=
[ "${1:-}" = --forget ] && { forget=yes; shift; }
from=$1 to=$2
umask 077
mkdir -p "$to"
# What is still arriving lies under incoming/ and is nothing yet.
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
