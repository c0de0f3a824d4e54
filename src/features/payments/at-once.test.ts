import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { handleEvents, planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { upload } from '../../../test/orders.ts';
import { bankLine, claimedInMahoni, claimedPlan, mahoniFields, solanaHash, subscribe } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { registering, sessionOn } from '../../../test/workshops.ts';

/** What two do at one moment to one payment, or one does in two tabs, counts once. */
const server = await serverUnderTest();
const { call, faults, owner } = server;
const { rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');
beforeEach(() => void faults.splice(0));

const act = server.actsAs(finance);
const stateOf = async (id: string) => (await rowsOf('select pay_in, ended from payments where id = $1', [id]))[0];
const linesOf = (paymentId: string) =>
  rowsOf(`select rail from movements where payment_id = $1 and direction = 'in'`, [paymentId]);
const plansOf = (userId: string) =>
  rowsOf<{ status: string }>('select status from subscriptions where user_id = $1', [userId]);

test('two tabs, three ways of paying and three plans at once begin one payment', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const wishes = [
    ...[{ method: 'bank_transfer' }, { method: 'card' }, { method: 'crypto' }],
    ...[{ plan: 'basic', price: 5000 }, { plan: 'basic', price: 5000, method: 'card' }, {}],
  ];
  const answers = await Promise.all(wishes.map((wish) => subscribe(server, who.cookie, wish)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    expect([status, body.code]).toEqual([409, 'subscriptions.pending_already']);
  expect(await rowsOf('select from payments where user_id = $1', [who.id])).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('one key in two tabs with two wishes is one payment, and the other tab is told', async () => {
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const key = randomUUID();
  const answers = await Promise.all([
    subscribe(server, who.cookie, { key }),
    subscribe(server, who.cookie, { key, method: 'card' }),
    call<{ code?: string }>('workshops/register', registering(await sessionOn(server), { key }), who.cookie),
  ]);
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : (body as { code?: string }).code)).sort();
  expect(codes).toEqual(['done', 'general.key_reused', 'general.key_reused']);
  // The key of somebody else is one's own: nothing of theirs is answered.
  const own = await subscribe(server, other.cookie, { key });
  expect(own.status).toBe(200);
  expect(await rowsOf('select from payments where idempotency_key = $1', [key])).toHaveLength(2);
  expect(faults).toEqual([]);
});

test('a plan, a price or a way of paying that there is not begins nothing, and is no fault', async () => {
  const who = await newCustomer(server, 'Ina Brown');
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
  for (const wish of wrong) {
    const { status } = await subscribe(server, who.cookie, wish);
    expect([wish, status]).toEqual([wish, expect.toBeOneOf([400, 409, 422])]);
  }
  expect(await rowsOf('select from subscriptions where user_id = $1', [who.id])).toEqual([]);
  expect(faults).toEqual([]);
});

test('one proof proves one payment, also where both are claimed at once', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const plan = (await subscribe(server, who.cookie)).body.paymentId;
  await act('payments/callOff', { paymentId: plan }, who.cookie);
  const other = (await subscribe(server, who.cookie)).body.paymentId;
  const { body: file } = await upload(server, who.cookie, 'subscription-proof');
  const claims = await Promise.all(
    [plan, other].map((paymentId) => act('payments/claim', { paymentId, proofFile: file.id }, who.cookie)),
  );
  expect(claims.filter((answer) => answer === 'done')).toHaveLength(1);
  const proven = await rowsOf('select from payments where proof_file = $1', [file.id]);
  expect(proven).toHaveLength(1);
});

test('nobody claims with the proof of somebody else, nor the payment of somebody else with their own', async () => {
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { paymentId } = (await subscribe(server, who.cookie)).body;
  const own = (await subscribe(server, other.cookie)).body.paymentId;
  const { body: theirs } = await upload(server, who.cookie, 'subscription-proof');
  const { body: file } = await upload(server, other.cookie, 'subscription-proof');
  const claim = (id: string, proofFile: string) => act('payments/claim', { paymentId: id, proofFile }, other.cookie);
  expect(await claim(own, theirs.id)).toBe('payments.proof_missing');
  expect(await claim(paymentId, file.id)).toBe('payments.not_found');
  expect(await claim(paymentId, theirs.id)).toBe('payments.not_found');
  expect(await act('payments/callOff', { paymentId }, other.cookie)).toBe('payments.not_found');
  expect((await call('cards/start', { kind: 'payment', id: paymentId }, other.cookie)).status).not.toBe(200);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
});

test('its bank line and its card charge at one moment: one pays, and the other stands by itself', async () => {
  for (let round = 0; round < 5; round++) {
    const who = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await planByCard(server, who.cookie);
    const charge = sandboxSays(paymentId);
    expect(await sendHook(server, charge)).toBe(200);
    const [byDesk] = await Promise.all([act('paymentsDesk/receive', bankLine(paymentId)), handleEvents(server)]);
    expect(await linesOf(paymentId)).toHaveLength(1);
    expect(await plansOf(who.id)).toEqual([{ status: 'active' }]);
    const charged = await rowsOf(`select from movements where reference = $1`, [`sandbox:${charge.transaction}`]);
    expect([byDesk === 'done' ? 'done' : 'refused', charged.length]).toEqual([
      byDesk === 'done' ? 'done' : 'refused',
      1,
    ]);
  }
  expect(faults).toEqual([]);
});

test('called off, declined and paid at one moment: what came is on it, and nothing runs that ended', async () => {
  for (let round = 0; round < 5; round++) {
    const who = await newCustomer(server, 'Ina Brown');
    const { paymentId } = await planByCard(server, who.cookie);
    expect(await sendHook(server, sandboxSays(paymentId))).toBe(200);
    await Promise.all([
      act('payments/callOff', { paymentId }, who.cookie),
      act('paymentsDesk/reject', { paymentId, reasonCode: 'not_found', note: '' }),
      handleEvents(server),
    ]);
    const state = await stateOf(paymentId);
    expect(state?.['pay_in']).toBe('received');
    const [plan] = await plansOf(who.id);
    expect([state?.['ended'], plan?.status]).toEqual(
      state?.['ended'] === null ? [null, 'active'] : [state?.['ended'], expect.toBeOneOf(['cancelled', 'rejected'])],
    );
  }
  expect(faults).toEqual([]);
});

test('two of finance take in two lines for one payment at once: one is its money', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  const line = (reference: string) => act('paymentsDesk/receive', bankLine(paymentId, { reference }));
  const answers = await Promise.all([line('AT ONCE 1'), line('AT ONCE 2'), line('at-once-1')]);
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(await linesOf(paymentId)).toHaveLength(1);
});

test('of many pages for one payment that are asked for at once, one is opened', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, who.cookie, { method: 'card' })).body;
  const start = () => call<{ url: string }>('cards/start', { kind: 'payment', id: paymentId }, who.cookie);
  const pages = await Promise.all(Array.from({ length: 6 }, start));
  expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await rowsOf('select from card_sessions where due_id = $1', [paymentId])).toHaveLength(1);
});

