import { expect, test } from 'vitest';
import { authorsOn } from '../../../test/authors.ts';
import { buyingCourse, published } from '../../../test/courses.ts';
import { subscribe } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { putInForce } from '../../../test/settings.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/**
 * What is sold besides orders costs less than US$1,000 (decision 041): nothing that is asked from there on (source of
 * funds, who holds the wallet, a tier) is asked of it, so nobody moves large money by it.
 */
const server = await serverWithoutFaults();
const { call, owner } = server;
const admin = await sessionFor(server, 'admin');
const { act, file, made } = authorsOn(server, admin);

const set = (key: string, part: object) => putInForce(server, key, part);
const buy = async (price: number, cookie: string, wishes: object = {}) =>
  (await call<{ code?: string }>('enrollment/buy', buyingCourse({ price, ...wishes }), cookie)).body.code;
const wall = (write: Promise<unknown>) => expect(write).rejects.toMatchObject({ constraint: 'stays_below_threshold' });

test('the price of a course stays below US$1,000, and the desk reads so beside it', async () => {
  const courseId = await made();
  expect(await file(courseId)).toMatchObject({ priceBelow: 'US$1,000.00' });
  const price = { courseId, priceUsd: 100_000 };
  const { body } = await call<{ code: string; data: { field?: string } }>('authoring/price', price, admin);
  expect([body.code, JSON.stringify(body)]).toEqual(['authoring.too_dear', expect.stringContaining('US$1,000.00')]);
  expect(await act('price', { courseId, priceUsd: 99_999 })).toBe('done');
  expect(await file(courseId)).toMatchObject({ priceUsd: 99_999 });
  await wall(owner.query('update courses set price_usd = 1000 where id = $1', [courseId]));
  await wall(published(server, { courseId: 'large', priceUsd: 500_000 }));
});

test('what costs as much by settings that changed since is begun by nobody, in coins neither', async () => {
  await published(server, { courseId: 'dear', priceUsd: 99_999 });
  const { cookie } = await newCustomer(server, 'Ina Brown');
  await set('caps', { gate: 999 });
  for (const method of ['bank_transfer', 'crypto'])
    expect(await buy(174_999, cookie, { method })).toBe('payments.too_large');
  await set('caps', { gate: 1000 });
  expect(await buy(174_999, cookie)).toBeUndefined();
  await set('plan_prices', { personal: 175_000 });
  expect((await subscribe(server, cookie, { price: 175_000 })).body.code).toBe('payments.too_large');
  await set('plan_prices', { personal: 174_999 });
  expect((await subscribe(server, cookie, { price: 174_999 })).status).toBe(200);
});

test('the database takes no payment that is so large', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { body } = await subscribe(server, cookie, { price: 174_999 });
  await wall(owner.query('update payments set amount_jmd = 175000 where id = $1', [body.paymentId]));
});
