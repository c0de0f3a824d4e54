import { symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readConfig } from '../../src/platform/config.ts';
import { pave } from '../../src/platform/roads.ts';
import { layScene, type Scene, secret } from '../../tools/bench/scene.ts';
import { productFile } from '../../tools/built.mjs';
import { findPooler, installPooler, whyNoPooler } from '../../tools/pooler.ts';
import { buildProductInOne } from '../../tools/product-in-one.ts';
import { freePort } from '../reliability/free-port.ts';
import { dataFolder, type Product, type Site, staged, start } from '../reliability/product.ts';
import { type Pooler, startPooler } from './pooler.ts';

/** The product as it runs for real: web processes and a worker, each by logins of its own, behind a PgBouncer. */
export type House = {
  readonly scene: Scene;
  readonly pooler: Pooler;
  /** What every part is told. */
  readonly shared: Readonly<Record<string, string>>;
  /** Starts one of the parts; one that is given a port comes back where another was. */
  readonly open: (part: 'web' | 'worker', more?: Record<string, string>) => Promise<Product>;
};

type Wish = {
  /** Where the owner, and whoever listens, comes to the database. */
  readonly server: string;
  readonly customers?: number;
  readonly past?: number;
  readonly env?: Record<string, string>;
  readonly beforeEnd: (step: () => unknown) => void;
};

const name = 'scale';

/** Where a part is started as it is for real: in one piece, of these sources. */
export function asBuilt(...part: string[]): Site {
  const site = staged(...part);
  const folder = dirname(productFile);
  symlinkSync(resolve(folder), join(site.folder, folder));
  return site;
}

/** Lays a database down, with a crowd that may order, and whatever stands between it and the product. */
export async function openHouse({ server, customers = 1_000, past = 100, env = {}, beforeEnd }: Wish): Promise<House> {
  installPooler();
  await buildProductInOne();
  const program = findPooler();
  if (!program) throw new Error(`Nothing can be played: ${whyNoPooler}.`);
  const scene = await layScene(server, name, { customers, transactions: past, withCopy: false });
  // It may lose its line to a database that is lost on purpose; who asks for something afterwards comes anew.
  scene.owner.on('error', () => undefined);
  beforeEnd(() => scene.owner.end().catch(() => undefined));
  const { port } = new URL(scene.url);
  const pooler = await startPooler(program, Number(port));
  beforeEnd(pooler.end);
  const shared = {
    MODE: 'demo',
    DEMO_ON_PURPOSE: 'yes',
    AUTH_SECRET: secret,
    DATA_DIR: dataFolder(),
    DATABASE_APP_URL: pooler.addressOf('cryptocommerce_app', name),
    DATABASE_AUTH_URL: pooler.addressOf('cryptocommerce_auth', name),
    DATABASE_SEALER_URL: pooler.addressOf('cryptocommerce_sealer', name),
    DATABASE_JOBS_URL: pooler.addressOf('cryptocommerce_jobs', name),
    DATABASE_LISTEN_URL: scene.url.replace('postgres@', 'cryptocommerce_app@'),
    LOG_LEVEL: 'error',
    ...env,
  };
  await pave(scene.url, readConfig({ ...shared, PRICE_PROVIDERS: '' }));
  const open = async (part: 'web' | 'worker', more: Record<string, string> = {}) =>
    start({ ...shared, PORT: String(await freePort()), ...more }, asBuilt(part));
  return { scene, pooler, shared, open };
}
