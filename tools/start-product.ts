import { checkCardProviders } from '../src/features/payments/cards/providers/registry.ts';
import { serve } from '../src/main.ts';
import { type Config, ConfigurationError, readConfig } from '../src/platform/config/config.ts';
import { connectionsFor, type ProcessPart, provisionLogins } from '../src/platform/database/database-connections.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { claimPort, describePortInUse } from '../src/platform/http/port-in-use.ts';
import { mapStackToSources } from '../src/platform/observability/log.ts';
import { renderersFile, webFolder } from './build.ts';
import { databaseOf, ownerFor } from './database-url.ts';
import { refuseOtherMode } from './deployment-mode.ts';
import { insertOperatorSettings } from './initial-settings.ts';
import { reportStep } from './progress.mjs';
import { beforeEnd, end } from './shutdown.ts';

const usage = `npm start [-- migrate | web | worker]
  migrate  migrates the database as its owner (DATABASE_URL), creates the role logins, and exits
  web      serves pages and the API without jobs; needs no owner when each connection has its own URL
  worker   runs the jobs; serves only /healthz and /readyz
  Without an argument, one process does all of this.`;

const built = { root: webFolder, renderers: renderersFile };

/** Migrates the database and inserts the first data, as the owner. Returns the URL of the owner. */
async function prepare(config: Config): Promise<string> {
  reportStep('Starting the database ...');
  const ownerUrl = await databaseOf(config);
  await refuseOtherMode(ownerUrl, config.mode);
  reportStep('Migrating the database ...');
  await migrate(ownerUrl);
  reportStep('Preparing the first data ...');
  if (config.mode === 'demo')
    await (await import('./demo/prepare-demo.ts')).prepareDemo(ownerUrl, { histories: config });
  else await insertOperatorSettings(ownerUrl, config);
  return ownerUrl;
}

/** Starts the server. A signal stops it after its open requests. */
async function open(config: Config, part: ProcessPart, ownerUrl: string | undefined): Promise<void> {
  beforeEnd(await serve(config, { part, ownerUrl, ...(part !== 'worker' && { built }) }));
  console.info(`Ready on http://localhost:${config.port}`);
  reportStep('Ready');
}

/** Builds the pages; null when they are current. */
type Build = (() => Promise<void>) | null;
type Command = (config: Config, build: Build) => Promise<unknown>;

/** Refuses a port in use before a build, which takes half a minute. */
const claimPortFor = ({ host, port }: Config, build: Build) => build && claimPort(port, host);

async function buildPages(build: Build): Promise<void> {
  if (!build) return;
  reportStep('Building the pages ...');
  await build();
}

const commands: Readonly<Record<string, Command>> = {
  all: async (config, build) => {
    await claimPortFor(config, build);
    const [ownerUrl] = await Promise.all([prepare(config), buildPages(build)]);
    await open(config, 'all', ownerUrl);
  },
  migrate: async (config) => {
    await provisionLogins(await prepare(config), config);
    console.info('The database is up to date.');
    await end();
  },
  web: async (config, build) => {
    await claimPortFor(config, build);
    await buildPages(build);
    await open(config, 'web', await ownerFor(config, connectionsFor('web')));
  },
  worker: async (config) => open(config, 'worker', await ownerFor(config, connectionsFor('worker'))),
};

/** Runs the command named by `words`. `build` builds the pages if they are missing. */
export async function start(args: readonly string[], build: Build): Promise<void> {
  let config: Config | undefined;
  try {
    const [word = 'all', ...more] = args;
    const command = more.length === 0 && Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (!command) throw new ConfigurationError(`${[word, ...more].join(' ')}: unknown command.\n${usage}`);
    config = readConfig(process.env);
    checkCardProviders(config);
    await command(config, build);
  } catch (error) {
    const portError = await describePortInUse(error, {
      PORT: config?.port,
      METRICS_PORT: config?.observability.metrics?.port,
    });
    console.error(portError ?? (error instanceof ConfigurationError ? error.message : mapStackToSources(error)));
    process.exitCode = 1;
    await end();
  }
}
