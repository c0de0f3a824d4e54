import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPgBackRest } from '../pgbackrest.ts';
import { prepare } from '../postgres-location.ts';
import type { Archive } from './cluster.ts';

/** Opens an encrypted repository of pgBackRest with the settings of `ops/backup/pgbackrest.conf`, in a folder. */
export function openEncryptedArchive(folder: string): Archive {
  const program = installPgBackRest();
  const { account } = prepare(folder);
  chmodSync(folder, 0o755);
  const at = (name: string) => prepare(join(folder, name)).dir;
  const paths = {
    'repo1-path': at('repository'),
    'spool-path': at('spool'),
    'log-path': at('log'),
    'lock-path': at('lock'),
  };
  const password = randomBytes(24).toString('base64');
  const config = join(folder, 'pgbackrest.conf');
  writeFileSync(config, localSettings({ ...paths, 'repo1-cipher-pass': password }), { mode: 0o644 });

  const base = [`--config=${config}`, '--stanza=cryptocommerce'];
  const ask = (args: readonly string[], env: Record<string, string> = {}) =>
    spawnSync(program, [...base, ...args], {
      encoding: 'utf8',
      cwd: '/',
      env: { PATH: process.env['PATH'], PGHOST: '127.0.0.1', ...env },
      ...account,
    });
  const act = (...args: string[]): void => {
    const { status, stdout, stderr } = ask(args);
    if (status !== 0) throw new Error(`pgbackrest ${args.at(-1)}: ${stderr}${stdout}`);
  };
  const serverAt = (url: string, data: string) => [
    '--pg1-user=postgres',
    `--pg1-port=${new URL(url).port}`,
    `--pg1-path=${data}`,
  ];
  return {
    name: 'pgBackRest, encrypted',
    archiveCommand: (data) => `${program} ${base.join(' ')} --pg1-path=${data} archive-push %p`,
    begin: (url, data) => act(...serverAt(url, data), 'stanza-create'),
    backUp: async (url, data) => act(...serverAt(url, data), '--type=full', 'backup'),
    restore: async ({ folder: data, moment }) => {
      prepare(data);
      act(`--pg1-path=${data}`, '--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
      // Refuses clients until the replay has finished.
      appendFileSync(join(data, 'postgresql.auto.conf'), 'hot_standby = off\n');
    },
    findLeak: () => {
      const files = globSync(`${paths['repo1-path']}/**/*`).filter((file) => statSync(file).isFile());
      const plain = files.filter((file) => !readFileSync(file).subarray(0, 8).equals(Buffer.from('Salted__')));
      if (files.length === 0 || plain.length > 0) return `${plain.length} of ${files.length} files are not encrypted`;
      const { status } = ask(['repo-get', 'backup/cryptocommerce/backup.info'], {
        PGBACKREST_REPO1_CIPHER_PASS: 'another password',
      });
      return status === 0 ? 'another password reads the repository' : null;
    },
  };
}

/** Shipped settings with a folder instead of the bucket. */
function localSettings(values: Readonly<Record<string, string>>): string {
  const shipped = readFileSync('ops/backup/pgbackrest.conf', 'utf8').replaceAll(/^(#|pg1-path|repo1-s3-).*\n/gm, '');
  const [head = '', rest = ''] = shipped.split(/(?=^\[cryptocommerce\])/m);
  const others = head
    .replace('repo1-type=s3', 'repo1-type=posix')
    .split('\n')
    .filter((line) => line !== '' && !((line.split('=')[0] ?? '') in values));
  const ownLines = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return [...others, ...ownLines, 'log-level-file=info', '', rest.trim(), ''].join('\n');
}
