import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOutput, run, withAptSources } from './debian-source.ts';
import { ownedByRoot } from './postgres-location.ts';

/** The first release that supports PostgreSQL 18. Debian 12 and 13 have older ones. */
const minVersion = [2, 57] as const;
/** Debian release of the package, which is unpacked with its libraries on older releases. */
const newerRelease = 'forky';

const folder = '/var/lib/cryptocommerce';
const unpacked = join(folder, 'pgbackrest');
const program = join(unpacked, 'pgbackrest');
const places = [process.env['PGBACKREST'], '/usr/bin/pgbackrest', '/usr/local/bin/pgbackrest', program];

const isNewEnough = (text: string): boolean => {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(text)?.map(Number) ?? [];
  return major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1]);
};

const findInstalled = (): string | undefined =>
  places.find((path) => path && existsSync(path) && isNewEnough(readOutput(path, ['version'])));

/** Returns a pgBackRest that supports PostgreSQL 18. Fetches it on Debian as root when missing. */
export function installPgBackRest(): string {
  const installed = findInstalled();
  if (installed) return installed;
  const hint = `Install pgBackRest ${minVersion.join('.')} or newer, or name it in PGBACKREST.`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(hint);
  console.error('Installing pgBackRest (once) ...');
  ownedByRoot(folder);
  const temporary = mkdtempSync(join(folder, '.half-'));
  chmodSync(temporary, 0o755);
  try {
    unpack(temporary);
    rmSync(unpacked, { recursive: true, force: true });
    renameSync(temporary, unpacked);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  const now = findInstalled();
  if (!now) throw new Error(`pgBackRest could not be unpacked. ${hint}`);
  return now;
}

/** Unpacks the program and its libraries, which stay apart from those of this machine. */
function unpack(to: string): void {
  withAptSources(`deb %s ${newerRelease} main`, (options, state) => {
    const alone = [...options, '-o', 'Dir::State::status=/dev/null', '--no-install-recommends'];
    const listed = spawnSync('apt-get', [...alone, 'install', '--print-uris', '-qq', '-y', 'pgbackrest'], {
      encoding: 'utf8',
    }).stdout.matchAll(/^'\S+' (\S+?)_(\S+?)_\S+\.deb /gm);
    const names = [...listed].map(([, name = '']) => name);
    const needed = names.filter((name) => /^(lib(?!perl)|zlib|pgbackrest)/.test(name) && !/perl/.test(name));
    const packages = join(state, 'packages');
    mkdirSync(packages);
    run('apt-get', [...options, 'download', '-qq', ...needed], packages);
    for (const file of globSync(join(packages, '*.deb'))) run('dpkg-deb', ['-x', file, to]);
  });
  const [loader] = globSync(join(to, 'usr/lib/*-linux-gnu/ld-linux-*.so.*'));
  if (!loader) return;
  const libraries = join(unpacked, loader.slice(to.length, loader.lastIndexOf('/')));
  const command = `exec ${join(unpacked, loader.slice(to.length))} --argv0 ${program} --library-path ${libraries}`;
  writeFileSync(join(to, 'pgbackrest'), `#!/bin/sh\n${command} ${unpacked}/usr/bin/pgbackrest "$@"\n`, { mode: 0o755 });
}
