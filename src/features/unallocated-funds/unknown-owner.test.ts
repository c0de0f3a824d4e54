import { expect, test } from 'vitest';
import { placePaidBuy, sell } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import {
  buildAttachment,
  buildStep,
  buildUnallocated,
  setUpUnallocated,
  unlinkReason,
} from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { demoSettings } from '../settings/demo-settings.ts';

const server = await serverWithoutFaults();
const { owner } = server;
const {
  act,
  admin,
  another,
  compliance,
  confirmed,
  customer,
  done,
  finance,
  idOf,
  linesOf,
  list,
  recorded,
  refused,
  refusedBy,
  support,
  takenOff,
  takingOff,
} = await setUpUnallocated(server);

test('money without an owner is refunded whole to its source by two people, and a return is recorded', async () => {
  const movementId = await recorded('UNKNOWN 1');
  const of = { movementId, note: '' };
  await done('unassigned/prepareReturn', { ...of, reasonCode: 'third_party_payer' });
  const order = await placePaidBuy(server, customer ?? '', { amount: '40000' });
  await refused('approvals.already_open', 'unassigned/attach', buildAttachment(movementId, order, '40000'));
  await refused('approvals.second_person_needed', 'unassigned/decide', { ...of, decision: 'approve' });
  const sent = { ...of, reference: 'UNKNOWN BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '' };
  await refused('desk.not_approved', 'unassigned/recordReturned', sent);
  await done('unassigned/decide', { ...of, decision: 'approve' }, admin);
  await refused('desk.leaves_already', 'unassigned/attach', buildAttachment(movementId, order, '40000'));
  await done('unassigned/recordReturned', sent);
  const shown = async () => (await list()).find(({ id }) => id === movementId);
  expect(await shown()).toMatchObject({ left: { minor: '0' }, mine: ['undoReturn'] });
  const { rows } = await owner.query(`select id from proposals where subject = $1 and kind = 'return'`, [movementId]);
  const bounce = { ...of, proposalId: rows[0].id, reasonCode: 'returned_by_bank', evidence: unlinkReason.evidence };
  await refused('desk.came_back_with', 'unassigned/undoReturn', { ...bounce, reference: 'UNKNOWN AGAIN 1' });
  await done('unassigned/undoReturn', { ...bounce, reference: 'UNKNOWN AGAIN 1', movedOn: jamaicaDay(new Date()) });
  await done('unassigned/decide', { ...of, decision: 'approve' }, admin);
  expect(await shown()).toMatchObject({ left: { minor: '4000000' }, mine: ['attach', 'prepareReturn'] });
  await done('unassigned/attach', buildAttachment(movementId, order, '40000'));
});

test('an unsent approved refund is undone by two people; a proposal is withdrawn by its proposer', async () => {
  const movementId = await recorded('UNKNOWN 2');
  const of = { movementId, note: '' };
  await done('unassigned/prepareReturn', { ...of, reasonCode: 'third_party_payer' });
  await done('unassigned/decide', { ...of, decision: 'decline' });
  await done('unassigned/prepareReturn', { ...of, reasonCode: 'third_party_payer' });
  await done('unassigned/decide', { ...of, decision: 'approve' }, admin);
  const { rows } = await owner.query(
    `select id from proposals where subject = $1 and kind = 'return' and state = 'approved'`,
    [movementId],
  );
  await done('unassigned/undoReturn', {
    ...of,
    proposalId: rows[0].id,
    reasonCode: 'never_sent',
    evidence: unlinkReason.evidence,
  });
  await done('unassigned/decide', { ...of, decision: 'approve' }, admin);
  const sent = { ...of, reference: 'UNKNOWN BACK 2', movedOn: jamaicaDay(new Date()), movedTime: '' };
  await refused('desk.not_approved', 'unassigned/recordReturned', sent);
});

test("no refund goes to an account of a frozen customer or from a frozen customer's order", async () => {
  const id = await idOf('tier2');
  const { movementId } = await takenOff('20500');
  await sell(server, customer ?? '');
  const unknown = await recorded('FROZEN 1', { payerAccount: '123 456 789' });
  const listed = 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj';
  const coins = { asset: 'BTC', rail: 'bitcoin', amount: '0.002', payerBank: '', payerAccount: '', payerHolder: '' };
  const stoppedCoins = await recorded('9'.repeat(64), { ...coins, senderAddress: listed });
  const back = (movement: string) => ({ movementId: movement, note: '', reasonCode: 'third_party_payer' });
  await refused('desk.not_screened', 'unassigned/prepareReturn', back(stoppedCoins));
  const freeze = () =>
    owner.query(
      `insert into account_freezes (user_id, cause, frozen_by, reason) select $1, 'by_hand', id, 'x' from profiles
        where email = 'compliance@demo.test'`,
      [id],
    );
  await freeze();
  await refused('desk.customer_frozen', 'unassigned/prepareReturn', back(movementId));
  await refused('desk.payer_stopped', 'unassigned/prepareReturn', back(unknown));
  await owner.query(
    `delete from account_freezes; insert into account_freezes (user_id, cause) values ('${id}', 'not_me')`,
  );
  await refused('desk.customer_frozen', 'unassigned/prepareReturn', back(movementId));
  await done('unassigned/prepareReturn', back(unknown));
  await owner.query('delete from account_freezes');
  await done('unassigned/decide', { ...back(unknown), reasonCode: undefined, decision: 'approve' }, admin);
  await freeze();
  const sent = {
    movementId: unknown,
    note: '',
    reference: 'FROZEN BACK 1',
    movedOn: jamaicaDay(new Date()),
    movedTime: '',
  };
  await refused('desk.payer_stopped', 'unassigned/recordReturned', sent);
  const straight = owner.query(
    `insert into movements (direction, reverses_id, asset, amount, rail, reference, reference_key, bank, account, holder,
       moved_at, recorded_at, proposal_id)
     select 'back', m.id, m.asset, m.amount, m.rail, 'S', 'STRAIGHT1', m.bank, m.account, m.holder, now(), now(), p.id
       from movements m join proposals p on p.subject = m.id::text and p.state = 'approved' where m.id = $1`,
    [unknown],
  );
  await expect(straight).rejects.toThrow('frozen');
  await owner.query('delete from account_freezes');
  await done('unassigned/recordReturned', sent);
});

test("finance and admin act, compliance reads, others see nothing, and one's own money is blocked", async () => {
  const { movementId } = await takenOff('20600');
  expect((await list(compliance)).find(({ id }) => id === movementId)).toMatchObject({ mine: [] });
  for (const who of [support, customer]) expect((await act('unassigned/list', {}, who)).status).toBe(403);
  expect((await act('unassigned/record', buildUnallocated('NOT MINE 1'), compliance)).body.code).toBe(
    'staff.not_allowed',
  );
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [await idOf('tier2')]);
  expect((await list(customer)).map(({ id }) => id)).not.toContain(movementId);
  const order = await placePaidBuy(server, another ?? '', { amount: '20600' });
  await refusedBy(customer)('approvals.own_matter', 'unassigned/attach', buildAttachment(movementId, order, '20600'));
  await refusedBy(customer)('approvals.own_matter', 'unassigned/prepareReturn', {
    movementId,
    note: '',
    reasonCode: 'paid_twice',
  });
  await owner.query(`delete from user_roles where user_id = $1`, [await idOf('tier2')]);
});

