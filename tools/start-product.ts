import { serve } from '../src/main.ts';
import { mapStackToSources } from '../src/platform/bundle-stack.ts';
import { type Config, ConfigurationError, readConfig } from '../src/platform/config.ts';
import { connectionsFor, type ProcessPart, provisionLogins } from '../src/platform/database-connections.ts';
import { migrate } from '../src/platform/migrate.ts';
import { describeTakenPort } from '../src/platform/port-in-use.ts';
import { refuseOtherMode } from './born-as.ts';
import { drawingFile, webFolder } from './build.ts';
import { beforeEnd, end } from './ending.ts';
import { layDownFirstSettings } from './first-settings.ts';
import { databaseOf, ownerFor } from './own-database.ts';

const usage = `npm start [-- migrate | web | worker]
  migrate  brings the database up to date as its owner (DATABASE_URL), lets the roles in, and ends
  web      answers, and runs no jobs; needs no owner where the connections have addresses of their own
  worker   runs the jobs, and answers /healthz and /readyz alone
  Without a word all of it in one process.`;

const built = { root: webFolder, renderers: drawingFile };

/** Migrates the database and inserts the first data, as the owner. */
async function prepare(config: Config): Promise<string> {
  const ownerUrl = await databaseOf(config);
  await refuseOtherMode(ownerUrl, config.mode);
  await migrate(ownerUrl);
  if (config.mode === 'demo')
    await (await import('./demo/prepare-demo.ts')).prepareDemo(ownerUrl, { histories: config });
  else await layDownFirstSettings(ownerUrl, config);
  return ownerUrl;
}

/** Serves until a signal; open requests finish. */
async function open(config: Config, part: ProcessPart, ownerUrl: string | undefined): Promise<void> {
  beforeEnd(await serve(config, { part, ownerUrl, ...(part !== 'worker' && { built }) }));
  console.info(`Ready on http://localhost:${config.port}`);
}

type Command = (config: Config, build: () => void) => Promise<unknown>;

const commands: Readonly<Record<string, Command>> = {
  /** Everything: database, tables, first data, pages, server. */
  all: async (config, build) => {
    build();
    await open(config, 'all', await prepare(config));
  },
  migrate: async (config) => {
    await provisionLogins(await prepare(config), config);
    console.info('The database is up to date.');
    await end();
  },
  web: async (config, build) => {
    build();
    await open(config, 'web', await ownerFor(config, connectionsFor('web')));
  },
  worker: async (config) => open(config, 'worker', await ownerFor(config, connectionsFor('worker'))),
};

/** Starts the named parts; `build` builds the pages when missing. */
export async function start(words: readonly string[], build: () => void): Promise<void> {
  let config: Config | undefined;
  try {
    const [word = 'all', ...more] = words;
    const command = more.length === 0 && Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (!command) throw new ConfigurationError(`${[word, ...more].join(' ')}: not known.\n${usage}`);
    config = readConfig(process.env);
    await command(config, build);
  } catch (error) {
    const taken = await describeTakenPort(error, {
      PORT: config?.port,
      METRICS_PORT: config?.observability.metrics?.port,
    });
    console.error(taken ?? (error instanceof ConfigurationError ? error.message : mapStackToSources(error)));
    process.exitCode = 1;
    await end();
  }
}
