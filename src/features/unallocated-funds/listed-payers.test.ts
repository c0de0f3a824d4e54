import { expect, test } from 'vitest';
import { demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { newAccount } from '../../../test/frozen-scenario.ts';
import { buildPayIn, placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { listUnallocated, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { screenUnallocated } from './jobs.ts';

const server = await serverWithoutFaults();
const { owner, services } = server;
const { admin, compliance, done, finance, recorded, takingOff } = await setUpUnallocated(server);
const officer = await createSession(server, 'compliance');
const listedName = `${demoListedPerson.firstName} ${demoListedPerson.lastName}`;
const recordFromListed = () => ({ payerHolder: listedName, payerAccount: newAccount() });

type Stopped = { why: readonly string[]; decided: boolean; waiting: { proposalId: string } | null };
const callForCode = server.actsAs(finance);
const prepareRefund = (movementId: string) =>
  callForCode('unassigned/prepareReturn', { movementId, note: '', reasonCode: 'third_party_payer' });
const approveRefund = async (movementId: string) =>
  callForCode(
    'unassigned/decide',
    { movementId, proposalId: await server.openProposal(movementId), decision: 'approve', note: '' },
    admin,
  );
const recordRefund = (movementId: string, reference: string) =>
  callForCode('unassigned/recordReturned', {
    movementId,
    reference,
    movedOn: jamaicaDay(new Date()),
    movedTime: '',
    note: '',
  });
const findStopped = async (movementId: string, cookie = compliance) =>
  (await listUnallocated<{ id: string; stopped: Stopped | null }>(server, cookie ?? '')).find(
    ({ id }) => id === movementId,
  )?.stopped;
async function allowByTwo(movementId: string): Promise<void> {
  await done('compliance/proposeFrozenReturn', { orderId: movementId, note: 'The bank says it is another.' }, officer);
  const agreed = { proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  expect(await callForCode('compliance/decideFrozen', agreed, officer)).toBe('approvals.second_person_needed');
  await done('compliance/decideFrozen', agreed, admin);
}

test('unallocated money of a listed payer is refunded only after two compliance officers allow it', async () => {
  const movementId = await recorded('LISTED 1', recordFromListed());
  expect(await prepareRefund(movementId)).toBe('desk.not_screened');
  expect(await findStopped(movementId)).toBeNull();
  expect([await screenUnallocated(services), await screenUnallocated(services)]).toEqual([1, 0]);
  expect(await prepareRefund(movementId)).toBe('desk.not_screened');
  expect(await findStopped(movementId)).toMatchObject({ decided: false, waiting: null });
  expect(await findStopped(movementId, finance)).toBeNull();
  await allowByTwo(movementId);
  expect(await findStopped(movementId)).toMatchObject({ decided: true });
  expect([
    await prepareRefund(movementId),
    await approveRefund(movementId),
    await recordRefund(movementId, 'LISTED BACK 1'),
  ]).toEqual([...['done', 'done', 'done']]);
});

test('money unlinked before screening is also blocked, and its customer gets the match', async () => {
  const mule = await newCustomer(server, 'Mary Mule');
  const { orderId } = await placePaidBuy(server, mule.cookie, { amount: '4000' });
  await done('desk/confirmReceived', { ...buildPayIn(orderId, { amount: '4000' }), ...recordFromListed() });
  await done('desk/undoPayIn', await takingOff(orderId));
  await done('desk/approveUndo', { orderId, note: '' }, admin);
  const { rows } = await owner.query<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.source_movement_id where o.order_id = $1 and u.order_id is null`,
    [orderId],
  );
  const movementId = rows[0]?.id ?? '';
  expect(await prepareRefund(movementId)).toBe('desk.not_screened');
  expect(await screenUnallocated(services)).toBe(1);
  const alerts = await owner.query('select alert_type from transaction_alerts where user_id = $1', [mule.id]);
  expect(alerts.rows).toEqual([{ alert_type: 'name_match' }]);
  await allowByTwo(movementId);
  expect(await prepareRefund(movementId)).toBe('done');
});

test('an approved refund is blocked when the payer is listed meanwhile', async () => {
  const movementId = await recorded('LISTED 2', { payerHolder: 'Rupert Unrelated', payerAccount: newAccount() });
  expect([await prepareRefund(movementId), await approveRefund(movementId)]).toEqual(['done', 'done']);
  const list = {
    csv: 'ref,name\nX-9,UNRELATED Rupert\n',
    fileName: 'own.csv',
    publishedOn: '2026-11-21',
    proposalId: null,
  };
  await done('screening/importLocal', list, compliance);
  expect(await recordRefund(movementId, 'LISTED BACK 2')).toBe('desk.not_screened');
});

test('an earlier compliance decision does not cover a later match', async () => {
  const movementId = await recorded('LISTED 3', recordFromListed());
  expect(await screenUnallocated(services)).toBeGreaterThan(0);
  await done('compliance/proposeFrozenReturn', { orderId: movementId, note: 'Another' }, officer);
  const again = `update payer_screenings set stopped_by = stopped_by || '[{"source":"un","ref":"NEW","hash":"n"}]'
    where movement_id = $1`;
  await owner.query(again, [movementId]);
  const agreed = { proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  expect(await callForCode('compliance/decideFrozen', agreed, admin)).toBe('approvals.changed_since');
});

test('the database blocks refunds to payers who are not screened or are blocked', async () => {
  const movementId = await recorded('LISTED 4', { payerHolder: 'Olive Other', payerAccount: newAccount() });
  expect([await prepareRefund(movementId), await approveRefund(movementId)]).toEqual(['done', 'done']);
  const straight = () =>
    owner.query(
      `insert into movements (direction, reverses_id, asset, amount, rail, reference, reference_key, bank, account, holder,
         moved_at, recorded_at, proposal_id)
       select 'back', m.id, m.asset, m.amount, m.rail, 'S', 'STRAIGHT2', m.bank, m.account, m.holder, now(), now(), p.id
         from movements m join proposals p on p.subject = m.id::text and p.state = 'approved' where m.id = $1`,
      [movementId],
    );
  const set = (what: string) => owner.query(`update payer_screenings set ${what} where movement_id = $1`, [movementId]);
  await set('list_versions = null');
  await expect(straight()).rejects.toThrow('whom a list stops');
  await set(`list_versions = 'a list', stopped_by = '[{"source":"un","ref":"R","hash":"h"}]'`);
  await expect(straight()).rejects.toThrow('whom a list stops');
  await set(`stopped_by = '[]'`);
  await straight();
});
