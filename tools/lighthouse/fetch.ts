import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lighthouse brings 170 MB that nothing else here needs, so it is no package of ours: it is fetched into a folder of
 * its own, by its own lock file, when its figures are asked for.
 */
const folder = 'build/lighthouse';
const own = new URL('.', import.meta.url).pathname;
const [named, locked] = ['package.json', 'package-lock.json'];

/** Where Lighthouse lies, fetched when it is not there or another version is asked for. */
export function fetchLighthouse(): string {
  const stamp = join(folder, '.fetched');
  const wanted = readFileSync(join(own, locked), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  console.error('Fetching Lighthouse (once, and after each change of its version) ...');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of [named, locked]) cpSync(join(own, file), join(folder, file));
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const fetched = spawnSync('npm', flags, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (fetched.status !== 0) throw new Error('Lighthouse could not be fetched; npm says why above');
  writeFileSync(stamp, wanted);
  return folder;
}
