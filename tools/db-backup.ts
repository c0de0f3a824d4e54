import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError, readConfig } from '../src/platform/config/config.ts';
import { copyCluster } from './backup/copy-cluster.ts';
import { databaseOf } from './database-url.ts';
import { end } from './shutdown.ts';

/**
 * Writes a base backup of the database to a new folder: `npm run db:backup -- FOLDER`. Needs pg_basebackup and a
 * DATABASE_URL login with REPLICATION. Files and secrets are not included (ops/README.md).
 */
const [name = '', ...more] = process.argv.slice(2);

/** Passes the password in the environment, because other users can read process arguments. */
function runBaseBackup(url: string, folder: string): void {
  const address = new URL(url);
  const env = { PGPASSWORD: decodeURIComponent(address.password), ...process.env };
  address.password = '';
  const options = ['--dbname', address.href, '--pgdata', folder, '--wal-method', 'stream', '--checkpoint', 'fast'];
  const { status, error } = spawnSync('pg_basebackup', options, { stdio: ['ignore', 2, 2], env });
  if (error) throw new ConfigurationError('pg_basebackup is missing. Install the PostgreSQL 18 client programs.');
  if (status !== 0) throw new ConfigurationError('pg_basebackup failed. See its message above.');
}

try {
  if (name === '' || more.length > 0) throw new ConfigurationError('Usage: npm run db:backup -- FOLDER');
  const folder = resolve(name);
  if (existsSync(folder)) throw new ConfigurationError(`${folder} exists already. Name a new folder.`);
  const config = readConfig(process.env);
  const url = await databaseOf(config);
  if (config.databaseUrl) runBaseBackup(url, folder);
  else await copyCluster(url, join(config.dataDir, 'postgres'), folder);
  console.info(`The database was backed up to ${folder}.`);
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
}
await end();
