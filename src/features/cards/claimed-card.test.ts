import { expect, test } from 'vitest';
import { handleEvents, planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { buyingCourse, published } from '../../../test/courses.ts';
import { upload } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import { payables } from '../../payables.ts';
import { lapsePayments } from '../payments/jobs.ts';

/** A claim lengthens the looking for a card payment, and neither the hour to pay nor the price (decision E1). */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
await published(server, { courseId: 'dear', priceUsd: 4_000 });
const begins = async (cookie: string) =>
  (await call<{ paymentId: string }>('enrollment/buy', buyingCourse({ method: 'card' }), cookie)).body.paymentId;
const claims = async (paymentId: string, cookie: string, purpose: string) => {
  const { body: file } = await upload(server, cookie, purpose);
  expect((await call('payments/claim', { paymentId, proofFile: file.id }, cookie)).status).toBe(200);
};
const page = async (id: string, cookie: string) => {
  const { status, body } = await call<{ code?: string }>('cards/start', { kind: 'payment', id }, cookie);
  return status === 200 ? 'open' : body.code;
};
const charged = async (id: string, at: Date, amount = '6000.00') => {
  expect(await sendHook(server, sandboxSays(id, { amount, at: at.toISOString() }))).toBe(200);
  await handleEvents(server);
  return (await owner.query('select pay_in, ended from payments where id = $1', [id])).rows[0];
};

test('no card page opens after the hour, whatever picture was shown as a proof', async () => {
  const now = new Date();
  const [plain, sly] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const [one, other] = [await begins(plain.cookie), await begins(sly.cookie)];
  await claims(other, sly.cookie, 'course-proof');
  // The price doubles meanwhile.
  await owner.query(`update courses set price_usd = 80 where id = 'dear'`);
  server.setTime(after(now, hours(2)));
  await lapsePayments(services, payables);
  expect([await page(one, plain.cookie), await page(other, sly.cookie)]).toEqual(Array(2).fill('cards.not_payable'));
  server.setTime(after(now, days(9)));
  await lapsePayments(services, payables);
  expect(await page(other, sly.cookie)).toBe('cards.not_payable');
  await charged(other, services.clock(), '7000.00');
  const { body } = await call<{ state: string }>('learning/progress', { courseId: 'dear' }, sly.cookie);
  expect(body.state).toBe('pending_payment');
});

test('a charge of after the hour, on a page that was open before, goes back although it was claimed', async () => {
  const now = new Date();
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  await claims(paymentId, who.cookie, 'subscription-proof');
  server.setTime(after(now, days(2)));
  expect(await charged(paymentId, services.clock())).toEqual({ pay_in: 'received', ended: 'lapsed' });
});

test('a charge within the hour counts, however late we hear of it', async () => {
  const now = new Date();
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  await claims(paymentId, who.cookie, 'subscription-proof');
  server.setTime(after(now, days(2)));
  expect(await charged(paymentId, after(now, minutes(30)))).toEqual({ pay_in: 'received', ended: null });
});
