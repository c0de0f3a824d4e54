import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeFygaro } from '../../../../fakes/cards/fygaro.ts';
import { startFakeWipay } from '../../../../fakes/cards/wipay.ts';
import { handleEvents, setCards, startPlanByCard } from '../../../../test/cards.ts';
import { buildPayIn, buy } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { cardPayables } from '../../../fulfilment.ts';
import { after, minutes } from '../../../kernel/clock.ts';
import { jmd } from '../../../kernel/money.ts';
import { expireOrders } from '../../trading/jobs.ts';
import { handleEvent } from './handle-event.ts';
import { hashWipay, verifyWipayReturn } from './providers/wipay.ts';

const wipay = await startFakeWipay({ account: '1234567890', apiKey: '123', environment: 'sandbox' });

afterAll(() => wipay.stop());

const merchant = { keyId: 'key-1', secret: 'link-secret', hookSecret: 'whsec_new' };
const fygaro = fakeFygaro(merchant);
const server = await serverUnderTest({
  WIPAY_ACCOUNT: '1234567890',
  WIPAY_API_KEY: '123',
  WIPAY_URL: wipay.url,
  FYGARO_BUTTON_URL: 'https://www.fygaro.com/en/pb/demo/',
  FYGARO_KEY_ID: merchant.keyId,
  FYGARO_SECRET: merchant.secret,
  FYGARO_HOOK_SECRETS: 'whsec_new, whsec_old',
});
const { rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const activateProvider = (provider: string) =>
  server.owner.query(
    `insert into setting_versions (key, value) select key, value || jsonb_build_object('provider', $1::text)
      from setting_versions where key = 'cards' order by valid_from desc, id desc limit 1`,
    [provider],
  );
const handleAll = async () => {
  const waiting = await rowsOf<{ id: string }>('select id from card_events where became is null');
  for (const { id } of waiting) await handleEvent(server.services, cardPayables, id);
};
const payInOf = async (id: string) =>
  (await rowsOf<{ pay_in: string }>('select pay_in from payments where id = $1', [id]))[0]?.pay_in;
const hook = (body: string, headers: Record<string, string>) =>
  server.app.inject({ method: 'POST', url: '/api/hooks/card/fygaro', headers, payload: body });

test('a plan is paid through Fygaro', async () => {
  await activateProvider('fygaro');
  const { paymentId, url } = await startPlanByCard(server, (await newCustomer(server, 'Ina Brown')).cookie);
  const session = fygaro.openLink(url, new Date());
  expect(session).toMatchObject({ amount: '6000.00', currency: 'JMD', custom_reference: paymentId });
  expect(() => fygaro.openLink(url, new Date(Date.now() + 3_700_000))).toThrow('not now');
  const forged = fakeFygaro({ ...merchant, hookSecret: 'whsec_gone' }).createChargeHook(session, { now: new Date() });
  expect((await hook(forged.body, forged.headers)).statusCode).toBe(403);
  const { body, headers } = fygaro.createChargeHook(session, { now: new Date() });
  expect((await hook(body, headers)).statusCode).toBe(200);
  const older = fakeFygaro({ ...merchant, hookSecret: 'whsec_old' }).createChargeHook(session, { now: new Date() });
  expect((await hook(older.body, older.headers)).statusCode).toBe(200);
  await handleAll();
  expect(await payInOf(paymentId)).toBe('received');
  expect(await rowsOf(`select reason from movements where reference = $1`, [`fygaro:${older.transactionId}`])).toEqual([
    { reason: 'card_again' },
  ]);
});

// WiPay's documented example. Order and time are at the end of the number.
const vector = { transaction_id: 'SB-12-1-oid_123-aBc-20210616024001', order_id: 'oid_123-aBc', currency: 'JMD' };
const expected = {
  reference: 'oid_123-aBc',
  amount: jmd(1_000n),
  apiKey: '123',
  environment: 'sandbox' as const,
  now: new Date(),
};

test('a WiPay return is verified by the documented vector and the requested total', () => {
  const hash = '3d34d20260f7433ceee277e9ed9166a3';
  expect(hashWipay(vector.transaction_id, '10.00', '123')).toBe(hash);
  const back = { ...vector, status: 'success', total: '12.05', hash };
  expect(verifyWipayReturn(back, expected)).toMatchObject({
    ok: true,
    event: { transactionId: vector.transaction_id, amount: jmd(1_000n), reference: 'oid_123-aBc' },
  });
  const forged = { ok: false, fault: 'forged' };
  expect(verifyWipayReturn({ ...back, currency: 'USD' }, expected)).toEqual(forged);
  expect(verifyWipayReturn({ ...back, order_id: 'oid_124-aBc' }, expected)).toEqual(forged);
  for (const reference of ['oid_12', 'oid_123', 'aBc'])
    expect(verifyWipayReturn({ ...back, order_id: reference }, { ...expected, reference })).toEqual(forged);
  expect(verifyWipayReturn(back, { ...expected, amount: jmd(1_205n) })).toEqual(forged);
  expect(verifyWipayReturn(back, { ...expected, apiKey: '124' })).toEqual(forged);
  expect(verifyWipayReturn(back, { ...expected, environment: 'live' })).toEqual(forged);
  expect(verifyWipayReturn({ ...vector, status: 'failed', hash: '' }, expected)).toEqual({
    ok: false,
    fault: 'not_charged',
  });
  expect(verifyWipayReturn({}, expected)).toEqual({ ok: false, fault: 'not_charged' });
});

test('a plan is paid once through WiPay', async () => {
  await activateProvider('wipay');
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await startPlanByCard(server, customer.cookie);
  const returnFromPage = (to: URL) => server.app.inject({ method: 'GET', url: to.pathname + to.search });
  const failed = await returnFromPage(wipay.pays(url, { isApproved: false }));
  expect([failed.statusCode, failed.headers.location]).toEqual([
    303,
    `http://localhost:3000/payment-cancel?transaction_id=${paymentId}`,
  ]);
  await handleAll();
  expect(await payInOf(paymentId)).toBe('awaiting');
  const back = wipay.pays(url, { shownTotal: '6301.23' });
  const touched = new URL(back);
  touched.searchParams.set('hash', back.searchParams.get('hash')?.replace(/^./, 'x') ?? '');
  expect((await returnFromPage(touched)).statusCode).toBe(403);
  const elsewhere = new URL(back);
  elsewhere.pathname = back.pathname.replace(/.$/, 'x');
  expect((await returnFromPage(elsewhere)).statusCode).toBe(403);
  for (let visit = 0; visit < 3; visit++) {
    const answer = await returnFromPage(back);
    expect(answer.headers.location).toContain(`/payment-success?transaction_id=${paymentId}&wipay_reference=SB-`);
  }
  await handleAll();
  expect(await payInOf(paymentId)).toBe('received');
  expect(await rowsOf(`select from card_events where provider = 'wipay'`)).toHaveLength(1);
});

test('a closed WiPay window is found by staff, and its late return adds nothing', async () => {
  await activateProvider('wipay');
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await startPlanByCard(server, customer.cookie);
  const back = wipay.pays(url);
  type Open = { open: { id: string; dueId: string }[] };
  const findListed = async () => {
    const { body } = await server.call<Open>('cardsDesk/listOpen', undefined, finance);
    return body.open.find(({ dueId }) => dueId === paymentId)?.id;
  };
  expect(await findListed()).toBeUndefined();
  server.setTime(after(new Date(), minutes(11)));
  const sessionId = await findListed();
  const transaction = back.searchParams.get('transaction_id');
  const found = { sessionId, transaction, note: 'Seen in the list of charges of WiPay.' };
  const record = async (cookie: string) =>
    (await server.call<{ code?: string }>('cardsDesk/recordCharge', found, cookie)).body.code ?? 'done';
  expect(await record(customer.cookie)).toBe('staff.not_allowed');
  const others = [
    `${transaction}`.replace('SB-', ''),
    `${transaction}`.slice(0, -1),
    'SB-21-1-ANOTHER1-20260101000000',
  ];
  for (const other of others)
    expect(
      (await server.call<{ code: string }>('cardsDesk/recordCharge', { ...found, transaction: other }, finance)).body
        .code,
    ).toBe('cards.another_page');
  expect(await record(finance)).toBe('done');
  await handleAll();
  expect(await payInOf(paymentId)).toBe('received');
  expect(await record(finance)).toBe('cards.no_such_page');
  expect(await findListed()).toBeUndefined();
  expect((await server.app.inject(back.pathname + back.search)).statusCode).toBe(303);
  await handleAll();
  const lines = await rowsOf('select from movements where reference = $1', [`wipay:${transaction}`]);
  expect(lines).toHaveLength(1);
  server.setTime(null);
});

test('a second charged WiPay page is found and recorded as unallocated', async () => {
  await activateProvider('wipay');
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await startPlanByCard(server, customer.cookie);
  const closed = wipay.pays(url);
  // The closed page ends after three minutes; the customer tries again.
  server.setTime(after(new Date(), minutes(5)));
  const restart = await server.call<{ url: string }>(
    'cards/start',
    { kind: 'payment', id: paymentId },
    customer.cookie,
  );
  const back = wipay.pays(restart.body.url);
  await server.app.inject(back.pathname + back.search);
  await handleAll();
  expect(await payInOf(paymentId)).toBe('received');
  server.setTime(after(new Date(), minutes(20)));
  type Open = { open: { id: string; dueId: string }[] };
  const { body } = await server.call<Open>('cardsDesk/listOpen', undefined, finance);
  const page = body.open.find(({ dueId }) => dueId === paymentId);
  const transaction = closed.searchParams.get('transaction_id');
  const found = { sessionId: page?.id, transaction, note: 'Seen in the list of charges of WiPay.' };
  expect((await server.call('cardsDesk/recordCharge', found, finance)).status).toBe(200);
  await handleAll();
  const lines = await rowsOf('select reason, user_id from movements where reference = $1', [`wipay:${transaction}`]);
  expect(lines).toEqual([{ reason: 'card_again', user_id: null }]);
  server.setTime(null);
});

test('a failing WiPay opens no page and allows a retry', async () => {
  await activateProvider('wipay');
  const customer = await newCustomer(server, 'Ina Brown');
  for (const failure of ['failing', 'garbage'] as const) {
    wipay.setMode(failure);
    const { paymentId, url } = await startPlanByCard(server, customer.cookie);
    expect(url).toBeUndefined();
    expect(await rowsOf('select from card_sessions where due_id = $1', [paymentId])).toEqual([]);
    await server.call('payments/cancel', { paymentId }, customer.cookie);
  }
  wipay.setMode('ok');
  const { url } = await startPlanByCard(server, customer.cookie);
  expect(url).toContain('/page/');
  expect(server.faults).toEqual([]);
});

const { call, signIn } = server;
const compliance = await signIn('compliance');

async function placeOrder() {
  const customer = await newCustomer(server, 'Ina Brown');
  const { body } = await buy(server, customer.cookie, { currency: 'USD', amount: '20', paymentMethod: 'card' });
  const page = await call<{ url: string }>('cards/start', { kind: 'order', id: body.orderId }, customer.cookie);
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

describe('US$ and forged returns of WiPay', () => {
  beforeEach(() => setCards(server, { provider: 'wipay', forCrypto: 'open', keptHours: 0 }));

  test('a WiPay return with a forged transaction id is rejected', async () => {
    const { orderId, back } = await placeOrder();
    const reference = back.searchParams.get('order_id') ?? '';
    const id = `SB-12-1-x-${reference}-y-20261123024001`;
    back.searchParams.set('transaction_id', id);
    back.searchParams.set('hash', hashWipay(id, '20.00', '123'));
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

  test('a US$ charge on an order on hold replaces its hold reason', async () => {
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
    const customer = await newCustomer(server, 'Ina Brown');
    const { paymentId, url } = await startPlanByCard(server, customer.cookie);
    const back = wipay.pays(url);
    back.searchParams.set('currency', 'USD');
    expect(await returnFromPage(back)).toBe(403);
    expect(await rowsOf('select pay_in from payments where id = $1', [paymentId])).toEqual([{ pay_in: 'awaiting' }]);
  });
});
