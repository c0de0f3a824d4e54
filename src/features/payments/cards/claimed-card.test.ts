import { expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook, startPlanByCard } from '../../../../test/cards.ts';
import { buildCoursePurchase, publishTestCourse } from '../../../../test/courses.ts';
import { upload } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { payables } from '../../../fulfilment.ts';
import { after, days, hours, minutes } from '../../../kernel/clock.ts';
import { expirePayments } from '../jobs.ts';

/** A claim extends the search for a card payment, but not the hour to pay or the price (decision E1). */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });
const start = async (cookie: string) =>
  (await call<{ paymentId: string }>('enrollment/buy', buildCoursePurchase({ method: 'card' }), cookie)).body.paymentId;
const claim = async (paymentId: string, cookie: string, purpose: string) => {
  const { body: file } = await upload(server, cookie, purpose);
  expect((await call('payments/claim', { paymentId, proofFile: file.id }, cookie)).status).toBe(200);
};
const page = async (id: string, cookie: string) => {
  const { status, body } = await call<{ code?: string }>('cards/start', { kind: 'payment', id }, cookie);
  return status === 200 ? 'open' : body.code;
};
const charge = async (id: string, at: Date, amount = '6000.00') => {
  expect(await sendWebhook(server, buildSandboxEvent(id, { amount, at: at.toISOString() }))).toBe(200);
  await handleEvents(server);
  return (await owner.query('select pay_in, ended from payments where id = $1', [id])).rows[0];
};

test('opening a card page after the hour is refused, also after a claim', async () => {
  const now = new Date();
  const [plain, claiming] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const [one, other] = [await start(plain.cookie), await start(claiming.cookie)];
  await claim(other, claiming.cookie, 'course-proof');
  await owner.query(`update courses set price_usd = 80 where id = 'dear'`);
  server.setTime(after(now, hours(2)));
  await expirePayments(services, payables);
  expect([await page(one, plain.cookie), await page(other, claiming.cookie)]).toEqual(
    Array(2).fill('cards.not_payable'),
  );
  server.setTime(after(now, days(9)));
  await expirePayments(services, payables);
  expect(await page(other, claiming.cookie)).toBe('cards.not_payable');
  await charge(other, services.clock(), '7000.00');
  const { body } = await call<{ state: string }>('learning/progress', { courseId: 'dear' }, claiming.cookie);
  expect(body.state).toBe('pending_payment');
});

test('a charge after the hour is refunded, also if it was claimed', async () => {
  const now = new Date();
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  await claim(paymentId, customer.cookie, 'subscription-proof');
  server.setTime(after(now, days(2)));
  expect(await charge(paymentId, services.clock())).toEqual({ pay_in: 'received', ended: 'lapsed' });
});

test('a charge within the hour counts, even if its event comes late', async () => {
  const now = new Date();
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  await claim(paymentId, customer.cookie, 'subscription-proof');
  server.setTime(after(now, days(2)));
  expect(await charge(paymentId, after(now, minutes(30)))).toEqual({ pay_in: 'received', ended: null });
});
