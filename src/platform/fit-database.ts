import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { type Config, ConfigurationError } from './config.ts';

type Mode = Config['mode'];

/** The names of the migrations that the code knows, oldest first. */
export const migrationNames = async (folder = 'db/migrations'): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

/**
 * Whether a database whose newest migration is this has everything that the code knows. One that is newer has: while an
 * upgrade rolls through the processes, those of the release before go on (docs/operations.md, 'Upgrading').
 */
export async function hasAllWeKnow(newest: string | null): Promise<boolean> {
  const known = (await migrationNames()).at(-1) ?? '';
  return newest !== null && newest >= known;
}

const refusals: Readonly<Record<Mode, string>> = {
  demo:
    'This is a production database, and the demo would lay invented people and open doors into it. To run production ' +
    'set MODE=production; to run the demo leave DATABASE_URL empty or name a database of its own.',
  production:
    'This database was made by the demo: its staff, accounts and wallets are invented and their passwords published. ' +
    'Production needs a database of its own: make an empty one and name it in DATABASE_URL. To run the demo on this ' +
    'one set MODE=demo.',
};

/** Refuses a database that was born in the other mode. */
export function refuseOther(mode: Mode, born: Mode | undefined): void {
  if (born !== undefined && born !== mode) throw new ConfigurationError(refusals[mode]);
}

/** What PostgreSQL says where our functions are not there, or not yet ours to ask. */
const notThere = ['3F000', '42883', '42501'];

/**
 * Throws {@link ConfigurationError} for a database that is older than the code or was born in the other mode, before
 * anything is asked of it or changed in it.
 */
export async function refuseUnfit(pool: pg.Pool, mode: Mode): Promise<void> {
  const newest = await pool.query<{ newest: string | null }>('select app.newest_migration() newest').then(
    ({ rows }) => rows[0]?.newest ?? null,
    (error: unknown) => {
      if (error instanceof pg.DatabaseError && notThere.includes(error.code ?? '')) return null;
      throw error;
    },
  );
  if (!(await hasAllWeKnow(newest)))
    throw new ConfigurationError(
      `The database is ${newest === null ? 'empty' : `at ${newest}`}, older than this program. Run ` +
        '`npm start -- migrate` with the owner in DATABASE_URL, and start again.',
    );
  const { rows } = await pool.query<{ born: Mode | null }>('select app.born_as() born');
  refuseOther(mode, rows[0]?.born ?? undefined);
}
