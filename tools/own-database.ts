import { join } from 'node:path';
import { type Config, ConfigurationError } from '../src/platform/config.ts';
import { type Road, unpaved } from '../src/platform/roads.ts';
import { startPostgres } from './embedded-postgres.ts';
import { beforeEnd } from './ending.ts';

/**
 * The address of the database that the settings name, or of our own under the data folder, which is brought back when
 * it is gone, and ends with us.
 */
export async function databaseOf(config: Config): Promise<string> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return databaseUrl;
  if (namesOne(config))
    throw new ConfigurationError('DATABASE_URL: this needs the owner of the database (docs/operations.md, Logins).');
  const starting = startPostgres(join(dataDir, 'postgres'));
  beforeEnd(async () => {
    // Whoever is told to end while it still starts waits for it: nobody else would stop it.
    const started = await starting.catch(() => null);
    await started?.stop();
  });
  const { url, keep } = await starting;
  keep((text) => console.error(text));
  return url;
}

/** The owner's address where one of these roads has none of its own, and so is made from it; else undefined. */
export async function ownerFor(config: Config, roads: readonly Road[]): Promise<string | undefined> {
  if (unpaved(config, roads).length === 0) return undefined;
  return namesOne(config) ? config.databaseUrl : databaseOf(config);
}

/** Whoever names where others come in has a database, and no second one is to be made. */
const namesOne = ({ mode, databaseRoads }: Config): boolean =>
  mode === 'production' || Object.values(databaseRoads).some(Boolean);
