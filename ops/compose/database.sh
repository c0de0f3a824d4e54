#!/bin/sh
# Runs once, when the database is created: creates the login of the owner.
set -eu
psql -v ON_ERROR_STOP=1 --username postgres --file /etc/cryptocommerce/database.sql
