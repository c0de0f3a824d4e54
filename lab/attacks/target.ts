import { existsSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { signInDemoUser } from '../../test/reliability/customer.ts';
import { createDatabase } from '../../test/reliability/fresh-database.ts';
import { createDataFolder, launch, type Product, type Site } from '../../test/reliability/product.ts';
import { until } from '../../test/reliability/until.ts';
import { serverFlags } from '../../tools/node-flags.mjs';

function createSite(): Site {
  if (!existsSync('build/.built')) throw new Error('the pages are not built: npm run build');
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-attacked-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  for (const name of ['db', 'courses', 'build']) symlinkSync(resolve(name), join(folder, name));
  return { folder, program: [process.execPath, ...serverFlags, resolve('tools/start.mjs')] };
}

const timeoutMs = 10 * 60_000;

/** A demo with its own database, on `ATTACKED_PORT` or a free port. */
export async function startTarget(): Promise<Product> {
  const { url } = await createDatabase('demo');
  const port = process.env['ATTACKED_PORT'];
  const product = await launch(
    {
      ...{ MODE: 'demo', DEMO_ON_PURPOSE: 'yes', DATABASE_URL: url, DATA_DIR: createDataFolder(), LOG_LEVEL: 'warn' },
      ...(port && { PORT: port }),
    },
    createSite(),
  );
  const ended = product.gone.then((code) => {
    throw new Error(`ended with ${code} before it was ready: ${product.output.err}`);
  });
  await Promise.race([
    until('the product to be ready', () => product.output.out.includes('Ready on'), timeoutMs),
    ended,
  ]);
  ended.catch(() => undefined);
  return product;
}

export const users = ['visitor', 'tier2', 'support', 'finance', 'compliance', 'instructor', 'admin'] as const;
export type ScannerUser = (typeof users)[number];

export const getCookie = async ({ origin }: Product, user: ScannerUser): Promise<string> =>
  user === 'visitor' ? '' : signInDemoUser(origin, user);

export const getLoggedErrors = ({ output }: Product): string[] =>
  output.err.split('\n').filter((line) => line.includes('"level":50') || line.includes('"level":60'));
