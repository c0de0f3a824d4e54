import { afterAll, beforeEach, expect, test } from 'vitest';
import { startFakeWipay } from '../../../fakes/cards/wipay.ts';
import { handleEvents, planByCard, setCards } from '../../../test/cards.ts';
import { buy, cameIn } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { jmd } from '../../kernel/money.ts';
import { lapseOrders } from '../trading/jobs.ts';
import { readWipayReturn, wipayHash } from './wipay-event.ts';

/**
 * What whoever pays could make of the word that they bring back from WiPay themselves: a larger amount, the charge of a
 * page that they asked for, another currency.
 */
const apiKey = '123';
const wipay = await startFakeWipay({ account: '1234567890', apiKey, environment: 'sandbox' });
afterAll(() => wipay.stop());
const server = await serverWithoutFaults({ WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: apiKey, WIPAY_URL: wipay.url });
const { call, signIn } = server;
const { rowsOf } = suspicionsOn(server);
const [finance, compliance] = await Promise.all(['finance', 'compliance'].map(signIn));
beforeEach(() => setCards(server, { provider: 'wipay', forCrypto: 'open', keptHours: 0 }));

const forged = { ok: false, fault: 'forged' };

test('a charge of J$10.00 is none of J$110.00: no digit of its number counts as one of the amount', () => {
  const [whole, hash] = ['SB-12-1-oid_123-aBc-20210616024001', '3d34d20260f7433ceee277e9ed9166a3'];
  const cut = { status: 'success', transaction_id: whole.slice(0, -1), order_id: 'oid_123-aBc', currency: 'JMD', hash };
  expect(wipayHash(cut.transaction_id, '110.00', apiKey)).toBe(hash);
  const awaited = { reference: cut.order_id, amount: jmd(11_000n), apiKey, environment: 'sandbox' as const };
  expect(readWipayReturn(cut, { ...awaited, now: new Date() })).toEqual(forged);
});

const numbered = (order: string) => `SB-12-1-${order}-20261123024001`;
test.each([
  ['more before our reference', numbered('x-REFERENCE')],
  ['more behind it', numbered('REFERENCE-y')],
  ['more on both sides', numbered('x-REFERENCE-y')],
  ['a number before it, as WiPay puts there', numbered('7-REFERENCE')],
  ['a moment behind it', numbered('REFERENCE-20261123024000')],
  ['no number of the account', 'SB-12-REFERENCE-20261123024001'],
  ['a short moment', 'SB-12-1-REFERENCE-2026112302400'],
  ['a long moment', 'SB-12-1-REFERENCE-202611230240010'],
  ['a line behind it', 'SB-12-1-REFERENCE-20261123024001\n'],
  ['the mark of the sandbox twice', 'SB-SB-12-1-REFERENCE-20261123024001'],
])('a number with %s is no charge of our page', (_what, transactionId) => {
  const amount = jmd(1_000n);
  const awaited = { reference: 'REFERENCE', amount, apiKey, environment: 'sandbox' as const, now: new Date() };
  const told = (id: string) => ({
    ...{ status: 'success', transaction_id: id, order_id: 'REFERENCE', currency: 'JMD' },
    hash: wipayHash(id, '10.00', apiKey),
  });
  expect(readWipayReturn(told(numbered('REFERENCE')), awaited)).toMatchObject({ ok: true });
  expect(readWipayReturn(told(transactionId), awaited)).toEqual(forged);
});

/** An order in US$ and the page for it. */
async function bought() {
  const who = await newCustomer(server, 'Ina Brown');
  const { body } = await buy(server, who.cookie, { currency: 'USD', amount: '20', paymentMethod: 'card' });
  const page = await call<{ url: string }>('cards/start', { kind: 'order', id: body.orderId }, who.cookie);
  return { orderId: body.orderId, back: wipay.pays(page.body.url) };
}
async function comesBack(to: URL): Promise<number> {
  const { statusCode } = await server.app.inject(to.pathname + to.search);
  await handleEvents(server);
  return statusCode;
}
const orderOf = async (id: string) =>
  (await rowsOf('select status, pay_in, held, hold_reason, extras from transactions where id = $1', [id]))[0];
const act = server.actsAs(finance);
const step = (orderId: string) => ({ orderId, note: '' });
const held = { held: true, hold_reason: 'card_currency_unknown' };

test('the charge of a page that somebody asked WiPay for themselves pays for nothing of ours', async () => {
  const { orderId, back } = await bought();
  const reference = back.searchParams.get('order_id') ?? '';
  const id = numbered(`x-${reference}-y`);
  back.searchParams.set('transaction_id', id);
  back.searchParams.set('hash', wipayHash(id, '20.00', apiKey));
  expect(await comesBack(back)).toBe(403);
  expect(await orderOf(orderId)).toMatchObject({ pay_in: 'awaiting' });
});

test('US$20.00 that WiPay tells of may be J$20.00: no coins leave before a person compared them', async () => {
  const { orderId, back } = await bought();
  expect(await comesBack(back)).toBe(303);
  expect(await orderOf(orderId)).toMatchObject({ pay_in: 'received', ...held });
  const { body } = await call<{ order: { holdReason: string } }>('desk/order', { orderId }, compliance);
  expect(body.order.holdReason).toBe('card_currency_unknown');
  expect(await act('desk/startProcessing', step(orderId))).toBe('done');
  expect(await act('desk/preparePayout', step(orderId))).toBe('desk.not_now');
  expect(await act('desk/release', step(orderId))).not.toBe('done');
  expect(await act('desk/release', step(orderId), compliance)).toBe('done');
  expect(await act('desk/preparePayout', step(orderId))).toBe('done');
});

test('an order that is held for something else is held for its currency from then on', async () => {
  const { orderId, back } = await bought();
  expect(await act('desk/hold', { ...step(orderId), reasonCode: 'unusual_pattern' }, compliance)).toBe('done');
  await comesBack(back);
  expect(await orderOf(orderId)).toMatchObject({ pay_in: 'received', ...held });
});

test('US$ that come late, or beside the own money, go back to nobody before they are compared', async () => {
  const late = await bought();
  server.setTime(after(new Date(), minutes(61)));
  await lapseOrders(server.services);
  await comesBack(late.back);
  server.setTime(null);
  expect(await orderOf(late.orderId)).toMatchObject({ status: 'cancelled', pay_in: 'received', ...held });
  const beside = await bought();
  expect(await act('desk/confirmReceived', cameIn(beside.orderId, { amount: '20' }))).toBe('done');
  await comesBack(beside.back);
  expect(await orderOf(beside.orderId)).toMatchObject({ pay_in: 'received', extras: 1, ...held });
  for (const { orderId } of [late, beside]) {
    const [line] = await rowsOf<{ id: string }>(`select id from movements where order_id = $1 and rail = 'card'`, [
      orderId,
    ]);
    const back = { ...step(orderId), movementId: line?.id, reasonCode: 'paid_too_late' };
    expect(await act('desk/prepareReturn', back)).toBe('desk.not_now');
  }
});

test('what is paid for beside crypto is due in J$ alone: told in US$ it is no charge of its page', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await planByCard(server, who.cookie);
  const back = wipay.pays(url);
  back.searchParams.set('currency', 'USD');
  expect(await comesBack(back)).toBe(403);
  expect(await rowsOf('select pay_in from payments where id = $1', [paymentId])).toEqual([{ pay_in: 'awaiting' }]);
});
