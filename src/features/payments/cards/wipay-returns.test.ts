import { afterAll, beforeEach, expect, test } from 'vitest';
import { startFakeWipay } from '../../../../fakes/cards/wipay.ts';
import { handleEvents, setCards, startPlanByCard } from '../../../../test/cards.ts';
import { buildPayIn, buy } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { after, minutes } from '../../../kernel/clock.ts';
import { jmd } from '../../../kernel/money.ts';
import { expireOrders } from '../../trading/jobs.ts';
import { hashWipay, verifyWipayReturn } from './providers/wipay.ts';

/** Forged WiPay returns: a larger amount, another page's charge, another currency. */
const apiKey = '123';
const wipay = await startFakeWipay({ account: '1234567890', apiKey, environment: 'sandbox' });
afterAll(() => wipay.stop());
const server = await serverWithoutFaults({ WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: apiKey, WIPAY_URL: wipay.url });
const { call, signIn } = server;
const { rowsOf } = setUpSuspicions(server);
const [finance, compliance] = await Promise.all(['finance', 'compliance'].map(signIn));
beforeEach(() => setCards(server, { provider: 'wipay', forCrypto: 'open', keptHours: 0 }));

const forged = { ok: false, fault: 'forged' };

test('a charge of J$10.00 cannot be read as J$110.00', () => {
  const [whole, hash] = ['SB-12-1-oid_123-aBc-20210616024001', '3d34d20260f7433ceee277e9ed9166a3'];
  const cut = { status: 'success', transaction_id: whole.slice(0, -1), order_id: 'oid_123-aBc', currency: 'JMD', hash };
  expect(hashWipay(cut.transaction_id, '110.00', apiKey)).toBe(hash);
  const expected = { reference: cut.order_id, amount: jmd(11_000n), apiKey, environment: 'sandbox' as const };
  expect(verifyWipayReturn(cut, { ...expected, now: new Date() })).toEqual(forged);
});

const numbered = (order: string) => `SB-12-1-${order}-20261123024001`;
test.each([
  ['more before our reference', numbered('x-REFERENCE')],
  ['more behind it', numbered('REFERENCE-y')],
  ['more on both sides', numbered('x-REFERENCE-y')],
  ['a number before it, as in WiPay numbers', numbered('7-REFERENCE')],
  ['a time behind it', numbered('REFERENCE-20261123024000')],
  ['no number of the account', 'SB-12-REFERENCE-20261123024001'],
  ['a short time', 'SB-12-1-REFERENCE-2026112302400'],
  ['a long time', 'SB-12-1-REFERENCE-202611230240010'],
  ['a line behind it', 'SB-12-1-REFERENCE-20261123024001\n'],
  ['the mark of the sandbox twice', 'SB-SB-12-1-REFERENCE-20261123024001'],
])('a number with %s is refused', (_what, transactionId) => {
  const amount = jmd(1_000n);
  const expected = { reference: 'REFERENCE', amount, apiKey, environment: 'sandbox' as const, now: new Date() };
  const toReturn = (id: string) => ({
    ...{ status: 'success', transaction_id: id, order_id: 'REFERENCE', currency: 'JMD' },
    hash: hashWipay(id, '10.00', apiKey),
  });
  expect(verifyWipayReturn(toReturn(numbered('REFERENCE')), expected)).toMatchObject({ ok: true });
  expect(verifyWipayReturn(toReturn(transactionId), expected)).toEqual(forged);
});

async function placeOrder() {
  const who = await newCustomer(server, 'Ina Brown');
  const { body } = await buy(server, who.cookie, { currency: 'USD', amount: '20', paymentMethod: 'card' });
  const page = await call<{ url: string }>('cards/start', { kind: 'order', id: body.orderId }, who.cookie);
  return { orderId: body.orderId, back: wipay.pays(page.body.url) };
}
async function returnFromPage(to: URL): Promise<number> {
  const { statusCode } = await server.app.inject(to.pathname + to.search);
  await handleEvents(server);
  return statusCode;
}
const orderOf = async (id: string) =>
  (
    await rowsOf('select status, pay_in, held, hold_reason, surplus_count extras from transactions where id = $1', [id])
  )[0];
const act = server.actsAs(finance);
const step = (orderId: string) => ({ orderId, note: '' });
const held = { held: true, hold_reason: 'card_currency_unknown' };

test('a charge of a page created by the customer is refused', async () => {
  const { orderId, back } = await placeOrder();
  const reference = back.searchParams.get('order_id') ?? '';
  const id = numbered(`x-${reference}-y`);
  back.searchParams.set('transaction_id', id);
  back.searchParams.set('hash', hashWipay(id, '20.00', apiKey));
  expect(await returnFromPage(back)).toBe(403);
  expect(await orderOf(orderId)).toMatchObject({ pay_in: 'awaiting' });
});

test('a US$ charge of WiPay is held until a person compares the currency', async () => {
  const { orderId, back } = await placeOrder();
  expect(await returnFromPage(back)).toBe(303);
  expect(await orderOf(orderId)).toMatchObject({ pay_in: 'received', ...held });
  const { body } = await call<{ order: { holdReason: string } }>('desk/order', { orderId }, compliance);
  expect(body.order.holdReason).toBe('card_currency_unknown');
  expect(await act('desk/startProcessing', step(orderId))).toBe('done');
  expect(await act('desk/preparePayout', step(orderId))).toBe('desk.not_now');
  expect(await act('desk/release', step(orderId))).not.toBe('done');
  expect(await act('desk/release', step(orderId), compliance)).toBe('done');
  expect(await act('desk/preparePayout', step(orderId))).toBe('done');
});

test('an order on hold gets the currency hold as well', async () => {
  const { orderId, back } = await placeOrder();
  expect(await act('desk/hold', { ...step(orderId), reasonCode: 'unusual_pattern' }, compliance)).toBe('done');
  await returnFromPage(back);
  expect(await orderOf(orderId)).toMatchObject({ pay_in: 'received', ...held });
});

test('late and additional US$ are not refunded before the comparison', async () => {
  const late = await placeOrder();
  server.setTime(after(new Date(), minutes(61)));
  await expireOrders(server.services);
  await returnFromPage(late.back);
  server.setTime(null);
  expect(await orderOf(late.orderId)).toMatchObject({ status: 'cancelled', pay_in: 'received', ...held });
  const additional = await placeOrder();
  expect(await act('desk/confirmReceived', buildPayIn(additional.orderId, { amount: '20' }))).toBe('done');
  await returnFromPage(additional.back);
  expect(await orderOf(additional.orderId)).toMatchObject({ pay_in: 'received', extras: 1, ...held });
  for (const { orderId } of [late, additional]) {
    const [line] = await rowsOf<{ id: string }>(`select id from movements where order_id = $1 and rail = 'card'`, [
      orderId,
    ]);
    const back = { ...step(orderId), movementId: line?.id, reasonCode: 'paid_too_late' };
    expect(await act('desk/prepareReturn', back)).toBe('desk.not_now');
  }
});

test('a US$ return for a payment in J$ is refused', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await startPlanByCard(server, who.cookie);
  const back = wipay.pays(url);
  back.searchParams.set('currency', 'USD');
  expect(await returnFromPage(back)).toBe(403);
  expect(await rowsOf('select pay_in from payments where id = $1', [paymentId])).toEqual([{ pay_in: 'awaiting' }]);
});
