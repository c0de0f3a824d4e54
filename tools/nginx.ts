import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const unpacked = 'node_modules/.cache/nginx';

/** Path of nginx: NGINX_PATH, the system's, or the one that `unpackNginx` fetched. */
export const findNginx = (): string | undefined =>
  [process.env['NGINX_PATH'], '/usr/sbin/nginx', '/opt/homebrew/bin/nginx', resolve(unpacked, 'usr/sbin/nginx')].find(
    (path) => path && existsSync(path),
  );

const run = (program: string, args: string[], cwd: string) =>
  spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] }).status === 0;

/** Unpacks Debian's nginx for tests; installing would start a server on port 80. Without it the tests are skipped. */
export function unpackNginx(): void {
  if (findNginx() || !existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg')) return;
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-nginx-'));
  const download = () => run('apt-get', ['download', '-qq', 'nginx'], folder);
  const root = process.getuid?.() === 0;
  if (download() || (root && run('apt-get', ['update', '-qq'], folder) && download())) {
    mkdirSync(unpacked, { recursive: true });
    const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
    if (file) run('dpkg', ['-x', join(folder, file), resolve(unpacked)], folder);
  }
  rmSync(folder, { recursive: true, force: true });
}
