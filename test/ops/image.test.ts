import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '../reliability/fresh-database.ts';
import { start } from '../reliability/product.ts';
import { complete, realSettings } from '../reliability/production.ts';
import { asInTheImage } from './image.ts';

// A whole process with a new database.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const image = asInTheImage();
afterAll(() => rmSync(image.folder, { recursive: true, force: true }));
chmodSync(image.folder, 0o755);
const root = process.getuid?.() === 0;
/** Nobody of the machine, where we may be somebody else. */
const account = root ? { uid: 65_534, gid: 65_534 } : undefined;
const dataDir = join(image.folder, 'data');
mkdirSync(dataDir, { mode: 0o700 });
if (account) chownSync(dataDir, account.uid, account.gid);
const settingsFile = join(image.folder, 'settings.json');
writeFileSync(settingsFile, JSON.stringify(realSettings));

test('what the image holds starts in production, as nobody, without what builds', async () => {
  for (const name of ['vite', 'typescript', 'vitest', '@playwright/test', '@react-router/dev', '@biomejs/biome'])
    expect([name, image.has(name)]).toEqual([name, false]);
  expect(image.has('fastify')).toBe(true);
  const { url, owner } = await freshDatabase('empty');
  const env = {
    ...complete,
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, SETTINGS_FILE: settingsFile, HOST: '127.0.0.1', NODE: image.node },
  };
  const program = [join(image.product, 'ops/cryptocommerce'), 'start'] as const;
  const product = await start(env, { folder: image.product, program: [...program], ...(account && { account }) });
  expect(await (await fetch(`${product.origin}/healthz`)).json()).toEqual({ ok: true });
  expect((await fetch(product.origin)).status).toBe(200);
  const { rows } = await owner.query('select mode from born_as');
  expect(rows).toEqual([{ mode: 'production' }]);
  expect(await product.end('SIGTERM')).toBe(0);
});

test.skipIf(!root)('whoever it runs as may write nowhere but where the data is', () => {
  const touched = (place: string) => spawnSync('touch', [join(place, 'a-file')], { ...account, cwd: '/' }).status === 0;
  expect([image.product, join(image.product, 'build'), join(image.product, 'node_modules')].filter(touched)).toEqual(
    [],
  );
  expect(touched(dataDir)).toBe(true);
});
