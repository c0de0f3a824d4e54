import { expect, test } from 'vitest';
import { call, orderFrom, place, quoteOf, signedIn } from './customer.ts';
import { freshDatabase } from './fresh-database.ts';
import { until } from './patience.ts';
import { running } from './running.ts';

// What was the primary comes back as a standby before the road to it was turned round: whoever arrives may only read.
const database = await freshDatabase('demo');
const origin = await running(database.url);
const cookie = await signedIn(origin, 'tier2');
const name = new URL(database.url).pathname.slice(1);

const readsOnly = async (setting: string) => {
  await database.owner.query(`alter role cryptocommerce_app in database ${name} ${setting}`);
  await database.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cryptocommerce_app' and datname = $1`,
    [name],
  );
};

test('a database that only reads is told as one that is away, and found again when it writes', async () => {
  const quote = await quoteOf(origin, cookie);
  await readsOnly('set default_transaction_read_only = on');
  const request = orderFrom(quote.body.id);
  await until('somebody to arrive there', async () => (await call(origin, 'prices/list', {})).status === 200);
  const refused = await place(origin, cookie, request);
  expect(refused).toMatchObject({ status: 503, body: { code: 'general.unavailable' } });
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
  // Nobody ends the connections that read only: they were given up when they could not write.
  await database.owner.query(`alter role cryptocommerce_app in database ${name} reset default_transaction_read_only`);
  await until('the order to be placed', async () => (await place(origin, cookie, request)).status === 200);
});
