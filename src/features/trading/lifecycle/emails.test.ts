import { afterEach, describe, expect, test } from 'vitest';
import { buildPayIn, buy, placePaidBuy, requestChoice, sell } from '../../../../test/orders.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { after, days } from '../../../kernel/clock.ts';
import { jmd } from '../../../kernel/money.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { dailyEmailLimits } from '../../../platform/limits/email-quota.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { buildOrderEmail } from '../documents/letters.ts';
import { tradingJobs } from '../jobs.ts';
import type { OrderCommand, Side } from '../order/order.ts';
import type { Order } from '../order/order-row.ts';
import { notifyMissedPromises } from './notify-late.ts';
import { notifyPlaced } from './notify-placed.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const customer = await server.signIn('tier2');
const finance = await server.signIn('finance');
const compliance = await server.signIn('compliance');

afterEach(() => server.setTime(null));

const farLater = () => after(new Date(), days(9));
const findLateEmails = async (orderId: string) =>
  (
    await owner.query<{ promised: string }>(
      `select data->>'promised' promised from pgboss.job
        where name = 'trading.send_email' and data->>'event' = 'late' and data->>'orderId' = $1 order by created_on`,
      [orderId],
    )
  ).rows.map(({ promised }) => promised);
async function notifyAt(moment: Date): Promise<void> {
  server.setTime(moment);
  await notifyMissedPromises(services);
  server.setTime(null);
}
const getPromised = async (orderId: string) =>
  (await call<{ promise: { at: string } }>('trading/show', { orderId }, customer)).body.promise.at;
const complete = async (path: string, input: object, cookie = finance) =>
  expect(await call(path, input, cookie)).toMatchObject({ status: 200 });

test('a missed promise is emailed once, and the next one again', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '21001' });
  const first = await getPromised(orderId);
  await notifyMissedPromises(services);
  expect(await findLateEmails(orderId)).toEqual([]);
  await notifyAt(farLater());
  await notifyAt(after(farLater(), days(1)));
  expect(await findLateEmails(orderId)).toEqual([first]);
  await complete('desk/confirmReceived', buildPayIn(orderId, { amount: '21001' }));
  await owner.query(`update transactions set received_at = received_at + interval '5 days' where id = $1`, [orderId]);
  await notifyAt(after(new Date(), days(16)));
  const emails = await findLateEmails(orderId);
  expect(emails).toHaveLength(2);
  expect(Date.parse(emails[1] ?? '')).toBeGreaterThan(Date.parse(first));
});

test('above the daily email limit the notice waits for the next day', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '21008' });
  const [late, dayAfter] = [farLater(), after(farLater(), days(1))];
  await owner.query(
    `insert into rate_limits (key, window_start, tries)
       select 'mail:order:' || user_id, $2::timestamptz - interval '1 hour', $3 from transactions where id = $1
       on conflict (key) do update set window_start = excluded.window_start, tries = excluded.tries`,
    [orderId, late, dailyEmailLimits.order],
  );
  await notifyAt(late);
  expect(await findLateEmails(orderId)).toEqual([]);
  await notifyAt(dayAfter);
  await notifyAt(after(dayAfter, days(1)));
  expect(await findLateEmails(orderId)).toHaveLength(1);
});

test('a late order on hold sends the late email', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '21002' });
  await complete('desk/hold', { orderId, reasonCode: 'unusual_pattern', note: '' }, compliance);
  await notifyAt(farLater());
  expect(await findLateEmails(orderId)).toHaveLength(1);
});

test('orders that wait for their customer send no late email', async () => {
  const { body: unpaid } = await buy(server, customer, { amount: '21003' });
  const { orderId: chosen } = await placePaidBuy(server, customer, { amount: '21004' });
  await complete('desk/confirmReceived', buildPayIn(chosen, { amount: '21004' }));
  await requestChoice(server, chosen);
  await notifyAt(farLater());
  expect(await findLateEmails(unpaid.orderId)).toEqual([]);
  expect(await findLateEmails(chosen)).toEqual([]);
});

test('the email names the promise, admits the delay and asks for nothing', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '21005' });
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
  const emailEvent = { event: 'late', reason: null, promised: '2026-11-24T22:00:00.000Z' } as const;
  const letter = buildOrderEmail(about as never, emailEvent, {
    to: { email: 'ina@demo.test', name: 'Ina' },
    origin: 'https://x.test',
  });
  expect(letter?.subject).toContain(`Your order ${reference} is delayed`);
  expect(letter?.text).toMatch(/by \w{3} 24 Nov,? 5:00 pm\. We're late/);
  expect(letter?.text).toContain("Your order is safe, and you don't need to do anything.");
});

