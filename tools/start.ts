import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { serve } from '../src/main.ts';
import { type Config, ConfigurationError, readConfig } from '../src/platform/config.ts';
import { migrate } from '../src/platform/migrate.ts';
import { buildWhenStale, webFolder } from './build.ts';
import { prepareDemo } from './demo/prepare-demo.ts';
import { startPostgres } from './embedded-postgres.ts';
import { layDownFirstSettings } from './first-settings.ts';

/** All from nothing: database, tables, first data, pages, server. Ends on SIGTERM after the requests under way. */
async function start(config: Config) {
  buildWhenStale();
  const owned = config.databaseUrl ? null : await startPostgres(join(config.dataDir, 'postgres'));
  const databaseUrl = config.databaseUrl ?? owned?.url ?? '';
  await migrate(databaseUrl);
  if (config.mode === 'demo') await prepareDemo(databaseUrl, { histories: config });
  else await layDownFirstSettings(databaseUrl, config);
  const close = await serve(config, databaseUrl, webFolder);
  console.info(`Ready on http://localhost:${config.port}`);

  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await close();
    owned?.stop();
    process.exit(0);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

try {
  if (!existsSync('package.json')) process.chdir(join(createRequire(import.meta.url).resolve('../package.json'), '..'));
  await start(readConfig(process.env));
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}
