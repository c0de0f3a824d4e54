import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { cloneProduct } from './clone.ts';
import { freePort } from './free-port.ts';
import { createDataFolder, isAlive, launch, postmaster, type Site, start } from './product.ts';
import { until } from './until.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = cloneProduct(0o755);
const dataDir = createDataFolder();
afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }));

const starters: Readonly<Record<string, Site['program']>> = {
  'npm start': ['npm', 'start'],
  'the starter': [join(folder, 'node_modules/.bin/node'), 'tools/run.mjs', 'start'],
};
const createSite = (name: string): Site => ({ folder, program: starters[name] ?? ['false'] });

const startSilently = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    () => false,
    () => true,
  );

async function assertAllStopped(origin: string, database: number | undefined) {
  expect(database).toBeGreaterThan(0);
  await until('the server to end', () => startSilently(origin));
  await until('the database to end', () => !isAlive(database ?? 0));
}

describe.each(Object.keys(starters))('%s', (name) => {
  test.each(['SIGTERM', 'SIGKILL', 'SIGHUP'] as const)('ends with server and database on %s', async (signal) => {
    const product = await start({ DATA_DIR: dataDir }, createSite(name));
    const database = postmaster(dataDir)?.pid;
    await product.end(signal);
    await assertAllStopped(product.origin, database);
  });
});

test('stopping the product during its start leaves no database running', async () => {
  const product = await launch({ DATA_DIR: dataDir }, createSite('the starter'));
  const database = await until('the database', () => postmaster(dataDir));
  expect(product.output.out).toBe('');
  await product.end('SIGTERM');
  await assertAllStopped(product.origin, database.pid);
});

test('a start on a used port leaves no database running and names the next free port', async () => {
  const port = await freePort();
  const others = [port, port + 1].map((taken) => createServer().listen(taken, '127.0.0.1'));
  await until('both ports to be taken', () => others.every(({ listening }) => listening));
  const product = await launch({ DATA_DIR: dataDir, PORT: String(port) });
  const database = await until('the database', () => postmaster(dataDir));
  expect(await product.gone).toBe(1);
  for (const other of others) other.close();
  const sentence = /^Port (\d+) is already in use by another program\. (\d+) is free: set PORT=\2\.\n$/;
  const [, taken, free] = sentence.exec(product.output.err) ?? [product.output.err];
  expect([product.output.err, taken]).toEqual([expect.any(String), String(port)]);
  expect(Number(free)).toBeGreaterThan(port + 1);
  expect(isAlive(database.pid)).toBe(false);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

test('settings are read from .env', async () => {
  const file = join(folder, '.env');
  writeFileSync(file, 'MODE=nonsense\n');
  const product = await launch({ DATA_DIR: dataDir }, createSite('the starter'));
  expect(await product.gone).toBe(1);
  expect(product.output.err).toContain('MODE: ');
  rmSync(file);
});

test('a failing build is reported and retried', async () => {
  const bare = mkdtempSync(join(tmpdir(), 'cryptocommerce-bare-'));
  writeFileSync(join(bare, 'package.json'), '{}');
  const program: Site['program'] = [process.execPath, resolve('tools/start.mjs')];
  for (const _time of [1, 2]) {
    const product = await launch({ DATA_DIR: join(bare, 'data') }, { folder: bare, program });
    expect(await product.gone).toBe(1);
    expect(product.output.err).toContain('The pages could not be built: ');
  }
  rmSync(bare, { recursive: true });
});
