import { join } from 'node:path';
import type { Config } from '../src/platform/config.ts';
import { startPostgres } from './embedded-postgres.ts';
import { beforeEnd } from './ending.ts';

/**
 * The address of the database that the settings name, or of our own under the data folder, which is brought back when
 * it is gone, and ends with us.
 */
export async function databaseOf({ databaseUrl, dataDir }: Config): Promise<string> {
  if (databaseUrl) return databaseUrl;
  const starting = startPostgres(join(dataDir, 'postgres'));
  beforeEnd(async () => {
    // Whoever is told to end while it still starts waits for it: nobody else would stop it.
    const started = await starting.catch(() => null);
    started?.stop();
  });
  const { url, keep } = await starting;
  keep((text) => console.error(text));
  return url;
}
