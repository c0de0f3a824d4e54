import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** A release that is unpacked over an older one must be rebuilt, although archives keep old file dates. */
const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-stale-'));
const builds = join(folder, 'builds');

function writeSource(name: string, text: string): void {
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, name), text);
  const lastYear = new Date(Date.now() - 365 * 86_400_000);
  utimesSync(join(folder, name), lastYear, lastYear);
}

function countBuilds(): number {
  const come = `import(${JSON.stringify(resolve('tools/build.ts'))}).then((tool) => tool.buildWhenStale())`;
  execFileSync(process.execPath, ['-e', come], { cwd: folder, stdio: 'ignore' });
  return readFileSync(builds, 'utf8').split('\n').length - 1;
}

test('changed or removed files older than the build are rebuilt', () => {
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  mkdirSync(join(folder, 'build'));
  writeFileSync(join(folder, 'node_modules/.bin/react-router'), '#!/bin/sh\necho built >> builds\n', { mode: 0o755 });
  writeSource('src/one.ts', 'export const fee = 8;');
  writeSource('src/two.json', '{}');
  expect([countBuilds(), countBuilds()]).toEqual([1, 1]);
  writeSource('src/one.ts', 'export const fee = 7.5;');
  expect([countBuilds(), countBuilds()]).toEqual([2, 2]);
  writeSource('src/two.json', '{"paths": {}}');
  expect([countBuilds(), countBuilds()]).toEqual([3, 3]);
  rmSync(join(folder, 'src/two.json'));
  expect([countBuilds(), countBuilds()]).toEqual([4, 4]);
  rmSync(folder, { recursive: true });
}, 120_000);
