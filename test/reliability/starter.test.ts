import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { isStale, productFile } from '../../tools/build-state.mjs';
import { buildProductInOne } from '../../tools/server-bundle.ts';
import { cloneProduct } from './clone.ts';
import { call, signInDemoUser } from './customer.ts';
import { freePort } from './free-port.ts';
import { createDataFolder, createStage, isAlive, launch, postmaster, type Site, start } from './product.ts';
import { until } from './until.ts';

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
  const others = [port, port + 1].map((used) => createServer().listen(used, '127.0.0.1'));
  await until('both ports to be taken', () => others.every(({ listening }) => listening));
  const product = await launch({ DATA_DIR: dataDir, PORT: String(port) });
  const database = await until('the database', () => postmaster(dataDir));
  expect(await product.gone).toBe(1);
  for (const other of others) other.close();
  const sentence = /^Port (\d+) is already in use by another program\. (\d+) is free: set PORT=\2\.\n$/;
  const [, usedPort, free] = sentence.exec(product.output.err) ?? [product.output.err];
  expect([product.output.err, usedPort]).toEqual([expect.any(String), String(port)]);
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

/** A release that is unpacked over an older one must be rebuilt, although archives keep old file dates. */
const staleFolder = mkdtempSync(join(tmpdir(), 'cryptocommerce-stale-'));
const builds = join(staleFolder, 'builds');

function writeSource(name: string, text: string): void {
  mkdirSync(join(staleFolder, 'src'), { recursive: true });
  writeFileSync(join(staleFolder, name), text);
  const lastYear = new Date(Date.now() - 365 * 86_400_000);
  utimesSync(join(staleFolder, name), lastYear, lastYear);
}

function countBuilds(): number {
  const script = `import(${JSON.stringify(resolve('tools/build.ts'))}).then((tool) => tool.buildWhenStale())`;
  execFileSync(process.execPath, ['-e', script], { cwd: staleFolder, stdio: 'ignore' });
  return readFileSync(builds, 'utf8').split('\n').length - 1;
}

test('changed or removed files older than the build are rebuilt', () => {
  mkdirSync(join(staleFolder, 'node_modules/.bin'), { recursive: true });
  mkdirSync(join(staleFolder, 'build'));
  writeFileSync(join(staleFolder, 'node_modules/.bin/react-router'), '#!/bin/sh\necho built >> builds\n', {
    mode: 0o755,
  });
  writeSource('src/one.ts', 'export const fee = 8;');
  writeSource('src/two.json', '{}');
  expect([countBuilds(), countBuilds()]).toEqual([1, 1]);
  writeSource('src/one.ts', 'export const fee = 7.5;');
  expect([countBuilds(), countBuilds()]).toEqual([2, 2]);
  writeSource('src/two.json', '{"paths": {}}');
  expect([countBuilds(), countBuilds()]).toEqual([3, 3]);
  rmSync(join(staleFolder, 'src/two.json'));
  expect([countBuilds(), countBuilds()]).toEqual([4, 4]);
  rmSync(staleFolder, { recursive: true });
});
