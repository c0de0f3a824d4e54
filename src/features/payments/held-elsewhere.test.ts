import { expect, test } from 'vitest';
import { buyingCourse, published } from '../../../test/courses.ts';
import { givingBack } from '../../../test/giving-back.ts';
import { bankLine, subscribe } from '../../../test/payments.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { register, registering, sessionOn } from '../../../test/workshops.ts';

/** What a held payment is for reads as it did before its money came, on every page and not on its own alone (A7). */
const server = await serverUnderTest();
const { call } = server;
const { another } = suspicionsOn(server);
const { act } = await givingBack(server);
const officer = await another('compliance');
await published(server, { courseId: 'dear', priceUsd: 4_000 });
const freeze = async ({ id }: Customer) =>
  expect(await act('compliance/freeze', { userId: id, reason: 'An authority asks' }, officer.cookie)).toBe('done');

const pages = [
  ...['workshops/own', 'subscriptions/own', 'learning/own', 'payments/listOwn', 'accountPages/overview'],
  ...['accountPages/subscription', 'cards/pending'],
];
async function told({ cookie }: Customer) {
  const all: Record<string, unknown> = {};
  for (const page of pages) {
    const { now: _, ...body } = (await call(page, {}, cookie)).body;
    all[page] = body;
  }
  return all;
}

const begins = {
  'a place in a workshop': async ({ cookie }: Customer) =>
    (await register(server, cookie, registering(await sessionOn(server)))).body.paymentId,
  'a plan': async ({ cookie }: Customer) => (await subscribe(server, cookie)).body.paymentId,
  'a course': async ({ cookie }: Customer) =>
    (await call<{ paymentId: string }>('enrollment/buy', buyingCourse(), cookie)).body.paymentId,
};
const costs = { 'a place in a workshop': '4000', 'a plan': '6000', 'a course': '7000' } as const;

test.each(Object.keys(begins) as (keyof typeof begins)[])(
  '%s that is to be paid reads the same before and after its money was held',
  async (what) => {
    const who = await newCustomer(server, 'Ina Brown');
    const paymentId = await begins[what](who);
    await freeze(who);
    const before = await told(who);
    expect(await act('paymentsDesk/receive', bankLine(paymentId, { amount: costs[what] }))).toBe('done');
    expect(await told(who)).toEqual(before);
  },
);
