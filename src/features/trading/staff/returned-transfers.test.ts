import { expect, test } from 'vitest';
import { buildPayIn, buildSent } from '../../../../test/orders.ts';
import { buildStep, setUpUnallocated } from '../../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';

const server = await serverWithoutFaults();
const { owner } = server;
const { admin, confirmed, done, linesOf, rowOf } = await setUpUnallocated(server);

const findLine = async (reference: string) =>
  (await owner.query<{ id: string }>('select id from movements where reference = $1', [reference])).rows[0]?.id ?? '';
async function placePaidTwice(amount: string) {
  const { orderId } = await confirmed(amount, `OWN ${amount}`);
  await done('desk/recordExtra', buildPayIn(orderId, { amount, reference: `SURPLUS ${amount}` }));
  return orderId;
}
async function approveRefund(orderId: string, reference: string, reasonCode: string): Promise<void> {
  await done('desk/prepareReturn', { ...buildStep(orderId), movementId: await findLine(reference), reasonCode });
  await done('desk/approveReturn', buildStep(orderId), admin);
}
const recordSent = (orderId: string, reference: string) => done('desk/recordReturned', buildSent(orderId, reference));
async function recordReturned(orderId: string, reference: string): Promise<void> {
  const { rows } = await owner.query<{ id: string }>('select proposal_id id from movements where reference = $1', [
    reference,
  ]);
  const why = { reasonCode: 'returned_by_bank', evidence: 'The statement of today shows it in line four' };
  const when = { reference: '', movedOn: jamaicaDay(new Date()), movedTime: '' };
  await done('desk/prepareUndo', { ...buildStep(orderId), proposalId: rows[0]?.id, ...why, ...when });
  await done('desk/approveUndo', buildStep(orderId), admin);
}

test('a surplus refund returned during the main refund is recorded, and is refunded again', async () => {
  const orderId = await placePaidTwice('20500');
  await approveRefund(orderId, 'SURPLUS 20500', 'paid_twice');
  await recordSent(orderId, 'GONE SURPLUS');
  await done('desk/cancel', { ...buildStep(orderId), reasonCode: 'duplicate' });
  await approveRefund(orderId, 'OWN 20500', 'order_stopped');
  await recordReturned(orderId, 'GONE SURPLUS');
  await recordSent(orderId, 'GONE OWN');
  expect(await rowOf(orderId)).toMatchObject({ status: 'cancelled', pay_in: 'returned', extras: 1 });
  await approveRefund(orderId, 'SURPLUS 20500', 'paid_twice');
  await recordSent(orderId, 'GONE AGAIN');
  const lines = ['in', 'in', 'back', 'bounced', 'back', 'back'].map((direction) => `${direction} 20500`);
  expect(await linesOf(orderId)).toEqual(lines);
});

test('a main refund returned during the surplus refund is recorded, and is refunded again', async () => {
  const orderId = await placePaidTwice('20600');
  await done('desk/cancel', { ...buildStep(orderId), reasonCode: 'duplicate' });
  await approveRefund(orderId, 'OWN 20600', 'order_stopped');
  await recordSent(orderId, 'GONE FIRST');
  await approveRefund(orderId, 'SURPLUS 20600', 'paid_twice');
  await recordReturned(orderId, 'GONE FIRST');
  await recordSent(orderId, 'GONE SECOND');
  expect(await rowOf(orderId)).toMatchObject({ status: 'cancelled', pay_in: 'received', extras: 0 });
  await approveRefund(orderId, 'OWN 20600', 'order_stopped');
  await recordSent(orderId, 'GONE THIRD');
  expect(await rowOf(orderId)).toMatchObject({ pay_in: 'returned', extras: 0 });
});

test('a surplus refund returned during the payout waits, and the payout is sent', async () => {
  const orderId = await placePaidTwice('20700');
  await approveRefund(orderId, 'SURPLUS 20700', 'paid_twice');
  await recordSent(orderId, 'GONE MEANWHILE');
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, buildStep(orderId));
  await done('desk/approvePayout', buildStep(orderId), admin);
  await recordReturned(orderId, 'GONE MEANWHILE');
  await done('desk/recordSent', buildSent(orderId, 'b'.repeat(64)));
  expect(await rowOf(orderId)).toMatchObject({ status: 'completed', pay_out: 'sent', extras: 1 });
});
