import { expect, test } from 'vitest';
import { givingBack } from '../../../test/giving-back.ts';
import { bankLine, claimedPlan } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';

/** Parts that went back come back to us, beside others that are on their way or came back as well. */
const server = await serverWithoutFaults();
const { rowsOf } = suspicionsOn(server);
const { act, approves, answers, backOf, goesBack, prepares, records, second, stateOf, undoes } =
  await givingBack(server);
const answersUndo = answers('approveUndo');

async function received(): Promise<string> {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  return paymentId;
}
/** Two people write down that so much of what left came back, the oldest return being the first. */
async function cameBack(paymentId: string, which: number): Promise<unknown[]> {
  const returns = await rowsOf<{ id: string }>(
    `select id from proposals where subject = $1 and kind = 'return' order by proposed_at`,
    [paymentId],
  );
  const undo = {
    ...{ paymentId, proposalId: returns[which]?.id, reasonCode: 'returned_by_bank', note: '' },
    ...{ evidence: 'It stands on the statement of today, line four', movedOn: jamaicaDay(new Date()) },
  };
  return [await act('paymentsDesk/prepareUndo', undo), await answersUndo(paymentId, second)];
}

test('what came back of an earlier part is written down although another part waits to be sent', async () => {
  const paymentId = await received();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect([await prepares(paymentId, '2000'), await approves(paymentId)]).toEqual(['done', 'done']);
  expect(await cameBack(paymentId, 0)).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null, awaits_staff: true });
  expect(await records(paymentId)).toBe('done');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null, awaits_staff: false });
});

test('two parts that both came back are both written down, and all of it may go again', async () => {
  const paymentId = await received();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect([await cameBack(paymentId, 0), await cameBack(paymentId, 1)]).toEqual(Array(2).fill(['done', 'done']));
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'returned', ended: 'refunded', awaits_staff: false });
});

test('a part that came back while the rest was on its way waits until that is recorded, and goes again', async () => {
  const paymentId = await received();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect(await cameBack(paymentId, 0)).toEqual(['payments.rest_leaves', 'approvals.not_found']);
  expect(await records(paymentId)).toBe('done');
  expect(await cameBack(paymentId, 0)).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: 'refunded', awaits_staff: true });
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await backOf(paymentId)).toEqual(['1000', '5000', '1000']);
});

test('a part came back and the rest was never sent: that is undone first, then all goes at once', async () => {
  const paymentId = await received();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect([await undoes(paymentId), await answersUndo(paymentId, second)]).toEqual(['done', 'done']);
  expect(await cameBack(paymentId, 0)).toEqual(['done', 'done']);
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await backOf(paymentId)).toEqual(['1000', '6000']);
});

test('while somebody asks to undo a part nothing else of the payment is agreed on', async () => {
  const paymentId = await received();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  const cameToday = { reasonCode: 'returned_by_bank', movedOn: jamaicaDay(new Date()) };
  expect(await undoes(paymentId, cameToday)).toBe('done');
  expect(await prepares(paymentId, null)).toBe('approvals.already_open');
});
