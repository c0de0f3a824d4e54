import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs Lighthouse on demand with its own lock file. At 170 MB it is too large to be a dependency. */
const folder = 'build/lighthouse';
const own = new URL('.', import.meta.url).pathname;
const [named, locked] = ['package.json', 'package-lock.json'];

/** Returns the folder of Lighthouse, after installing it when missing or outdated. */
export function fetchLighthouse(): string {
  const stamp = join(folder, '.fetched');
  const wanted = readFileSync(join(own, locked), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  console.error('Installing Lighthouse (once per version) ...');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of [named, locked]) cpSync(join(own, file), join(folder, file));
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const fetched = spawnSync('npm', flags, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (fetched.status !== 0) throw new Error('Lighthouse could not be installed. See the npm message above.');
  writeFileSync(stamp, wanted);
  return folder;
}