async function runEmailJobs(...orderIds: string[]): Promise<Mail[]> {
  const { rows } = await owner.query<{ data: object }>(
    `select data from pgboss.job where name = 'trading.send_email' and data->>'orderId' = any($1) order by created_on, id`,
    [orderIds],
  );
  const sent: Mail[] = [];
  const job = tradingJobs(services, async (mail) => void sent.push(mail)).find(
    ({ name }) => name === 'trading.send_email',
  );
  const run = job?.run as ((about: object) => Promise<unknown>) | undefined;
  for (const { data } of rows) await run?.(data);
  return sent;
}

test('placing and cancelling an order each send an email', async () => {
  const { body } = await buy(server, customer, { amount: '21010' });
  await notifyPlaced(services);
  await notifyPlaced(services);
  const [placed, ...more] = await runEmailJobs(body.orderId);
  expect(more).toEqual([]);
  const { JMD } = demoSettings.bank_accounts;
  expect(placed?.subject).toBe(`How to pay for your order: ${body.reference}`);
  for (const text of [JMD.number, JMD.accountName, JMD.bank, body.reference, 'Amount to send: J$21,010'])
    expect(placed?.text).toContain(text);
  await complete('trading/cancelOwn', { orderId: body.orderId }, customer);
  const later = await runEmailJobs(body.orderId);
  expect(later.map(({ subject }) => subject)).toEqual([`You cancelled your order: ${body.reference}`]);
});

test('placing a sell sends an email', async () => {
  const { body } = await sell(server, customer);
  await notifyPlaced(services);
  const [placed] = await runEmailJobs(body.orderId);
  expect(placed?.subject).toBe(`We have your order: ${body.reference}`);
  expect(placed?.text).toMatch(/You'll get your J\$[\d,.]+ by /);
});

test('uploading a proof sends one email with the promised date, also before the email about the order', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '21012' });
  await notifyPlaced(services);
  const sent = await runEmailJobs(orderId);
  expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^We have your proof: order /)]);
  expect(sent[0]?.text).toMatch(/You'll get your [\d.]+\sBTC by /);
});

test('a queued late email is dropped once the step is done', async () => {
  const { orderId: arrived } = await placePaidBuy(server, customer, { amount: '21006' });
  const { orderId: waits } = await placePaidBuy(server, customer, { amount: '21007' });
  await notifyAt(farLater());
  await complete('desk/confirmReceived', buildPayIn(arrived, { amount: '21006' }));
  const { rows } = await owner.query<{ data: object }>(
    `select j.data from pgboss.job j join transactions t on t.id::text = j.data->>'orderId'
      where j.name = 'trading.send_email' and j.data->>'event' = 'late' and t.id in ($1, $2)`,
    [arrived, waits],
  );
  expect(rows).toHaveLength(2);
  const sent: Mail[] = [];
  const job = tradingJobs(services, async (mail) => void sent.push(mail)).find(
    ({ name }) => name === 'trading.send_email',
  );
  server.setTime(farLater());
  const run = job?.run as ((about: object) => Promise<unknown>) | undefined;
  for (const { data } of rows) await run?.(data);
  const { rows: named } = await owner.query<{ reference: string }>('select reference from transactions where id = $1', [
    waits,
  ]);
  expect(sent.map(({ subject }) => subject)).toEqual([expect.stringContaining(`order ${named[0]?.reference}`)]);
});

const recipient = { to: { email: 'ina@demo.test', name: 'Ina Brown' }, origin: 'https://example.test' };
const buildOrder = (side: Side) =>
  ({
    id: '019a-1',
    ...{ reference: 'K7M4-9QX', transferReference: 'K7M4-9QX' },
    side,
    coins: { symbol: 'BTC', base: 88_794n, decimals: 8 },
    fiat: jmd(2_000_000n),
    net: jmd(1_840_000n),
    movements: [],
  }) as unknown as Order;
const formatText = (event: OrderCommand, side: Side = 'buy', reason: string | null = null) =>
  buildOrderEmail(buildOrder(side), { event, reason }, recipient)?.text ?? '';

const account = { bank: 'Demo Bank', accountName: 'C', accountType: 'Savings', number: '0012', branch: 'Kingston' };
const emailPlaced = (change: object, side: Side = 'buy') => {
  const state = { status: 'pending', payIn: side === 'buy' ? 'awaiting' : 'claimed' };
  const lapsesAt = new Date('2026-11-27T15:00:00Z');
  const order = { ...buildOrder(side), state, lapsesAt, paymentMethod: 'bank_transfer', ...change } as Order;
  const doneBy = new Date('2026-11-30T20:00:00Z');
  return buildOrderEmail(order, { event: 'placed', reason: null, account, doneBy }, recipient);
};

