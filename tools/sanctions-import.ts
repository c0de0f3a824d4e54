import { spawnSync } from 'node:child_process';
import { basename, join, resolve } from 'node:path';
import { UnreadableList } from '../src/features/screening/found.ts';
import { everybodyQueue, importFile, type RenewedSource, readers } from '../src/features/screening/renew-lists.ts';
import { readConfig } from '../src/platform/config.ts';
import { openPool } from '../src/platform/database.ts';
import { openJobs } from '../src/platform/jobs.ts';
import { startPostgres } from './embedded-postgres.ts';

/**
 * Imports an official list from a file (XML, also packed as .bz2): `ofac FILE` or `un FILE`. For machines without a way
 * to the publisher; the list counts as new as the day on which it was published.
 */
const [name = '', file = ''] = process.argv.slice(2);

/** Reading makes much that is soon forgotten: told to keep little, the machine clears it away as it goes. */
const littleMemory = ['--max-old-space-size=96', '--max-semi-space-size=2'];

async function bringIn(source: RenewedSource, path: string): Promise<void> {
  const config = readConfig(process.env);
  const owned = config.databaseUrl ? null : await startPostgres(join(config.dataDir, 'postgres'));
  const pool = openPool({ url: config.databaseUrl ?? owned?.url ?? '', role: 'cryptocommerce_app', max: 2 });
  const jobs = await openJobs({ pool, onError: console.error });
  await jobs.prepare([{ ...everybodyQueue, run: async () => undefined }]);
  const begun = performance.now();
  try {
    const about = { path, origin: 'file', fileName: basename(path) } as const;
    const { unchanged, parties, names, addresses, diff } = await importFile(
      { pool, jobs, clock: () => new Date() },
      source,
      about,
    );
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const took = `${seconds} s, ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB`;
    console.info(`${parties} parties, ${names} names, ${addresses} addresses; ${took}`);
    console.info(unchanged ? 'This very file is in force already.' : JSON.stringify({ ...diff, samples: undefined }));
  } finally {
    await jobs.stop();
    await pool.end();
    owned?.stop();
  }
}

function again(): void {
  const words = [...littleMemory, ...process.argv.slice(1)];
  process.exitCode = spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1;
}

try {
  if (!Object.hasOwn(readers, name) || file === '')
    throw new UnreadableList('Usage: npm run sanctions:import -- ofac|un FILE');
  if (process.execArgv.includes(littleMemory[0] ?? '')) await bringIn(name as RenewedSource, resolve(file));
  else again();
} catch (error) {
  const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
  if (!absent && !(error instanceof UnreadableList)) throw error;
  console.error(absent ? `There is no file ${file}.` : (error as Error).message);
  process.exitCode = 1;
}
