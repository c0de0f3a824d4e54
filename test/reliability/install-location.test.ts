import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { cloneProduct } from './clone.ts';
import { call, signInDemoUser } from './customer.ts';
import { type Site, start } from './product.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const testAsRoot = test.skipIf(process.getuid?.() !== 0);

const clones: string[] = [];
afterAll(() => {
  for (const folder of clones) rmSync(dirname(folder), { recursive: true, force: true });
});

function createClone(mode: number): Site {
  const folder = cloneProduct(mode);
  clones.push(folder);
  return { folder, program: [join(folder, 'node_modules/.bin/node'), 'tools/run.mjs', 'start'] };
}

testAsRoot('the product starts in a folder that only root may enter, and finds its data there again', async () => {
  const closed = createClone(0o700);
  const env = { DATA_DIR: join(closed.folder, 'data') };
  const first = await start(env, closed);
  expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
  const cookie = await signInDemoUser(first.origin, 'tier1');
  expect(await first.end('SIGTERM')).toBe(0);

  const second = await start(env, closed);
  const { body } = await call<{ email: string }>({ origin: second.origin, cookie }, 'accounts/viewer');
  expect(body).toMatchObject({ email: 'tier1@demo.test' });
  expect(await second.end('SIGTERM')).toBe(0);
});

testAsRoot('an unprivileged account that may only write to its home directory can start the product', async () => {
  const account = { uid: 65_534, gid: 65_534 };
  const open = createClone(0o755);
  const home = join(open.folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, account.uid, account.gid);
  const product = await start({ HOME: home, DATA_DIR: join(home, 'data') }, { ...open, account });
  expect((await fetch(`${product.origin}/readyz`)).status).toBe(200);
  expect(statSync(join(home, 'data/postgres')).uid).toBe(account.uid);
  expect(await product.end('SIGTERM')).toBe(0);
});
