import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startFaultProxy } from '../../fakes/fault-proxy.ts';
import { demoPassword } from '../../fakes/people.ts';
import { call, orderFrom, place, quoteOf, signedIn, signUpForm } from './customer.ts';
import { freshDatabase } from './fresh-database.ts';
import { liveLine } from './live-line.ts';
import { until } from './patience.ts';
import { running } from './running.ts';

const database = await freshDatabase('demo');
const proxy = await startFaultProxy(database.port);
afterAll(() => proxy.stop());
const origin = await running(database.through(proxy.port));
const customer = await signedIn(origin, 'tier2');
const me = { origin, cookie: customer };

const count = async (table: string): Promise<number> =>
  Number((await database.owner.query<{ n: bigint }>(`select count(*) n from ${table}`)).rows[0]?.n);
const status = async (path: string) => (await fetch(`${origin}${path}`)).status;
const isReady = async () => (await status('/readyz')) === 200;

afterEach(async () => {
  await proxy.mend().catch(() => undefined);
  await until('the product to be ready again', isReady);
});

describe('while the database cannot be reached', () => {
  test('every command says so, with a reference, and none of them did anything', async () => {
    const quote = await quoteOf(origin, customer);
    const before = await count('transactions');
    await proxy.cut();
    const answers = await Promise.all([
      quoteOf(origin, customer),
      place(origin, customer, orderFrom(quote.body.id)),
      call(me, 'trading/list', {}),
      call(me, 'trading/limits'),
      call(me, 'accounts/viewer'),
      call(origin, 'prices/list', {}),
      call(origin, 'accounts/signIn', { email: 'tier1@demo.test', password: demoPassword }),
      call(origin, 'accounts/signUp', signUpForm('cut@example.com')),
      call(origin, 'accounts/resendVerification', { email: 'cut@example.com' }),
    ]);
    for (const { status, body } of answers) {
      expect(body).toMatchObject({ code: 'general.unavailable', data: { reference: expect.stringMatching(/.{8}/) } });
      expect(status).toBe(503);
    }
    expect(await count('transactions')).toBe(before);
    expect(await count(`profiles where email = 'cut@example.com'`)).toBe(0);
  });

  test('what is no command says the same: price list, files', async () => {
    await proxy.cut();
    for (const path of ['/api/prices', '/api/files/01990000-0000-7000-8000-000000000000']) {
      const answer = await fetch(`${origin}${path}`, { headers: { cookie: customer } });
      expect(await answer.json()).toMatchObject({
        code: 'general.unavailable',
        text: expect.stringMatching(/Reference: .{8}/),
      });
      expect(answer.status).toBe(503);
    }
  });

  test('pages still come, the process is well, and it says that it is not ready', async () => {
    await proxy.cut();
    expect(await status('/')).toBe(200);
    expect(await status('/trading')).toBe(200);
    expect(await status('/no-such-page')).toBe(404);
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(503);
  });

  test('the live line ends at once, so that browsers come again', async () => {
    await proxy.cut();
    const answer = await fetch(`${origin}/api/live`, { headers: { cookie: customer } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(await answer.text()).toBe('retry: 5000\n\n');
  });
});

describe('when the line breaks in the middle of an order', () => {
  test('an order whose answer was lost is the same order when it is sent again', async () => {
    const before = await count('transactions');
    const request = orderFrom((await quoteOf(origin, customer)).body.id);
    const struck = proxy.ambush(['insert into transactions', 'commit'], { answer: 'COMMIT' });
    const first = await place(origin, customer, request);
    await struck;
    expect(first).toMatchObject({ status: 503, body: { code: 'general.unavailable' } });
    expect(await count('transactions')).toBe(before + 1);
    const again = await place(origin, customer, request);
    expect(again.status).toBe(200);
    const third = await place(origin, customer, request);
    expect(third.body).toEqual(again.body);
    expect(await count('transactions')).toBe(before + 1);
    expect(await count(`risk_assessments where order_id = '${again.body.orderId}'`)).toBe(1);
  });

  test('an order that never reached the database is placed when it is sent again', async () => {
    const before = await count('transactions');
    const request = orderFrom((await quoteOf(origin, customer)).body.id);
    const struck = proxy.ambush(['insert into transactions', 'commit'], 'request');
    const first = await place(origin, customer, request);
    await struck;
    expect(first.status).toBe(503);
    expect(await count('transactions')).toBe(before);
    expect((await place(origin, customer, request)).status).toBe(200);
    expect(await count('transactions')).toBe(before + 1);
  });
});

describe('once the database is back', () => {
  test('everything works again without a restart: commands, jobs, mails and the live line', async () => {
    const line = await liveLine(origin, customer);
    await proxy.cut();
    expect(await status('/readyz')).toBe(503);
    await proxy.mend();

    await until('the product to be ready', isReady);
    expect((await quoteOf(origin, customer)).status).toBe(200);
    expect((await call(origin, 'accounts/signUp', signUpForm('back@example.com'))).status).toBe(200);
    await until('a job to send the mail', async () => {
      const mails = await (await fetch(`${origin}/dev/mailbox.json?to=back@example.com`)).json();
      return (mails as unknown[]).length === 1;
    });
    // The line missed what happened meanwhile, so it makes every screen ask again and ends, for who they are is asked
    // again as well; the next one, which browsers open by themselves, tells of new things.
    await until('the live line to say that everything may have changed', () => line.heard.includes('everything'));
    await line.close();
    const next = await liveLine(origin, customer);
    const request = orderFrom((await quoteOf(origin, customer)).body.id);
    expect((await place(origin, customer, request)).status).toBe(200);
    await until('the live line to tell of an order', () => next.heard.includes('trading'));
    await next.close();
  });

  test('it also comes back when the database itself ends every connection', async () => {
    const line = await liveLine(origin, customer);
    await database.owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await until('the live line to come back', () => line.heard.includes('everything'));
    await until('a quote', async () => (await quoteOf(origin, customer)).status === 200);
    await line.close();
  });
});
