import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Sbom } from './release/bill-of-materials.ts';
import { releaseChangelog } from './release/changelog.ts';

const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-release-'));
const files = ['package.json', 'package-lock.json', '.npmrc', '.gitignore', 'CHANGELOG.md', 'tools/release.ts'];
for (const file of [...files, 'tools/release', 'tools/notice', 'tools/packages', 'tools/bundled/canvas'])
  cpSync(file, join(folder, file), { recursive: true });
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const release = (version: string) =>
  spawnSync(process.execPath, ['tools/release.ts', version], { cwd: folder, encoding: 'utf8' });
const text = (file: string) => readFileSync(join(folder, file), 'utf8');

git('init', '--quiet');
git('config', 'user.name', 'Test');
git('config', 'user.email', 'test@example.com');
git('add', '.');
git('commit', '--quiet', '--message', 'Begin');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['', '1.2', 'v9.0.0', '0.1.0', '0.0.9'])('the version "%s" is refused and changes nothing', (version) => {
  const { status, stderr } = release(version);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Usage|is not above/)]);
  expect(git('status', '--porcelain')).toBe('');
});

test('a release is a tagged commit with version and changelog, and an archive and SBOM with their checksums', () => {
  expect(release('9.10.0')).toMatchObject({ status: 0, stderr: '' });
  for (const file of ['package.json', 'package-lock.json']) expect(JSON.parse(text(file)).version).toBe('9.10.0');
  expect(text('CHANGELOG.md')).toMatch(/## \[Unreleased\]\n\n## \[9\.10\.0\] - \d{4}-\d\d-\d\d\n\n### /);
  expect(git('tag', '--points-at', 'HEAD')).toBe('v9.10.0');
  expect(git('tag', '--list', '--format=%(contents)', 'v9.10.0')).toMatch(/^Release 9\.10\.0\n\n### /);
  expect(git('status', '--porcelain')).toBe('');
  const at = join(folder, 'release/9.10.0');
  expect(spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: at }).status).toBe(0);
  const archived = execFileSync('tar', ['tzf', join(at, 'cryptocommerce-9.10.0.tar.gz')], { encoding: 'utf8' });
  expect(archived).toContain('cryptocommerce-9.10.0/package.json\n');
  const bill = JSON.parse(readFileSync(join(at, 'cryptocommerce-9.10.0.cdx.json'), 'utf8')) as Sbom;
  expect(bill.metadata.component).toMatchObject({ name: 'cryptocommerce', version: '9.10.0', type: 'application' });
  expect(bill.components.length).toBeGreaterThan(100);
  expect(bill.components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
});

test('a release without entries, or with uncommitted changes, is refused', () => {
  expect(release('9.11.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('lists nothing') });
  git('rm', '--quiet', '.npmrc');
  expect(release('9.11.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('Commit or remove') });
});

test('the entries of a release end at the previous release', () => {
  const before = '# C\n\n## [Unreleased]\n\n- New.\n\n## [0.1.0] - 2026-11\n\n- Old.\n';
  const after = '# C\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n- New.\n\n## [0.1.0] - 2026-11\n\n- Old.\n';
  const released = releaseChangelog(before, { version: '0.2.0', day: '2026-12-01' });
  expect(released).toEqual({ notes: '- New.', text: after });
});

type Locked = { resolved?: string; integrity?: string; version?: string };

test.each(globSync('{,tools/**/}package-lock.json', { exclude: ['**/node_modules/**'] }))(
  '%s has a hash and an exact version for each package, and no download address',
  (file) => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };
    const locked = Object.entries(packages).filter(
      ([path, { resolved = '' }]) => path !== '' && ![path, resolved].includes('tools/bundled/canvas'),
    );
    const faulty = locked.filter(
      ([, { resolved, integrity = '', version = '' }]) =>
        resolved || !integrity.startsWith('sha512-') || !/^\d+\.\d+\.\d+/.test(version),
    );
    expect(faulty.map(([path]) => path)).toEqual([]);
  },
);

test('package.json pins exact versions', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const pinned = Object.entries<string>({ ...dependencies, ...devDependencies });
  const others = pinned.filter(([, version]) => !/^\d+\.\d+\.\d+[-.\w]*$/.test(version));
  expect(others.map(([name]) => name)).toEqual(['@napi-rs/canvas']);
});

test('both CI services run .ci/run and the advisories with the Node of the image', () => {
  const yaml = (file: string) => parse(readFileSync(file, 'utf8'));
  const steps = (file: string, job: string) =>
    yaml(`.github/workflows/${file}.yml`).jobs[job].steps.flatMap(({ run }: { run?: string }) => run ?? []);
  const gitlab = yaml('.gitlab-ci.yml');
  expect([steps('check', 'check'), steps('advisories', 'audit')]).toEqual([['.ci/run'], ['npm run advisories']]);
  expect([gitlab.check.script, gitlab.advisories.script]).toEqual([['.ci/run'], ['npm run advisories']]);
  const [, node] = /^ARG NODE_VERSION=(\S+)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  expect(gitlab.image).toBe(`node:${node}-bookworm`);
});
