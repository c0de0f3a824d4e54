import { serve } from '../src/main.ts';
import { type Config, ConfigurationError, readConfig } from '../src/platform/config.ts';
import { tracedToSources } from '../src/platform/in-one-piece.ts';
import { migrate } from '../src/platform/migrate.ts';
import { type Part, pave, roadsOf } from '../src/platform/roads.ts';
import { refuseOtherMode } from './born-as.ts';
import { drawingFile, webFolder } from './build.ts';
import { beforeEnd, end } from './ending.ts';
import { layDownFirstSettings } from './first-settings.ts';
import { databaseOf, ownerFor } from './own-database.ts';

const usage = `npm start [-- migrate | web | worker]
  migrate  brings the database up to date as its owner (DATABASE_URL), lets the roles in, and ends
  web      answers, and runs no jobs; needs no owner where the roads have addresses of their own
  worker   runs the jobs, and answers /healthz and /readyz alone
  Without a word all of it in one process.`;

const built = { root: webFolder, drawing: drawingFile };

/** Tables and first data, as the owner. */
async function prepare(config: Config): Promise<string> {
  const ownerUrl = await databaseOf(config);
  await refuseOtherMode(ownerUrl, config.mode);
  await migrate(ownerUrl);
  if (config.mode === 'demo')
    await (await import('./demo/prepare-demo.ts')).prepareDemo(ownerUrl, { histories: config });
  else await layDownFirstSettings(ownerUrl, config);
  return ownerUrl;
}

/** Serves until a signal, which lets the requests under way end. */
async function open(config: Config, part: Part, ownerUrl: string | undefined): Promise<void> {
  beforeEnd(await serve(config, { part, ownerUrl, ...(part !== 'worker' && { built }) }));
  console.info(`Ready on http://localhost:${config.port}`);
}

type Command = (config: Config, build: () => void) => Promise<unknown>;

const commands: Readonly<Record<string, Command>> = {
  /** All from nothing: database, tables, first data, pages, server. */
  all: async (config, build) => {
    build();
    await open(config, 'all', await prepare(config));
  },
  migrate: async (config) => {
    await pave(await prepare(config), config);
    console.info('The database is up to date.');
    await end();
  },
  web: async (config, build) => {
    build();
    await open(config, 'web', await ownerFor(config, roadsOf('web')));
  },
  worker: async (config) => open(config, 'worker', await ownerFor(config, roadsOf('worker'))),
};

/** Starts what the words name; `build` lays down the pages that are to be served, where they are not there yet. */
export async function start(words: readonly string[], build: () => void): Promise<void> {
  try {
    const [word = 'all', ...more] = words;
    const command = more.length === 0 && Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (!command) throw new ConfigurationError(`${[word, ...more].join(' ')}: not known.\n${usage}`);
    await command(readConfig(process.env), build);
  } catch (error) {
    console.error(error instanceof ConfigurationError ? error.message : tracedToSources(error));
    process.exitCode = 1;
    await end();
  }
}
