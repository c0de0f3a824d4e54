import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook, startPlanByCard } from '../../../test/cards.ts';
import { upload } from '../../../test/orders.ts';
import {
  buildBankReceipt,
  claimPlan,
  claimPlanInMahoni,
  mahoniFields,
  solanaHash,
  subscribe,
} from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { buildRegistration, insertWorkshop } from '../../../test/workshops.ts';

const server = await serverUnderTest();
const { call, faults, owner } = server;
const { rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
beforeEach(() => void faults.splice(0));

const act = server.actsAs(finance);
const stateOf = async (id: string) => (await rowsOf('select pay_in, ended from payments where id = $1', [id]))[0];
const linesOf = (paymentId: string) =>
  rowsOf(`select rail from movements where payment_id = $1 and direction = 'in'`, [paymentId]);
const plansOf = (userId: string) =>
  rowsOf<{ status: string }>('select status from subscriptions where user_id = $1', [userId]);

test('starting six plans and methods in parallel starts one payment', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const requests = [
    ...[{ method: 'bank_transfer' }, { method: 'card' }, { method: 'crypto' }],
    ...[{ plan: 'basic', price: 5000 }, { plan: 'basic', price: 5000, method: 'card' }, {}],
  ];
  const answers = await Promise.all(requests.map((request) => subscribe(server, customer.cookie, request)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    expect([status, body.code]).toEqual([409, 'subscriptions.pending_already']);
  expect(await rowsOf('select from payments where user_id = $1', [customer.id])).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('one key for two requests starts one payment and refuses the other', async () => {
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const key = randomUUID();
  const answers = await Promise.all([
    subscribe(server, customer.cookie, { key }),
    subscribe(server, customer.cookie, { key, method: 'card' }),
    call<{ code?: string }>(
      'workshops/register',
      buildRegistration(await insertWorkshop(server), { key }),
      customer.cookie,
    ),
  ]);
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : (body as { code?: string }).code)).sort();
  expect(codes).toEqual(['done', 'general.key_reused', 'general.key_reused']);
  const own = await subscribe(server, other.cookie, { key });
  expect(own.status).toBe(200);
  expect(await rowsOf('select from payments where idempotency_key = $1', [key])).toHaveLength(2);
  expect(faults).toEqual([]);
});

test('starting with an invalid plan, price or method is refused without a fault', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const wrong = [
    ...['constructor', '__proto__', 'toString', 'workshop', 'PERSONAL', ' personal', 'personal\u0000', '', 'gold'].map(
      (plan) => ({ plan }),
    ),
    ...[0, -6000, 6000.5, 5999, 6001, 60, 5000, 1e21, '6000', null, [6000], '6000\u0000'].map((price) => ({ price })),
    ...['cash', 'CARD', '', 'bank_transfer ', null, ['card'], 'hasOwnProperty'].map((method) => ({ method })),
    ...['x', '', null, 7].map((key) => ({ key })),
    { extra: 1 },
    { userId: randomUUID() },
    { amount: '1' },
  ];
  for (const request of wrong) {
    const { status } = await subscribe(server, customer.cookie, request);
    expect([request, status]).toEqual([request, expect.toBeOneOf([400, 409, 422])]);
  }
  expect(await rowsOf('select from subscriptions where user_id = $1', [customer.id])).toEqual([]);
  expect(faults).toEqual([]);
});

test('claiming two payments in parallel with one proof succeeds once', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const plan = (await subscribe(server, customer.cookie)).body.paymentId;
  await act('payments/callOff', { paymentId: plan }, customer.cookie);
  const other = (await subscribe(server, customer.cookie)).body.paymentId;
  const { body: file } = await upload(server, customer.cookie, 'subscription-proof');
  const claims = await Promise.all(
    [plan, other].map((paymentId) => act('payments/claim', { paymentId, proofFile: file.id }, customer.cookie)),
  );
  expect(claims.filter((answer) => answer === 'done')).toHaveLength(1);
  const proven = await rowsOf('select from payments where proof_file = $1', [file.id]);
  expect(proven).toHaveLength(1);
});

test("claiming with another customer's proof or payment is refused", async () => {
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { paymentId } = (await subscribe(server, customer.cookie)).body;
  const own = (await subscribe(server, other.cookie)).body.paymentId;
  const { body: theirs } = await upload(server, customer.cookie, 'subscription-proof');
  const { body: file } = await upload(server, other.cookie, 'subscription-proof');
  const claim = (id: string, proofFile: string) => act('payments/claim', { paymentId: id, proofFile }, other.cookie);
  expect(await claim(own, theirs.id)).toBe('payments.proof_missing');
  expect(await claim(paymentId, file.id)).toBe('payments.not_found');
  expect(await claim(paymentId, theirs.id)).toBe('payments.not_found');
  expect(await act('payments/callOff', { paymentId }, other.cookie)).toBe('payments.not_found');
  expect((await call('cards/start', { kind: 'payment', id: paymentId }, other.cookie)).status).not.toBe(200);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
});

