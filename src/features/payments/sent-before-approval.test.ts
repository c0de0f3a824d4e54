import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPayIn, buildSent, formatJamaicaTime, placePaidBuy } from '../../../test/orders.ts';
import { buildChainReceipt, claimPlanInMahoni, solanaHash } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';

const server = await serverWithoutFaults();
const { act, finance, goesBack } = await createRefundTools(server);
const admin = await createSession(server, 'admin');
const seenAt = (moment: Date) => ({ movedOn: jamaicaDay(moment), movedTime: formatJamaicaTime(moment) });
const early = () => seenAt(after(new Date(), -minutes(2)));

test('recording a refund that a block shows before its approval is refused', async () => {
  const due = await claimPlanInMahoni(server, (await newCustomer(server, 'Ina Brown')).cookie);
  expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('done');
  expect(await goesBack(due.paymentId, null, { reference: solanaHash(), ...early() })).toEqual([
    'done',
    'done',
    'payments.before_approval',
  ]);
});

test('recording a payout from before its approval is refused, and in the same minute accepted', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, cookie, { amount: '4000' });
  const incoming = buildPayIn(orderId, { amount: '4000' });
  expect(await act('desk/confirmReceived', { ...incoming, payerHolder: 'Ina Brown' })).toBe('done');
  for (const path of ['startProcessing', 'preparePayout'])
    expect(await act(`desk/${path}`, { orderId, note: '' }, finance)).toBe('done');
  expect(await act('desk/approvePayout', { orderId, note: '' }, admin)).toBe('done');
  const sent = buildSent(orderId, randomBytes(32).toString('hex'));
  expect(await act('desk/recordSent', { ...sent, ...early() })).toBe('desk.before_approval');
  expect(await act('desk/recordSent', { ...sent, ...seenAt(new Date()) })).toBe('done');
});
