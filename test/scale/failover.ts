import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { liveLine } from '../reliability/live-line.ts';
import { until } from '../reliability/patience.ts';
import type { Product } from '../reliability/product.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type House, openHouse } from './house.ts';
import type { ClusterNode } from './node.ts';
import { OrderBook } from './order-book.ts';
import { median, seconds } from './report.ts';
import type { Play, Stage } from './scenarios.ts';
import { verdict } from './verdict.ts';

/** In which ways a primary is lost: its machine, its PostgreSQL alone, or its machine hangs. */
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
    return () => node.thaw();
  },
} as const;

type Loss = keyof typeof losses;
const turns: readonly Loss[] = ['machine lost', 'PostgreSQL killed'];

/** Milliseconds within which orders must be taken again, by every process. */
const most = 30_000;

/** Milliseconds: until another primary was there, without an order (by one process), until there were two nodes. */
type Blow = { loss: Loss; elected: number; silence: number; each: number; whole: number; helped: number };

/** Loses the primary once, and tells how long no order was acknowledged. */
async function blow(cluster: Cluster, book: OrderBook, loss: Loss): Promise<Blow> {
  const before = await until('a primary', cluster.primary, 60_000);
  const begun = performance.now();
  const bringBack = await losses[loss](before);
  await until(
    'another primary',
    async () => {
      const now = await cluster.primary();
      return now !== null && (loss === 'PostgreSQL killed' || now.name !== before.name);
    },
    90_000,
  );
  const elected = performance.now() - begun;
  // All of them order for a while again: what comes late belongs to this loss.
  const ordered = book.placed;
  await until('orders after it', () => book.placed > ordered + 20, 90_000);
  await sleep(2_000);
  const { all, each } = book.longestSilence(begun, performance.now());
  bringBack();
  const helped = await cluster.whole();
  return { helped, loss, elected, silence: all, each, whole: performance.now() - begun };
}

/** What else happens to a cluster: it is turned round on purpose, and its standby hangs while commits wait for it. */
const others: Readonly<Record<string, (cluster: Cluster) => Promise<() => void>>> = {
  'handed over': async (cluster) => {
    await cluster.switchOver();
    return () => undefined;
  },
  'standby frozen': async (cluster) => {
    const leader = await until('a primary', cluster.primary, 60_000);
    const standby = cluster.nodes.find((node) => node !== leader);
    standby?.freeze();
    return () => standby?.thaw();
  },
};

const told = ({ loss, elected, silence, each, whole, helped }: Blow) =>
  `${loss.padEnd(17)} a primary after ${seconds(elected)}, no order for ${seconds(silence)}, by one process for ` +
  `${seconds(each)}; two nodes again after ${seconds(whole)}` +
  (helped > 0 ? ' (synchronous mode had to be turned off and on)' : '');

async function disturb(cluster: Cluster, book: OrderBook, what: string): Promise<string> {
  const begun = performance.now();
  const bringBack = await others[what]?.(cluster);
  await sleep(8_000);
  const ordered = book.placed;
  await until('orders after it', () => book.placed > ordered + 20, 90_000);
  const { all } = book.longestSilence(begun, performance.now());
  bringBack?.();
  await sleep(5_000);
  await cluster.whole();
  return `   ${what.padEnd(17)} no order for ${seconds(all)}`;
}

/** Loses the primary as often as is wished, or as the time allows, and disturbs the cluster in other ways at last. */
async function loseAll({ report, number, calm }: Stage, cluster: Cluster, book: OrderBook): Promise<readonly Blow[]> {
  const blows: Blow[] = [];
  // Both kinds in turn; at last a machine that hangs, which is no kill.
  const kills = Array.from({ length: number('kills', 20) }, (_, nth) => turns[nth % turns.length] as Loss);
  const last = performance.now() + number('minutes', 60) * 60_000;
  for (const [nth, loss] of [...kills, 'machine frozen' as const].entries()) {
    if (performance.now() > last) break;
    book.paused = true;
    await calm();
    book.paused = false;
    await cluster.whole();
    await sleep(2_000);
    const done = await blow(cluster, book, loss);
    blows.push(done);
    report.say(`${String(nth + 1).padStart(2)} ${told(done)}`);
  }
  for (const what of Object.keys(others)) if (performance.now() < last) report.say(await disturb(cluster, book, what));
  return blows;
}

/** The primary is lost again and again while customers order, sign in to the live line, and jobs run. */
export const failover: Play = async (stage) => {
  const { report, number, beforeEnd } = stage;
  const cluster = await startCluster(beforeEnd);
  await cluster.whole();
  const house = await openHouse({ server: cluster.url, beforeEnd });
  const webs = [await house.open('web'), await house.open('web')];
  const worker = await house.open('worker');
  report.say('two PostgreSQL 18 under Patroni (synchronous_mode, ttl 20, loop_wait 5), one etcd, HAProxy, PgBouncer');
  report.say('as shipped, two web processes, a worker; 8 customers order at a time, one in five calls off');
  const origins = webs.map(({ origin }) => origin);
  const book = new OrderBook({ customers: house.scene.customers, origins });
  book.begin(8, 100);
  await until('the first orders', () => book.placed > 20, 60_000);
  const blows = await loseAll(stage, cluster, book);
  await book.stop();
  const owner = new pg.Client({ connectionString: house.scene.url });
  owner.on('error', () => undefined);
  beforeEnd(() => owner.end().catch(() => undefined));
  await owner.connect();
  const all = blows.map(({ each }) => each);
  report.bar(
    Math.max(...all) <= most,
    `orders taken again after each of ${blows.length} losses, by each process, in <= 30 s`,
    `median ${seconds(median(all))}, longest ${seconds(Math.max(...all))}`,
  );
  const killed = blows.filter(({ loss }) => loss !== 'machine frozen').length;
  report.bar(
    killed >= number('kills', 20),
    `primaries killed, of ${number('kills', 20)} that were meant to be`,
    killed,
  );
  await verdict(report, book, owner);
  await areWell(stage, house, [...webs, worker]);
  await sealed(owner).catch(() => undefined);
  report.bar((await unsealed(owner)) === 0, 'entries of the audit log that are not sealed', await unsealed(owner));
  for (const { end } of [...webs, worker]) await end('SIGTERM');
};

/** Nobody was started again: every process works as before. */
async function areWell({ report }: Stage, { scene }: House, parts: readonly Product[]): Promise<void> {
  const origins = parts.map(({ origin }) => origin);
  const are = async () => (await Promise.all(origins.map((one) => fetch(`${one}/readyz`)))).every(({ ok }) => ok);
  const ready = await until('everything to be ready', are, 60_000).catch(() => false);
  report.bar(ready, 'every process says that it is ready, and none was started again', ready ? 'yes' : 'no');
  const cookie = scene.customers[0]?.cookie ?? '';
  const lines = await Promise.all(origins.slice(0, -1).map((origin) => liveLine(origin, cookie)));
  const owner = new pg.Client({ connectionString: scene.url });
  await owner.connect();
  await owner.query(`select pg_notify('topic', 'prices')`);
  await owner.end();
  const heard = () => lines.every((line) => line.heard.includes('prices'));
  await until('the live lines', heard, 10_000).catch(() => undefined);
  report.bar(heard(), 'live lines of all processes hear of a change', heard() ? 'yes' : 'no');
  await Promise.all(lines.map((line) => line.close()));
}

async function unsealed(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int n from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)',
  );
  return rows[0]?.n ?? -1;
}

const sealed = (owner: pg.Client) =>
  until('the audit log to be sealed', async () => (await unsealed(owner)) === 0, 60_000);
