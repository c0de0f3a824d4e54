import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  buildSandboxEvent,
  handleEvents,
  sendWebhook,
  setCards,
  startOrderByCard,
  startPlanByCard,
} from '../../../../test/cards.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jmd } from '../../../kernel/money.ts';
import { signPayload } from '../../../platform/http/webhook-signature.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { verifyFygaroWebhook } from './providers/fygaro.ts';
import { deriveSandboxSecret } from './providers/sandbox-page.ts';

const server = await serverWithoutFaults();
const { app, call, faults, services, owner } = server;
const { rowsOf } = setUpSuspicions(server);

beforeEach(() => void faults.splice(0));

const stateOf = async (id: string) =>
  (await rowsOf<{ pay_in: string }>('select pay_in from payments where id = $1', [id]))[0]?.pay_in;
const findMovement = (transaction: string) =>
  rowsOf<{ amount: string }>(
    `select trim_scale(amount)::text amount, payment_id is not null found from movements
    where rail = 'card' and direction = 'in' and reference = $1`,
    [`sandbox:${transaction}`],
  );
const openPage = async () => startPlanByCard(server, (await newCustomer(server, 'Ina Brown')).cookie);

test.each([
  ['a NUL in the name', { name: 'Ina\u0000Brown' }],
  ['direction marks and markup in the name', { name: '\u202E<b onload=x>\u2066Ina' }],
  ['half a letter in the name', { name: 'Ina \ud83d' }],
  ['an empty name', { name: '' }],
  ['a moment long ago', { at: '0001-01-01T00:00:00Z' }],
  ['a moment far ahead', { at: '9999-12-31T23:59:59Z' }],
  ['the year zero', { at: '0000-01-01T00:00:00Z' }],
  ['a number with blanks', { transaction: ` ${randomUUID()} x ` }],
  ['a number of special characters', { transaction: `%27;--/../${randomUUID()}` }],
  ['a NUL in its card', { card: '4111\u0000' }],
])('a charge with %s is recorded on its payment', async (_what, changes) => {
  const { paymentId } = await openPage();
  const charge = buildSandboxEvent(paymentId, changes);
  expect(await sendWebhook(server, charge)).toBe(200);
  await handleEvents(server);
  expect(await stateOf(paymentId)).toBe('received');
  expect(await findMovement(charge.transaction)).toEqual([{ amount: '6000', found: true }]);
  expect(faults).toEqual([]);
});

test('the first event of a charge counts, and others under its number are ignored', async () => {
  const { paymentId } = await openPage();
  const charge = buildSandboxEvent(paymentId, { amount: '1.00' });
  expect(await sendWebhook(server, charge)).toBe(200);
  // Signed too, but with another amount or outcome.
  for (const changes of [{ amount: '6000.00' }, { type: 'charged_back' }])
    expect(await sendWebhook(server, { ...charge, ...changes })).toBe(200);
  await handleEvents(server);
  expect(await stateOf(paymentId)).toBe('awaiting');
  expect(await findMovement(charge.transaction)).toEqual([{ amount: '1', found: false }]);
});

test("a charge of the page's amount pays nothing if the payment costs more", async () => {
  const { paymentId } = await openPage();
  await rowsOf('update card_sessions set amount = 60 where due_id = $1', [paymentId]);
  const charge = buildSandboxEvent(paymentId, { amount: '60.00' });
  expect(await sendWebhook(server, charge)).toBe(200);
  await handleEvents(server);
  expect(await stateOf(paymentId)).toBe('awaiting');
  expect(await findMovement(charge.transaction)).toEqual([{ amount: '60', found: false }]);
});

