import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/reliability/free-port.ts';
import { until } from '../../test/reliability/until.ts';
import { prepare } from '../../tools/postgres-location.ts';
import { type ClusterNode, createNode } from './cluster-node.ts';
import { findProgram, replicatingPostgres } from './debian-programs.ts';
import { acceptsConnections } from './pooler.ts';

type Member = { readonly name: string; readonly role: string; readonly state: string; readonly lag?: number | string };

/** HAProxy configuration from the Patroni documentation: only the primary receives connections. */
const renderHaproxyConfig = (port: number, nodes: readonly ClusterNode[]) => `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 4s
  timeout client 30m
  timeout server 30m
  timeout check 3s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  option clitcpka
  option srvtcpka
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, ports }) => `  server ${name} 127.0.0.1:${ports.database} check port ${ports.restApi}`).join('\n')}
`;

/** Starts two PostgreSQL nodes under Patroni, one etcd, and an HAProxy that connects to the primary. */
export async function startCluster(beforeEnd: (step: () => unknown) => void) {
  const [etcd, patroni, haproxy] = [findProgram('etcd'), findProgram('patroni'), findProgram('haproxy')];
  const bin = replicatingPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-cluster-'));
  chmodSync(folder, 0o755);
  beforeEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const { account } = prepare(join(folder, 'account'));
  const inBackground = (program: string, args: readonly string[]) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    beforeEnd(async () => {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await exited;
    });
  };
  const [clients, peers, proxyPort] = [await freePort(), await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${clients}`, `http://127.0.0.1:${peers}`];
  inBackground(etcd, [
    ...['--name', 'etcd', '--data-dir', join(folder, 'etcd'), '--initial-cluster', `etcd=${peer}`],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
  ]);
  await until('etcd', () => acceptsConnections(clients));
  const nodes: ClusterNode[] = [];
  for (const name of ['one', 'two']) {
    const ports = { database: await freePort(), restApi: await freePort(), etcd: clients };
    const node = createNode({ name, folder: join(folder, name), bin, patroni, account, ports });
    nodes.push(node);
    beforeEnd(node.kill);
  }
  for (const node of nodes) node.begin();
  writeFileSync(join(folder, 'haproxy.cfg'), renderHaproxyConfig(proxyPort, nodes));
  inBackground(haproxy, ['-db', '-f', join(folder, 'haproxy.cfg')]);

  return { url: `postgres://postgres@127.0.0.1:${proxyPort}/postgres`, nodes, ...watch(nodes) };
}

function watch(nodes: readonly ClusterNode[]) {
  const fetchStatus = async ({ ports }: ClusterNode, path: string) =>
    fetch(`http://127.0.0.1:${ports.restApi}${path}`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  const loadMembers = async (): Promise<readonly Member[]> => {
    for (const node of nodes) {
      const answer = await fetchStatus(node, '/cluster');
      if (answer?.ok) return ((await answer.json()) as { loadMembers: Member[] }).loadMembers;
    }
    return [];
  };
  const findPrimary = async (): Promise<ClusterNode | null> => {
    for (const node of nodes) if ((await fetchStatus(node, '/primary'))?.status === 200) return node;
    return null;
  };
  const isComplete = async () => {
    const members = await loadMembers();
    const has = (role: string) =>
      members.some((member) => member.role === role && /^(running|streaming)$/.test(member.state));
    return has('leader') && has('sync_standby') && (await findPrimary()) !== null;
  };
  const waitUntilComplete = (ms: number) => until('the cluster to be whole', isComplete, ms);
  const restartSynchronousMode = async () => {
    for (const mode of [false, true]) {
      const leader = await until('a primary', findPrimary, 60_000);
      await fetch(`http://127.0.0.1:${leader.ports.restApi}/config`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ synchronous_mode: mode }),
      });
      await sleep(12_000);
    }
  };
  /** Works around Patroni 3.0.2, which may name no standby after a hang. Returns the number of workarounds. */
  const ensureComplete = async (): Promise<number> => {
    for (let workarounds = 0; workarounds < 3; workarounds++)
      try {
        await waitUntilComplete(90_000);
        return workarounds;
      } catch {
        await restartSynchronousMode();
      }
    await waitUntilComplete(90_000);
    return 3;
  };
  const switchOver = async () => {
    const leader = await until('a primary', findPrimary, 60_000);
    const candidate = nodes.find((node) => node !== leader)?.name;
    const answer = await fetch(`http://127.0.0.1:${leader.ports.restApi}/switchover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leader: leader.name, candidate }),
    });
    if (!answer.ok) throw new Error(`Patroni refused the switchover: ${await answer.text()}`);
  };
  const failWithLogs = (error: Error) => {
    throw new Error(`${error.message}\n${nodes.map((node) => node.readLog().slice(-3_000)).join('\n--\n')}`);
  };
  return { findPrimary, switchOver, ensureComplete: () => ensureComplete().catch(failWithLogs) };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
