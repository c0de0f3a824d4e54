import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Customer, layScene, type Scene, secret, settle } from '../../tools/bench/scene.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { call, signedIn } from '../reliability/customer.ts';
import { freePort } from '../reliability/free-port.ts';
import { dataFolder, type Product, staged, start } from '../reliability/product.ts';
import { median, seconds } from './report.ts';
import type { Play } from './scenarios.ts';

/** What a screen asks first. `of`: the customer who has most behind them, or one of the demo's staff. */
type Ask = {
  readonly screen: string;
  readonly of: 'customer' | 'admin' | 'compliance';
  readonly path: string;
  readonly input: object;
};
type Ids = { readonly order: string; readonly customer: string };

const asksWith = ({ order, customer }: Ids): Ask[] => {
  const mine = (screen: string, path: string, input: object = {}): Ask => ({ screen, of: 'customer', path, input });
  const desk = (screen: string, path: string, input: object = {}): Ask => ({ screen, of: 'admin', path, input });
  return [
    mine('every screen', 'accounts/viewer'),
    mine('/dashboard', 'accountPages/overview'),
    mine('/trading', 'trading/limits'),
    mine('/transactions', 'trading/list'),
    mine('/transactions', 'trading/counts'),
    mine('/orders/:orderId', 'trading/show', { orderId: order }),
    mine('/transactions/:orderId/receipt', 'trading/receipt', { orderId: order }),
    mine('/notices', 'notices/list'),
    mine('/subscriptions', 'subscriptions/own'),
    mine('/learning-dashboard', 'learning/own'),
    mine('/profile', 'accountPages/profile'),
    desk('/admin', 'desk/queue'),
    desk('/admin, searched', 'desk/queue', { search: 'P-AB' }),
    desk('/admin/orders/:orderId', 'desk/order', { orderId: order }),
    desk('/admin/payments', 'paymentsDesk/queue'),
    desk('/admin/bank-lines', 'bankLines/list'),
    desk('/admin/unassigned', 'unassigned/list'),
    desk('/admin/workshops', 'workshopsDesk/sessions'),
    desk('/admin/identity', 'identity/queue'),
    desk('/admin/courses', 'authoring/courses'),
    desk('/admin/projects', 'projectsDesk/submissions'),
    desk('/admin/launches', 'launchesDesk/list'),
    desk('/admin/scams', 'scamDesk/matters'),
    desk('/admin/customers', 'identity/customers', { search: 'Customer 12' }),
    desk('/admin/customers/:customerId', 'identity/customer', { userId: customer }),
    desk('/admin/aml-compliance', 'compliance/alerts'),
    desk('/admin/aml-compliance/cases', 'compliance/cases'),
    { ...desk('/admin/aml-compliance/reports', 'compliance/reports'), of: 'compliance' },
    desk('/admin/aml-compliance/rules', 'risk/ruleSets'),
    desk('/admin/aml-compliance/lists', 'screening/lists'),
    desk('/admin/aml-compliance/customers', 'compliance/customers'),
    desk('/admin/aml-compliance/breaches', 'compliance/breaches'),
    desk('/admin/aml-compliance/figures', 'compliance/figures'),
    desk('/admin/settings', 'settings/list'),
    desk('/admin/letters', 'letters/list'),
    desk('/admin/staff', 'roles/list'),
    desk('/admin/audit', 'audit/list'),
    desk('/admin/system', 'system/show'),
  ];
};

/** Two entries of the log for each past order, as its placing and its end wrote them. */
const addEntries = (scene: Scene) =>
  scene.owner.query(`
    insert into audit_log (id, at, actor_id, actor_role, action, subject_type, subject_id, about_id, after)
      select uuidv7(created_at - now()), created_at, case n when 1 then user_id end,
             case n when 1 then 'customer' else 'finance' end, case n when 1 then 'order.place' else 'order.complete' end,
             'order', id::text, user_id, '{}'
        from transactions, generate_series(1, 2) n order by created_at`);

/**
 * A line of what came in for each order that was paid. What stands guard over lines takes a lock for each, of which a
 * statement of millions has no room.
 */
const addMovements = (scene: Scene) =>
  scene.owner.query(`
    set session_replication_role = replica;
    insert into movements (id, order_id, user_id, direction, asset, amount, rail, reference, reference_key, moved_at, recorded_at)
      select uuidv7(created_at - now()), id, user_id, 'in', 'JMD', 20000, 'bank', reference, 'bank:' || reference,
             created_at, created_at from transactions where pay_in = 'received' order by created_at;
    reset session_replication_role`);

type Side = {
  readonly product: Product;
  readonly scene: Scene;
  readonly asks: readonly Ask[];
  readonly cookies: Record<Ask['of'], string>;
};

async function layDown(server: string, name: string, past: number): Promise<Scene> {
  const scene = await layScene(server, name, { customers: 1_000, transactions: past, withCopy: false });
  await addEntries(scene);
  await addMovements(scene);
  await settle(scene);
  return scene;
}

