#!/bin/sh
# Runs once, when the database is made: the owner's login, and a folder for the archive that PostgreSQL may write to.
set -eu
psql -v ON_ERROR_STOP=1 --username postgres --file /etc/cryptocommerce/database.sql
