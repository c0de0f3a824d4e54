import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { allowCrowds } from '../raised-limits.ts';
import { buildOrder, type OrderRequest, placeOrder, requestQuote, signInDemoUser } from './customer.ts';
import { freePort } from './free-port.ts';
import { createDataFolder, isAlive, postmaster, start } from './product.ts';
import { until } from './until.ts';

/** Seed of the random times of the kills. SEED repeats a run, which prints its seed. */
const seed = Number(process.env['SEED'] ?? randomInt(1, 2 ** 31));
let state = seed;
function pickBetween(from: number, to: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return from + (state % (to - from));
}

const dataDir = createDataFolder();
const port = await freePort();
const env = { MODE: 'demo', DATA_DIR: dataDir, PORT: String(port) };
const origin = `http://localhost:${port}`;

type Order = { key: string; orderId: string; reference: string };

let acknowledged = 0;

async function orderContinuously(cookie: string, isRunning: () => boolean) {
  const placed: Order[] = [];
  let repeats = 0;
  const repeatUntilAnswered = async (request: OrderRequest) => {
    for (;;) {
      const answer = await placeOrder(origin, cookie, request).catch(() => null);
      if (answer?.status === 200) return answer.body;
      if (answer && answer.status < 500) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
      repeats++;
      await sleep(40);
    }
  };
  while (isRunning()) {
    const quote = await requestQuote(origin, cookie, '500').catch(() => null);
    if (quote?.status !== 200) {
      await sleep(40);
      continue;
    }
    const request = buildOrder(quote.body.id);
    const { orderId, reference } = await repeatUntilAnswered(request);
    placed.push({ key: request.key, orderId, reference });
    acknowledged += 1;
  }
  return { placed, repeats };
}

test('kills at random moments lose, duplicate or half-finish no acknowledged order', async () => {
  console.info(`SEED=${seed}`);
  let product = await start(env);
  await allowCrowds(`postgres://postgres@127.0.0.1:${postmaster(dataDir)?.port}/postgres`);
  const buyers = await Promise.all(['tier1', 'tier2', 'enhanced'].map((name) => signInDemoUser(origin, name)));
  let over = false;
  const shopping = Promise.all(buyers.map((cookie) => orderContinuously(cookie, () => !over)));
  shopping.catch(() => undefined);

  for (const blow of ['product', 'product', 'database'] as const) {
    await sleep(pickBetween(300, 1_200));
    if (blow === 'database') {
      const server = postmaster(dataDir);
      if (!server) throw new Error('no database is running');
      process.kill(server.pid, 'SIGKILL');
      await until('the database to be gone', () => !isAlive(server.pid));
      await sleep(pickBetween(50, 300));
    }
    await product.end('SIGKILL');
    product = await start(env);
  }
  await Promise.race([shopping, until('more than twenty orders', () => acknowledged > 20, 120_000)]);
  over = true;
  const shoppers = await shopping;
  const placed = shoppers.flatMap((one) => one.placed);
  expect(shoppers.reduce((sum, { repeats }) => sum + repeats, 0)).toBeGreaterThan(0);

  const database = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${postmaster(dataDir)?.port}/postgres`,
  });
  database.on('error', () => undefined);
  await database.connect();
  const rows = async <T extends pg.QueryResultRow>(text: string) => (await database.query<T>(text)).rows;

  const keys = await rows<{ key: string; orderId: string; reference: string }>(
    `select idempotency_key key, id "orderId", reference from transactions where idempotency_key is not null`,
  );
  const byKey = (a: Order, b: Order) => (a.key < b.key ? -1 : 1);
  expect(keys.sort(byKey)).toEqual(placed.sort(byKey));

  const orders = await rows<{ id: string; reference: string; screenings: number; assessments: number; lines: number }>(`
    select t.id, t.reference,
      (select count(*)::int from blockchain_screening s where s.id = t.blockchain_screening_id) screenings,
      (select count(*)::int from risk_assessments r where r.order_id = t.id) assessments,
      (select count(*)::int from audit_log a where a.subject_id = t.id::text and a.action = 'trading.order_placed') lines
    from transactions t where t.quote_id in (select id from quotes)`);
  expect(orders.map(({ reference }) => reference).sort()).toEqual(placed.map(({ reference }) => reference).sort());
  const whole = { screenings: 1, assessments: 1, lines: 1 };
  expect(orders).toEqual(orders.map(({ id, reference }) => ({ id, reference, ...whole })));
  const [strays] = await rows(`
    select (select count(*)::int from risk_assessments where order_id not in (select id from transactions)) assessments,
      (select count(*)::int from audit_log where action = 'trading.order_placed'
        and subject_id not in (select id::text from transactions)) lines`);
  expect(strays).toEqual({ assessments: 0, lines: 0 });
  await database.end();
  expect(await product.end('SIGTERM')).toBe(0);
}, 240_000);
