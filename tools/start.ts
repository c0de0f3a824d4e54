import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { serve } from '../src/main.ts';
import { type Config, ConfigurationError, readConfig } from '../src/platform/config.ts';
import { migrate } from '../src/platform/migrate.ts';
import { refuseOtherMode } from './born-as.ts';
import { buildWhenStale, drawingFile, webFolder } from './build.ts';
import { prepareDemo } from './demo/prepare-demo.ts';
import { beforeEnd, end } from './ending.ts';
import { layDownFirstSettings } from './first-settings.ts';
import { databaseOf } from './own-database.ts';

/** All from nothing: database, tables, first data, pages, server. Ends on a signal after the requests under way. */
async function start(config: Config) {
  buildWhenStale();
  const databaseUrl = await databaseOf(config);
  await refuseOtherMode(databaseUrl, config.mode);
  await migrate(databaseUrl);
  if (config.mode === 'demo') await prepareDemo(databaseUrl, { histories: config });
  else await layDownFirstSettings(databaseUrl, config);
  beforeEnd(await serve(config, databaseUrl, { root: webFolder, drawing: drawingFile }));
  console.info(`Ready on http://localhost:${config.port}`);
}

try {
  if (!existsSync('package.json')) process.chdir(join(createRequire(import.meta.url).resolve('../package.json'), '..'));
  await start(readConfig(process.env));
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
  await end();
}
