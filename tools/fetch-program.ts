import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [named, locked] = ['package.json', 'package-lock.json'];

/** Installs a program too large for a dependency (Lighthouse 170 MB, MJML 23 MB) on demand. Returns its folder. */
export function fetchProgram(name: 'lighthouse' | 'mjml'): string {
  const [own, folder] = [join('tools', name), join('build', name)];
  const stamp = join(folder, '.fetched');
  const wanted = readFileSync(join(own, locked), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  console.error(`Installing ${name} (once per version) ...`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of [named, locked]) cpSync(join(own, file), join(folder, file));
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const fetched = spawnSync('npm', flags, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (fetched.status !== 0) throw new Error(`${name} could not be installed. See the npm message above.`);
  writeFileSync(stamp, wanted);
  return folder;
}
