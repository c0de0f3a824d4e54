import pg from 'pg';
import { expect, test } from 'vitest';
import { call, requestQuote, signInDemoUser } from './customer.ts';
import { openLiveStream } from './live-stream.ts';
import { createDataFolder, isAlive, postmaster, start } from './product.ts';
import { until } from './until.ts';

const dataDir = createDataFolder();
const env = { MODE: 'demo', DATA_DIR: dataDir };

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
