import { expect, test } from 'vitest';
import { emptyPayer, openBankReconciliation, type StatementRow } from '../../../test/bank-lines.ts';
import { newAccount } from '../../../test/frozen-scenario.ts';
import { placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { applySetting } from '../../../test/settings.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { listUnallocated, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { holdUnallocatedCash } from './jobs.ts';

/** Unassigned cash above the legal limit is refunded only after compliance releases it (POCA s.101A). */
const server = await serverWithoutFaults();
const { owner, services } = server;
const { admin, compliance, done, finance, takingOff } = await setUpUnallocated(server);
const officer = await createSession(server, 'compliance');
const { confirming, lineNamed, upload } = openBankReconciliation(server, { done, finance });
await applySetting(server, 'cash_deposits', { ceiling: 2500 });

type Listed = { id: string; stopped: { why: readonly string[]; decided: boolean } | null };
const codeOf = server.actsAs(finance);
const prepareReturn = (movementId: string) =>
  codeOf('unassigned/prepareReturn', { movementId, note: '', reasonCode: 'third_party_payer' });
const findHold = async (movementId: string) =>
  (await listUnallocated<Listed>(server, compliance ?? '')).find(({ id }) => id === movementId)?.stopped;

let next = 0;
async function deposit(credit: string, payerHolder: string, line: StatementRow = {}) {
  next += 1;
  const details = `CASH DEPOSIT unclaimed ${next}`;
  await upload([{ reference: `CASH ${next}`, details, credit, payer: '', account: '', ...line }]);
  const { id: lineId } = await lineNamed(details);
  const paid = { ...emptyPayer, payerBank: 'Demo Bank', payerAccount: newAccount(), payerHolder };
  const { movementId } = (await done('bankLines/split', { lineId, parts: [], ...paid })) as { movementId: string };
  return movementId;
}

test('refunding unclaimed cash above the limit needs two people of compliance', async () => {
  const movementId = await deposit('2000000.00', 'Carl Cash');
  expect(await prepareReturn(movementId)).toBe('desk.not_screened');
  expect([await holdUnallocatedCash(services), await holdUnallocatedCash(services)]).toEqual([1, 0]);
  expect(await prepareReturn(movementId)).toBe('desk.not_screened');
  expect(await findHold(movementId)).toMatchObject({ why: [expect.stringContaining('cash')], decided: false });
  await done('compliance/proposeFrozenReturn', { orderId: movementId, note: 'The report is made' }, officer);
  await done(
    'compliance/decideFrozen',
    { proposalId: await server.openProposal(movementId), decision: 'approve', note: '' },
    admin,
  );
  expect(await prepareReturn(movementId)).toBe('done');
  const agreed = { movementId, proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  await done('unassigned/decide', agreed, admin);
  const sent = { movementId, reference: 'CASH BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '', note: '' };
  await done('unassigned/recordReturned', sent);
});

test('refunding cash below the limit works after the check', async () => {
  const movementId = await deposit('2000.00', 'Sally Small');
  expect(await prepareReturn(movementId)).toBe('desk.not_screened');
  expect([await holdUnallocatedCash(services), await prepareReturn(movementId)]).toEqual([0, 'done']);
});

test('deposits of one payer on one day are added up, including checked ones', async () => {
  const first = await deposit('1500.00', 'Petra Parts');
  expect(await holdUnallocatedCash(services)).toBe(0);
  const other = await deposit('1500.00', 'PETRA  parts');
  expect(await holdUnallocatedCash(services)).toBe(2);
  expect([await prepareReturn(first), await prepareReturn(other)]).toEqual(['desk.not_screened', 'desk.not_screened']);
});

test('refunding cash that was unlinked from an order before the count is held', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const order = await placePaidBuy(server, ina.cookie, { amount: '3000' });
  await upload([{ reference: 'CASH OFF', details: `CASH DEPOSIT ${order.reference}`, credit: '3000.00' }]);
  await done('bankLines/confirm', confirming(await lineNamed(order.reference)));
  await done('desk/undoPayIn', await takingOff(order.orderId));
  await done('desk/approveUndo', { orderId: order.orderId, note: '' }, admin);
  const { rows } = await owner.query<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.source_movement_id where o.order_id = $1`,
    [order.orderId],
  );
  const movementId = rows[0]?.id ?? '';
  expect(await prepareReturn(movementId)).toBe('desk.not_screened');
  expect(await holdUnallocatedCash(services)).toBe(1);
  expect(await findHold(movementId)).toMatchObject({ decided: false });
});
