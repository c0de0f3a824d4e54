import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { PgBoss } from 'pg-boss';
import { type Db, kyselyOn, openPool } from './database.ts';
import { migrationNames } from './fit-database.ts';

/**
 * Brings the database to the newest numbered SQL file, as the owner of its objects. Two at once are safe: the
 * second waits for the first. A file that fails leaves the database as it was before that file. One that is newer than
 * the code stays as it is: an older process that starts again during an upgrade has nothing to bring.
 */
export async function migrate(ownerUrl: string, folder = 'db/migrations'): Promise<void> {
  const pool = openPool({ url: ownerUrl, max: 2 });
  try {
    const db = kyselyOn(pool);
    const migrations = await migrationFiles(folder);
    const had = await migrationsOf(db);
    if (isAhead(had, Object.keys(migrations))) return;
    await bring(new Migrator({ db, provider: { getMigrations: async () => migrations } }), { isNew: had.size === 0 });
    await installJobs(ownerUrl);
    await db.transaction().execute(grantJobs);
  } finally {
    await pool.end();
  }
}

/**
 * A new database all at once; one at work file by file, each in a transaction of its own: what one locks to change a
 * table is free again before the next fills it, and orders wait for neither longer than they must.
 */
async function bring(migrator: Migrator, { isNew }: { isNew: boolean }): Promise<void> {
  for (;;) {
    const { error, results = [] } = isNew ? await migrator.migrateToLatest() : await migrator.migrateUp();
    if (error) throw error;
    if (isNew || results.length === 0) return;
  }
}

/** Which files the database had. */
async function migrationsOf(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass('public.kysely_migration') is not null there`.execute(db);
  if (!rows[0]?.there) return new Set();
  const had = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(had.rows.map((row) => row.name));
}

/** Whether the database had all of these migrations, and others that we do not know. */
const isAhead = (had: ReadonlySet<string>, known: readonly string[]): boolean =>
  had.size > known.length && known.every((name) => had.has(name));

/** Lets the product's roles work with jobs. Two who grant the same at once would fail, so the second waits. */
async function grantJobs(tx: Db): Promise<void> {
  const roles = sql.raw('cryptocommerce_app, cryptocommerce_auth, cryptocommerce_jobs');
  await sql`select pg_advisory_xact_lock(hashtextextended('grants on jobs', 0))`.execute(tx);
  await sql`grant usage on schema pgboss to ${roles}`.execute(tx);
  await sql`grant select, insert, update, delete on all tables in schema pgboss to ${roles}`.execute(tx);
  await sql`grant execute on all functions in schema pgboss to ${roles}`.execute(tx);
}

async function migrationFiles(folder: string): Promise<Record<string, Migration>> {
  const names = await migrationNames(folder);
  const steps = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, name), 'utf8');
    return [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(steps));
}

/** The job library keeps its own tables in a schema of its own. Making them needs an owner, so it happens here. */
async function installJobs(ownerUrl: string) {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}