test('a card in another name pays, and the audit log records the difference', async () => {
  const findNameDifference = async (name: string) => {
    const { paymentId } = await openPage();
    expect(await sendWebhook(server, buildSandboxEvent(paymentId, { name }))).toBe(200);
    await handleEvents(server);
    expect(await stateOf(paymentId)).toBe('received');
    return rowsOf(
      `select after -> 'nameDiffers' differs from audit_log where subject_id = $1 and action = 'payments.receive'`,
      [paymentId],
    );
  };
  expect(await findNameDifference('Tamara Grant')).toEqual([{ differs: true }]);
  expect(await findNameDifference('BROWN INA')).toEqual([{ differs: null }]);
});

test('one charge in two events is one movement', async () => {
  const [one, other] = [await openPage(), await openPage()];
  const charge = buildSandboxEvent(one.paymentId);
  for (const changes of [{}, { amount: '12000.00' }, { reference: other.paymentId }])
    expect(await sendWebhook(server, { ...charge, id: randomUUID(), ...changes })).toBe(200);
  await Promise.all([handleEvents(server), handleEvents(server)]);
  expect([await stateOf(one.paymentId), await stateOf(other.paymentId)].toSorted()).toEqual(['awaiting', 'received']);
  expect(await findMovement(charge.transaction)).toHaveLength(1);
});

test('huge, malformed, deep and empty bodies are refused quickly without a fault', async () => {
  const inject = async (payload: string | Buffer, header?: string, type = 'application/json') => {
    const headers = { 'content-type': type, ...(header && { 'sandbox-signature': header }) };
    return (await app.inject({ method: 'POST', url: '/api/hooks/card/sandbox', headers, payload })).statusCode;
  };
  const secret = deriveSandboxSecret(services.config, 'hook');
  const signed = (payload: Buffer) => {
    const at = Math.floor(Date.now() / 1000);
    return `t=${at},v1=${signPayload(secret, at, payload)}`;
  };
  const large = Buffer.alloc(5_000_000, 'x');
  expect(await inject(large, signed(large))).toBe(413);
  expect(await inject(large)).toBe(403);
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '['.repeat(8_000),
    '{"__proto__":{"type":"approved"}}',
    '\u0000',
    '1e999',
  ]) {
    const payload = Buffer.from(text);
    expect([text.slice(0, 9), await inject(payload, signed(payload))]).toEqual([text.slice(0, 9), 422]);
    expect([text.slice(0, 9), await inject(payload)]).toEqual([text.slice(0, 9), 403]);
  }
  const sound = Buffer.from(JSON.stringify(buildSandboxEvent(randomUUID())));
  for (const header of ['t=', 'v1=', 't=1,v1=', `t=${'9'.repeat(400)},v1=x`, ','.repeat(5_000), 't=NaN,v1=NaN'])
    expect([header.slice(0, 9), await inject(sound, header)]).toEqual([header.slice(0, 9), 403]);
  expect(await inject(sound, signed(sound), 'text/plain')).toBe(200);
  expect(faults).toEqual([]);
});

test.each([
  ['no client', null],
  ['a client without a name', { name: null }],
  ['a long name', { name: 'I'.repeat(201) }],
])('a Fygaro webhook with %s is accepted', (_what, client) => {
  const fields = { transactionId: 't-1', customReference: 'r-1', amount: '100.00', currency: 'JMD', client };
  const body = Buffer.from(JSON.stringify(fields));
  const headers = { 'fygaro-signature': `t=1760000000,v1=${signPayload('s', 1_760_000_000, body)}` };
  expect(verifyFygaroWebhook({ headers, body, now: new Date(1_760_000_000_000) }, ['s'])).toMatchObject({ ok: true });
});

