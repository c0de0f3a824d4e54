import { join } from 'node:path';
import { type Config, ConfigurationError } from '../src/platform/config/config.ts';
import { type ConnectionName, missingConnectionUrls } from '../src/platform/database/database-connections.ts';
import { startPostgres } from './embedded-postgres.ts';
import { beforeEnd } from './shutdown.ts';

/** URL of the configured database, or of an embedded server that restarts on failure and stops with this process. */
export async function databaseOf(config: Config): Promise<string> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return databaseUrl;
  if (hasExternalDatabase(config))
    throw new ConfigurationError(
      'DATABASE_URL is missing. This needs the login of the database owner (docs/operations/deploy.md, Logins).',
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

/** Owner URL, from which connections without a URL derive theirs; undefined when each has its own. */
export async function ownerFor(config: Config, connections: readonly ConnectionName[]): Promise<string | undefined> {
  if (missingConnectionUrls(config, connections).length === 0) return undefined;
  return hasExternalDatabase(config) ? config.databaseUrl : databaseOf(config);
}

/** A configured role connection implies an external database. */
const hasExternalDatabase = ({ mode, connectionUrls }: Config): boolean =>
  mode === 'production' || Object.values(connectionUrls).some(Boolean);
