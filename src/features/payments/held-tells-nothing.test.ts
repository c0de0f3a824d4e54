import { expect, test } from 'vitest';
import { handleEvents, planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { givingBack } from '../../../test/giving-back.ts';
import { upload } from '../../../test/orders.ts';
import { bankLine, claimedPlan, subscribe } from '../../../test/payments.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { register, registering, sessionOn } from '../../../test/workshops.ts';

/** Whoever is frozen reads of a payment what they read before its money came, wherever they read of it (A7). */
const server = await serverUnderTest();
const { call } = server;
const { another, rowsOf } = suspicionsOn(server);
const { act } = await givingBack(server);
const officer = await another('compliance');
const freeze = async ({ id }: Customer) =>
  expect(await act('compliance/freeze', { userId: id, reason: 'An authority asks' }, officer.cookie)).toBe('done');

type Record = { [key: string]: readonly { pay_in?: string; provider?: string; outcome?: string; became?: string }[] };
/** All that somebody is told of their payment: its page, the card of their plan, and their record. */
async function told({ cookie }: Customer, paymentId: string) {
  const { body: page } = await call<object>('payments/showOwn', { paymentId }, cookie);
  const { body: plans } = await call<{ pending: object }>('subscriptions/own', undefined, cookie);
  const { body: record } = await call<Record>('accounts/exportData', undefined, cookie);
  const rows = Object.values(record).flatMap((all) => (Array.isArray(all) ? all : []));
  return { page, pending: plans.pending, payIn: rows.flatMap(({ pay_in }) => pay_in ?? []) };
}

test('a payment that nobody claimed reads the same before and after its money was held', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, who.cookie)).body;
  const before = await told(who, paymentId);
  await freeze(who);
  expect(await told(who, paymentId)).toEqual(before);
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  expect(await told(who, paymentId)).toEqual(before);
});

test.each([['claimed'], ['sent back']])('so does one whose proof was %s', async (how) => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  const sent = { paymentId, reasonCode: 'unreadable', note: '' };
  if (how === 'sent back') expect(await act('paymentsDesk/rejectClaim', sent)).toBe('done');
  const before = await told(who, paymentId);
  await freeze(who);
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  expect(await told(who, paymentId)).toEqual(before);
});

test('a place in a workshop reads the same before and after its money was held', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await register(server, who.cookie, registering(await sessionOn(server)))).body;
  const own = async () => (await call<{ places: object[] }>('workshops/own', undefined, who.cookie)).body.places;
  await freeze(who);
  const before = await own();
  expect(before).toMatchObject([{ toPay: true }]);
  expect(await act('paymentsDesk/receive', bankLine(paymentId, { amount: '4000' }))).toBe('done');
  expect(await own()).toEqual(before);
});

test('what is exported of a charge that is held does not say that it was received', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  await freeze(who);
  expect(await sendHook(server, sandboxSays(paymentId))).toBe(200);
  await handleEvents(server);
  expect(await rowsOf('select held from payments where id = $1', [paymentId])).toEqual([{ held: true }]);
  const { body } = await call<Record>('accounts/exportData', undefined, who.cookie);
  const rows = Object.values(body).flatMap((all) => (Array.isArray(all) ? all : []));
  const ofCard = rows.filter(({ provider }) => provider === 'sandbox');
  expect(ofCard.length).toBeGreaterThan(1);
  expect(JSON.stringify(ofCard)).not.toMatch(/received"|decided_at":"/);
  expect(rows.flatMap(({ pay_in }) => pay_in ?? [])).toEqual(['awaiting']);
});

/** A payment that its customer has not claimed, whose money is here and held. */
async function heldUnclaimed() {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, who.cookie)).body;
  await freeze(who);
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  return { who, paymentId };
}

test('whoever says that they paid what is held is thanked as anybody is, and nothing begins', async () => {
  const { who, paymentId } = await heldUnclaimed();
  const proofFile = (await upload(server, who.cookie, 'subscription-proof')).body.id;
  expect(await act('payments/claim', { paymentId, proofFile }, who.cookie)).toBe('done');
  const { body } = await call<{ payment: object }>('payments/showOwn', { paymentId }, who.cookie);
  expect(body).toMatchObject({ payment: { state: { payIn: 'claimed', ended: null } }, mayClaim: false });
  expect(await act('payments/claim', { paymentId, proofFile }, who.cookie), 'once').toBe('payments.cannot_now');
  expect(await act('payments/callOff', { paymentId }, who.cookie), 'as of any claim').toBe('payments.cannot_now');
  const query = 'select pay_in, held, proof_file from payments where id = $1';
  expect(await rowsOf(query, [paymentId])).toEqual([{ pay_in: 'received', held: true, proof_file: proofFile }]);
});

test('what is held can be called off as its page offers: nothing begins, its money goes by two people', async () => {
  const { who, paymentId } = await heldUnclaimed();
  expect(await act('payments/callOff', { paymentId }, who.cookie)).toBe('done');
  const query = 'select pay_in, ended, awaits_staff from payments where id = $1';
  expect(await rowsOf(query, [paymentId])).toEqual([{ pay_in: 'received', ended: 'cancelled', awaits_staff: true }]);
  const plain = { paymentId, amount: '', note: '' };
  expect(await act('paymentsDesk/prepareReturn', { ...plain, reasonCode: 'given_back_as_asked' })).not.toBe('done');
  expect((await subscribe(server, who.cookie)).status, 'they may begin anew, as after any').toBeLessThan(500);
});