describe('the email about a new order', () => {
  test('by transfer: amount, account, reference and deadline', () => {
    const text = emailPlaced({})?.text;
    expect(text).toContain('Send the amount below by Fri 27 Nov, 10:00 am, and write the reference K7M4-9QX');
    expect(text).toMatch(/Amount to send: J\$20,000\.00\nReference: K7M4-9QX\nBank: Demo Bank\n/);
    expect(text).toContain('Account number: 0012');
    expect(text).not.toContain('warning');
  });

  test('by card: deadline without an account', () => {
    const text = emailPlaced({ paymentMethod: 'card' })?.text;
    expect(text).toContain('Pay by card on the order page by Fri 27 Nov, 10:00 am.');
    expect(text).not.toContain('0012');
  });

  test('of a sell: amount and promised date', () => {
    const text = emailPlaced({}, 'sell')?.text;
    expect(text).toContain("we're checking for your coins.");
    expect(text).toContain("You'll get your J$18,400.00 by Mon 30 Nov, 3:00 pm.");
    expect(text).not.toContain('0012');
  });

  test('to a wallet with a warning: mentions the warning', () => {
    expect(emailPlaced({ coolsUntil: new Date() })?.text).toContain("There's a warning about this order's wallet.");
  });

  test.each([
    ['cancelled', 'awaiting'],
    ['pending', 'claimed'],
    ['pending', 'received'],
  ])('is not sent once the order is %s with its money %s', (status, payIn) => {
    expect(emailPlaced({ state: { status, payIn } })).toBeNull();
  });
});

describe('the email about an uploaded proof', () => {
  const emailClaim = (state: object, side: Side = 'buy', doneBy: Date | null = null) => {
    const order = { ...buildOrder(side), state: { payIn: 'claimed', ...state } } as Order;
    return buildOrderEmail(order, { event: 'claim', reason: null, doneBy }, recipient)?.text;
  };

  test.each(['buy', 'sell'] as const)('%s: amount and promised date', (side) => {
    const text = emailClaim({ status: 'pending' }, side, new Date('2026-11-30T20:00:00Z'));
    expect(text).toContain(`We have your proof, and we're checking for your ${side === 'buy' ? 'payment' : 'coins'}.`);
    expect(text).toMatch(/You'll get your (J\$18,400\.00|0\.00088794\sBTC) by Mon 30 Nov, 3:00 pm\./);
    expect(text).toMatch(/You (receive|get): /);
  });

  test('for an ended order: promises a refund only', () => {
    const text = emailClaim({ status: 'cancelled' });
    expect(text).toContain("This order has ended. If we find your payment, we'll refund it.");
    expect(text).not.toMatch(/You receive|You'll get/);
  });

  test('is not sent once the money arrived', () => {
    expect(emailClaim({ status: 'pending', payIn: 'received' })).toBeUndefined();
  });
});

describe('emails about an order', () => {
  test.each(['receive', 'complete', 'rejectClaim'] as const)('%s: states what is paid and received', (event) => {
    expect(formatText(event)).toMatch(/You pay: J\$20,000\.00\nYou receive: 0\.00088794\sBTC/);
    expect(formatText(event, 'sell')).toMatch(/You sell: 0\.00088794\sBTC\nYou get: J\$18,400\.00/);
  });

  test.each(['attachLate', 'fail', 'cancel', 'cancelOwn', 'callOff', 'lapse', 'returnMoney'] as const)(
    '%s: states amount and coins without promising either',
    (event) => {
      for (const side of ['buy', 'sell'] as const) {
        expect(formatText(event, side)).toMatch(/Amount: J\$20,000\.00\nCoins: 0\.00088794\sBTC/);
        expect(formatText(event, side)).not.toMatch(/You receive|You get/);
      }
    },
  );

  test('the last email of a day says so and links to the orders page', () => {
    const last = buildOrderEmail(buildOrder('buy'), { event: 'complete', reason: null, last: true }, recipient)?.text;
    expect(last).toContain('This is our last email about your orders today.');
    expect(formatText('complete')).not.toContain('last email');
  });

  test('an event with a reason includes its text', () => {
    expect(formatText('cancel', 'buy', 'You asked us to cancel this order.')).toContain(
      'You asked us to cancel this order.',
    );
  });

  test('a hold, its release and an approval send no email', () => {
    for (const event of ['hold', 'release', 'approvePayout'] as const)
      expect(buildOrderEmail(buildOrder('buy'), { event, reason: null }, recipient)).toBeNull();
  });
});
