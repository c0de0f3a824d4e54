import { expect, test } from 'vitest';
import { createAuthor } from '../../../test/authors.ts';
import { buildCoursePurchase, publishTestCourse } from '../../../test/courses.ts';
import { subscribe } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { applySetting } from '../../../test/settings.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** Products cost less than US$1,000 (ADR 14), so they need no source of funds, wallet holder or tier. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const admin = await createSession(server, 'admin');
const { act, file, made: createCourse } = createAuthor(server, admin);

const set = (key: string, part: object) => applySetting(server, key, part);
const buy = async (price: number, cookie: string, wishes: object = {}) =>
  (await call<{ code?: string }>('enrollment/buy', buildCoursePurchase({ price, ...wishes }), cookie)).body.code;
const expectRejected = (write: Promise<unknown>) =>
  expect(write).rejects.toMatchObject({ constraint: 'stays_below_threshold' });

test('pricing a course at US$1,000 is refused, and staff see the limit', async () => {
  const courseId = await createCourse();
  expect(await file(courseId)).toMatchObject({ priceBelow: 'US$1,000.00' });
  const price = { courseId, priceUsd: 100_000 };
  const { body } = await call<{ code: string; data: { field?: string } }>('authoring/price', price, admin);
  expect([body.code, JSON.stringify(body)]).toEqual(['authoring.too_dear', expect.stringContaining('US$1,000.00')]);
  expect(await act('price', { courseId, priceUsd: 99_999 })).toBe('done');
  expect(await file(courseId)).toMatchObject({ priceUsd: 99_999 });
  await expectRejected(owner.query('update courses set price_usd = 1000 where id = $1', [courseId]));
  await expectRejected(publishTestCourse(server, { courseId: 'large', priceUsd: 500_000 }));
});

test('starting a payment above the threshold after a change of settings is refused', async () => {
  await publishTestCourse(server, { courseId: 'dear', priceUsd: 99_999 });
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

test('the database rejects a payment above the threshold', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { body } = await subscribe(server, cookie, { price: 174_999 });
  await expectRejected(owner.query('update payments set amount_jmd = 175000 where id = $1', [body.paymentId]));
});
