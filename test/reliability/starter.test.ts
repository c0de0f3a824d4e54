import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { clone } from './clone.ts';
import { freePort } from './free-port.ts';
import { until } from './patience.ts';
import { alive, dataFolder, launch, postmaster, type Site, start } from './product.ts';

// Each start is a whole process, the first with a new database.
vi.setConfig({ testTimeout: 120_000 });

const folder = clone(0o755);
const dataDir = dataFolder();
afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }));

const starters: Readonly<Record<string, Site['program']>> = {
  'npm start': ['npm', 'start'],
  'the starter': [join(folder, 'node_modules/.bin/node'), 'tools/run.mjs', 'start'],
};
const site = (name: string): Site => ({ folder, program: starters[name] ?? ['false'] });

const silent = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    () => false,
    () => true,
  );

/** Neither server nor database is left of what was started. */
async function allGone(origin: string, database: number | undefined) {
  expect(database).toBeGreaterThan(0);
  await until('the server to end', () => silent(origin));
  await until('the database to end', () => !alive(database ?? 0));
}

describe.each(Object.keys(starters))('%s', (name) => {
  test.each(['SIGTERM', 'SIGKILL', 'SIGHUP'] as const)('ends with server and database on %s', async (signal) => {
    const product = await start({ DATA_DIR: dataDir }, site(name));
    const database = postmaster(dataDir)?.pid;
    await product.end(signal);
    await allGone(product.origin, database);
  });
});

test('whoever is told to end while it still starts leaves no database behind', async () => {
  const product = await launch({ DATA_DIR: dataDir }, site('the starter'));
  const database = await until('the database', () => postmaster(dataDir));
  expect(product.said.out).toBe('');
  await product.end('SIGTERM');
  await allGone(product.origin, database.pid);
});

test('a start that fails leaves no database behind, and says why', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  const product = await launch({ DATA_DIR: dataDir, PORT: String(port) });
  const database = await until('the database', () => postmaster(dataDir));
  expect(await product.gone).toBe(1);
  other.close();
  expect(product.said.err).toContain('EADDRINUSE');
  expect(alive(database.pid)).toBe(false);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

test('settings are read from .env', async () => {
  const file = join(folder, '.env');
  writeFileSync(file, 'MODE=nonsense\n');
  const product = await launch({ DATA_DIR: dataDir }, site('the starter'));
  expect(await product.gone).toBe(1);
  expect(product.said.err).toContain('MODE: ');
  rmSync(file);
});

test('a build that fails says so, and is tried again', async () => {
  const bare = mkdtempSync(join(tmpdir(), 'cryptocommerce-bare-'));
  writeFileSync(join(bare, 'package.json'), '{}');
  const program: Site['program'] = [process.execPath, resolve('tools/start.mjs')];
  for (const _time of [1, 2]) {
    const product = await launch({ DATA_DIR: join(bare, 'data') }, { folder: bare, program });
    expect(await product.gone).toBe(1);
    expect(product.said.err).toContain('The pages could not be built: ');
  }
  rmSync(bare, { recursive: true });
});
