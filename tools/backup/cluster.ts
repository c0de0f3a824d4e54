import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startPostgres } from '../embedded-postgres.ts';
import { prepare } from '../postgres-location.ts';
import { until } from './until.ts';

/** Runs a program. Throws with its error output when it fails. */
export function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}

/** Archive of WAL and base backups of the database in a data folder. */
export type Archive = {
  readonly name: string;
  readonly archiveCommand: (data: string) => string;
  /** Prepares a new archive for a running server. */
  readonly begin: (url: string, data: string) => void;
  readonly backUp: (url: string, data: string) => Promise<void>;
  /** Restores into a new folder. When started there, PostgreSQL replays the archive up to `moment`. */
  readonly restore: (wanted: { readonly folder: string; readonly moment: string }) => Promise<void>;
  /** Reason why others could read the archive; null when it is encrypted. Absent when it never is. */
  readonly findLeak?: () => string | null;
};

/** Opens an archive of PostgreSQL's own archiving, with the scripts of `ops/backup`. */
export function openScriptArchive(folder: string): Archive {
  const [wal, base, scripts] = ['wal', 'base', 'scripts'].map((name) => join(folder, name)) as [string, string, string];
  mkdirSync(folder, { mode: 0o755 });
  prepare(wal);
  cpSync(resolve('ops/backup'), scripts, { recursive: true });
  return {
    name: "PostgreSQL's own archiving",
    archiveCommand: () => `sh ${scripts}/archive-wal.sh %p ${wal}/%f`,
    begin: () => undefined,
    backUp: (url, data) => backUp(url, data, base),
    restore: (wanted) => restore({ wal, base, scripts }, wanted),
  };
}

/** Starts PostgreSQL on a data folder. It archives each finished WAL segment, as in production. */
export const startArchiving = (folder: string, archive: Archive): Promise<EmbeddedPostgres> =>
  startPostgres(
    folder,
    `-c wal_level=replica -c archive_mode=on -c archive_timeout=60 -c "archive_command=${archive.archiveCommand(folder)}"`,
  );

export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Files and folder contents that a base backup leaves out, as PostgreSQL's documentation says. */
const excludedFiles = ['postmaster.pid', 'postmaster.opts', 'owner.pid', 'server.log', 'pg_internal.init'];
const emptiedFolders = 'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(
  ' ',
);

/** Copies a data folder in use. Files that vanish during the copy are skipped; replaying the WAL makes up for them. */
function copyLive(from: string, to: string, top = true): void {
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from)) {
    if (excludedFiles.includes(name)) continue;
    const [source, target] = [join(from, name), join(to, name)];
    try {
      if (!lstatSync(source).isDirectory()) writeFileSync(target, readFileSync(source), { mode: 0o600 });
      else if (top && emptiedFolders.includes(name)) mkdirSync(target, { mode: 0o700 });
      else copyLive(source, target, false);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Base backup by low-level functions of PostgreSQL, because the npm packages have no pg_basebackup. */
export async function backUp(url: string, folder: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('drill', true)`);
    copyLive(folder, to);
    // pg_backup_stop waits until the archive has all WAL that the copy needs.
    const { rows } = await client.query<{ label: string; map: string }>(
      'select labelfile label, spcmapfile map from pg_backup_stop()',
    );
    writeFileSync(join(to, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600 });
    if (rows[0]?.map) writeFileSync(join(to, 'tablespace_map'), rows[0].map, { mode: 0o600 });
  } finally {
    await client.end();
  }
}

/** Archives the WAL written so far. Resolves when the archive has it. */
export async function archiveNow(url: string): Promise<void> {
  const [segment] = await query<{ name: string }>(url, 'select pg_walfile_name(pg_switch_wal()) name');
  await until(`the archive to contain ${segment?.name}`, async () => {
    const [last] = await query<{ name: string | null }>(url, 'select last_archived_wal name from pg_stat_archiver');
    return segment !== undefined && (last?.name ?? '') >= segment.name;
  });
}

/** Simulates a lost machine: kills PostgreSQL and deletes its data folder. */
export async function destroy(folder: string): Promise<void> {
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  // SIGQUIT stops all processes of PostgreSQL immediately, without a checkpoint.
  process.kill(pid, 'SIGQUIT');
  await until('PostgreSQL to stop', () => !isRunning(pid));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/status`;
  // In a container without an init process, a stopped process stays as a zombie.
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}

type Folders = { readonly wal: string; readonly base: string; readonly scripts: string };

async function restore(
  { wal, base, scripts }: Folders,
  { folder, moment }: { folder: string; moment: string },
): Promise<void> {
  run('cp', ['-a', base, folder]);
  const settings = [
    `restore_command = 'sh ${scripts}/fetch-wal.sh ${wal}/%f %p'`,
    `recovery_target_time = '${moment}'`,
    `recovery_target_action = 'promote'`,
    // Refuses clients until the replay has finished.
    'hot_standby = off',
  ];
  appendFileSync(join(folder, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  writeFileSync(join(folder, 'recovery.signal'), '', { mode: 0o600 });
  const { account } = prepare(folder);
  if (account.uid === undefined) return;
  run('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
}
