import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from '../postgres-location.ts';
import { backUp, run } from './cluster.ts';

const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);

/** Copies a running cluster with the WAL that it needs, so that the copy starts without an archive. */
export async function copyCluster(url: string, from: string, to: string): Promise<void> {
  await backUp(url, from, to);
  const [, firstSegment = ''] = /\(file ([0-9A-F]{24})\)/.exec(readFileSync(join(to, 'backup_label'), 'utf8')) ?? [];
  for (const name of readdirSync(join(from, 'pg_wal')).filter(isSegment))
    copyFileSync(join(from, 'pg_wal', name), join(to, 'pg_wal', name));
  if (!existsSync(join(to, 'pg_wal', firstSegment)))
    throw new Error('PostgreSQL removed WAL that the backup needs. Run it again when the database is less busy.');
  const { account } = prepare(to);
  if (account.uid !== undefined) run('chown', ['-R', `${account.uid}:${account.gid}`, to]);
}
