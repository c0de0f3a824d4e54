import { expect, test } from 'vitest';
import { buildCoursePurchase, publishTestCourse } from '../../../test/courses.ts';
import { upload } from '../../../test/orders.ts';
import { buildBankReceipt } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';

/** A bank payment has its price until the payment deadline, which a claim does not extend (decision E1). */
const server = await serverWithoutFaults();
const { call } = server;
const { act } = await createRefundTools(server);
await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });

/** Claims a course payment and records money that was sent `daysLater` days after the start. */
async function payAfter(daysLater: number, movedTime: string) {
  server.setTime(null);
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const begun = new Date();
  const { body } = await call<{ paymentId: string }>('enrollment/buy', buildCoursePurchase(), cookie);
  const { body: file } = await upload(server, cookie, 'course-proof');
  expect(await act('payments/claim', { paymentId: body.paymentId, proofFile: file.id }, cookie)).toBe('done');
  server.setTime(after(begun, days(5)));
  const line = { amount: '7000', movedOn: jamaicaDay(after(begun, days(daysLater))), movedTime };
  const answer = await act('paymentsDesk/receive', buildBankReceipt(body.paymentId, line));
  return [answer, (await call<{ state: string }>('learning/progress', { courseId: 'dear' }, cookie)).body.state];
}

test('money that left after 72 hours does not pay the old price', async () => {
  expect(await payAfter(4, '00:01')).toEqual(['payments.after_due', 'pending_payment']);
  expect(await payAfter(4, '')).toEqual(['payments.after_due', 'pending_payment']);
});

test('money of the last day pays, as bank lines often show the day only', async () => {
  expect(await payAfter(3, '')).toEqual(['done', 'active']);
});
