import { existsSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { isStale, productFile } from '../../tools/built.mjs';
import { buildProductInOne } from '../../tools/product-in-one.ts';
import { call } from './customer.ts';
import { createDataFolder, createStage, start } from './product.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

test('the bundle creates a demo, connects by passwords with other processes, and stops on request', async () => {
  if (isStale() || !existsSync(productFile)) await buildProductInOne();
  const site = createStage();
  const folder = dirname(productFile);
  const link = join(site.folder, folder);
  if (!existsSync(link)) symlinkSync(resolve(folder), link);
  const compileLog = { NODE_COMPILE_CACHE: '', NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const product = await start({ DATA_DIR: createDataFolder(), ...compileLog }, site);
  const signIn = (password: string) => call(product.origin, 'accounts/signIn', { email: 'tier1@demo.test', password });
  expect((await signIn(demoPassword)).status).toBe(200);
  expect((await signIn('another')).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect(await product.end('SIGTERM')).toBe(0);
  expect(product.output.err).toMatch(/start-product\.js was accepted/);
});
