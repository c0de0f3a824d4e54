import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { PgBoss } from 'pg-boss';
import { createKysely, type Db, openPool } from './database.ts';
import { assertNotOfEarlierSeries, migrationNames } from './schema-version.ts';

/**
 * Applies migrations as the owner. Concurrent runs wait, and a failed file changes nothing. Leaves a newer database
 * unchanged. Throws {@link ConfigurationError} for a database from before the baseline migration.
 */
export async function migrate(ownerUrl: string, folder = 'db/migrations'): Promise<void> {
  const pool = openPool({ url: ownerUrl, max: 2 });
  try {
    const db = createKysely(pool);
    const migrations = await migrationFiles(folder);
    const applied = await findApplied(db);
    assertNotOfEarlierSeries(applied);
    if (isAhead(applied, Object.keys(migrations))) return;
    await runMigrations(new Migrator({ db, provider: { getMigrations: async () => migrations } }), {
      isNew: applied.size === 0,
    });
    await installJobs(ownerUrl);
    await db.transaction().execute(grantJobs);
  } finally {
    await pool.end();
  }
}

/** Migrates a new database in one run, and a database in use file by file, so that locks are short. */
async function runMigrations(migrator: Migrator, { isNew }: { isNew: boolean }): Promise<void> {
  for (;;) {
    const { error, results = [] } = isNew ? await migrator.migrateToLatest() : await migrator.migrateUp();
    if (error) throw error;
    if (isNew || results.length === 0) return;
  }
}

async function findApplied(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass('public.kysely_migration') is not null "exists"`.execute(db);
  if (!rows[0]?.exists) return new Set();
  const had = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(had.rows.map((row) => row.name));
}

const isAhead = (had: ReadonlySet<string>, known: readonly string[]): boolean =>
  had.size > known.length && known.every((name) => had.has(name));

/** Grants rights on the job tables under a lock, because concurrent grants fail. */
async function grantJobs(tx: Db): Promise<void> {
  const roles = sql.raw('cryptocommerce_app, cryptocommerce_auth, cryptocommerce_jobs');
  await sql`select pg_advisory_xact_lock(hashtextextended('grants on jobs', 0))`.execute(tx);
  await sql`grant usage on schema pgboss to ${roles}`.execute(tx);
  await sql`grant select, insert, update, delete on all tables in schema pgboss to ${roles}`.execute(tx);
  await sql`grant execute on all functions in schema pgboss to ${roles}`.execute(tx);
}

async function migrationFiles(folder: string): Promise<Record<string, Migration>> {
  const names = await migrationNames(folder);
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, name), 'utf8');
    return [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function installJobs(ownerUrl: string) {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}
