import { symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readConfig } from '../../src/platform/config/config.ts';
import { provisionLogins } from '../../src/platform/database/database-connections.ts';
import { freePort } from '../../test/reliability/free-port.ts';
import { createDataFolder, createStage, type Product, type Site, start } from '../../test/reliability/product.ts';
import { productFile } from '../../tools/build-state.mjs';
import { findPooler, installPooler, whyNoPooler } from '../../tools/pooler.ts';
import { buildProductInOne } from '../../tools/server-bundle.ts';
import { createBenchDatabase, type Scene, secret } from '../bench/scene.ts';
import { type Pooler, startPooler } from './pooler.ts';

export type Deployment = {
  readonly scene: Scene;
  readonly pooler: Pooler;
  readonly shared: Readonly<Record<string, string>>;
  /** Starts a process. With `PORT` in `more`, it replaces a stopped process on that port. */
  readonly open: (part: 'web' | 'worker', more?: Record<string, string>) => Promise<Product>;
};

type Options = {
  readonly server: string;
  readonly customers?: number;
  readonly past?: number;
  readonly env?: Record<string, string>;
  readonly beforeEnd: (step: () => unknown) => void;
};

const name = 'scale';

/** Creates a folder with the built bundle, from which parts of the product can be started. */
export function createBuiltStage(...part: string[]): Site {
  const site = createStage(...part);
  const folder = dirname(productFile);
  symlinkSync(resolve(folder), join(site.folder, folder));
  return site;
}

export async function startDeployment({
  server,
  customers = 1_000,
  past = 100,
  env = {},
  beforeEnd,
}: Options): Promise<Deployment> {
  installPooler();
  await buildProductInOne();
  const program = findPooler();
  if (!program) throw new Error(`The scenario cannot run: ${whyNoPooler}.`);
  const scene = await createBenchDatabase(server, name, { customers, transactions: past, withCopy: false });
  // An idle connection may break when the database fails. Later queries reconnect.
  scene.owner.on('error', () => undefined);
  beforeEnd(() => scene.owner.end().catch(() => undefined));
  const { port } = new URL(scene.url);
  const pooler = await startPooler(program, Number(port));
  beforeEnd(pooler.end);
  const shared = {
    MODE: 'demo',
    DEMO_ON_PURPOSE: 'yes',
    AUTH_SECRET: secret,
    DATA_DIR: createDataFolder(),
    DATABASE_APP_URL: pooler.getAddress('cryptocommerce_app', name),
    DATABASE_AUTH_URL: pooler.getAddress('cryptocommerce_auth', name),
    DATABASE_SEALER_URL: pooler.getAddress('cryptocommerce_sealer', name),
    DATABASE_JOBS_URL: pooler.getAddress('cryptocommerce_jobs', name),
    DATABASE_LISTEN_URL: scene.url.replace('postgres@', 'cryptocommerce_app@'),
    LOG_LEVEL: 'error',
    ...env,
  };
  await provisionLogins(scene.url, readConfig({ ...shared, PRICE_PROVIDERS: '' }));
  const open = async (part: 'web' | 'worker', more: Record<string, string> = {}) =>
    start({ ...shared, PORT: String(await freePort()), ...more }, createBuiltStage(part));
  return { scene, pooler, shared, open };
}