test('card return pages with any query move and break nothing', async () => {
  const { paymentId } = await openPage();
  const customer = await newCustomer(server, 'Una Brown');
  const queries = [
    `transaction_id=${paymentId}&status=success&amount=6000`,
    `payment_id=${paymentId}&transaction_id=x`,
    'transaction_id=%3Cscript%3Ealert(1)%3C/script%3E',
    `transaction_id=${'9'.repeat(4_000)}`,
    'transaction_id[]=1&transaction_id=2',
    'transaction_id=%00',
    'transaction_id=%E0%A4%A',
    'success_url=https://evil.example&cancel_url=javascript:alert(1)',
  ];
  for (const page of ['payment-success', 'payment-cancel'])
    for (const query of queries) {
      const answer = await app.inject({
        method: 'GET',
        url: `/${page}?${query}`,
        headers: { cookie: customer.cookie },
      });
      expect([query, answer.statusCode < 500 || answer.statusCode === 503]).toEqual([query, true]);
      expect(answer.body).not.toContain('<script>alert(1)');
      expect(answer.headers.location ?? '').not.toMatch(/evil|javascript/);
    }
  for (const reference of [
    paymentId,
    paymentId.toUpperCase(),
    '\u0000',
    "' or true --",
    '%',
    '_'.repeat(36),
    '\ud800',
  ]) {
    const { status } = await call('paymentPages/status', { reference }, customer.cookie);
    expect([reference, [400, 404].includes(status)]).toEqual([reference, true]);
  }
  expect(await stateOf(paymentId)).toBe('awaiting');
  expect(faults).toEqual([]);
});

const finance = await createSession(server, 'finance');

afterEach(async () => {
  await setCards(server, demoSettings.cards);
});

const payment = async (id: string) =>
  (await owner.query('select pay_in, ended from payments where id = $1', [id])).rows[0];
const order = async (id: string) =>
  (await owner.query('select pay_in, status, held from transactions where id = $1', [id])).rows[0];
const start = async (kind: string, id: string, cookie: string) => {
  const { status, body } = await call<{ code?: string }>('cards/start', { kind, id }, cookie);
  return status === 200 ? 'done' : body.code;
};

test.each([
  ['no provider any more', { provider: 'none' }],
  ['closed for everything', { forCrypto: 'closed', forEverythingElse: 'closed' }],
])('with %s an open page still pays, and no new page opens', async (_, change) => {
  const [one, two] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const { paymentId } = await startPlanByCard(server, one.cookie);
  const { orderId } = await startOrderByCard(server, two.cookie);
  await setCards(server, change);
  expect(await sendWebhook(server, buildSandboxEvent(paymentId))).toBe(200);
  expect(await sendWebhook(server, buildSandboxEvent(orderId, { amount: '4000.00' }))).toBe(200);
  await handleEvents(server);
  expect(await payment(paymentId)).toEqual({ pay_in: 'received', ended: null });
  expect(await order(orderId)).toMatchObject({ pay_in: 'received', held: false });
  const other = await newCustomer(server, 'Ina Brown');
  await setCards(server, demoSettings.cards);
  const { paymentId: unpaid } = await startPlanByCard(server, other.cookie);
  await setCards(server, change);
  expect(await start('payment', unpaid, other.cookie)).toBe('cards.closed');
});

test('a charge pays the price of its page after a price change', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  await owner.query(`insert into setting_versions (key, value) values ('plan_prices', $1)`, [
    { ...demoSettings.plan_prices, personal: 9_000 },
  ]);
  await sendWebhook(server, buildSandboxEvent(paymentId));
  await handleEvents(server);
  expect(await payment(paymentId)).toEqual({ pay_in: 'received', ended: null });
  await owner.query(`insert into setting_versions (key, value) values ('plan_prices', $1)`, [demoSettings.plan_prices]);
});

test('an order keeps the chargeback hold of its payment after a change of settings', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, customer.cookie);
  await sendWebhook(server, buildSandboxEvent(orderId, { amount: '4000.00' }));
  await handleEvents(server);
  const act = async (path: string) => {
    const { status, body } = await call<{ code?: string }>(`desk/${path}`, { orderId, note: '' }, finance);
    return status === 200 ? 'done' : body.code;
  };
  expect(await act('startProcessing')).toBe('done');
  for (const keptHours of [24, 2160, 1, 0]) {
    await setCards(server, { keptHours });
    expect([keptHours, await act('preparePayout')]).toEqual([keptHours, 'desk.kept']);
  }
});

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
