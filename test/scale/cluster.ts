import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from '../../tools/postgres-place.ts';
import { freePort } from '../reliability/free-port.ts';
import { until } from '../reliability/patience.ts';
import { programOf, replicatingPostgres } from './debian.ts';
import { type ClusterNode, layNode } from './node.ts';
import { answersAt } from './pooler.ts';

/** How Patroni's cluster stands, as one of its nodes tells. */
type Member = { readonly name: string; readonly role: string; readonly state: string; readonly lag?: number | string };

/** HAProxy as Patroni's own paper sets it up: the node that says it is the primary, and nobody else's lines. */
const roadTo = (port: number, nodes: readonly ClusterNode[]) => `
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
${nodes.map(({ name, ports }) => `  server ${name} 127.0.0.1:${ports.database} check port ${ports.told}`).join('\n')}
`;

/** Two PostgreSQL under Patroni, one etcd, and one road that leads to whoever is the primary. */
export async function startCluster(beforeEnd: (step: () => unknown) => void) {
  const [etcd, patroni, haproxy] = [programOf('etcd'), programOf('patroni'), programOf('haproxy')];
  const bin = replicatingPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-cluster-'));
  chmodSync(folder, 0o755);
  beforeEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const { account } = prepare(join(folder, 'account'));
  const inBackground = (program: string, args: readonly string[]) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    beforeEnd(async () => {
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await gone;
    });
  };
  const [clients, peers, road] = [await freePort(), await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${clients}`, `http://127.0.0.1:${peers}`];
  inBackground(etcd, [
    ...['--name', 'etcd', '--data-dir', join(folder, 'etcd'), '--initial-cluster', `etcd=${peer}`],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
  ]);
  await until('etcd', () => answersAt(clients));
  const nodes: ClusterNode[] = [];
  for (const name of ['one', 'two']) {
    const ports = { database: await freePort(), told: await freePort(), etcd: clients };
    const node = layNode({ name, folder: join(folder, name), bin, patroni, account, ports });
    nodes.push(node);
    beforeEnd(node.kill);
  }
  for (const node of nodes) node.begin();
  writeFileSync(join(folder, 'haproxy.cfg'), roadTo(road, nodes));
  inBackground(haproxy, ['-db', '-f', join(folder, 'haproxy.cfg')]);

  return { url: `postgres://postgres@127.0.0.1:${road}/postgres`, nodes, ...watch(nodes) };
}

/** How the cluster stands, by what its nodes tell, and what an operator does with it. */
function watch(nodes: readonly ClusterNode[]) {
  const told = async ({ ports }: ClusterNode, path: string) =>
    fetch(`http://127.0.0.1:${ports.told}${path}`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  const members = async (): Promise<readonly Member[]> => {
    for (const node of nodes) {
      const answer = await told(node, '/cluster');
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const primary = async (): Promise<ClusterNode | null> => {
    for (const node of nodes) if ((await told(node, '/primary'))?.status === 200) return node;
    return null;
  };
  /** A primary, and a standby that has all that is acknowledged. */
  const isWhole = async () => {
    const all = await members();
    const has = (role: string) => all.some((one) => one.role === role && /^(running|streaming)$/.test(one.state));
    return has('leader') && has('sync_standby') && (await primary()) !== null;
  };
  const wait = (ms: number) => until('the cluster to be whole', isWhole, ms);
  /** Turns synchronous mode off and on again. */
  const beSynchronousAnew = async () => {
    for (const mode of [false, true]) {
      const leader = await until('a primary', primary, 60_000);
      await fetch(`http://127.0.0.1:${leader.ports.told}/config`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ synchronous_mode: mode }),
      });
      await sleep(12_000);
    }
  };
  /**
   * After a machine hung, Patroni 3.0.2 may leave what it notes of the standby under the name of the former primary: it
   * says "Synchronous replication key updated by someone else" for ever and names no standby. Orders go on, and the
   * next loss would be one of acknowledged orders. Answers how often it had to be helped.
   */
  const whole = async (): Promise<number> => {
    for (let helped = 0; helped < 3; helped++)
      try {
        await wait(90_000);
        return helped;
      } catch {
        await beSynchronousAnew();
      }
    await wait(90_000);
    return 3;
  };
  /** The primary hands over to the other, as for an upgrade of its machine. */
  const switchOver = async () => {
    const leader = await until('a primary', primary, 60_000);
    const candidate = nodes.find((node) => node !== leader)?.name;
    const answer = await fetch(`http://127.0.0.1:${leader.ports.told}/switchover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leader: leader.name, candidate }),
    });
    if (!answer.ok) throw new Error(`Patroni does not hand over: ${await answer.text()}`);
  };
  const fail = (error: Error) => {
    throw new Error(`${error.message}\n${nodes.map((node) => node.said().slice(-3_000)).join('\n--\n')}`);
  };
  return { primary, switchOver, whole: () => whole().catch(fail) };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
