import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createDatabase } from '../reliability/fresh-database.ts';
import { start } from '../reliability/product.ts';
import { productionEnvironment, productionSettings } from '../reliability/production.ts';
import { createImageContent } from './image.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const image = createImageContent();
afterAll(() => rmSync(image.folder, { recursive: true, force: true }));
chmodSync(image.folder, 0o755);
const root = process.getuid?.() === 0;
const account = root ? { uid: 65_534, gid: 65_534 } : undefined;
const dataDir = join(image.folder, 'data');
mkdirSync(dataDir, { mode: 0o700 });
if (account) chownSync(dataDir, account.uid, account.gid);
const settingsFile = join(image.folder, 'settings.json');
writeFileSync(settingsFile, JSON.stringify(productionSettings));

test('the content of the image starts in production, unprivileged and without build tools', async () => {
  for (const name of ['vite', 'typescript', 'vitest', '@playwright/test', '@react-router/dev', '@biomejs/biome'])
    expect([name, image.has(name)]).toEqual([name, false]);
  expect(image.has('fastify')).toBe(true);
  const { url, owner } = await createDatabase('empty');
  const env = {
    ...productionEnvironment,
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, SETTINGS_FILE: settingsFile, HOST: '127.0.0.1', NODE: image.node },
  };
  const program = [join(image.product, 'ops/cryptocommerce'), 'start'] as const;
  const product = await start(env, { folder: image.product, program: [...program], ...(account && { account }) });
  expect(await (await fetch(`${product.origin}/healthz`)).json()).toEqual({ ok: true });
  expect((await fetch(product.origin)).status).toBe(200);
  const { rows } = await owner.query('select mode from deployment_mode');
  expect(rows).toEqual([{ mode: 'production' }]);
  expect(await product.end('SIGTERM')).toBe(0);
});

test.skipIf(!root)('the account of the image can write only to the data folder', () => {
  const canWrite = (path: string) => spawnSync('touch', [join(path, 'a-file')], { ...account, cwd: '/' }).status === 0;
  expect([image.product, join(image.product, 'build'), join(image.product, 'node_modules')].filter(canWrite)).toEqual(
    [],
  );
  expect(canWrite(dataDir)).toBe(true);
});
