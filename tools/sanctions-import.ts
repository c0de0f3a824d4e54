import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { UnreadableList } from '../src/features/screening/found.ts';
import { importApart } from '../src/features/screening/import-apart.ts';
import { type RenewedSource, readers } from '../src/features/screening/import-file.ts';
import { readConfig } from '../src/platform/config.ts';
import { addressAs } from '../src/platform/logins.ts';
import { openRoads } from '../src/platform/roads.ts';
import { end } from './ending.ts';
import { ownerFor } from './own-database.ts';

/**
 * Imports an official list from a file (XML, also packed as .bz2): `ofac FILE` or `un FILE`. For machines without a way
 * to the publisher; the list counts as new as the day on which it was published.
 */
const [name = '', file = ''] = process.argv.slice(2);

async function bringIn(source: RenewedSource, path: string): Promise<void> {
  const config = readConfig(process.env);
  const roads = ['app'] as const;
  const road = await openRoads({ config, ownerUrl: await ownerFor(config, roads), roads });
  const databaseUrl = addressAs(road('app'));
  const begun = performance.now();
  const about = { path, origin: 'file', fileName: basename(path) } as const;
  const { imported, workSeconds, peakBytes } = await importApart({ databaseUrl, source, file: about, now: new Date() });
  const { unchanged, parties, names, addresses, diff } = imported;
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  const took = `${seconds} s, ${workSeconds.toFixed(1)} s of work, ${Math.round(peakBytes / 1_048_576)} MB`;
  console.info(`${parties} parties, ${names} names, ${addresses} addresses; ${took}`);
  console.info(unchanged ? 'This very file is in force already.' : JSON.stringify({ ...diff, samples: undefined }));
}

try {
  if (!Object.hasOwn(readers, name) || file === '')
    throw new UnreadableList('Usage: npm run sanctions:import -- ofac|un FILE');
  if (!existsSync(file)) throw new UnreadableList(`There is no file ${file}.`);
  await bringIn(name as RenewedSource, resolve(file));
} catch (error) {
  console.error(error instanceof UnreadableList ? error.message : error);
  process.exitCode = 1;
}
await end();
