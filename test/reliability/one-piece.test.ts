import { existsSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { isStale, productFile } from '../../tools/build.ts';
import { buildProductInOne } from '../../tools/product-in-one.ts';
import { call } from './customer.ts';
import { dataFolder, staged, start } from './product.ts';

/** The product as `npm run build` lays it down in one piece, and nothing but that piece. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

test('in one piece it lays a demo, works on passwords beside everything else, and ends when it is told', async () => {
  if (isStale() || !existsSync(productFile)) await buildProductInOne();
  const site = staged();
  const folder = dirname(productFile);
  const place = join(site.folder, folder);
  if (!existsSync(place)) symlinkSync(resolve(folder), place);
  const product = await start({ DATA_DIR: dataFolder(), NODE_COMPILE_CACHE: '' }, site);
  const signIn = (password: string) => call(product.origin, 'accounts/signIn', { email: 'tier1@demo.test', password });
  expect((await signIn(demoPassword)).status).toBe(200);
  expect((await signIn('another')).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect(await product.end('SIGTERM')).toBe(0);
  // The piece itself was run, and the next start finds what was compiled of it.
  expect(existsSync(join(folder, 'compiled'))).toBe(true);
});