async function sideOf(scene: Scene): Promise<Side> {
  const product = await start(
    {
      MODE: 'demo',
      DEMO_ON_PURPOSE: 'yes',
      AUTH_SECRET: secret,
      DATA_DIR: dataFolder(),
      DATABASE_URL: scene.url,
      PORT: String(await freePort()),
    },
    staged('web'),
  );
  const { rows } = await scene.owner.query<Ids>(
    `select id "order", user_id customer from transactions where reference like 'P-%' order by id desc limit 1`,
  );
  const ids = rows[0] ?? { order: '', customer: '' };
  const whose = scene.customers.find(({ id }) => id === ids.customer) as Customer;
  const [admin, compliance] = [await signedIn(product.origin, 'admin'), await signedIn(product.origin, 'compliance')];
  const cookies = { customer: whose.cookie, admin, compliance };
  return { product, scene, asks: asksWith(ids), cookies };
}

async function took({ product, cookies }: Side, { of, path, input }: Ask): Promise<{ ms: number; status: number }> {
  const begun = performance.now();
  const { status } = await call({ origin: product.origin, cookie: cookies[of] }, path, input);
  return { ms: performance.now() - begun, status };
}

/**
 * Pages of the database that were looked at so far. A session tells of what it did with the first transaction that ends
 * a second after it told last: so one more is asked for, and counts.
 */
async function pagesBehind(side: Side, ask: Ask): Promise<number> {
  await sleep(1_100);
  await took(side, ask);
  const { rows } = await side.scene.owner.query<{ pages: bigint }>(
    'select blks_hit + blks_read pages from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.pages);
}

/** How many pages a question looks at, which is the same on a machine that others use. */
async function pagesOf(side: Side, ask: Ask): Promise<number> {
  const [times, before] = [5, await pagesBehind(side, ask)];
  for (let time = 1; time < times; time++) await took(side, ask);
  return Math.round(((await pagesBehind(side, ask)) - before) / times);
}

/** What every screen asks first, where ten thousand orders lie behind and where so many more do. */
export const grown: Play = async ({ report, number, beforeEnd, calm }) => {
  const past = number('past', 5_000_000);
  const postgres = await startPostgres(join(dataFolder(), 'postgres'), '-c shared_buffers=512MB -c max_wal_size=4GB');
  beforeEnd(postgres.stop);
  const begun = performance.now();
  const scenes = [await layDown(postgres.url, 'few', 10_000), await layDown(postgres.url, 'many', past)] as const;
  for (const { owner } of scenes) beforeEnd(() => owner.end());
  const [size] = (
    await scenes[1].owner.query<{ size: string }>('select pg_size_pretty(pg_database_size(current_database())) size')
  ).rows;
  report.say(
    `${past} orders with screenings, assessments, lines and two entries of the log each: ${size?.size}, laid in ` +
      seconds(performance.now() - begun),
  );
  const [few, many] = [await sideOf(scenes[0]), await sideOf(scenes[1])];
  const rounds = number('rounds', 15);
  const slow: string[] = [];
  let asked = 0;
  for (const [nth, ask] of few.asks.entries()) {
    await calm();
    const other = many.asks[nth] as Ask;
    const first = [await took(few, ask), await took(many, other)];
    if (first.some(({ status }) => status !== 200)) {
      report.bar(false, `${ask.screen} is answered (${ask.path})`, first.map(({ status }) => status).join(', '));
      continue;
    }
    asked++;
    const times: [number, number][] = [];
    for (let round = 0; round < rounds; round++) times.push([(await took(few, ask)).ms, (await took(many, other)).ms]);
    const [a, b] = [Math.min(...times.map(([ms]) => ms)), Math.min(...times.map(([, ms]) => ms))];
    const ratio = b / a;
    const middle = median(times.map(([one, two]) => two / one));
    // What takes a few milliseconds more is nobody's waiting.
    const holds = Math.min(ratio, middle) <= 1.3 || b - a < 3;
    if (!holds) slow.push(ask.path);
    report.say(
      `${holds ? ' ' : '!'} ${ask.screen.padEnd(36)} ${ask.path.padEnd(26)} ${a.toFixed(1)} ms, ${b.toFixed(1)} ms: ` +
        `${ratio.toFixed(2)} x; its first answer ${first.map(({ ms }) => Math.round(ms)).join(' and ')} ms; ` +
        `${await pagesOf(few, ask)} and ${await pagesOf(many, other)} pages`,
    );
  }
  report.bar(
    slow.length === 0,
    `first answers of ${asked} screens after ${past} orders <= 1.3 x of 10,000 (or < 3 ms more)`,
    slow.join(', ') || 'all',
  );
  for (const { product } of [few, many]) await product.end('SIGTERM');
};
