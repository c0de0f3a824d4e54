import { expect, test } from 'vitest';
import { bankDesk, untyped, type Written } from '../../../test/bank-lines.ts';
import { paidBuy } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { putInForce } from '../../../test/settings.ts';
import { newAccount } from '../../../test/stopped.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { listUnassigned, openMoney } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { stopLooseCash } from './loose-cash.ts';

/** Cash above the ceiling that nobody claims goes back to whoever paid it once compliance knows of it (POCA s.101A). */
const server = await serverWithoutFaults();
const { owner, services } = server;
const { admin, compliance, done, finance, takingOff } = await openMoney(server);
const officer = await sessionFor(server, 'compliance');
const { confirming, lineNamed, upload } = bankDesk(server, { done, finance });
await putInForce(server, 'cash_deposits', { ceiling: 2500 });

type Listed = { id: string; stopped: { why: readonly string[]; decided: boolean } | null };
const codeOf = server.actsAs(finance);
const prepares = (movementId: string) =>
  codeOf('unassigned/prepareReturn', { movementId, note: '', reasonCode: 'third_party_payer' });
const stoppedAs = async (movementId: string) =>
  (await listUnassigned<Listed>(server, compliance ?? '')).find(({ id }) => id === movementId)?.stopped;

let next = 0;
/** A deposit over the counter that nobody knows, by somebody whom finance reads off the slip. */
async function deposited(credit: string, payerHolder: string, line: Written = {}) {
  next += 1;
  const details = `CASH DEPOSIT nobody ${next}`;
  await upload([{ reference: `CASH ${next}`, details, credit, payer: '', account: '', ...line }]);
  const { id: lineId } = await lineNamed(details);
  const paid = { ...untyped, payerBank: 'Demo Bank', payerAccount: newAccount(), payerHolder };
  const { movementId } = (await done('bankLines/split', { lineId, parts: [], ...paid })) as { movementId: string };
  return movementId;
}

test('cash above the ceiling that is nobody’s stays until two of compliance let it go back', async () => {
  const movementId = await deposited('2000000.00', 'Carl Cash');
  expect(await prepares(movementId)).toBe('desk.payer_stopped');
  expect([await stopLooseCash(services), await stopLooseCash(services)]).toEqual([1, 0]);
  expect(await prepares(movementId)).toBe('desk.payer_stopped');
  expect(await stoppedAs(movementId)).toMatchObject({ why: [expect.stringContaining('cash')], decided: false });
  await done('compliance/proposeFrozenReturn', { orderId: movementId, note: 'The report is made' }, officer);
  await done(
    'compliance/decideFrozen',
    { proposalId: await server.openProposal(movementId), decision: 'approve', note: '' },
    admin,
  );
  expect(await prepares(movementId)).toBe('done');
  const agreed = { movementId, proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  await done('unassigned/decide', agreed, admin);
  const sent = { movementId, reference: 'CASH BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '', note: '' };
  await done('unassigned/recordReturned', sent);
});

test('cash below the ceiling goes back as any other, once it was looked at', async () => {
  const movementId = await deposited('2000.00', 'Sally Small');
  expect(await prepares(movementId)).toBe('desk.payer_stopped');
  expect([await stopLooseCash(services), await prepares(movementId)]).toEqual([0, 'done']);
});

test('what one payer paid in on one day counts together, also where some of it was looked at before', async () => {
  const first = await deposited('1500.00', 'Petra Parts');
  expect(await stopLooseCash(services)).toBe(0);
  const other = await deposited('1500.00', 'PETRA  parts');
  expect(await stopLooseCash(services)).toBe(2);
  expect([await prepares(first), await prepares(other)]).toEqual(['desk.payer_stopped', 'desk.payer_stopped']);
});

test('nor does it go back where it was taken off an order before anybody had counted', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const order = await paidBuy(server, ina.cookie, { amount: '3000' });
  await upload([{ reference: 'CASH OFF', details: `CASH DEPOSIT ${order.reference}`, credit: '3000.00' }]);
  await done('bankLines/confirm', confirming(await lineNamed(order.reference)));
  await done('desk/undoPayIn', await takingOff(order.orderId));
  await done('desk/approveUndo', { orderId: order.orderId, note: '' }, admin);
  const { rows } = await owner.query<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.from_id where o.order_id = $1`,
    [order.orderId],
  );
  const movementId = rows[0]?.id ?? '';
  expect(await prepares(movementId)).toBe('desk.payer_stopped');
  expect(await stopLooseCash(services)).toBe(1);
  expect(await stoppedAs(movementId)).toMatchObject({ decided: false });
});
