import { afterEach, expect, test } from 'vitest';
import { askedForChoice, buy, cameIn, paidBuy } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { after, days } from '../../../kernel/clock.ts';
import type { Mail } from '../../../platform/mail.ts';
import { tradingJobs } from '../jobs.ts';
import { orderLetter } from '../papers/letters.ts';
import { tellLate } from './tell-late.ts';

/** Whoever was promised something that is not done reads of it before they ask. */
const server = await serverUnderTest();
const { call, owner, services } = server;
const customer = await server.signIn('tier2');
const finance = await server.signIn('finance');
const compliance = await server.signIn('compliance');
afterEach(() => server.setTime(null));

/** Later than any promise that is given today, holidays and all. */
const muchLater = () => after(new Date(), days(9));
const toldOf = async (orderId: string) =>
  (
    await owner.query<{ promised: string }>(
      `select data->>'promised' promised from pgboss.job
        where name = 'trading.letter' and data->>'event' = 'late' and data->>'orderId' = $1 order by created_on`,
      [orderId],
    )
  ).rows.map(({ promised }) => promised);
async function tellsAt(moment: Date): Promise<void> {
  server.setTime(moment);
  await tellLate(services);
  server.setTime(null);
}
const promisedTo = async (orderId: string) =>
  (await call<{ promise: { at: string } }>('trading/show', { orderId }, customer)).body.promise.at;
const done = async (path: string, input: object, cookie = finance) =>
  expect(await call(path, input, cookie)).toMatchObject({ status: 200 });

test('a promise that passed is told once, and the next one when that passed too', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '21001' });
  const first = await promisedTo(orderId);
  await tellLate(services);
  expect(await toldOf(orderId)).toEqual([]);
  await tellsAt(muchLater());
  await tellsAt(after(muchLater(), days(1)));
  expect(await toldOf(orderId)).toEqual([first]);
  await done('desk/confirmReceived', cameIn(orderId, { amount: '21001' }));
  await owner.query(`update transactions set received_at = received_at + interval '5 days' where id = $1`, [orderId]);
  await tellsAt(after(new Date(), days(16)));
  const told = await toldOf(orderId);
  expect(told).toHaveLength(2);
  expect(Date.parse(told[1] ?? '')).toBeGreaterThan(Date.parse(first));
});

test('beyond the letters of a day nothing is told, and it is told once a day has room for it', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '21008' });
  const [late, dayAfter] = [muchLater(), after(muchLater(), days(1))];
  await owner.query(
    `insert into rate_limits (key, window_start, tries)
       select 'mail:order:' || user_id, $2::timestamptz - interval '1 hour', 20 from transactions where id = $1
       on conflict (key) do update set window_start = excluded.window_start, tries = excluded.tries`,
    [orderId, late],
  );
  await tellsAt(late);
  expect(await toldOf(orderId)).toEqual([]);
  await tellsAt(dayAfter);
  await tellsAt(after(dayAfter, days(1)));
  expect(await toldOf(orderId)).toHaveLength(1);
});

test('a held order is told of like any other', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '21002' });
  await done('desk/hold', { orderId, reasonCode: 'unusual_pattern', note: '' }, compliance);
  await tellsAt(muchLater());
  expect(await toldOf(orderId)).toHaveLength(1);
});

test('nobody is told where the move is their own, or where an order is done with', async () => {
  const { body: unpaid } = await buy(server, customer, { amount: '21003' });
  const { orderId: chosen } = await paidBuy(server, customer, { amount: '21004' });
  await done('desk/confirmReceived', cameIn(chosen, { amount: '21004' }));
  await askedForChoice(server, chosen);
  await tellsAt(muchLater());
  expect(await toldOf(unpaid.orderId)).toEqual([]);
  expect(await toldOf(chosen)).toEqual([]);
});

test('the letter names what was promised, says that we are late, and that nothing is to be done', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '21005' });
  const { rows } = await owner.query<{ reference: string }>('select reference from transactions where id = $1', [
    orderId,
  ]);
  const reference = rows[0]?.reference ?? '';
  const order = { id: orderId, reference, side: 'buy', movements: [], claimedAt: null, paymentMethod: 'bank_transfer' };
  const about = {
    ...order,
    coins: { symbol: 'BTC', base: 1n, decimals: 8 },
    fiat: { currency: 'JMD', minor: 2_100_500n },
    net: { currency: 'JMD', minor: 1n },
  };
  const told = { event: 'late', reason: null, promised: '2026-11-24T22:00:00.000Z' } as const;
  const letter = orderLetter(about as never, told, {
    to: { email: 'ina@demo.test', name: 'Ina' },
    origin: 'https://x.test',
  });
  expect(letter?.subject).toContain(`We are late: order ${reference}`);
  expect(letter?.text).toMatch(/by \w{3} 24 Nov,? 5:00 pm, and it is not done yet/);
  expect(letter?.text).toContain('Nothing is lost, and you need not do anything.');
});

test('a letter that waited for the mail is not sent once the step that was late is done', async () => {
  const { orderId: arrived } = await paidBuy(server, customer, { amount: '21006' });
  const { orderId: waits } = await paidBuy(server, customer, { amount: '21007' });
  await tellsAt(muchLater());
  await done('desk/confirmReceived', cameIn(arrived, { amount: '21006' }));
  const { rows } = await owner.query<{ data: object }>(
    `select j.data from pgboss.job j join transactions t on t.id::text = j.data->>'orderId'
      where j.name = 'trading.letter' and j.data->>'event' = 'late' and t.id in ($1, $2)`,
    [arrived, waits],
  );
  expect(rows).toHaveLength(2);
  const sent: Mail[] = [];
  const job = tradingJobs(services, async (mail) => void sent.push(mail)).find(({ name }) => name === 'trading.letter');
  server.setTime(muchLater());
  const run = job?.run as ((about: object) => Promise<unknown>) | undefined;
  for (const { data } of rows) await run?.(data);
  const { rows: named } = await owner.query<{ reference: string }>('select reference from transactions where id = $1', [
    waits,
  ]);
  expect(sent.map(({ subject }) => subject)).toEqual([expect.stringContaining(`order ${named[0]?.reference}`)]);
});
