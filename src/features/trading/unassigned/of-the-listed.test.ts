import { expect, test } from 'vitest';
import { demoListedPerson } from '../../../../fakes/screening/demo-list.ts';
import { cameIn, paidBuy } from '../../../../test/orders.ts';
import { sessionFor } from '../../../../test/security/actors.ts';
import { newAccount } from '../../../../test/stopped.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { listUnassigned, openMoney } from '../../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { screenUnassigned } from './screen-payers.ts';

/** Money that stands on nothing goes back to nobody whom a list stops, but where two of compliance let it. */
const server = await serverWithoutFaults();
const { owner, services } = server;
const { admin, compliance, done, finance, recorded, takingOff } = await openMoney(server);
const officer = await sessionFor(server, 'compliance');
const listed = `${demoListedPerson.firstName} ${demoListedPerson.lastName}`;
const ofListed = () => ({ payerHolder: listed, payerAccount: newAccount() });

type Stopped = { why: readonly string[]; decided: boolean; waiting: { proposalId: string } | null };
const codeOf = server.actsAs(finance);
const prepares = (movementId: string) =>
  codeOf('unassigned/prepareReturn', { movementId, note: '', reasonCode: 'third_party_payer' });
const approves = async (movementId: string) =>
  codeOf(
    'unassigned/decide',
    { movementId, proposalId: await server.openProposal(movementId), decision: 'approve', note: '' },
    admin,
  );
const records = (movementId: string, reference: string) =>
  codeOf('unassigned/recordReturned', {
    movementId,
    reference,
    movedOn: jamaicaDay(new Date()),
    movedTime: '',
    note: '',
  });
const stoppedAs = async (movementId: string, cookie = compliance) =>
  (await listUnassigned<{ id: string; stopped: Stopped | null }>(server, cookie ?? '')).find(
    ({ id }) => id === movementId,
  )?.stopped;
async function lets(movementId: string): Promise<void> {
  await done('compliance/proposeFrozenReturn', { orderId: movementId, note: 'The bank says it is another.' }, officer);
  const agreed = { proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  expect(await codeOf('compliance/decideFrozen', agreed, officer)).toBe('approvals.second_person_needed');
  await done('compliance/decideFrozen', agreed, admin);
}

test('money of a listed party that is nobody’s goes back once two of compliance let it, and not before', async () => {
  const movementId = await recorded('LISTED 1', ofListed());
  // Not even before the look that tells compliance.
  expect(await prepares(movementId)).toBe('desk.payer_stopped');
  expect(await stoppedAs(movementId)).toBeNull();
  expect([await screenUnassigned(services), await screenUnassigned(services)]).toEqual([1, 0]);
  expect(await prepares(movementId)).toBe('desk.payer_stopped');
  expect(await stoppedAs(movementId)).toMatchObject({ decided: false, waiting: null });
  expect(await stoppedAs(movementId, finance)).toBeNull();
  await lets(movementId);
  expect(await stoppedAs(movementId)).toMatchObject({ decided: true });
  expect([await prepares(movementId), await approves(movementId), await records(movementId, 'LISTED BACK 1')]).toEqual([
    ...['done', 'done', 'done'],
  ]);
});

test('nor does it where it was taken off an order before anybody had looked: that customer has the match', async () => {
  const mule = await newCustomer(server, 'Mary Mule');
  const { orderId } = await paidBuy(server, mule.cookie, { amount: '4000' });
  await done('desk/confirmReceived', { ...cameIn(orderId, { amount: '4000' }), ...ofListed() });
  await done('desk/undoPayIn', await takingOff(orderId));
  await done('desk/approveUndo', { orderId, note: '' }, admin);
  const { rows } = await owner.query<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.from_id where o.order_id = $1 and u.order_id is null`,
    [orderId],
  );
  const movementId = rows[0]?.id ?? '';
  expect(await prepares(movementId)).toBe('desk.payer_stopped');
  expect(await screenUnassigned(services)).toBe(1);
  const alerts = await owner.query('select alert_type from transaction_alerts where user_id = $1', [mule.id]);
  expect(alerts.rows).toEqual([{ alert_type: 'name_match' }]);
  await lets(movementId);
  expect(await prepares(movementId)).toBe('done');
});

test('what two of finance had agreed on stays here where a list names the payer meanwhile', async () => {
  const movementId = await recorded('LISTED 2', { payerHolder: 'Rupert Unrelated', payerAccount: newAccount() });
  expect([await prepares(movementId), await approves(movementId)]).toEqual(['done', 'done']);
  const list = {
    csv: 'ref,name\nX-9,UNRELATED Rupert\n',
    fileName: 'own.csv',
    publishedOn: '2026-11-21',
    proposalId: null,
  };
  await done('screening/importLocal', list, compliance);
  expect(await records(movementId, 'LISTED BACK 2')).toBe('desk.payer_stopped');
});

test('what two of compliance decided does not let go what a list finds of the payer afterwards', async () => {
  const movementId = await recorded('LISTED 3', ofListed());
  expect(await screenUnassigned(services)).toBeGreaterThan(0);
  await done('compliance/proposeFrozenReturn', { orderId: movementId, note: 'Another' }, officer);
  const again = `update compared_payers set stopped_by = stopped_by || '[{"source":"un","ref":"NEW","hash":"n"}]'
    where movement_id = $1`;
  await owner.query(again, [movementId]);
  const agreed = { proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  expect(await codeOf('compliance/decideFrozen', agreed, admin)).toBe('approvals.changed_since');
});

test('the database lets nothing of it back whose payer was not compared, or is stopped', async () => {
  const movementId = await recorded('LISTED 4', { payerHolder: 'Olive Other', payerAccount: newAccount() });
  expect([await prepares(movementId), await approves(movementId)]).toEqual(['done', 'done']);
  const straight = () =>
    owner.query(
      `insert into movements (direction, of_id, asset, amount, rail, reference, reference_key, bank, account, holder,
         moved_at, recorded_at, proposal_id)
       select 'back', m.id, m.asset, m.amount, m.rail, 'S', 'STRAIGHT2', m.bank, m.account, m.holder, now(), now(), p.id
         from movements m join proposals p on p.subject = m.id::text and p.state = 'approved' where m.id = $1`,
      [movementId],
    );
  const set = (what: string) => owner.query(`update compared_payers set ${what} where movement_id = $1`, [movementId]);
  await set('compared_with = null');
  await expect(straight()).rejects.toThrow('whom a list stops');
  await set(`compared_with = 'a list', stopped_by = '[{"source":"un","ref":"R","hash":"h"}]'`);
  await expect(straight()).rejects.toThrow('whom a list stops');
  await set(`stopped_by = '[]'`);
  await straight();
});
