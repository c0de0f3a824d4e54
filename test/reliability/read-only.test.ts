import { expect, test } from 'vitest';
import { buildOrder, call, placeOrder, requestQuote, signInDemoUser } from './customer.ts';
import { createDatabase } from './fresh-database.ts';
import { startInProcess } from './run-in-process.ts';
import { until } from './until.ts';

// Simulates a former primary that returned as a standby and only accepts reads.
const database = await createDatabase('demo');
const origin = await startInProcess(database.url);
const cookie = await signInDemoUser(origin, 'tier2');
const name = new URL(database.url).pathname.slice(1);

const setReadOnly = async (setting: string) => {
  await database.owner.query(`alter role cryptocommerce_app in database ${name} ${setting}`);
  await database.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cryptocommerce_app' and datname = $1`,
    [name],
  );
};

test('a read-only database counts as unreachable, and is used again when it accepts writes', async () => {
  const quote = await requestQuote(origin, cookie);
  await setReadOnly('set default_transaction_read_only = on');
  const request = buildOrder(quote.body.id);
  await until('the first answer', async () => (await call(origin, 'prices/list', {})).status === 200);
  const refused = await placeOrder(origin, cookie, request);
  expect(refused).toMatchObject({ status: 503, body: { code: 'general.unavailable' } });
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
  await database.owner.query(`alter role cryptocommerce_app in database ${name} reset default_transaction_read_only`);
  await until('the order to be placed', async () => (await placeOrder(origin, cookie, request)).status === 200);
});
