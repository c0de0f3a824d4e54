import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadBackupTime, loadBuildInfo, readCommit } from './build-info.ts';
import { classifyRoute } from './meters.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const otherCommit = 'fedcba9876543210fedcba9876543210fedcba98';
const observability = { metrics: undefined, collector: undefined, commit: undefined, backupFile: undefined };
const repository = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-git-'));
  mkdirSync(join(folder, 'refs/heads'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

test.each<[string, Record<string, string>, string | null]>([
  ['with a branch', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${commit}\n` }, commit],
  [
    'with a packed branch',
    { HEAD: 'ref: refs/heads/main\n', 'packed-refs': `${otherCommit} refs/x\n${commit} refs/heads/main\n` },
    commit,
  ],
  ['with a detached commit', { HEAD: `${commit}\n` }, commit],
  ['with a branch without a commit', { HEAD: 'ref: refs/heads/main\n' }, null],
  ['nothing', {}, null],
])('the commit is read from a repository %s', async (_name, files, commitFound) =>
  expect(await readCommit(repository(files))).toBe(commitFound),
);

test('the configured commit wins, and the version is that of the package', async () => {
  const buildInfo = await loadBuildInfo({ observability: { ...observability, commit: 'abc1234' } });
  expect(buildInfo).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: 'abc1234' });
});

test('the backup time is that of its mark file, or unknown without one', async () => {
  const backupFile = join(repository({ mark: '' }), 'mark');
  const backupTime = new Date('2026-11-20T05:00:00Z');
  utimesSync(backupFile, backupTime, backupTime);
  expect(await loadBackupTime({ observability: { ...observability, backupFile } })).toEqual(backupTime);
  expect(await loadBackupTime({ observability: { ...observability, backupFile: `${backupFile}-missing` } })).toBeNull();
  expect(await loadBackupTime({ observability })).toBeNull();
});

describe('kinds of routes', () => {
  test.each([
    ['/api/rpc/*', 'POST', 'command'],
    ['/api/live', 'GET', 'live'],
    ['/api/hooks/card/:provider', 'POST', 'hook'],
    ['/api/files', 'PUT', 'upload'],
    ['/api/uploads/:id', 'GET', 'upload'],
    ['/api/files/:id', 'GET', 'file'],
    ['/api/transactions.csv', 'GET', 'file'],
    ['/readyz', 'GET', 'health'],
    ['/assets/*', 'GET', 'asset'],
    ['/favicon.svg', 'GET', 'asset'],
    ['/*', 'GET', 'page'],
    [undefined, 'GET', 'nothing'],
  ])('%s requested by %s is %s', (pattern, method, kind) => expect(classifyRoute(pattern, method)).toBe(kind));
});
