import { afterAll, expect, test } from 'vitest';
import { fakeFygaro } from '../../../fakes/cards/fygaro.ts';
import { startFakeWipay } from '../../../fakes/cards/wipay.ts';
import { planByCard } from '../../../test/cards.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { jmd } from '../../kernel/money.ts';
import { cardPayables } from '../../payables.ts';
import { signature } from '../../platform/signed.ts';
import { readFygaroHook } from './fygaro-event.ts';
import { handleEvent } from './handle-event.ts';
import { readWipayReturn, wipayHash } from './wipay-event.ts';

/** Each provider by the vectors of its documents, and the way from its page to the money with its stand-in. */
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
const { rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');

const inForce = (provider: string) =>
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

test('the hook of Fygaro is read by its vector, within its window and by its secret alone', () => {
  const body = Buffer.from(
    '{"transactionId":"t1","reference":"r1","customReference":"ord-1","amount":"100.00","currency":"JMD"}',
  );
  const v1 = 'fdf0eea1e8c49011c261d1272dee4a281ccb3e53efb123fead34db3e8e84a605';
  const headers = { 'fygaro-signature': `t=1760000000,v1=${v1}`, 'fygaro-key-id': 'k' };
  const at = (unix: number) => ({ headers, body, now: new Date(unix * 1000) });
  expect(readFygaroHook(at(1_760_000_000), ['whsec_test'])).toMatchObject({
    ok: true,
    event: { eventId: 't1', transactionId: 't1', reference: 'ord-1', amount: jmd(10_000n), outcome: 'approved' },
  });
  expect(readFygaroHook(at(1_760_000_300), ['other', 'whsec_test'])).toMatchObject({ ok: true });
  for (const unix of [1_760_000_301, 1_759_999_699])
    expect(readFygaroHook(at(unix), ['whsec_test'])).toEqual({ ok: false, fault: 'forged' });
  expect(readFygaroHook(at(1_760_000_000), ['whsec_tesT'])).toEqual({ ok: false, fault: 'forged' });
});

test('an amount that Fygaro tells as a number is the same amount', () => {
  const read = (amount: unknown) => {
    const body = Buffer.from(JSON.stringify({ transactionId: 't', customReference: 'r', amount, currency: 'JMD' }));
    const headers = { 'fygaro-signature': `t=1760000000,v1=${signature('s', 1_760_000_000, body)}` };
    return readFygaroHook({ headers, body, now: new Date(1_760_000_000_000) }, ['s']);
  };
  for (const amount of [100.5, '100.5', '100.50'])
    expect(read(amount)).toMatchObject({ ok: true, event: { amount: jmd(10_050n) } });
  for (const amount of [1e21, '1e2', '-1', '100.505', Number.NaN, '1,000.00', ''])
    expect(read(amount)).toEqual({ ok: false, fault: 'unreadable' });
});

test('a plan paid through Fygaro, from its page to the money', async () => {
  await inForce('fygaro');
  const { paymentId, url } = await planByCard(server, (await newCustomer(server, 'Ina Brown')).cookie);
  const asked = fygaro.open(url, new Date());
  expect(asked).toMatchObject({ amount: '6000.00', currency: 'JMD', custom_reference: paymentId });
  expect(() => fygaro.open(url, new Date(Date.now() + 3_700_000))).toThrow('not now');
  const forged = fakeFygaro({ ...merchant, hookSecret: 'whsec_gone' }).charged(asked, { now: new Date() });
  expect((await hook(forged.body, forged.headers)).statusCode).toBe(403);
  const { body, headers } = fygaro.charged(asked, { now: new Date() });
  expect((await hook(body, headers)).statusCode).toBe(200);
  const older = fakeFygaro({ ...merchant, hookSecret: 'whsec_old' }).charged(asked, { now: new Date() });
  expect((await hook(older.body, older.headers)).statusCode).toBe(200);
  await handleAll();
  expect(await payInOf(paymentId)).toBe('received');
  expect(await rowsOf(`select reason from movements where reference = $1`, [`fygaro:${older.transactionId}`])).toEqual([
    { reason: 'card_again' },
  ]);
});

// The order of their example is `oid_123-aBc`: its number ends, as every one of theirs, with the order and a moment.
const vector = { transaction_id: 'SB-12-1-oid_123-aBc-20210616024001', order_id: 'oid_123-aBc', currency: 'JMD' };
const awaited = {
  reference: 'oid_123-aBc',
  amount: jmd(1_000n),
  apiKey: '123',
  environment: 'sandbox' as const,
  now: new Date(),
};

test('the return of WiPay is read by its vector: over the total asked for, not the one that comes back', () => {
  const hash = '3d34d20260f7433ceee277e9ed9166a3';
  expect(wipayHash(vector.transaction_id, '10.00', '123')).toBe(hash);
  const back = { ...vector, status: 'success', total: '12.05', hash };
  expect(readWipayReturn(back, awaited)).toMatchObject({
    ok: true,
    event: { transactionId: vector.transaction_id, amount: jmd(1_000n), reference: 'oid_123-aBc' },
  });
  const forged = { ok: false, fault: 'forged' };
  expect(readWipayReturn({ ...back, currency: 'USD' }, awaited)).toEqual(forged);
  expect(readWipayReturn({ ...back, order_id: 'oid_124-aBc' }, awaited)).toEqual(forged);
  for (const reference of ['oid_12', 'oid_123', 'aBc'])
    expect(readWipayReturn({ ...back, order_id: reference }, { ...awaited, reference })).toEqual(forged);
  expect(readWipayReturn(back, { ...awaited, amount: jmd(1_205n) })).toEqual(forged);
  expect(readWipayReturn(back, { ...awaited, apiKey: '124' })).toEqual(forged);
  expect(readWipayReturn(back, { ...awaited, environment: 'live' })).toEqual(forged);
  expect(readWipayReturn({ ...vector, status: 'failed', hash: '' }, awaited)).toEqual({
    ok: false,
    fault: 'not_charged',
  });
  expect(readWipayReturn({}, awaited)).toEqual({ ok: false, fault: 'not_charged' });
});

test('a plan paid through WiPay: asked for by the server, told by the browser that comes back, once', async () => {
  await inForce('wipay');
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await planByCard(server, who.cookie);
  const comeBack = (to: URL) => server.app.inject({ method: 'GET', url: to.pathname + to.search });
  const failed = await comeBack(wipay.pays(url, { approved: false }));
  expect([failed.statusCode, failed.headers.location]).toEqual([
    303,
    `http://localhost:3000/payment-cancel?transaction_id=${paymentId}`,
  ]);
  await handleAll();
  expect(await payInOf(paymentId)).toBe('awaiting');
  const back = wipay.pays(url, { shown: '6301.23' });
  const touched = new URL(back);
  touched.searchParams.set('hash', back.searchParams.get('hash')?.replace(/^./, 'x') ?? '');
  expect((await comeBack(touched)).statusCode).toBe(403);
  const elsewhere = new URL(back);
  elsewhere.pathname = back.pathname.replace(/.$/, 'x');
  expect((await comeBack(elsewhere)).statusCode).toBe(403);
  for (let visit = 0; visit < 3; visit++) {
    const answer = await comeBack(back);
    expect(answer.headers.location).toContain(`/payment-success?transaction_id=${paymentId}&wipay_reference=SB-`);
  }
  await handleAll();
  expect(await payInOf(paymentId)).toBe('received');
  expect(await rowsOf(`select from card_events where provider = 'wipay'`)).toHaveLength(1);
});

test('who closed the window of WiPay is found by staff; their late return tells nothing', async () => {
  await inForce('wipay');
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await planByCard(server, who.cookie);
  const back = wipay.pays(url);
  type Open = { open: { id: string; dueId: string }[] };
  const listed = async () => {
    const { body } = await server.call<Open>('cardsDesk/listOpen', undefined, finance);
    return body.open.find(({ dueId }) => dueId === paymentId)?.id;
  };
  expect(await listed()).toBeUndefined();
  server.setTime(after(new Date(), minutes(11)));
  const sessionId = await listed();
  const transaction = back.searchParams.get('transaction_id');
  const found = { sessionId, transaction, note: 'Seen in the list of charges of WiPay.' };
  const record = async (cookie: string) =>
    (await server.call<{ code?: string }>('cardsDesk/recordCharge', found, cookie)).body.code ?? 'done';
  expect(await record(who.cookie)).toBe('staff.not_allowed');
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
  expect(await listed()).toBeUndefined();
  expect((await server.app.inject(back.pathname + back.search)).statusCode).toBe(303);
  await handleAll();
  const lines = await rowsOf('select from movements where reference = $1', [`wipay:${transaction}`]);
  expect(lines).toHaveLength(1);
  server.setTime(null);
});

test('a second page of WiPay that was charged is found as well, and its money stands on nothing', async () => {
  await inForce('wipay');
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await planByCard(server, who.cookie);
  const closed = wipay.pays(url);
  // Its window is closed, and the page ends in three minutes; they try again, and that comes back.
  server.setTime(after(new Date(), minutes(5)));
  const again = await server.call<{ url: string }>('cards/start', { kind: 'payment', id: paymentId }, who.cookie);
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

test('where WiPay gives no page nothing is opened, and its customer may try again', async () => {
  await inForce('wipay');
  const who = await newCustomer(server, 'Ina Brown');
  for (const mood of ['down', 'garbage'] as const) {
    wipay.setMood(mood);
    const { paymentId, url } = await planByCard(server, who.cookie);
    expect(url).toBeUndefined();
    expect(await rowsOf('select from card_sessions where due_id = $1', [paymentId])).toEqual([]);
    await server.call('payments/callOff', { paymentId }, who.cookie);
  }
  wipay.setMood('ok');
  const { url } = await planByCard(server, who.cookie);
  expect(url).toContain('/page/');
  expect(server.faults).toEqual([]);
});
