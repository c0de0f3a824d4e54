import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { liveLine } from '../reliability/live-line.ts';
import { until } from '../reliability/patience.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { openHouse } from './house.ts';
import type { ClusterNode } from './node.ts';
import { isAsTold, OrderBook } from './order-book.ts';
import { median, seconds } from './report.ts';
import type { Play } from './scenarios.ts';

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

/** Milliseconds from the loss: until another primary was there, without an order (of one process), until two nodes were. */
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

/** The primary is lost again and again while customers order, sign in to the live line, and jobs run. */
export const failover: Play = async ({ report, number, beforeEnd, calm }) => {
  const cluster = await startCluster(beforeEnd);
  await cluster.whole();
  const house = await openHouse({ server: cluster.url, beforeEnd });
  const webs = [await house.open('web'), await house.open('web')];
  const worker = await house.open('worker');
  report.say(
    'two PostgreSQL 18 under Patroni (synchronous_mode, ttl 20, loop_wait 5), one etcd, HAProxy, PgBouncer in',
  );
  report.say(
    'transaction mode as shipped, two web processes, a worker; 8 customers order at a time, one in five calls off',
  );
  const origins = webs.map(({ origin }) => origin);
  const book = new OrderBook({ customers: house.scene.customers, origins });
  book.begin(8, 100);
  await until('the first orders', () => book.placed > 20, 60_000);
  const blows: Blow[] = [];
  const kills = number('kills', 20);
  // Both kinds in turn; at last a machine that hangs, which is no kill.
  const plan = [
    ...Array.from({ length: kills }, (_, nth) => turns[nth % turns.length] as Loss),
    'machine frozen' as const,
  ];
  const last = performance.now() + number('minutes', 60) * 60_000;
  for (const [nth, loss] of plan.entries()) {
    if (performance.now() > last && loss !== 'machine frozen') continue;
    book.paused = true;
    await calm();
    book.paused = false;
    await cluster.whole();
    await sleep(2_000);
    const done = await blow(cluster, book, loss);
    blows.push(done);
    report.say(`${String(nth + 1).padStart(2)} ${told(done)}`);
  }
  for (const what of Object.keys(others)) report.say(await disturb(cluster, book, what));
  await book.stop();
  const owner = new pg.Client({ connectionString: house.scene.url });
  owner.on('error', () => undefined);
  beforeEnd(() => owner.end().catch(() => undefined));
  await owner.connect();
  const found = await book.compare(owner);
  report.say(`answers by status: ${JSON.stringify(book.answers)}; refusals: ${JSON.stringify(book.refusals)}`);
  report.say(
    `${found.asked} orders asked for, ${found.sentAgain} of them sent more than once; ${found.calledOff} called off`,
  );
  const all = blows.map(({ each }) => each);
  report.bar(
    Math.max(...all) <= most,
    `orders taken again after each of ${blows.length} losses, by each process, in <= 30 s`,
    `median ${seconds(median(all))}, longest ${seconds(Math.max(...all))}`,
  );
  const killed = blows.filter(({ loss }) => loss !== 'machine frozen').length;
  report.bar(killed >= kills, `primaries killed, of ${kills} that were meant to be`, killed);
  report.bar(found.lost === 0, `acknowledged orders lost, of ${found.acknowledged}`, found.lost);
  report.bar(found.doubled === 0, 'orders doubled', found.doubled);
  report.bar(isAsTold(found), 'the database holds exactly what customers were told', JSON.stringify(found));
  const unknown = Object.keys(book.answers).filter((kind) => !/^(200|4\d\d|503|none)$/.test(kind));
  report.bar(unknown.length === 0, 'answers that were neither done, refused nor "later"', unknown.join(', ') || 'none');
  await until(
    'everything to be ready',
    async () =>
      (await Promise.all([...webs, worker].map(({ origin }) => fetch(`${origin}/readyz`)))).every(({ ok }) => ok),
    60_000,
  );
  report.bar(true, 'every process says that it is ready, and none was started again', 'yes');
  const [customer] = house.scene.customers;
  const lines = await Promise.all(webs.map(({ origin }) => liveLine(origin, customer?.cookie ?? '')));
  await owner.query(`select pg_notify('topic', 'prices')`);
  const heard = () => lines.every((line) => line.heard.includes('prices'));
  await until('the live lines', heard, 10_000).catch(() => undefined);
  report.bar(heard(), 'live lines of all processes hear of a change', heard() ? 'yes' : 'no');
  await Promise.all(lines.map((line) => line.close()));
  await sealed(owner).catch(() => undefined);
  report.bar((await unsealed(owner)) === 0, 'entries of the audit log that are not sealed', await unsealed(owner));
  for (const { end } of [...webs, worker]) await end('SIGTERM');
};

async function unsealed(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int n from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)',
  );
  return rows[0]?.n ?? -1;
}

const sealed = (owner: pg.Client) =>
  until('the audit log to be sealed', async () => (await unsealed(owner)) === 0, 60_000);
