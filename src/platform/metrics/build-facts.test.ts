import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupAtOf, buildOf, commitIn } from './build-facts.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const other = 'fedcba9876543210fedcba9876543210fedcba98';
const seeing = { metrics: undefined, collector: undefined, commit: undefined, backupMark: undefined };
const repository = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-git-'));
  mkdirSync(join(folder, 'refs/heads'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

test.each<[string, Record<string, string>, string | null]>([
  ['a branch', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${commit}\n` }, commit],
  [
    'a branch that was packed',
    { HEAD: 'ref: refs/heads/main\n', 'packed-refs': `${other} refs/x\n${commit} refs/heads/main\n` },
    commit,
  ],
  ['no branch', { HEAD: `${commit}\n` }, commit],
  ['a branch without a commit', { HEAD: 'ref: refs/heads/main\n' }, null],
  ['nothing', {}, null],
])('the commit is read of a repository that stands on %s', async (_name, files, found) =>
  expect(await commitIn(repository(files))).toBe(found),
);

test('what the settings say of the commit holds, and the version is that of the package', async () => {
  const build = await buildOf({ seeing: { ...seeing, commit: 'abc1234' } });
  expect(build).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: 'abc1234' });
});

test('a backup is as old as the mark that it left, and without one nobody told', async () => {
  const backupMark = join(repository({ mark: '' }), 'mark');
  const at = new Date('2026-11-20T05:00:00Z');
  utimesSync(backupMark, at, at);
  expect(await backupAtOf({ seeing: { ...seeing, backupMark } })).toEqual(at);
  expect(await backupAtOf({ seeing: { ...seeing, backupMark: `${backupMark}-of-nobody` } })).toBeNull();
  expect(await backupAtOf({ seeing })).toBeNull();
});
