import { expect, test } from 'vitest';
import { buildCoursePurchase, publishTestCourse } from '../../../test/courses.ts';
import { buildBankReceipt, subscribe } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { buildRegistration, insertWorkshop, register } from '../../../test/workshops.ts';

/** Every customer page shows a product with held money as unpaid (A7). */
const server = await serverUnderTest();
const { call } = server;
const { another } = setUpSuspicions(server);
const { act } = await createRefundTools(server);
const officer = await another('compliance');
await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });
const freeze = async ({ id }: Customer) =>
  expect(await act('compliance/freeze', { userId: id, reason: 'An authority asks' }, officer.cookie)).toBe('done');

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
