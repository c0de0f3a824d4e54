import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { givingBack } from '../../../test/giving-back.ts';
import { cameIn, paidBuy, timeOf, wasSent } from '../../../test/orders.ts';
import { chainLine, claimedInMahoni, solanaHash } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';

/** What a block shows to have left before the second person agreed was not sent on that. */
const server = await serverWithoutFaults();
const { act, finance, goesBack } = await givingBack(server);
const admin = await sessionFor(server, 'admin');
const seenAt = (moment: Date) => ({ movedOn: jamaicaDay(moment), movedTime: timeOf(moment) });
const early = () => seenAt(after(new Date(), -minutes(2)));

test('what left minutes before was not given back on an approval of later that day', async () => {
  const due = await claimedInMahoni(server, (await newCustomer(server, 'Ina Brown')).cookie);
  expect(await act('paymentsDesk/receive', chainLine(due))).toBe('done');
  expect(await goesBack(due.paymentId, null, { reference: solanaHash(), ...early() })).toEqual([
    'done',
    'done',
    'payments.before_approval',
  ]);
});

test('nor was it paid out on it, and what left in the minute of the approval was', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await paidBuy(server, cookie, { amount: '4000' });
  const came = cameIn(orderId, { amount: '4000' });
  expect(await act('desk/confirmReceived', { ...came, payerHolder: 'Ina Brown' })).toBe('done');
  for (const path of ['startProcessing', 'preparePayout'])
    expect(await act(`desk/${path}`, { orderId, note: '' }, finance)).toBe('done');
  expect(await act('desk/approvePayout', { orderId, note: '' }, admin)).toBe('done');
  const sent = wasSent(orderId, randomBytes(32).toString('hex'));
  expect(await act('desk/recordSent', { ...sent, ...early() })).toBe('desk.before_approval');
  expect(await act('desk/recordSent', { ...sent, ...seenAt(new Date()) })).toBe('done');
});
