import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, signInDemoUser } from '../../test/reliability/customer.ts';
import { freePort } from '../../test/reliability/free-port.ts';
import { createDataFolder, createStage, type Product, start } from '../../test/reliability/product.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { type Customer, createBenchDatabase, type Scene, secret, vacuumAndCheckpoint } from '../bench/scene.ts';
import { median, seconds } from './report.ts';
import type { RunScenario } from './scenarios.ts';

/** A request that a screen sends first. `of`: sent by the customer with the most orders, or by a demo employee. */
type ScreenRequest = {
  readonly screen: string;
  readonly of: 'customer' | 'admin' | 'compliance';
  readonly path: string;
  readonly input: object;
};
type Ids = { readonly order: string; readonly customer: string };

const buildRequests = ({ order, customer }: Ids): ScreenRequest[] => {
  const asCustomer = (screen: string, path: string, input: object = {}): ScreenRequest => ({
    screen,
    of: 'customer',
    path,
    input,
  });
  const asStaff = (screen: string, path: string, input: object = {}): ScreenRequest => ({
    screen,
    of: 'admin',
    path,
    input,
  });
  return [
    asCustomer('every screen', 'accounts/viewer'),
    asCustomer('/dashboard', 'accountPages/overview'),
    asCustomer('/trading', 'trading/limits'),
    asCustomer('/transactions', 'trading/list'),
    asCustomer('/transactions', 'trading/counts'),
    asCustomer('/orders/:orderId', 'trading/show', { orderId: order }),
    asCustomer('/transactions/:orderId/receipt', 'trading/receipt', { orderId: order }),
    asCustomer('/notices', 'notices/list'),
    asCustomer('/subscriptions', 'subscriptions/own'),
    asCustomer('/learning-dashboard', 'learning/own'),
    asCustomer('/profile', 'accountPages/profile'),
    asStaff('/admin', 'desk/queue'),
    asStaff('/admin, searched', 'desk/queue', { search: 'P-AB' }),
    asStaff('/admin/orders/:orderId', 'desk/order', { orderId: order }),
    asStaff('/admin/payments', 'paymentsDesk/queue'),
    asStaff('/admin/bank-lines', 'bankLines/list'),
    asStaff('/admin/unallocated-funds', 'unallocated/list'),
    asStaff('/admin/workshops', 'workshopsDesk/sessions'),
    asStaff('/admin/identity', 'identity/queue'),
    asStaff('/admin/courses', 'authoring/courses'),
    asStaff('/admin/projects', 'projectsDesk/submissions'),
    asStaff('/admin/launches', 'launchesDesk/list'),
    asStaff('/admin/scams', 'scamDesk/cases'),
    asStaff('/admin/customers', 'identity/customers', { search: 'Customer 12' }),
    asStaff('/admin/customers/:customerId', 'identity/customer', { userId: customer }),
    asStaff('/admin/aml-compliance', 'compliance/alerts'),
    asStaff('/admin/aml-compliance/cases', 'compliance/cases'),
    { ...asStaff('/admin/aml-compliance/reports', 'compliance/reports'), of: 'compliance' },
    asStaff('/admin/aml-compliance/rules', 'risk/ruleSets'),
    asStaff('/admin/aml-compliance/lists', 'screening/lists'),
    asStaff('/admin/aml-compliance/customers', 'compliance/customers'),
    asStaff('/admin/aml-compliance/breaches', 'compliance/breaches'),
    asStaff('/admin/settings', 'settings/list'),
    asStaff('/admin/staff', 'roles/list'),
    asStaff('/admin/audit', 'audit/list'),
    asStaff('/admin/system', 'system/show'),
  ];
};

const addEntries = (scene: Scene) =>
  scene.owner.query(`
    insert into audit_log (id, at, actor_id, actor_role, action, subject_type, subject_id, about_id, after)
      select uuidv7(created_at - now()), created_at, case n when 1 then user_id end,
             case n when 1 then 'customer' else 'finance' end, case n when 1 then 'order.place' else 'order.complete' end,
             'order', id::text, user_id, '{}'
        from transactions, generate_series(1, 2) n order by created_at`);

/** Inserts a movement per paid order. Triggers are disabled, because they would take a lock for each of millions. */
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
  readonly requests: readonly ScreenRequest[];
  readonly cookies: Record<ScreenRequest['of'], string>;
};

async function createScene(server: string, name: string, past: number): Promise<Scene> {
  const scene = await createBenchDatabase(server, name, { customers: 1_000, transactions: past, withCopy: false });
  await addEntries(scene);
  await addMovements(scene);
  await vacuumAndCheckpoint(scene);
  return scene;
}

