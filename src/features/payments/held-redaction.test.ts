import { describe, expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook, startPlanByCard } from '../../../test/cards.ts';
import { buildCoursePurchase, publishTestCourse } from '../../../test/courses.ts';
import { upload } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan, subscribe } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { buildRegistration, insertWorkshop, register } from '../../../test/workshops.ts';

/** A frozen customer sees the same payment before and after the money arrives (A7). */
const server = await serverUnderTest();
const { call } = server;
const { another, rowsOf } = setUpSuspicions(server);
const { act } = await createRefundTools(server);
const officer = await another('compliance');
const freeze = async ({ id }: Customer) =>
  expect(await act('compliance/freeze', { userId: id, reason: 'An authority asks' }, officer.cookie)).toBe('done');

type Exported = { [key: string]: readonly { pay_in?: string; provider?: string; outcome?: string; became?: string }[] };
async function loadVisible({ cookie }: Customer, paymentId: string) {
  const { body: page } = await call<object>('payments/showOwn', { paymentId }, cookie);
  const { body: plans } = await call<{ pending: object }>('subscriptions/own', undefined, cookie);
  const { body: record } = await call<Exported>('accounts/exportData', undefined, cookie);
  const rows = Object.values(record).flatMap((all) => (Array.isArray(all) ? all : []));
  return { page, pending: plans.pending, payIn: rows.flatMap(({ pay_in }) => pay_in ?? []) };
}

test('an unclaimed payment reads the same before and after its money is held', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, customer.cookie)).body;
  const before = await loadVisible(customer, paymentId);
  await freeze(customer);
  expect(await loadVisible(customer, paymentId)).toEqual(before);
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId))).toBe('done');
  expect(await loadVisible(customer, paymentId)).toEqual(before);
});

test.each([['claimed'], ['sent back']])('a payment with a proof that was %s reads the same too', async (how) => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  const sent = { paymentId, reasonCode: 'unreadable', note: '' };
  if (how === 'sent back') expect(await act('paymentsDesk/rejectClaim', sent)).toBe('done');
  const before = await loadVisible(customer, paymentId);
  await freeze(customer);
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId))).toBe('done');
  expect(await loadVisible(customer, paymentId)).toEqual(before);
});

test('a workshop seat reads the same before and after its money is held', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await register(server, customer.cookie, buildRegistration(await insertWorkshop(server)))).body;
  const own = async () => (await call<{ places: object[] }>('workshops/own', undefined, customer.cookie)).body.places;
  await freeze(customer);
  const before = await own();
  expect(before).toMatchObject([{ toPay: true }]);
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: '4000' }))).toBe('done');
  expect(await own()).toEqual(before);
});

test('the data export of a held charge does not say that it was received', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  await freeze(customer);
  expect(await sendWebhook(server, buildSandboxEvent(paymentId))).toBe(200);
  await handleEvents(server);
  expect(await rowsOf('select held from payments where id = $1', [paymentId])).toEqual([{ held: true }]);
  const { body } = await call<Exported>('accounts/exportData', undefined, customer.cookie);
  const rows = Object.values(body).flatMap((all) => (Array.isArray(all) ? all : []));
  const ofCard = rows.filter(({ provider }) => provider === 'sandbox');
  expect(ofCard.length).toBeGreaterThan(1);
  expect(JSON.stringify(ofCard)).not.toMatch(/received"|decided_at":"/);
  expect(rows.flatMap(({ pay_in }) => pay_in ?? [])).toEqual(['awaiting']);
});

async function createHeldUnclaimed() {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await subscribe(server, customer.cookie)).body;
  await freeze(customer);
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId))).toBe('done');
  return { who: customer, paymentId };
}

test('claiming a held payment is accepted like any claim and starts nothing', async () => {
  const { who: customer, paymentId } = await createHeldUnclaimed();
  const proofFile = (await upload(server, customer.cookie, 'subscription-proof')).body.id;
  expect(await act('payments/claim', { paymentId, proofFile }, customer.cookie)).toBe('done');
  const { body } = await call<{ payment: object }>('payments/showOwn', { paymentId }, customer.cookie);
  expect(body).toMatchObject({ payment: { state: { payIn: 'claimed', ended: null } }, mayClaim: false });
  expect(await act('payments/claim', { paymentId, proofFile }, customer.cookie), 'once').toBe('payments.cannot_now');
  expect(await act('payments/callOff', { paymentId }, customer.cookie), 'as of any claim').toBe('payments.cannot_now');
  const query = 'select pay_in, held, proof_file from payments where id = $1';
  expect(await rowsOf(query, [paymentId])).toEqual([{ pay_in: 'received', held: true, proof_file: proofFile }]);
});

test('cancelling a held payment is accepted, and its money waits for a refund', async () => {
  const { who: customer, paymentId } = await createHeldUnclaimed();
  expect(await act('payments/callOff', { paymentId }, customer.cookie)).toBe('done');
  const query = 'select pay_in, ended, awaits_staff from payments where id = $1';
  expect(await rowsOf(query, [paymentId])).toEqual([{ pay_in: 'received', ended: 'cancelled', awaits_staff: true }]);
  const plain = { paymentId, amount: '', note: '' };
  expect(await act('paymentsDesk/prepareReturn', { ...plain, reasonCode: 'given_back_as_asked' })).not.toBe('done');
  expect((await subscribe(server, customer.cookie)).status, 'they may start again, as after any').toBeLessThan(500);
});

/** Every customer page shows a product with held money as unpaid (A7). */
describe('held payments on other pages', async () => {
  await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });

  const pages = [
    ...['workshops/own', 'subscriptions/own', 'learning/own', 'payments/listOwn', 'accountPages/overview'],
    ...['accountPages/subscription', 'cards/pending'],
  ];
  async function loadPages({ cookie }: Customer) {
    const all: Record<string, unknown> = {};
    for (const page of pages) {
      const { now: _, ...body } = (await call(page, {}, cookie)).body;
      all[page] = body;
    }
    return all;
  }

  const starters = {
    'a place in a workshop': async ({ cookie }: Customer) =>
      (await register(server, cookie, buildRegistration(await insertWorkshop(server)))).body.paymentId,
    'a plan': async ({ cookie }: Customer) => (await subscribe(server, cookie)).body.paymentId,
    'a course': async ({ cookie }: Customer) =>
      (await call<{ paymentId: string }>('enrollment/buy', buildCoursePurchase(), cookie)).body.paymentId,
  };
  const prices = { 'a place in a workshop': '4000', 'a plan': '6000', 'a course': '7000' } as const;

  test.each(Object.keys(starters) as (keyof typeof starters)[])(
    '%s that is unpaid reads the same before and after its money is held',
    async (what) => {
      const customer = await newCustomer(server, 'Ina Brown');
      const paymentId = await starters[what](customer);
      await freeze(customer);
      const before = await loadPages(customer);
      expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: prices[what] }))).toBe('done');
      expect(await loadPages(customer)).toEqual(before);
    },
  );
});