test('only our own money can compensate a loss', async () => {
  const { number, bank } = demoSettings.bank_accounts.JMD;
  const ours = { payerBank: bank, payerAccount: number, payerHolder: 'Cryptocommerce' };
  await refused('desk.from_ourselves', 'unassigned/record', buildUnallocated('GOOD 1', ours));
  await refused('desk.from_elsewhere', 'unassigned/record', buildUnallocated('GOOD 1', { reason: 'made_good' }));
  await recorded('GOOD 1', { ...ours, reason: 'made_good' });
});

const expectOneSuccess = expect.toSatisfy((status: number) => status === 404 || status === 409);

test('two parallel attachments of the same money count once', async () => {
  const movementId = await recorded('PARALLEL 1', { amount: '20000' });
  const orders = await Promise.all(
    [customer, another].map((who) => placePaidBuy(server, who ?? '', { amount: '20000' })),
  );
  const answers = await Promise.all(
    orders.map((order, n) =>
      act('unassigned/attach', buildAttachment(movementId, order, '20000'), n ? admin : finance),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expectOneSuccess]);
  expect((await owner.query('select app.unallocated_remaining($1) "left"', [movementId])).rows[0].left).toMatch(
    /^0\.0*$/,
  );
});

test('two parallel approvals of the same undo count once', async () => {
  const { orderId } = await confirmed('20700');
  await done('desk/undoPayIn', await takingOff(orderId));
  const second = await newCustomer(server);
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [second.id]);
  const answers = await Promise.all(
    [admin, second.cookie].map((who) => act('desk/approveUndo', buildStep(orderId), who)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expectOneSuccess]);
  expect(await linesOf(orderId)).toEqual(['in 20700', 'off 20700']);
});

test('the database keeps money on one order or unallocated, to the cent', async () => {
  const { orderId, movementId } = await takenOff('20800');
  const target = await placePaidBuy(server, another ?? '', { amount: '20800' });
  const part = (amount: string, asset = 'JMD') =>
    owner.query(
      `insert into movements (order_id, user_id, direction, is_surplus, source_movement_id, asset, amount, rail, bank, account, holder,
         moved_at, day_only, recorded_at)
       select t.id, t.user_id, 'in', true, m.id, $4, $3::numeric, m.rail, m.bank, m.account, m.holder, m.moved_at, m.day_only, now()
         from movements m, transactions t where m.id = $1 and t.id = $2`,
      [movementId, target.orderId, amount, asset],
    );
  await expect(part('20800.01')).rejects.toThrow('more_than_is_left');
  await expect(part('20800', 'USD')).rejects.toThrow('movement_of_another');
  const off = `insert into movements (order_id, user_id, direction, reverses_id, asset, amount, rail, moved_at, recorded_at, proposal_id)
    select m.order_id, m.user_id, 'off', m.id, m.asset, m.amount, m.rail, m.moved_at, now(), p.id
      from movements m left join proposals p on p.subject = m.order_id::text and p.kind = 'undo' and p.state = 'approved'
     where m.order_id = $1 and m.direction = 'in'`;
  await expect(owner.query(off, [orderId])).rejects.toThrow('movement_of_another');
  const { orderId: fresh } = await confirmed('20801');
  await expect(owner.query(off, [fresh])).rejects.toThrow('movement_not_agreed');
  await done('desk/undoPayIn', await takingOff(fresh));
  await owner.query(
    `update proposals set state = 'approved', decided_at = now(), decided_by = $2 where subject = $1 and kind = 'undo'`,
    [fresh, await idOf('admin')],
  );
  await expect(owner.query(off, [fresh])).rejects.toThrow('taken_off_stands_nowhere');
});
