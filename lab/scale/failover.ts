import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openLiveStream } from '../../test/reliability/live-stream.ts';
import type { Product } from '../../test/reliability/product.ts';
import { until } from '../../test/reliability/until.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { ClusterNode } from './cluster-node.ts';
import { type Deployment, startDeployment } from './deployment.ts';
import { OrderBook } from './order-book.ts';
import { median, seconds } from './report.ts';
import type { RunScenario, ScenarioContext } from './scenarios.ts';
import { reportComparison } from './verdict.ts';

const losses = {
  'machine lost': async (node: ClusterNode) => {
    await node.kill();
    return () => node.begin();
  },
  'PostgreSQL killed': async (node: ClusterNode) => {
    node.killDatabase();
    return () => undefined;
  },
  'machine frozen': async (node: ClusterNode) => {
    node.freeze();
    return () => node.resume();
  },
} as const;

type Loss = keyof typeof losses;
const alternating: readonly Loss[] = ['machine lost', 'PostgreSQL killed'];

const maxSilenceMs = 30_000;

type FailureResult = {
  loss: Loss;
  electedMs: number;
  outageMs: number;
  perProcessOutageMs: number;
  recoveredMs: number;
  workarounds: number;
};

/** Makes the primary fail once, and measures how long no order is acknowledged. */
async function failPrimary(cluster: Cluster, book: OrderBook, loss: Loss): Promise<FailureResult> {
  const before = await until('a primary', cluster.findPrimary, 60_000);
  const startedAt = performance.now();
  const restore = await losses[loss](before);
  await until(
    'another primary',
    async () => {
      const now = await cluster.findPrimary();
      return now !== null && (loss === 'PostgreSQL killed' || now.name !== before.name);
    },
    90_000,
  );
  const electedMs = performance.now() - startedAt;
  const ordered = book.placed;
  await until('orders after it', () => book.placed > ordered + 20, 90_000);
  await sleep(2_000);
  const { all, each } = book.longestSilence(startedAt, performance.now());
  restore();
  const workarounds = await cluster.ensureComplete();
  return {
    workarounds,
    loss,
    electedMs,
    outageMs: all,
    perProcessOutageMs: each,
    recoveredMs: performance.now() - startedAt,
  };
}

/** Disturbances by name: a planned switchover, and a standby that hangs while commits wait for it. */
const disturbances: Readonly<Record<string, (cluster: Cluster) => Promise<() => void>>> = {
  'handed over': async (cluster) => {
    await cluster.switchOver();
    return () => undefined;
  },
  'standby frozen': async (cluster) => {
    const leader = await until('a primary', cluster.findPrimary, 60_000);
    const standby = cluster.nodes.find((node) => node !== leader);
    standby?.freeze();
    return () => standby?.resume();
  },
};

const formatResult = ({ loss, electedMs, outageMs, perProcessOutageMs, recoveredMs, workarounds }: FailureResult) =>
  `${loss.padEnd(17)} a primary after ${seconds(electedMs)}, no order for ${seconds(outageMs)}, by one process for ` +
  `${seconds(perProcessOutageMs)}; two nodes again after ${seconds(recoveredMs)}` +
  (workarounds > 0 ? ' (synchronous mode had to be turned off and on)' : '');

async function disturb(cluster: Cluster, book: OrderBook, name: string): Promise<string> {
  const startedAt = performance.now();
  const restore = await disturbances[name]?.(cluster);
  await sleep(8_000);
  const ordered = book.placed;
  await until('orders after it', () => book.placed > ordered + 20, 90_000);
  const { all } = book.longestSilence(startedAt, performance.now());
  restore?.();
  await sleep(5_000);
  await cluster.ensureComplete();
  return `   ${name.padEnd(17)} no order for ${seconds(all)}`;
}

