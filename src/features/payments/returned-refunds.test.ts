import { expect, test } from 'vitest';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';

const server = await serverWithoutFaults();
const { rowsOf } = setUpSuspicions(server);
const { act, approves, answers, backOf, goesBack, prepares, records, second, stateOf, undoes } =
  await createRefundTools(server);
const approveUndo = answers('approveUndo');

async function createPaid(): Promise<string> {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, who.cookie);
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId))).toBe('done');
  return paymentId;
}
async function recordReturned(paymentId: string, index: number): Promise<unknown[]> {
  const returns = await rowsOf<{ id: string }>(
    `select id from proposals where subject = $1 and kind = 'return' order by proposed_at`,
    [paymentId],
  );
  const undo = {
    ...{ paymentId, proposalId: returns[index]?.id, reasonCode: 'returned_by_bank', note: '' },
    ...{ evidence: 'See line four of the statement of today', movedOn: jamaicaDay(new Date()) },
  };
  return [await act('paymentsDesk/prepareUndo', undo), await approveUndo(paymentId, second)];
}

test('recording a returned part is allowed while another part waits to be sent', async () => {
  const paymentId = await createPaid();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect([await prepares(paymentId, '2000'), await approves(paymentId)]).toEqual(['done', 'done']);
  expect(await recordReturned(paymentId, 0)).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null, awaits_staff: true });
  expect(await records(paymentId)).toBe('done');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null, awaits_staff: false });
});

test('two returned parts are both recorded, and everything can be refunded again', async () => {
  const paymentId = await createPaid();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect([await recordReturned(paymentId, 0), await recordReturned(paymentId, 1)]).toEqual(
    Array(2).fill(['done', 'done']),
  );
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'returned', ended: 'refunded', awaits_staff: false });
});

test('recording a returned part is refused until the approved rest is recorded', async () => {
  const paymentId = await createPaid();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect(await recordReturned(paymentId, 0)).toEqual(['payments.rest_leaves', 'approvals.not_found']);
  expect(await records(paymentId)).toBe('done');
  expect(await recordReturned(paymentId, 0)).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: 'refunded', awaits_staff: true });
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await backOf(paymentId)).toEqual(['1000', '5000', '1000']);
});

test('undoing an unsent rest allows recording a returned part', async () => {
  const paymentId = await createPaid();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect([await undoes(paymentId), await approveUndo(paymentId, second)]).toEqual(['done', 'done']);
  expect(await recordReturned(paymentId, 0)).toEqual(['done', 'done']);
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await backOf(paymentId)).toEqual(['1000', '6000']);
});

test('preparing a refund is refused while an undo proposal is open', async () => {
  const paymentId = await createPaid();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  const returnedToday = { reasonCode: 'returned_by_bank', movedOn: jamaicaDay(new Date()) };
  expect(await undoes(paymentId, returnedToday)).toBe('done');
  expect(await prepares(paymentId, null)).toBe('approvals.already_open');
});
