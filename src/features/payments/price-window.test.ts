import { expect, test } from 'vitest';
import { buyingCourse, published } from '../../../test/courses.ts';
import { givingBack } from '../../../test/giving-back.ts';
import { upload } from '../../../test/orders.ts';
import { bankLine } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';

/** The price of what is paid through a bank stands for the time to pay, which no claim lengthens (decision E1). */
const server = await serverWithoutFaults();
const { call } = server;
const { act } = await givingBack(server);
await published(server, { courseId: 'dear', priceUsd: 4_000 });

/** A course that was claimed as paid, and what becomes of money that left so many days after it was begun. */
async function leftAfter(many: number, movedTime: string) {
  server.setTime(null);
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const begun = new Date();
  const { body } = await call<{ paymentId: string }>('enrollment/buy', buyingCourse(), cookie);
  const { body: file } = await upload(server, cookie, 'course-proof');
  expect(await act('payments/claim', { paymentId: body.paymentId, proofFile: file.id }, cookie)).toBe('done');
  server.setTime(after(begun, days(5)));
  const line = { amount: '7000', movedOn: jamaicaDay(after(begun, days(many))), movedTime };
  const answer = await act('paymentsDesk/receive', bankLine(body.paymentId, line));
  return [answer, (await call<{ state: string }>('learning/progress', { courseId: 'dear' }, cookie)).body.state];
}

test('money that left after the 72 hours does not pay at the price of before', async () => {
  expect(await leftAfter(4, '00:01')).toEqual(['payments.after_due', 'pending_payment']);
  expect(await leftAfter(4, '')).toEqual(['payments.after_due', 'pending_payment']);
});

test('money of the last day pays, however late the bank tells it: a line often tells the day alone', async () => {
  expect(await leftAfter(3, '')).toEqual(['done', 'active']);
});
