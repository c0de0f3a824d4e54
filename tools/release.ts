import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productionSbom } from './release/bill-of-materials.ts';
import { releaseChangelog } from './release/changelog.ts';

/** `npm run release -- 1.2.3` in a clean, tested checkout: commits, tags and writes `release/`. Pushes nothing. */
const [version = ''] = process.argv.slice(2);
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

function findRefusal(): string | null {
  const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  if (!/^\d+\.\d+\.\d+$/.test(version)) return 'Usage: npm run release -- MAJOR.MINOR.PATCH';
  if (version.localeCompare(current, 'en', { numeric: true }) <= 0) return `${version} is not above ${current}.`;
  if (git('status', '--porcelain') !== '') return 'Commit or remove your changes first (git status).';
  return git('tag', '--list', `v${version}`) === '' ? null : `The tag v${version} exists already.`;
}

function release(): void {
  const day = new Date().toISOString().slice(0, 10);
  const { text, notes } = releaseChangelog(readFileSync('CHANGELOG.md', 'utf8'), { version, day });
  writeFileSync('CHANGELOG.md', text);
  execFileSync('npm', ['version', version, '--no-git-tag-version'], { stdio: ['ignore', 'ignore', 2] });
  git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', `Release ${version}\n\n${notes}`);

  const folder = join('release', version);
  mkdirSync(folder, { recursive: true });
  const archive = `cryptocommerce-${version}.tar.gz`;
  git('archive', `--prefix=cryptocommerce-${version}/`, '--output', join(folder, archive), `v${version}`);
  const bill = `cryptocommerce-${version}.cdx.json`;
  writeFileSync(join(folder, bill), productionSbom());
  const sums = [archive, bill].map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    return `${sum}  ${name}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  console.info(`${folder} has the files of the release. Publish it: git push --follow-tags`);
}

const refusal = findRefusal();
if (refusal === null) release();
else {
  console.error(refusal);
  process.exitCode = 1;
}