test('a bank line and a card charge in parallel pay once, and the other is recorded separately', async () => {
  for (let round = 0; round < 5; round++) {
    const customer = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await startPlanByCard(server, customer.cookie);
    const charge = buildSandboxEvent(paymentId);
    expect(await sendWebhook(server, charge)).toBe(200);
    const [byDesk] = await Promise.all([
      act('paymentsDesk/receive', buildBankReceipt(paymentId)),
      handleEvents(server),
    ]);
    expect(await linesOf(paymentId)).toHaveLength(1);
    expect(await plansOf(customer.id)).toEqual([{ status: 'active' }]);
    const charged = await rowsOf(`select from movements where reference = $1`, [`sandbox:${charge.transaction}`]);
    expect([byDesk === 'done' ? 'done' : 'refused', charged.length]).toEqual([
      byDesk === 'done' ? 'done' : 'refused',
      1,
    ]);
  }
  expect(faults).toEqual([]);
});

test('cancelling, rejecting and charging in parallel records the money and activates nothing that ended', async () => {
  for (let round = 0; round < 5; round++) {
    const customer = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await startPlanByCard(server, customer.cookie);
    expect(await sendWebhook(server, buildSandboxEvent(paymentId))).toBe(200);
    await Promise.all([
      act('payments/callOff', { paymentId }, customer.cookie),
      act('paymentsDesk/reject', { paymentId, reasonCode: 'not_found', note: '' }),
      handleEvents(server),
    ]);
    const state = await stateOf(paymentId);
    expect(state?.['pay_in']).toBe('received');
    const [plan] = await plansOf(customer.id);
    expect([state?.['ended'], plan?.status]).toEqual(
      state?.['ended'] === null ? [null, 'active'] : [state?.['ended'], expect.toBeOneOf(['cancelled', 'rejected'])],
    );
  }
  expect(faults).toEqual([]);
});

test('confirming two lines for one payment in parallel succeeds once', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  const line = (reference: string) => act('paymentsDesk/receive', buildBankReceipt(paymentId, { reference }));
  const answers = await Promise.all([line('PARALLEL 1'), line('PARALLEL 2'), line('parallel-1')]);
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(await linesOf(paymentId)).toHaveLength(1);
});

test('opening many card pages for one payment in parallel opens one', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, customer.cookie, { method: 'card' })).body;
  const start = () => call<{ url: string }>('cards/start', { kind: 'payment', id: paymentId }, customer.cookie);
  const pages = await Promise.all(Array.from({ length: 6 }, start));
  expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await rowsOf('select from card_sessions where due_id = $1', [paymentId])).toHaveLength(1);
});

test('a transaction hash is accepted once in any spelling', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const hash = solanaHash();
  await claimPlanInMahoni(server, one.cookie, { transactionHash: hash });
  const { body } = await subscribe(server, other.cookie, { method: 'crypto' });
  const { body: file } = await upload(server, other.cookie, 'subscription-proof');
  const claimWith = (transactionHash: string) =>
    act(
      'payments/claimMahoni',
      { ...mahoniFields({ transactionHash }), paymentId: body.paymentId, proofFile: file.id },
      other.cookie,
    );
  const spellings = [
    ...[` ${hash} `, `HTTPS://SOLSCAN.IO/TX/${hash}`, `https://solscan.io/tx/${hash}?cluster=mainnet#top`, `${hash},`],
    ...[`tx:${hash}`, `"${hash}"`, `${hash} ${hash}`, `${hash}\u200B`, `\u202E${hash}`],
  ];
  for (const text of spellings) expect([text, await claimWith(text)]).toEqual([text, 'payments.hash_taken']);
  for (const text of [`${hash} ${solanaHash()}`, hash.slice(1, 80), `${hash}${hash}`, '1'.repeat(300), `0x${hash}`])
    expect([text, await claimWith(text)]).toEqual([
      text,
      expect.toBeOneOf(['payments.hash_unsound', 'payments.hash_taken']),
    ]);
  expect(await stateOf(body.paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  expect(await claimWith('')).toBe('done');
  expect((await owner.query('select from payments where transaction_hash = $1', [hash])).rowCount).toBe(1);
});

test('naming one transaction in parallel by hash and link succeeds once', async () => {
  for (let round = 0; round < 4; round++) {
    const both = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
    const hash = solanaHash();
    const spellings = [hash, `https://solscan.io/tx/${hash}`];
    const results = await Promise.allSettled(
      both.map(({ cookie }, n) => claimPlanInMahoni(server, cookie, { transactionHash: spellings[n] })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { rowCount } = await owner.query('select from payments where transaction_hash = $1', [hash]);
    expect(rowCount).toBe(1);
  }
  expect(faults).toEqual([]);
});