test('a transaction is named once, in whatever spelling its second customer names it', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const hash = solanaHash();
  await claimedInMahoni(server, one.cookie, { transactionHash: hash });
  const { body } = await subscribe(server, other.cookie, { method: 'crypto' });
  const { body: file } = await upload(server, other.cookie, 'subscription-proof');
  const named = (transactionHash: string) =>
    act(
      'payments/claimMahoni',
      { ...mahoniFields({ transactionHash }), paymentId: body.paymentId, proofFile: file.id },
      other.cookie,
    );
  const spelt = [
    ...[` ${hash} `, `HTTPS://SOLSCAN.IO/TX/${hash}`, `https://solscan.io/tx/${hash}?cluster=mainnet#top`, `${hash},`],
    ...[`tx:${hash}`, `"${hash}"`, `${hash} ${hash}`, `${hash}\u200B`, `\u202E${hash}`],
  ];
  for (const text of spelt) expect([text, await named(text)]).toEqual([text, 'payments.hash_taken']);
  for (const text of [`${hash} ${solanaHash()}`, hash.slice(1, 80), `${hash}${hash}`, '1'.repeat(300), `0x${hash}`])
    expect([text, await named(text)]).toEqual([
      text,
      expect.toBeOneOf(['payments.hash_unsound', 'payments.hash_taken']),
    ]);
  expect(await stateOf(body.paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  expect(await named('')).toBe('done');
  expect((await owner.query('select from payments where transaction_hash = $1', [hash])).rowCount).toBe(1);
});

test('two customers name one transaction at once, one by its page: one has it', async () => {
  for (let round = 0; round < 4; round++) {
    const both = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
    const hash = solanaHash();
    const spelt = [hash, `https://solscan.io/tx/${hash}`];
    const results = await Promise.allSettled(
      both.map(({ cookie }, n) => claimedInMahoni(server, cookie, { transactionHash: spelt[n] })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { rowCount } = await owner.query('select from payments where transaction_hash = $1', [hash]);
    expect(rowCount).toBe(1);
  }
  expect(faults).toEqual([]);
});
