import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type RenewedSource, readers } from '../src/features/screening/import-list.ts';
import { importInWorker } from '../src/features/screening/import-worker.ts';
import { UnreadableListError } from '../src/features/screening/party.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openConnections } from '../src/platform/database/database-connections.ts';
import { buildLoginUrl } from '../src/platform/database/logins.ts';
import { ownerFor } from './database-url.ts';
import { end } from './shutdown.ts';

/** Imports `ofac FILE` or `un FILE` (XML, optionally .bz2) on machines that cannot reach the publisher. */
const [name = '', file = ''] = process.argv.slice(2);

async function importList(source: RenewedSource, path: string): Promise<void> {
  const config = readConfig(process.env);
  const connectionNames = ['app'] as const;
  const getLogin = await openConnections({
    config,
    ownerUrl: await ownerFor(config, connectionNames),
    names: connectionNames,
  });
  const databaseUrl = buildLoginUrl(getLogin('app'));
  const startedAt = performance.now();
  const about = { path, origin: 'file', fileName: basename(path) } as const;
  const { imported, workSeconds, peakBytes } = await importInWorker({
    databaseUrl,
    source,
    file: about,
    now: new Date(),
  });
  const { unchanged, parties, names, addresses, diff } = imported;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const took = `${seconds} s, ${workSeconds.toFixed(1)} s of CPU, ${Math.round(peakBytes / 1_048_576)} MB`;
  console.info(`${parties} parties, ${names} names, ${addresses} addresses; ${took}`);
  console.info(unchanged ? 'This file is already in force.' : JSON.stringify({ ...diff, samples: undefined }));
}

try {
  if (!Object.hasOwn(readers, name) || file === '')
    throw new UnreadableListError('Usage: npm run sanctions:import -- ofac|un FILE');
  if (!existsSync(file)) throw new UnreadableListError(`The file ${file} does not exist.`);
  await importList(name as RenewedSource, resolve(file));
} catch (error) {
  console.error(error instanceof UnreadableListError ? error.message : error);
  process.exitCode = 1;
}
await end();
