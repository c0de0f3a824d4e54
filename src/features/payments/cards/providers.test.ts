import { afterAll, expect, test } from 'vitest';
import { fakeFygaro } from '../../../../fakes/cards/fygaro.ts';
import { startFakeWipay } from '../../../../fakes/cards/wipay.ts';
import { startPlanByCard } from '../../../../test/cards.ts';
import { productionEnvironment } from '../../../../test/reliability/production.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { cardPayables } from '../../../fulfilment.ts';
import { after, minutes } from '../../../kernel/clock.ts';
import { jmd } from '../../../kernel/money.ts';
import { ConfigurationError, readConfig } from '../../../platform/config/config.ts';
import { signPayload } from '../../../platform/http/webhook-signature.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { handleEvent } from './handle-event.ts';
import { verifyFygaroWebhook } from './providers/fygaro.ts';
import { cardProviders, checkCardProviders, findCardsFault } from './providers/registry.ts';
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

test('a Fygaro webhook is verified by the documented vector', () => {
  const body = Buffer.from(
    '{"transactionId":"t1","reference":"r1","customReference":"ord-1","amount":"100.00","currency":"JMD"}',
  );
  const v1 = 'fdf0eea1e8c49011c261d1272dee4a281ccb3e53efb123fead34db3e8e84a605';
  const headers = { 'fygaro-signature': `t=1760000000,v1=${v1}`, 'fygaro-key-id': 'k' };
  const at = (unix: number) => ({ headers, body, now: new Date(unix * 1000) });
  expect(verifyFygaroWebhook(at(1_760_000_000), ['whsec_test'])).toMatchObject({
    ok: true,
    event: { eventId: 't1', transactionId: 't1', reference: 'ord-1', amount: jmd(10_000n), outcome: 'approved' },
  });
  expect(verifyFygaroWebhook(at(1_760_000_300), ['other', 'whsec_test'])).toMatchObject({ ok: true });
  for (const unix of [1_760_000_301, 1_759_999_699])
    expect(verifyFygaroWebhook(at(unix), ['whsec_test'])).toEqual({ ok: false, fault: 'forged' });
  expect(verifyFygaroWebhook(at(1_760_000_000), ['whsec_tesT'])).toEqual({ ok: false, fault: 'forged' });
});

test('Fygaro amounts are accepted as numbers and texts', () => {
  const read = (amount: unknown) => {
    const body = Buffer.from(JSON.stringify({ transactionId: 't', customReference: 'r', amount, currency: 'JMD' }));
    const headers = { 'fygaro-signature': `t=1760000000,v1=${signPayload('s', 1_760_000_000, body)}` };
    return verifyFygaroWebhook({ headers, body, now: new Date(1_760_000_000_000) }, ['s']);
  };
  for (const amount of [100.5, '100.5', '100.50'])
    expect(read(amount)).toMatchObject({ ok: true, event: { amount: jmd(10_050n) } });
  for (const amount of [1e21, '1e2', '-1', '100.505', Number.NaN, '1,000.00', ''])
    expect(read(amount)).toEqual({ ok: false, fault: 'unreadable' });
});

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
  const failed = await returnFromPage(wipay.pays(url, { approved: false }));
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

test('a second charged WiPay page is found and recorded as unassigned', async () => {
  await activateProvider('wipay');
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await startPlanByCard(server, customer.cookie);
  const closed = wipay.pays(url);
  // The closed page ends after three minutes; the customer tries again.
  server.setTime(after(new Date(), minutes(5)));
  const again = await server.call<{ url: string }>('cards/start', { kind: 'payment', id: paymentId }, customer.cookie);
  const back = wipay.pays(again.body.url);
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
  for (const failure of ['down', 'garbage'] as const) {
    wipay.setMood(failure);
    const { paymentId, url } = await startPlanByCard(server, customer.cookie);
    expect(url).toBeUndefined();
    expect(await rowsOf('select from card_sessions where due_id = $1', [paymentId])).toEqual([]);
    await server.call('payments/callOff', { paymentId }, customer.cookie);
  }
  wipay.setMood('ok');
  const { url } = await startPlanByCard(server, customer.cookie);
  expect(url).toContain('/page/');
  expect(server.faults).toEqual([]);
});

test.each([
  { WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: 'k', WIPAY_ENVIRONMENT: 'sandbox' },
  { WIPAY_ACCOUNT: '123', WIPAY_API_KEY: 'k', WIPAY_ENVIRONMENT: 'live' },
  { WIPAY_ACCOUNT: '1234567890', WIPAY_API_KEY: 'k', WIPAY_ENVIRONMENT: 'live', WIPAY_URL: 'http://pay.test' },
  { FYGARO_BUTTON_URL: 'http://pay.test', FYGARO_KEY_ID: 'k', FYGARO_SECRET: 's', FYGARO_HOOK_SECRETS: 'h' },
  { FYGARO_BUTTON_URL: 'https://pay.test', FYGARO_KEY_ID: 'k', FYGARO_SECRET: 's', FYGARO_HOOK_SECRETS: 'h,' },
])('production rejects the card provider %j', (variables) => {
  expect(() => checkCardProviders(readConfig(productionEnvironment))).not.toThrow();
  const config = readConfig({ ...productionEnvironment, ...variables });
  expect(() => checkCardProviders(config)).toThrow(ConfigurationError);
});

test('the setting accepts registered providers and names them in its error', () => {
  const { cards } = demoSettings;
  for (const provider of ['none', ...Object.keys(cardProviders)])
    expect(findCardsFault({ ...cards, provider })).toBeNull();
  for (const provider of ['paypal', 'constructor'])
    expect(findCardsFault({ ...cards, provider })).toMatch(/^Enter none, wipay, .+ or [a-z]+$/);
});

test.each(Object.entries(cardProviders))(
  '%s fits the columns, and reports by webhook or by a route of its own',
  (name, one) => {
    expect(name).toMatch(/^[a-z]{2,20}$/);
    expect(one.webhook !== null || one.mount !== undefined).toBe(true);
    expect(one.isChargeNumber === null).toBe(one.webhook !== null);
  },
);
