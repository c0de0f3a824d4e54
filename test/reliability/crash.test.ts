import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { allowCrowds } from '../crowds.ts';
import { type OrderRequest, orderFrom, place, quoteOf, signedIn } from './customer.ts';
import { freePort } from './free-port.ts';
import { until } from './patience.ts';
import { alive, dataFolder, postmaster, start } from './product.ts';

/** Chance decides only when the blow falls. SEED=… repeats the moments of an earlier run. */
const seed = Number(process.env['SEED'] ?? randomInt(1, 2 ** 31));
let drawn = seed;
function chance(from: number, to: number): number {
  drawn = (drawn * 48_271) % 2_147_483_647;
  return from + (drawn % (to - from));
}

const dataDir = dataFolder();
const port = await freePort();
const env = { MODE: 'demo', DATA_DIR: dataDir, PORT: String(port) };
const origin = `http://localhost:${port}`;

type Order = { key: string; orderId: string; reference: string };

/** How many orders all customers know to be placed. */
let acknowledged = 0;

/** A customer who orders as fast as answers come, and repeats every request until one comes. */
async function shopper(cookie: string, going: () => boolean) {
  const placed: Order[] = [];
  let repeats = 0;
  const insist = async (request: OrderRequest) => {
    for (;;) {
      const answer = await place(origin, cookie, request).catch(() => null);
      if (answer?.status === 200) return answer.body;
      if (answer && answer.status < 500) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
      repeats++;
      await sleep(40);
    }
  };
  while (going()) {
    const quote = await quoteOf(origin, cookie, '500').catch(() => null);
    if (quote?.status !== 200) {
      await sleep(40);
      continue;
    }
    const request = orderFrom(quote.body.id);
    const { orderId, reference } = await insist(request);
    placed.push({ key: request.key, orderId, reference });
    acknowledged += 1;
  }
  return { placed, repeats };
}

test('blows at any moment lose no order that was acknowledged, double none and leave none half done', async () => {
  console.info(`SEED=${seed}`);
  let product = await start(env);
  await allowCrowds(`postgres://postgres@127.0.0.1:${postmaster(dataDir)?.port}/postgres`);
  // People whose month is large enough for as many small orders as fit into this test.
  const buyers = await Promise.all(['tier1', 'tier2', 'enhanced'].map((name) => signedIn(origin, name)));
  let over = false;
  const shopping = Promise.all(buyers.map((cookie) => shopper(cookie, () => !over)));
  shopping.catch(() => undefined);

  for (const blow of ['product', 'product', 'database'] as const) {
    await sleep(chance(300, 1_200));
    if (blow === 'database') {
      const server = postmaster(dataDir);
      if (!server) throw new Error('no database runs');
      process.kill(server.pid, 'SIGKILL');
      await until('the database to be gone', () => !alive(server.pid));
      await sleep(chance(50, 300));
    }
    await product.end('SIGKILL');
    product = await start(env);
  }
  // However slow the machine: it is not the clock that says when enough was bought.
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

  // Every order of these people since the start, with its judgement and its record beside it.
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
