import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { allowCrowds } from '../raised-limits.ts';
import { buildOrder, call, type OrderRequest, placeOrder, requestQuote, signInDemoUser } from './customer.ts';
import { freePort } from './free-port.ts';
import { openLiveStream } from './live-stream.ts';
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
const env = { MODE: 'demo', DATA_DIR: dataDir };
const envWithPort = { ...env, PORT: String(port) };
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
  let product = await start(envWithPort);
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
    product = await start(envWithPort);
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
  const complete = { screenings: 1, assessments: 1, lines: 1 };
  expect(orders).toEqual(orders.map(({ id, reference }) => ({ id, reference, ...complete })));
  const [strays] = await rows(`
    select (select count(*)::int from risk_assessments where order_id not in (select id from transactions)) assessments,
      (select count(*)::int from audit_log where action = 'trading.order_placed'
        and subject_id not in (select id::text from transactions)) lines`);
  expect(strays).toEqual({ assessments: 0, lines: 0 });
  await database.end();
  expect(await product.end('SIGTERM')).toBe(0);
}, 240_000);

/** Sends an order without its last byte. Resolves when the server has read the headers. */
async function openOrder(port: number, cookie: string, order: object) {
  const body = JSON.stringify({ json: order });
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/rpc/trading/placeBuyOrder HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: ${cookie}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n` +
      'expect: 100-continue\r\n\r\n',
  );
  expect(await once(socket, 'data')).toEqual([expect.stringContaining('100 Continue')]);
  socket.write(body.slice(0, -1));
  const answer = text(socket);
  return {
    finish: async () => {
      socket.write(body.slice(-1));
      return (await answer).split('\r\n')[0];
    },
  };
}

test('SIGTERM finishes the open requests, ends in time, and the next start keeps all data', async () => {
  const first = await start(env);
  const cookie = await signInDemoUser(first.origin, 'tier2');
  const quotes = await Promise.all(Array.from({ length: 3 }, () => requestQuote(first.origin, cookie)));
  const orders = quotes.map(({ body }) => buildOrder(body.id));
  const open = await Promise.all(orders.map((order) => openOrder(first.port, cookie, order)));
  const stream = await openLiveStream(first.origin, cookie);
  const unused = connect(first.port, '127.0.0.1').on('error', () => undefined);
  await once(unused, 'connect');

  const server = postmaster(dataDir);
  const from = performance.now();
  const ended = first.end('SIGTERM');
  await sleep(300);
  const answers = await Promise.all(open.map(({ finish }) => finish()));
  expect(answers).toEqual(orders.map(() => 'HTTP/1.1 200 OK'));
  expect(await ended).toBe(0);
  expect(performance.now() - from).toBeLessThan(15_000);
  await stream.close();
  expect(postmaster(dataDir)).toBeNull();
  expect(server && isAlive(server.pid)).toBe(false);

  const second = await start(env);
  const before = await placeOrder(second.origin, cookie, orders[0] ?? buildOrder(''));
  expect(before).toMatchObject({ status: 200, body: { reference: expect.any(String) } });
  expect(await second.end('SIGTERM')).toBe(0);
}, 240_000);

test('two starts in one folder share its database, and the remaining process restarts it', async () => {
  const both = await Promise.all([start(env), start(env)]);
  for (const { origin } of both) {
    const cookie = await signInDemoUser(origin, 'tier1');
    expect((await requestQuote(origin, cookie)).status).toBe(200);
  }
  const [first, second] = both;
  expect(await first.end('SIGTERM')).toBe(0);
  expect((await fetch(`${second.origin}/healthz`)).status).toBe(200);
  await until('the other to be ready', async () => (await fetch(`${second.origin}/readyz`)).status === 200, 60_000);
  const third = await start(env);
  expect((await fetch(`${third.origin}/readyz`)).status).toBe(200);
  await second.end('SIGTERM');
  await third.end('SIGTERM');
  expect(postmaster(dataDir)).toBeNull();
}, 240_000);

async function countWork(port: number) {
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ sealed: number; ran: number }>(`select
    (select count(*) from audit_seals)::int sealed,
    (select count(*) from pgboss.job where name = 'trading.expire_orders' and state = 'completed')::int ran`);
  await client.end();
  return rows[0] ?? { sealed: 0, ran: 0 };
}

test('a killed postmaster is restarted, and everything recovers automatically', async () => {
  const product = await start(env);
  const cookie = await signInDemoUser(product.origin, 'tier2');
  const line = await openLiveStream(product.origin, cookie);
  expect((await requestQuote(product.origin, cookie)).status).toBe(200);
  const first = postmaster(dataDir);
  if (!first) throw new Error('no database is running');
  const before = await countWork(first.port);

  process.kill(first.pid, 'SIGKILL');
  // `call` throws when a request gets no response within twenty seconds.
  const meanwhile = await Promise.all(Array.from({ length: 12 }, () => requestQuote(product.origin, cookie)));
  expect(meanwhile.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
  await until('a quote', async () => (await requestQuote(product.origin, cookie)).status === 200, 60_000);
  const second = postmaster(dataDir);
  expect(second?.pid).not.toBe(first.pid);
  expect(second?.port).toBe(first.port);
  await until('the live line', () => line.heard.includes('everything'), 30_000);
  await call({ origin: product.origin, cookie }, 'accounts/signOut', {});
  await until('the sealer', async () => (await countWork(first.port)).sealed > before.sealed, 30_000);
  await until('the timetable', async () => (await countWork(first.port)).ran > before.ran, 90_000);
  expect((await fetch(`${product.origin}/readyz`)).status).toBe(200);

  await line.close();
  expect(await product.end('SIGTERM')).toBe(0);
  await until('the database to end', () => second !== null && !isAlive(second.pid));
}, 300_000);

test('stopping the product while it restarts the database leaves no database running', async () => {
  const folder = createDataFolder();
  const server = await startPostgres(`${folder}/postgres`);
  const first = postmaster(folder);
  if (!first) throw new Error('no database is running');
  const isRestarting = new Promise<void>((hear) => server.keep(() => hear()));
  process.kill(first.pid, 'SIGINT');
  await until('the database to end', () => !isAlive(first.pid));
  await isRestarting;
  await server.stop();
  // Long enough for a database that was starting to be running.
  await sleep(1_000);
  expect(postmaster(folder)).toBeNull();
}, 120_000);
