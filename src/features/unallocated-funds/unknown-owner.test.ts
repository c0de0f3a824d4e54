import { expect, test } from 'vitest';
import { demoListedPerson } from '../../../fakes/screening/demo-list.ts';
import { newAccount } from '../../../test/frozen-scenario.ts';
import { buildPayIn, placePaidBuy, sell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import {
  buildAttachment,
  buildUnallocated,
  listUnallocated,
  setUpUnallocated,
  unlinkReason,
} from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { screenUnallocated } from './jobs.ts';

const server = await serverWithoutFaults();
const { owner, services } = server;
const {
  act,
  admin,
  another,
  compliance,
  confirmOrder,
  customer,
  done,
  finance,
  idOf,
  list,
  recordFunds,
  refused,
  refusedBy,
  support,
  unlinkPayIn,
  buildUnlink,
} = await setUpUnallocated(server);

test('money without an owner is refunded whole to its source by two people, and a return is recorded', async () => {
  const movementId = await recordFunds('UNKNOWN 1');
  const of = { movementId, note: '' };
  await done('unallocated/prepareReturn', { ...of, reasonCode: 'third_party_payer' });
  const order = await placePaidBuy(server, customer ?? '', { amount: '40000' });
  await refused('approvals.already_open', 'unallocated/attach', buildAttachment(movementId, order, '40000'));
  await refused('approvals.second_person_needed', 'unallocated/decide', { ...of, decision: 'approve' });
  const sent = { ...of, reference: 'UNKNOWN BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '' };
  await refused('desk.not_approved', 'unallocated/recordReturned', sent);
  await done('unallocated/decide', { ...of, decision: 'approve' }, admin);
  await refused('desk.leaves_already', 'unallocated/attach', buildAttachment(movementId, order, '40000'));
  await done('unallocated/recordReturned', sent);
  const shown = async () => (await list()).find(({ id }) => id === movementId);
  expect(await shown()).toMatchObject({ left: { minor: '0' }, allowed: ['undoReturn'] });
  const { rows } = await owner.query(`select id from proposals where subject = $1 and kind = 'return'`, [movementId]);
  const bounce = { ...of, proposalId: rows[0].id, reasonCode: 'returned_by_bank', evidence: unlinkReason.evidence };
  await refused('desk.came_back_with', 'unallocated/undoReturn', { ...bounce, reference: 'UNKNOWN AGAIN 1' });
  await done('unallocated/undoReturn', { ...bounce, reference: 'UNKNOWN AGAIN 1', movedOn: jamaicaDay(new Date()) });
  await done('unallocated/decide', { ...of, decision: 'approve' }, admin);
  expect(await shown()).toMatchObject({ left: { minor: '4000000' }, allowed: ['attach', 'prepareReturn'] });
  await done('unallocated/attach', buildAttachment(movementId, order, '40000'));
});

test('an unsent approved refund is undone by two people; a proposal is withdrawn by its proposer', async () => {
  const movementId = await recordFunds('UNKNOWN 2');
  const of = { movementId, note: '' };
  await done('unallocated/prepareReturn', { ...of, reasonCode: 'third_party_payer' });
  await done('unallocated/decide', { ...of, decision: 'decline' });
  await done('unallocated/prepareReturn', { ...of, reasonCode: 'third_party_payer' });
  await done('unallocated/decide', { ...of, decision: 'approve' }, admin);
  const { rows } = await owner.query(
    `select id from proposals where subject = $1 and kind = 'return' and state = 'approved'`,
    [movementId],
  );
  await done('unallocated/undoReturn', {
    ...of,
    proposalId: rows[0].id,
    reasonCode: 'never_sent',
    evidence: unlinkReason.evidence,
  });
  await done('unallocated/decide', { ...of, decision: 'approve' }, admin);
  const sent = { ...of, reference: 'UNKNOWN BACK 2', movedOn: jamaicaDay(new Date()), movedTime: '' };
  await refused('desk.not_approved', 'unallocated/recordReturned', sent);
});

test('an approved refund to an account of a customer frozen meanwhile is not recorded', async () => {
  const id = await idOf('tier2');
  await sell(server, customer ?? '');
  const movementId = await recordFunds('FROZEN 1', { payerAccount: '123 456 789' });
  const back = { movementId, note: '' };
  await done('unallocated/prepareReturn', { ...back, reasonCode: 'third_party_payer' });
  await done('unallocated/decide', { ...back, decision: 'approve' }, admin);
  await owner.query(
    `insert into account_freezes (user_id, cause, frozen_by, reason) select $1, 'by_hand', id, 'x' from profiles
      where email = 'compliance@demo.test'`,
    [id],
  );
  const sent = { ...back, reference: 'FROZEN BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '' };
  await refused('desk.payer_stopped', 'unallocated/recordReturned', sent);
  const straight = owner.query(
    `insert into movements (direction, reverses_id, asset, amount, rail, reference, reference_key, bank, account, holder,
       moved_at, recorded_at, proposal_id)
     select 'back', m.id, m.asset, m.amount, m.rail, 'S', 'STRAIGHT1', m.bank, m.account, m.holder, now(), now(), p.id
       from movements m join proposals p on p.subject = m.id::text and p.state = 'approved' where m.id = $1`,
    [movementId],
  );
  await expect(straight).rejects.toThrow('frozen');
  await owner.query('delete from account_freezes');
  await done('unallocated/recordReturned', sent);
});

test("finance and admin act, compliance reads, others see nothing, and one's own money is blocked", async () => {
  const { movementId } = await unlinkPayIn('20600');
  expect((await list(compliance)).find(({ id }) => id === movementId)).toMatchObject({ allowed: [] });
  for (const cookie of [support, customer]) expect((await act('unallocated/list', {}, cookie)).status).toBe(403);
  expect((await act('unallocated/record', buildUnallocated('NOT MINE 1'), compliance)).body.code).toBe(
    'staff.not_allowed',
  );
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [await idOf('tier2')]);
  expect((await list(customer)).map(({ id }) => id)).not.toContain(movementId);
  const order = await placePaidBuy(server, another ?? '', { amount: '20600' });
  await refusedBy(customer)('approvals.own_matter', 'unallocated/attach', buildAttachment(movementId, order, '20600'));
  await refusedBy(customer)('approvals.own_matter', 'unallocated/prepareReturn', {
    movementId,
    note: '',
    reasonCode: 'paid_twice',
  });
  await owner.query(`delete from user_roles where user_id = $1`, [await idOf('tier2')]);
});

test('only our own money can compensate a loss', async () => {
  const { number, bank } = demoSettings.bank_accounts.JMD;
  const ownAccount = { payerBank: bank, payerAccount: number, payerHolder: 'Cryptocommerce' };
  await refused('desk.from_ourselves', 'unallocated/record', buildUnallocated('GOOD 1', ownAccount));
  await refused('desk.from_elsewhere', 'unallocated/record', buildUnallocated('GOOD 1', { reason: 'made_good' }));
  await recordFunds('GOOD 1', { ...ownAccount, reason: 'made_good' });
});

test('the database keeps money on one order or unallocated, to the cent', async () => {
  const { orderId, movementId } = await unlinkPayIn('20800');
  const target = await placePaidBuy(server, another ?? '', { amount: '20800' });
  const part = (amount: string, asset = 'JMD') =>
    owner.query(
      `insert into movements (order_id, user_id, direction, is_surplus, source_movement_id, asset, amount, rail, bank, account, holder,
         moved_at, day_only, recorded_at)
       select t.id, t.user_id, 'in', true, m.id, $4, $3::numeric, m.rail, m.bank, m.account, m.holder, m.moved_at, m.day_only, now()
         from movements m, transactions t where m.id = $1 and t.id = $2`,
      [movementId, target.orderId, amount, asset],
    );
  await expect(part('20800.01')).rejects.toThrow('amount exceeds the remainder of the movement');
  await expect(part('20800', 'USD')).rejects.toThrow('movement does not match its source movement');
  const off = `insert into movements (order_id, user_id, direction, reverses_id, asset, amount, rail, moved_at, recorded_at, proposal_id)
    select m.order_id, m.user_id, 'off', m.id, m.asset, m.amount, m.rail, m.moved_at, now(), p.id
      from movements m left join proposals p on p.subject = m.order_id::text and p.kind = 'undo' and p.state = 'approved'
     where m.order_id = $1 and m.direction = 'in'`;
  await expect(owner.query(off, [orderId])).rejects.toThrow('movement does not match the movement that it reverses');
  const { orderId: fresh } = await confirmOrder('20801');
  await expect(owner.query(off, [fresh])).rejects.toThrow('movement has no approved proposal');
  await done('desk/undoPayIn', await buildUnlink(fresh));
  await owner.query(
    `update proposals set state = 'approved', decided_at = now(), decided_by = $2 where subject = $1 and kind = 'undo'`,
    [fresh, await idOf('admin')],
  );
  await expect(owner.query(off, [fresh])).rejects.toThrow('money moved off an order must be recorded elsewhere');
});

const officer = await createSession(server, 'compliance');
const listedName = `${demoListedPerson.firstName} ${demoListedPerson.lastName}`;
const recordFromListed = () => ({ payerHolder: listedName, payerAccount: newAccount() });
type Stopped = { why: readonly string[]; decided: boolean; waiting: { proposalId: string } | null };
const callForCode = server.actsAs(finance);

const prepareRefund = (movementId: string) =>
  callForCode('unallocated/prepareReturn', { movementId, note: '', reasonCode: 'third_party_payer' });

const approveRefund = async (movementId: string) =>
  callForCode(
    'unallocated/decide',
    { movementId, proposalId: await server.openProposal(movementId), decision: 'approve', note: '' },
    admin,
  );

const recordRefund = (movementId: string, reference: string) =>
  callForCode('unallocated/recordReturned', {
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
  const movementId = await recordFunds('LISTED 1', recordFromListed());
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
  await done('desk/undoPayIn', await buildUnlink(orderId));
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
  const movementId = await recordFunds('LISTED 2', { payerHolder: 'Rupert Unrelated', payerAccount: newAccount() });
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
  const movementId = await recordFunds('LISTED 3', recordFromListed());
  expect(await screenUnallocated(services)).toBeGreaterThan(0);
  await done('compliance/proposeFrozenReturn', { orderId: movementId, note: 'Another' }, officer);
  const laterMatch = `update payer_screenings set stopped_by = stopped_by || '[{"source":"un","ref":"NEW","hash":"n"}]'
    where movement_id = $1`;
  await owner.query(laterMatch, [movementId]);
  const agreed = { proposalId: await server.openProposal(movementId), decision: 'approve', note: '' };
  expect(await callForCode('compliance/decideFrozen', agreed, admin)).toBe('approvals.changed_since');
});

test('the database blocks refunds to payers who are not screened or are blocked', async () => {
  const movementId = await recordFunds('LISTED 4', { payerHolder: 'Olive Other', payerAccount: newAccount() });
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
  await expect(straight()).rejects.toThrow('requires a decision on the sanctions match');
  await set(`list_versions = 'a list', stopped_by = '[{"source":"un","ref":"R","hash":"h"}]'`);
  await expect(straight()).rejects.toThrow('requires a decision on the sanctions match');
  await set(`stopped_by = '[]'`);
  await straight();
});
