import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const unpacked = 'node_modules/.cache/nginx';

/** An nginx that is here already: the one named by NGINX_PATH, the system's, or the one unpacked for the tests. */
export const findNginx = (): string | undefined =>
  [process.env['NGINX_PATH'], '/usr/sbin/nginx', '/opt/homebrew/bin/nginx', resolve(unpacked, 'usr/sbin/nginx')].find(
    (path) => path && existsSync(path),
  );

const run = (program: string, args: string[], cwd: string) =>
  spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] }).status === 0;

/**
 * Gets an nginx for the tests where there is none and Debian's can be had. The package is unpacked and not installed:
 * one MB, no account of root's, and no server that starts on port 80 by itself. Without one those tests are left out.
 */
export function unpackNginx(): void {
  if (findNginx() || !existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg')) return;
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-nginx-'));
  const load = () => run('apt-get', ['download', '-qq', 'nginx'], folder);
  const root = process.getuid?.() === 0;
  if (load() || (root && run('apt-get', ['update', '-qq'], folder) && load())) {
    mkdirSync(unpacked, { recursive: true });
    const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
    if (file) run('dpkg', ['-x', join(folder, file), resolve(unpacked)], folder);
  }
  rmSync(folder, { recursive: true, force: true });
}
