import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startFaultProxy } from '../../fakes/fault-proxy.ts';
import { demoPassword } from '../../fakes/people.ts';
import { buildOrder, buildSignUpForm, call, placeOrder, requestQuote, signInDemoUser } from './customer.ts';
import { createDatabase } from './fresh-database.ts';
import { openLiveStream } from './live-stream.ts';
import { startInProcess } from './run-in-process.ts';
import { until } from './until.ts';

const database = await createDatabase('demo');
const proxy = await startFaultProxy(database.port);
afterAll(() => proxy.stop());
const origin = await startInProcess(database.through(proxy.port));
const customer = await signInDemoUser(origin, 'tier2');
const me = { origin, cookie: customer };

const count = async (table: string): Promise<number> =>
  Number((await database.owner.query<{ n: bigint }>(`select count(*) n from ${table}`)).rows[0]?.n);
const status = async (path: string) => (await fetch(`${origin}${path}`)).status;
const isReady = async () => (await status('/readyz')) === 200;

afterEach(async () => {
  await proxy.accept().catch(() => undefined);
  await until('the product to be ready again', isReady);
});

describe('while the database is unreachable', () => {
  test('every command answers with an error and a reference, and changes nothing', async () => {
    const quote = await requestQuote(origin, customer);
    const before = await count('transactions');
    await proxy.disconnect();
    const answers = await Promise.all([
      requestQuote(origin, customer),
      placeOrder(origin, customer, buildOrder(quote.body.id)),
      call(me, 'trading/list', {}),
      call(me, 'trading/limits'),
      call(me, 'accounts/viewer'),
      call(origin, 'prices/list', {}),
      call(origin, 'accounts/signIn', { email: 'tier1@demo.test', password: demoPassword }),
      call(origin, 'accounts/signUp', buildSignUpForm('cut@example.com')),
      call(origin, 'accounts/resendVerification', { email: 'cut@example.com' }),
    ]);
    for (const { status, body } of answers) {
      expect(body).toMatchObject({ code: 'general.unavailable', data: { reference: expect.stringMatching(/.{8}/) } });
      expect(status).toBe(503);
    }
    expect(await count('transactions')).toBe(before);
    expect(await count(`profiles where email = 'cut@example.com'`)).toBe(0);
  });

  test('price list and files answer with the same error', async () => {
    await proxy.disconnect();
    for (const path of ['/api/prices', '/api/files/01990000-0000-7000-8000-000000000000']) {
      const answer = await fetch(`${origin}${path}`, { headers: { cookie: customer } });
      expect(await answer.json()).toMatchObject({
        code: 'general.unavailable',
        text: expect.stringMatching(/Reference: .{8}/),
      });
      expect(answer.status).toBe(503);
    }
  });

  test('pages are served, the process is healthy and reports that it is not ready', async () => {
    await proxy.disconnect();
    expect(await status('/')).toBe(200);
    expect(await status('/trading')).toBe(200);
    expect(await status('/no-such-page')).toBe(404);
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(503);
  });

  test('the live stream ends immediately, so that browsers reconnect', async () => {
    await proxy.disconnect();
    const answer = await fetch(`${origin}/api/live`, { headers: { cookie: customer } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(await answer.text()).toBe('retry: 5000\n\n');
  });
});

describe('when the connection breaks during an order', () => {
  test('an order with a lost answer is not duplicated when it is sent again', async () => {
    const before = await count('transactions');
    const request = buildOrder((await requestQuote(origin, customer)).body.id);
    const struck = proxy.planFault(['insert into transactions', 'commit'], { answer: 'COMMIT' });
    const first = await placeOrder(origin, customer, request);
    await struck;
    expect(first).toMatchObject({ status: 503, body: { code: 'general.unavailable' } });
    expect(await count('transactions')).toBe(before + 1);
    const retried = await placeOrder(origin, customer, request);
    expect(retried.status).toBe(200);
    const third = await placeOrder(origin, customer, request);
    expect(third.body).toEqual(retried.body);
    expect(await count('transactions')).toBe(before + 1);
    expect(await count(`risk_assessments where order_id = '${retried.body.orderId}'`)).toBe(1);
  });

  test('an order that never reached the database is placed when it is sent again', async () => {
    const before = await count('transactions');
    const request = buildOrder((await requestQuote(origin, customer)).body.id);
    const struck = proxy.planFault(['insert into transactions', 'commit'], 'request');
    const first = await placeOrder(origin, customer, request);
    await struck;
    expect(first.status).toBe(503);
    expect(await count('transactions')).toBe(before);
    expect((await placeOrder(origin, customer, request)).status).toBe(200);
    expect(await count('transactions')).toBe(before + 1);
  });
});

describe('once the database is back', () => {
  test('commands, jobs, mails and live streams recover without a restart', async () => {
    const stream = await openLiveStream(origin, customer);
    await proxy.disconnect();
    expect(await status('/readyz')).toBe(503);
    await proxy.accept();

    await until('the product to be ready', isReady);
    expect((await requestQuote(origin, customer)).status).toBe(200);
    expect((await call(origin, 'accounts/signUp', buildSignUpForm('back@example.com'))).status).toBe(200);
    await until('a job to send the mail', async () => {
      const mails = await (await fetch(`${origin}/dev/mailbox.json?to=back@example.com`)).json();
      return (mails as unknown[]).length === 1;
    });
    // After missed events the screens refetch. The stream then ends, so that the reconnect checks the session.
    await until('the refetch event of the stream', () => stream.heard.includes('everything'));
    await stream.close();
    const next = await openLiveStream(origin, customer);
    const request = buildOrder((await requestQuote(origin, customer)).body.id);
    expect((await placeOrder(origin, customer, request)).status).toBe(200);
    await until('the live line to tell of an order', () => next.heard.includes('trading'));
    await next.close();
  });

  test('the product recovers after the database ends every connection', async () => {
    const stream = await openLiveStream(origin, customer);
    await database.owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await until('the live line to come back', () => stream.heard.includes('everything'));
    await until('a quote', async () => (await requestQuote(origin, customer)).status === 200);
    await stream.close();
  });
});

/** Simulates a former primary that returned as a standby and only accepts reads. */
const name = new URL(database.url).pathname.slice(1);

const setReadOnly = async (setting: string) => {
  await database.owner.query(`alter role cryptocommerce_app in database ${name} ${setting}`);
  await database.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cryptocommerce_app' and datname = $1`,
    [name],
  );
};

test('a read-only database counts as unreachable, and is used again when it accepts writes', async () => {
  const quote = await requestQuote(origin, customer);
  await setReadOnly('set default_transaction_read_only = on');
  const request = buildOrder(quote.body.id);
  await until('the first answer', async () => (await call(origin, 'prices/list', {})).status === 200);
  const refused = await placeOrder(origin, customer, request);
  expect(refused).toMatchObject({ status: 503, body: { code: 'general.unavailable' } });
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
  await database.owner.query(`alter role cryptocommerce_app in database ${name} reset default_transaction_read_only`);
  await until('the order to be placed', async () => (await placeOrder(origin, customer, request)).status === 200);
});
