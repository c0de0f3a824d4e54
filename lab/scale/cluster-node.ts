import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../test/reliability/product.ts';

export function listProcessTree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has already exited.
    }
  const family = [pid];
  for (const one of family) for (const [child, parent] of parents) if (parent === one) family.push(child);
  return family;
}

export type NodeOptions = {
  readonly name: string;
  readonly folder: string;
  readonly bin: string;
  readonly patroni: string;
  readonly account: { readonly uid?: number; readonly gid?: number };
  readonly ports: { readonly database: number; readonly restApi: number; readonly etcd: number };
};

/** Patroni configuration without passwords, because the ports are local. */
const renderPatroniConfig = ({ name, folder, bin, ports }: NodeOptions) => `
scope: shop
name: ${name}
restapi: {listen: '127.0.0.1:${ports.restApi}', connect_address: '127.0.0.1:${ports.restApi}'}
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

export function createNode(options: NodeOptions) {
  const { folder, account, patroni } = options;
  mkdirSync(folder, { mode: 0o755 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const file = join(folder, 'patroni.yml');
  writeFileSync(file, renderPatroniConfig(options));
  let running: ChildProcess | undefined;
  const postmaster = (): number => {
    const lines = join(folder, 'data/postmaster.pid');
    return existsSync(lines) ? Number(readFileSync(lines, 'utf8').split('\n')[0]) : 0;
  };
  const sendSignal = (pids: readonly number[], signalName: NodeJS.Signals) => {
    for (const pid of pids) if (pid > 0 && isAlive(pid)) process.kill(pid, signalName);
  };
  const database = () => (postmaster() > 0 ? listProcessTree(postmaster()) : []);
  const listProcesses = () => [...(running?.pid ? listProcessTree(running.pid) : []), ...database()];
  return {
    name: options.name,
    ports: options.ports,
    begin: () => {
      const log = openSync(join(folder, 'patroni.log'), 'a');
      running = spawn(patroni, [file], { ...account, cwd: folder, stdio: ['ignore', log, log], detached: true });
    },
    kill: async () => {
      const exited = running && running.exitCode === null && running.signalCode === null ? once(running, 'exit') : null;
      sendSignal(listProcesses(), 'SIGKILL');
      await exited;
    },
    killDatabase: () => sendSignal(database(), 'SIGKILL'),
    /** Simulates a machine that hangs: connections stay open without responses. */
    freeze: () => sendSignal(listProcesses(), 'SIGSTOP'),
    resume: () => sendSignal(listProcesses(), 'SIGCONT'),
    readLog: () => readFileSync(join(folder, 'patroni.log'), 'utf8'),
  };
}

export type ClusterNode = ReturnType<typeof createNode>;
