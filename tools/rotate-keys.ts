import { join } from 'node:path';
import { rotateKeys } from '../src/features/documents/rotate-keys.ts';
import { readConfig } from '../src/platform/config.ts';
import { openPool } from '../src/platform/database.ts';
import { openPrivateFiles } from '../src/platform/files/private-files.ts';
import { startPostgres } from './embedded-postgres.ts';

/** Encrypts all files of older keys anew, with the settings of the process beside which it runs. */
const config = readConfig(process.env);
const owned = config.databaseUrl ? null : await startPostgres(join(config.dataDir, 'postgres'));
const pool = openPool({ url: config.databaseUrl ?? owned?.url ?? '', role: 'cryptocommerce_app', max: 2 });
try {
  const { renewed, failed } = await rotateKeys(pool, openPrivateFiles(config));
  console.info(`${renewed} files are encrypted with key ${config.files.keys.current} now.`);
  for (const id of failed) console.error(`File ${id} could not be encrypted anew.`);
  if (failed.length > 0) process.exitCode = 1;
} finally {
  await pool.end();
  owned?.stop();
}
