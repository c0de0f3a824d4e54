import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { type Config, ConfigurationError } from '../config/config.ts';

type Mode = Config['mode'];

/** Lists migrations, oldest first: `0002_baseline/013_kyc.sql`, then timestamped `202611021200_add_x.sql`. */
export const migrationNames = async (folder = 'db/migrations'): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).sort();

/** Migrations of earlier series: four digits and no folder, or the baseline before its SQL names changed (ADR 04). */
const isOfEarlierSeries = (name: string): boolean => /^0\d{3}_/.test(name) && !name.startsWith('0002_baseline/');

/** Throws {@link ConfigurationError} if the database has a migration from before the baseline. */
export function assertNotOfEarlierSeries(applied: Iterable<string>): void {
  const newest = [...applied].filter(isOfEarlierSeries).sort().at(-1);
  if (newest !== undefined)
    throw new ConfigurationError(
      `This database was made by an earlier series of migrations (up to ${newest}), which this release cannot continue: ` +
        'name an empty database in DATABASE_URL, or for the demo remove the folder postgres in DATA_DIR.',
    );
}

/** Also true for a newer database, because old processes continue during an upgrade. */
export async function isSchemaCurrent(newest: string | null): Promise<boolean> {
  const known = (await migrationNames()).at(-1) ?? '';
  return newest !== null && newest >= known && !isOfEarlierSeries(newest);
}

const refusals: Readonly<Record<Mode, string>> = {
  demo:
    'This is a production database, and the demo would add invented people and published passwords. To run ' +
    'production set MODE=production; to run the demo leave DATABASE_URL empty or name another database.',
  production:
    'This database was created by the demo: its staff, accounts and wallets are invented and their passwords published. ' +
    'Production needs its own database: create an empty one and name it in DATABASE_URL. To run the demo on this ' +
    'one set MODE=demo.',
};

export function assertModeMatches(mode: Mode, databaseMode: Mode | undefined): void {
  if (databaseMode !== undefined && databaseMode !== mode) throw new ConfigurationError(refusals[mode]);
}

/** Error codes when our functions are missing or not accessible. */
const missingSchemaCodes = ['3F000', '42883', '42501'];

/** Throws {@link ConfigurationError} for a database that is older than the code or has another mode. */
export async function assertSchemaCurrent(pool: pg.Pool, mode: Mode): Promise<void> {
  const newest = await pool.query<{ newest: string | null }>('select app.newest_migration() newest').then(
    ({ rows }) => rows[0]?.newest ?? null,
    (error: unknown) => {
      if (error instanceof pg.DatabaseError && missingSchemaCodes.includes(error.code ?? '')) return null;
      throw error;
    },
  );
  assertNotOfEarlierSeries(newest === null ? [] : [newest]);
  if (!(await isSchemaCurrent(newest)))
    throw new ConfigurationError(
      `The database is ${newest === null ? 'empty' : `at ${newest}`}, older than this program. Run ` +
        '`npm run db:migrate` with the owner in DATABASE_URL, and start again.',
    );
  const { rows } = await pool.query<{ born: Mode | null }>('select app.deployment_mode() born');
  assertModeMatches(mode, rows[0]?.born ?? undefined);
}
