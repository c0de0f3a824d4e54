import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** A release that is unpacked over the one of before keeps its archive's dates: what was built is old all the same. */
const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-stale-'));
const builds = join(folder, 'builds');

/** A source as an archive lays it down: with a date from before. */
function unpacked(name: string, text: string): void {
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, name), text);
  const lastYear = new Date(Date.now() - 365 * 86_400_000);
  utimesSync(join(folder, name), lastYear, lastYear);
}

/** How often something was built, once the starter came by. */
function built(): number {
  const come = `import(${JSON.stringify(resolve('tools/build.ts'))}).then((tool) => tool.buildWhenStale())`;
  execFileSync(process.execPath, ['-e', come], { cwd: folder, stdio: 'ignore' });
  return readFileSync(builds, 'utf8').split('\n').length - 1;
}

test('older files than what was built of those before them are built, and so is what is gone', () => {
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  mkdirSync(join(folder, 'build'));
  writeFileSync(join(folder, 'node_modules/.bin/react-router'), '#!/bin/sh\necho built >> builds\n', { mode: 0o755 });
  unpacked('src/one.ts', 'export const fee = 8;');
  unpacked('src/two.json', '{}');
  expect([built(), built()]).toEqual([1, 1]);
  unpacked('src/one.ts', 'export const fee = 7.5;');
  expect([built(), built()]).toEqual([2, 2]);
  unpacked('src/two.json', '{"paths": {}}');
  expect([built(), built()]).toEqual([3, 3]);
  rmSync(join(folder, 'src/two.json'));
  expect([built(), built()]).toEqual([4, 4]);
  rmSync(folder, { recursive: true });
}, 120_000);