async function failRepeatedly(
  { report, number, calm }: ScenarioContext,
  cluster: Cluster,
  book: OrderBook,
): Promise<readonly FailureResult[]> {
  const results: FailureResult[] = [];
  // Machine losses and PostgreSQL kills alternate. A frozen machine comes last.
  const kills = Array.from({ length: number('kills', 20) }, (_, nth) => alternating[nth % alternating.length] as Loss);
  const last = performance.now() + number('minutes', 60) * 60_000;
  for (const [nth, loss] of [...kills, 'machine frozen' as const].entries()) {
    if (performance.now() > last) break;
    book.paused = true;
    await calm();
    book.paused = false;
    await cluster.ensureComplete();
    await sleep(2_000);
    const done = await failPrimary(cluster, book, loss);
    results.push(done);
    report.print(`${String(nth + 1).padStart(2)} ${formatResult(done)}`);
  }
  for (const name of Object.keys(disturbances))
    if (performance.now() < last) report.print(await disturb(cluster, book, name));
  return results;
}

export const failover: RunScenario = async (stage) => {
  const { report, number, beforeEnd } = stage;
  const cluster = await startCluster(beforeEnd);
  await cluster.ensureComplete();
  const deployment = await startDeployment({ server: cluster.url, beforeEnd });
  const webs = [await deployment.open('web'), await deployment.open('web')];
  const worker = await deployment.open('worker');
  report.print('two PostgreSQL 18 under Patroni (synchronous_mode, ttl 20, loop_wait 5), one etcd, HAProxy, PgBouncer');
  report.print('as shipped, two web processes, a worker; 8 customers order at a time, one in five is cancelled');
  const origins = webs.map(({ origin }) => origin);
  const book = new OrderBook({ customers: deployment.scene.customers, origins });
  book.begin(8, 100);
  await until('the first orders', () => book.placed > 20, 60_000);
  const results = await failRepeatedly(stage, cluster, book);
  await book.stop();
  const owner = new pg.Client({ connectionString: deployment.scene.url });
  owner.on('error', () => undefined);
  beforeEnd(() => owner.end().catch(() => undefined));
  await owner.connect();
  const perProcessMs = results.map(({ perProcessOutageMs }) => perProcessOutageMs);
  report.check(
    Math.max(...perProcessMs) <= maxSilenceMs,
    `orders taken again after each of ${results.length} losses, by each process, in <= 30 s`,
    `median ${seconds(median(perProcessMs))}, longest ${seconds(Math.max(...perProcessMs))}`,
  );
  const killed = results.filter(({ loss }) => loss !== 'machine frozen').length;
  report.check(
    killed >= number('kills', 20),
    `primaries killed, of ${number('kills', 20)} that were meant to be`,
    killed,
  );
  await reportComparison(report, book, owner);
  await checkProcesses(stage, deployment, [...webs, worker]);
  await waitForSeals(owner).catch(() => undefined);
  report.check(
    (await countUnsealed(owner)) === 0,
    'entries of the audit log that are not sealed',
    await countUnsealed(owner),
  );
  for (const { end } of [...webs, worker]) await end('SIGTERM');
};

async function checkProcesses(
  { report }: ScenarioContext,
  { scene }: Deployment,
  parts: readonly Product[],
): Promise<void> {
  const origins = parts.map(({ origin }) => origin);
  const areReady = async () => (await Promise.all(origins.map((one) => fetch(`${one}/readyz`)))).every(({ ok }) => ok);
  const ready = await until('everything to be ready', areReady, 60_000).catch(() => false);
  report.check(ready, 'every process says that it is ready, and none was started again', ready ? 'yes' : 'no');
  const cookie = scene.customers[0]?.cookie ?? '';
  const lines = await Promise.all(origins.slice(0, -1).map((origin) => openLiveStream(origin, cookie)));
  const owner = new pg.Client({ connectionString: scene.url });
  await owner.connect();
  await owner.query(`select pg_notify('topic', 'prices')`);
  await owner.end();
  const haveReceived = () => lines.every((line) => line.heard.includes('prices'));
  await until('the live lines', haveReceived, 10_000).catch(() => undefined);
  report.check(haveReceived(), 'live lines of all processes hear of a change', haveReceived() ? 'yes' : 'no');
  await Promise.all(lines.map((line) => line.close()));
}

async function countUnsealed(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int n from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)',
  );
  return rows[0]?.n ?? -1;
}

const waitForSeals = (owner: pg.Client) =>
  until('the audit log to be sealed', async () => (await countUnsealed(owner)) === 0, 60_000);
