import { expect, test } from 'vitest';
import { cameIn, wasSent } from '../../../../test/orders.ts';
import { openMoney, step } from '../../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';

/** What the bank gives back of an order while something else of it is under way: both are written down. */
const server = await serverWithoutFaults();
const { owner } = server;
const { admin, confirmed, done, linesOf, rowOf } = await openMoney(server);

const lineUnder = async (reference: string) =>
  (await owner.query<{ id: string }>('select id from movements where reference = $1', [reference])).rows[0]?.id ?? '';
/** An order of so much, with as much again beside it. */
async function paidTwice(amount: string) {
  const { orderId } = await confirmed(amount, `OWN ${amount}`);
  await done('desk/recordExtra', cameIn(orderId, { amount, reference: `BESIDE ${amount}` }));
  return orderId;
}
async function agreed(orderId: string, reference: string, reasonCode: string): Promise<void> {
  await done('desk/prepareReturn', { ...step(orderId), movementId: await lineUnder(reference), reasonCode });
  await done('desk/approveReturn', step(orderId), admin);
}
const sent = (orderId: string, reference: string) => done('desk/recordReturned', wasSent(orderId, reference));
async function cameBack(orderId: string, reference: string): Promise<void> {
  const { rows } = await owner.query<{ id: string }>('select proposal_id id from movements where reference = $1', [
    reference,
  ]);
  const why = { reasonCode: 'returned_by_bank', evidence: 'It stands on the statement of today, line four' };
  const when = { reference: '', movedOn: jamaicaDay(new Date()), movedTime: '' };
  await done('desk/prepareUndo', { ...step(orderId), proposalId: rows[0]?.id, ...why, ...when });
  await done('desk/approveUndo', step(orderId), admin);
}

test('what was beside came back to us while the own money was on its way: both stand, and it goes again', async () => {
  const orderId = await paidTwice('20500');
  await agreed(orderId, 'BESIDE 20500', 'paid_twice');
  await sent(orderId, 'GONE BESIDE');
  await done('desk/cancel', { ...step(orderId), reasonCode: 'duplicate' });
  await agreed(orderId, 'OWN 20500', 'order_stopped');
  await cameBack(orderId, 'GONE BESIDE');
  await sent(orderId, 'GONE OWN');
  expect(await rowOf(orderId)).toMatchObject({ status: 'cancelled', pay_in: 'returned', extras: 1 });
  await agreed(orderId, 'BESIDE 20500', 'paid_twice');
  await sent(orderId, 'GONE AGAIN');
  const lines = ['in', 'in', 'back', 'bounced', 'back', 'back'].map((direction) => `${direction} 20500`);
  expect(await linesOf(orderId)).toEqual(lines);
});

test('the own money came back to us while what was beside was on its way: both stand, and it goes again', async () => {
  const orderId = await paidTwice('20600');
  await done('desk/cancel', { ...step(orderId), reasonCode: 'duplicate' });
  await agreed(orderId, 'OWN 20600', 'order_stopped');
  await sent(orderId, 'GONE FIRST');
  await agreed(orderId, 'BESIDE 20600', 'paid_twice');
  await cameBack(orderId, 'GONE FIRST');
  await sent(orderId, 'GONE SECOND');
  expect(await rowOf(orderId)).toMatchObject({ status: 'cancelled', pay_in: 'received', extras: 0 });
  await agreed(orderId, 'OWN 20600', 'order_stopped');
  await sent(orderId, 'GONE THIRD');
  expect(await rowOf(orderId)).toMatchObject({ pay_in: 'returned', extras: 0 });
});

test('what was beside came back to us while the coins were on their way: it waits, and they are sent', async () => {
  const orderId = await paidTwice('20700');
  await agreed(orderId, 'BESIDE 20700', 'paid_twice');
  await sent(orderId, 'GONE MEANWHILE');
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, step(orderId));
  await done('desk/approvePayout', step(orderId), admin);
  await cameBack(orderId, 'GONE MEANWHILE');
  await done('desk/recordSent', wasSent(orderId, 'b'.repeat(64)));
  expect(await rowOf(orderId)).toMatchObject({ status: 'completed', pay_out: 'sent', extras: 1 });
});
