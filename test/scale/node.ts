import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alive } from '../reliability/product.ts';

/** The process and all that come from it, itself first, as /proc tells now. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It ended meanwhile.
    }
  const family = [pid];
  for (const one of family) for (const [child, parent] of parents) if (parent === one) family.push(child);
  return family;
}

export type NodeWish = {
  readonly name: string;
  readonly folder: string;
  readonly bin: string;
  readonly patroni: string;
  readonly account: { readonly uid?: number; readonly gid?: number };
  readonly ports: { readonly database: number; readonly told: number; readonly etcd: number };
};

/** What Patroni is told of a node. Nobody here has a password: the ports are of this machine alone. */
const settingsOf = ({ name, folder, bin, ports }: NodeWish) => `
scope: shop
name: ${name}
restapi: {listen: '127.0.0.1:${ports.told}', connect_address: '127.0.0.1:${ports.told}'}
etcd3: {host: '127.0.0.1:${ports.etcd}'}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: {max_connections: 200, wal_level: replica, hot_standby: 'on', max_wal_senders: 10, wal_log_hints: 'on', wal_sender_timeout: 10s}
  initdb: [{encoding: UTF8}, {locale-provider: builtin}, {builtin-locale: C.UTF-8}]
postgresql:
  listen: 127.0.0.1:${ports.database}
  connect_address: 127.0.0.1:${ports.database}
  data_dir: ${folder}/data
  bin_dir: ${bin}
  pgpass: ${folder}/pgpass
  authentication:
    superuser: {username: postgres, password: of-this-machine-alone}
    replication: {username: replicator, password: of-this-machine-alone}
    rewind: {username: rewinder, password: of-this-machine-alone}
  parameters: {unix_socket_directories: '${folder}'}
  pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
`;

/** A machine of the cluster: Patroni, and the PostgreSQL that it holds. */
export function layNode(wish: NodeWish) {
  const { folder, account, patroni } = wish;
  mkdirSync(folder, { mode: 0o755 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const file = join(folder, 'patroni.yml');
  writeFileSync(file, settingsOf(wish));
  let running: ChildProcess | undefined;
  const postmaster = (): number => {
    const lines = join(folder, 'data/postmaster.pid');
    return existsSync(lines) ? Number(readFileSync(lines, 'utf8').split('\n')[0]) : 0;
  };
  const signal = (pids: readonly number[], how: NodeJS.Signals) => {
    for (const pid of pids) if (pid > 0 && alive(pid)) process.kill(pid, how);
  };
  const database = () => (postmaster() > 0 ? familyOf(postmaster()) : []);
  const all = () => [...(running?.pid ? familyOf(running.pid) : []), ...database()];
  return {
    name: wish.name,
    ports: wish.ports,
    begin: () => {
      const log = openSync(join(folder, 'patroni.log'), 'a');
      running = spawn(patroni, [file], { ...account, cwd: folder, stdio: ['ignore', log, log], detached: true });
    },
    /** As when its machine loses power: nothing of it is asked to end. */
    kill: async () => {
      const gone = running && running.exitCode === null && running.signalCode === null ? once(running, 'exit') : null;
      signal(all(), 'SIGKILL');
      await gone;
    },
    /** PostgreSQL alone is gone, Patroni lives. */
    killDatabase: () => signal(database(), 'SIGKILL'),
    /** As when its machine hangs: lines stay open, and nothing on them is answered. */
    freeze: () => signal(all(), 'SIGSTOP'),
    thaw: () => signal(all(), 'SIGCONT'),
    said: () => readFileSync(join(folder, 'patroni.log'), 'utf8'),
  };
}

export type ClusterNode = ReturnType<typeof layNode>;
