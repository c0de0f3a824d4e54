import { existsSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { serverFlags } from '../../tools/node-flags.mjs';
import { signedIn } from '../reliability/customer.ts';
import { freshDatabase } from '../reliability/fresh-database.ts';
import { until } from '../reliability/patience.ts';
import { dataFolder, launch, type Product, type Site } from '../reliability/product.ts';

/** The whole product as `npm start` starts it, with the pages that were built. */
function site(): Site {
  if (!existsSync('build/.built')) throw new Error('the pages are not built: npm run build');
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-attacked-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  for (const name of ['db', 'courses', 'build']) symlinkSync(resolve(name), join(folder, name));
  return { folder, program: [process.execPath, ...serverFlags, resolve('tools/start.mjs')] };
}

/** Behind all else that this machine does, what a first start lays down takes its minutes. */
const patience = 10 * 60_000;

/** A demo on a database of its own, ready on the port that `ATTACKED_PORT` names or a free one. */
export async function standing(): Promise<Product> {
  const { url } = await freshDatabase('demo');
  const port = process.env['ATTACKED_PORT'];
  const product = await launch(
    {
      ...{ MODE: 'demo', DEMO_ON_PURPOSE: 'yes', DATABASE_URL: url, DATA_DIR: dataFolder(), LOG_LEVEL: 'warn' },
      ...(port && { PORT: port }),
    },
    site(),
  );
  const ended = product.gone.then((code) => {
    throw new Error(`ended with ${code} before it was ready: ${product.said.err}`);
  });
  await Promise.race([until('the product to be ready', () => product.said.out.includes('Ready on'), patience), ended]);
  ended.catch(() => undefined);
  return product;
}

/** As whom scanners come: a stranger, a customer, and everybody who works at the desk. */
export const comers = ['nobody', 'tier2', 'support', 'finance', 'compliance', 'instructor', 'admin'] as const;
export type Comer = (typeof comers)[number];

/** Their cookie; none for a stranger. */
export const cookieFor = async ({ origin }: Product, comer: Comer): Promise<string> =>
  comer === 'nobody' ? '' : signedIn(origin, comer);

/** Faults that the product wrote into its log meanwhile. */
export const faultsOf = ({ said }: Product): string[] =>
  said.err.split('\n').filter((line) => line.includes('"level":50') || line.includes('"level":60'));
