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
import { prepare } from '../postgres-place.ts';
import { until } from './until.ts';

/** Throws with the output of the program. */
export function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}

/** Folder for the archive and a copy of the scripts, readable by PostgreSQL. */
export type Archive = { readonly wal: string; readonly base: string; readonly files: string; readonly scripts: string };

export function openArchive(folder: string): Archive {
  const archive = {
    wal: join(folder, 'wal'),
    base: join(folder, 'base'),
    files: join(folder, 'files'),
    scripts: join(folder, 'scripts'),
  };
  mkdirSync(folder, { mode: 0o755 });
  prepare(archive.wal);
  for (const path of [archive.base, archive.files]) mkdirSync(path, { mode: 0o700 });
  cpSync(resolve('ops/backup'), archive.scripts, { recursive: true });
  return archive;
}

/** Archives each finished WAL segment, as in production. */
export const startArchiving = (folder: string, { wal, scripts }: Archive): Promise<EmbeddedPostgres> =>
  startPostgres(
    folder,
    `-c wal_level=replica -c archive_mode=on -c archive_timeout=60 -c "archive_command=sh ${scripts}/archive-wal.sh %p ${wal}/%f"`,
  );

export async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Files that PostgreSQL's documentation excludes from a base backup. */
const ofThisRun = ['postmaster.pid', 'postmaster.opts', 'owner.pid', 'server.log', 'pg_internal.init'];
const emptied = 'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' ');

/** Copies a folder that changes meanwhile. The WAL covers files that vanish. */
function copyLive(from: string, to: string, top = true): void {
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from)) {
    if (ofThisRun.includes(name)) continue;
    const [source, target] = [join(from, name), join(to, name)];
    try {
      if (!lstatSync(source).isDirectory()) writeFileSync(target, readFileSync(source), { mode: 0o600 });
      else if (top && emptied.includes(name)) mkdirSync(target, { mode: 0o700 });
      else copyLive(source, target, false);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/**
 * Low-level base backup of a running cluster. The npm packages contain only the server; production uses pgBackRest or
 * pg_basebackup.
 */
export async function backUp(url: string, folder: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('drill', true)`);
    copyLive(folder, to);
    // Waits until the archive has all WAL that the copy needs.
    const { rows } = await client.query<{ label: string; map: string }>(
      'select labelfile label, spcmapfile map from pg_backup_stop()',
    );
    writeFileSync(join(to, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600 });
    if (rows[0]?.map) writeFileSync(join(to, 'tablespace_map'), rows[0].map, { mode: 0o600 });
  } finally {
    await client.end();
  }
}

/** Archives the WAL up to now and waits for it. */
export async function archiveNow(url: string): Promise<void> {
  const [ended] = await ask<{ name: string }>(url, 'select pg_walfile_name(pg_switch_wal()) name');
  await until(`the archive to take ${ended?.name}`, async () => {
    const [last] = await ask<{ name: string | null }>(url, 'select last_archived_wal name from pg_stat_archiver');
    return ended !== undefined && (last?.name ?? '') >= ended.name;
  });
}

/** Simulates the loss of the machine: kills all processes and removes the folder. */
export async function destroy(folder: string): Promise<void> {
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  // SIGQUIT ends all processes immediately, without a checkpoint.
  process.kill(pid, 'SIGQUIT');
  await until('PostgreSQL to end', () => !lives(pid));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/status`;
  // Without an init process, ended processes stay in the table of a container.
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}

/** Restores a base backup into a new folder and replays the archive up to a moment. */
export async function restore(
  { wal, base, scripts }: Archive,
  { folder, moment }: { folder: string; moment: string },
): Promise<void> {
  run('cp', ['-a', base, folder]);
  const settings = [
    `restore_command = 'sh ${scripts}/fetch-wal.sh ${wal}/%f %p'`,
    `recovery_target_time = '${moment}'`,
    `recovery_target_action = 'promote'`,
    // No client may read before the replay ends.
    'hot_standby = off',
  ];
  appendFileSync(join(folder, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  writeFileSync(join(folder, 'recovery.signal'), '', { mode: 0o600 });
  const { account } = prepare(folder);
  if (account.uid === undefined) return;
  run('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
}