async function startSide(scene: Scene): Promise<Side> {
  const product = await start(
    {
      MODE: 'demo',
      DEMO_ON_PURPOSE: 'yes',
      AUTH_SECRET: secret,
      DATA_DIR: createDataFolder(),
      DATABASE_URL: scene.url,
      PORT: String(await freePort()),
    },
    createStage('web'),
  );
  const { rows } = await scene.owner.query<Ids>(
    `select id "order", user_id customer from transactions where reference like 'P-%' order by id desc limit 1`,
  );
  const ids = rows[0] ?? { order: '', customer: '' };
  const busiest = scene.customers.find(({ id }) => id === ids.customer) as Customer;
  const [admin, compliance] = [
    await signInDemoUser(product.origin, 'admin'),
    await signInDemoUser(product.origin, 'compliance'),
  ];
  const cookies = { customer: busiest.cookie, admin, compliance };
  return { product, scene, requests: buildRequests(ids), cookies };
}

async function measure(
  { product, cookies }: Side,
  { of, path, input }: ScreenRequest,
): Promise<{ ms: number; status: number }> {
  const startedAt = performance.now();
  const { status } = await call({ origin: product.origin, cookie: cookies[of] }, path, input);
  return { ms: performance.now() - startedAt, status };
}

/** Database pages read so far. PostgreSQL reports them in the first transaction after a second, which counts too. */
async function loadPageCount(side: Side, request: ScreenRequest): Promise<number> {
  await sleep(1_100);
  await measure(side, request);
  const { rows } = await side.scene.owner.query<{ pages: bigint }>(
    'select blks_hit + blks_read pages from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.pages);
}

/** Database pages read per request. Unlike time, this number does not depend on other load of the machine. */
async function countPages(side: Side, request: ScreenRequest): Promise<number> {
  const [times, before] = [5, await loadPageCount(side, request)];
  for (let time = 1; time < times; time++) await measure(side, request);
  return Math.round(((await loadPageCount(side, request)) - before) / times);
}

export const grown: RunScenario = async ({ report, number, beforeEnd, calm }) => {
  const past = number('past', 5_000_000);
  const postgres = await startPostgres(
    join(createDataFolder(), 'postgres'),
    '-c shared_buffers=512MB -c max_wal_size=4GB',
  );
  beforeEnd(postgres.stop);
  const startedAt = performance.now();
  const scenes = [
    await createScene(postgres.url, 'few', 10_000),
    await createScene(postgres.url, 'many', past),
  ] as const;
  for (const { owner } of scenes) beforeEnd(() => owner.end());
  const [size] = (
    await scenes[1].owner.query<{ size: string }>('select pg_size_pretty(pg_database_size(current_database())) size')
  ).rows;
  report.print(
    `${past} orders with screenings, assessments, lines and two entries of the log each: ${size?.size}, laid in ` +
      seconds(performance.now() - startedAt),
  );
  const [small, large] = [await startSide(scenes[0]), await startSide(scenes[1])];
  const rounds = number('rounds', 15);
  const slow: string[] = [];
  let measured = 0;
  for (const [nth, request] of small.requests.entries()) {
    await calm();
    const matching = large.requests[nth] as ScreenRequest;
    const first = [await measure(small, request), await measure(large, matching)];
    if (first.some(({ status }) => status !== 200)) {
      report.check(
        false,
        `${request.screen} is answered (${request.path})`,
        first.map(({ status }) => status).join(', '),
      );
      continue;
    }
    measured++;
    const times: [number, number][] = [];
    for (let round = 0; round < rounds; round++)
      times.push([(await measure(small, request)).ms, (await measure(large, matching)).ms]);
    const [a, b] = [Math.min(...times.map(([ms]) => ms)), Math.min(...times.map(([, ms]) => ms))];
    const ratio = b / a;
    const middle = median(times.map(([one, two]) => two / one));
    const holds = Math.min(ratio, middle) <= 1.3 || b - a < 3;
    if (!holds) slow.push(request.path);
    report.print(
      `${holds ? ' ' : '!'} ${request.screen.padEnd(36)} ${request.path.padEnd(26)} ${a.toFixed(1)} ms, ${b.toFixed(1)} ms: ` +
        `${ratio.toFixed(2)} x; its first answer ${first.map(({ ms }) => Math.round(ms)).join(' and ')} ms; ` +
        `${await countPages(small, request)} and ${await countPages(large, matching)} pages`,
    );
  }
  report.check(
    slow.length === 0,
    `first answers of ${measured} screens after ${past} orders <= 1.3 x of 10,000 (or < 3 ms more)`,
    slow.join(', ') || 'all',
  );
  for (const { product } of [small, large]) await product.end('SIGTERM');
};
