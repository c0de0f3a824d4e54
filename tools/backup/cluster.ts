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
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startPostgres } from '../embedded-postgres.ts';
import { prepare } from '../postgres-place.ts';

/** Runs a program of the system; throws with what it said where it fails. */
export function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}

/** Where a drill keeps what would lie on another machine, and its copy of the scripts: PostgreSQL may read both. */
export type Archive = { readonly wal: string; readonly base: string; readonly files: string; readonly scripts: string };

/** Lays down an empty archive that belongs to the account which PostgreSQL runs under. */
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

/** Starts PostgreSQL as it is told to run for real: each finished piece of its log goes into the archive. */
export const startArchiving = (folder: string, { wal, scripts }: Archive): Promise<EmbeddedPostgres> =>
  startPostgres(
    folder,
    `-c wal_level=replica -c archive_mode=on -c archive_timeout=60 -c "archive_command=sh ${scripts}/archive-wal.sh %p ${wal}/%f"`,
  );

/** Runs one statement as the owner. */
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

/** What a base backup leaves out, by PostgreSQL's own account of it: what is of this run alone. */
const ofThisRun = ['postmaster.pid', 'postmaster.opts', 'owner.pid', 'server.log', 'pg_internal.init'];
const emptied = 'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' ');

/** Copies a folder in which files come and go meanwhile: what is gone when its turn comes is in the log. */
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
 * A base backup of a running cluster, in the way that PostgreSQL describes for whoever has no program for it. The
 * packages bring the server alone; where pgBackRest or pg_basebackup is, that is what makes it.
 */
export async function backUp(url: string, folder: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('drill', true)`);
    copyLive(folder, to);
    // Waits until all of the log that the copy needs is in the archive.
    const { rows } = await client.query<{ label: string; map: string }>(
      'select labelfile label, spcmapfile map from pg_backup_stop()',
    );
    writeFileSync(join(to, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600 });
    if (rows[0]?.map) writeFileSync(join(to, 'tablespace_map'), rows[0].map, { mode: 0o600 });
  } finally {
    await client.end();
  }
}

/** Has the log up to now go into the archive, and waits for it. */
export async function archiveNow(url: string): Promise<void> {
  const [ended] = await ask<{ name: string }>(url, 'select pg_walfile_name(pg_switch_wal()) name');
  for (let tries = 0; tries < 300; tries++) {
    const [last] = await ask<{ name: string | null }>(url, 'select last_archived_wal name from pg_stat_archiver');
    if (ended && last?.name && last.name >= ended.name) return;
    await sleep(200);
  }
  throw new Error(`the archive did not take ${ended?.name}`);
}

/** The machine goes, and its disk with it: no process is asked to end, nothing of the folder stays. */
export async function destroy(folder: string): Promise<void> {
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  // SIGQUIT ends all of its processes in the middle of whatever they do, without a checkpoint.
  process.kill(pid, 'SIGQUIT');
  for (let tries = 0; tries < 300 && lives(pid); tries++) await sleep(50);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/status`;
  // In a container without an init a process that ended stays in the table.
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}

/** Lays a base backup down in a new folder and has PostgreSQL play the archive back to a moment, and no further. */
export async function restore(
  { wal, base, scripts }: Archive,
  { folder, moment }: { folder: string; moment: string },
): Promise<void> {
  run('cp', ['-a', base, folder]);
  const settings = [
    `restore_command = 'sh ${scripts}/fetch-wal.sh ${wal}/%f %p'`,
    `recovery_target_time = '${moment}'`,
    `recovery_target_action = 'promote'`,
    // Nobody reads before it is done.
    'hot_standby = off',
  ];
  appendFileSync(join(folder, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  writeFileSync(join(folder, 'recovery.signal'), '', { mode: 0o600 });
  const { account } = prepare(folder);
  if (account.uid === undefined) return;
  run('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
}
