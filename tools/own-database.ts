import { join } from 'node:path';
import { type Config, ConfigurationError } from '../src/platform/config.ts';
import { type ConnectionName, missingConnectionUrls } from '../src/platform/database-connections.ts';
import { startPostgres } from './embedded-postgres.ts';
import { beforeEnd } from './ending.ts';

/**
 * URL of the configured database, or of an embedded one in the data folder that is kept running and stopped with this
 * process.
 */
export async function databaseOf(config: Config): Promise<string> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return databaseUrl;
  if (namesOne(config))
    throw new ConfigurationError(
      'DATABASE_URL: this needs the owner of the database (docs/operations/deploy.md, Logins).',
    );
  const starting = startPostgres(join(dataDir, 'postgres'));
  beforeEnd(async () => {
    // Waits for a start in progress, since no other process would stop that server.
    const started = await starting.catch(() => null);
    await started?.stop();
  });
  const { url, keep } = await starting;
  keep((text) => console.error(text));
  return url;
}

/** The owner URL when a connection has none configured and derives from it; otherwise undefined. */
export async function ownerFor(config: Config, connections: readonly ConnectionName[]): Promise<string | undefined> {
  if (missingConnectionUrls(config, connections).length === 0) return undefined;
  return namesOne(config) ? config.databaseUrl : databaseOf(config);
}

/** Naming a connection implies an external database. */
const namesOne = ({ mode, connectionUrls }: Config): boolean =>
  mode === 'production' || Object.values(connectionUrls).some(Boolean);
