import { expect, test } from 'vitest';
import { bitcoinAddress, cameIn, paidBuy, sell, wasSent } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { screenSender } from '../screen-sender.ts';

/** Money that stands on the wrong order, or on none: taken off by two, attached in parts, or sent back. */
const server = await serverUnderTest();
const { call, signIn, owner } = server;
const [customer, another] = await Promise.all(['tier2', 'enhanced'].map(signIn));
const [finance, admin, compliance, support] = await Promise.all(
  ['finance', 'admin', 'compliance', 'support'].map(signIn),
);

type Answer = { code?: string; data?: object; orderId?: string; movementId?: string };
const act = (path: string, input: object, cookie = finance) => call<Answer>(path, input, cookie);
const step = (orderId: string) => ({ orderId, note: '' });
async function done(path: string, input: object, cookie = finance) {
  const answer = await act(path, input, cookie);
  expect([path, answer.body]).toMatchObject([path, expect.not.objectContaining({ code: expect.anything() })]);
  return answer.body;
}
const refused = async (code: string, path: string, input: object, cookie = finance) =>
  expect([path, (await act(path, input, cookie)).body.code]).toEqual([path, code]);

const rowOf = async (orderId: string) =>
  (
    await owner.query(
      `select status, pay_in, pay_out, extras, received_at is null unreceived, lapses_at > now() looked_for
         from transactions where id = $1`,
      [orderId],
    )
  ).rows[0];
const linesOf = async (orderId: string) =>
  (
    await owner.query<{ line: string }>(
      `select direction || ' ' || trim_scale(amount) line from movements where order_id = $1 order by recorded_at, id`,
      [orderId],
    )
  ).rows.map(({ line }) => line);
const idOf = async (email: string) =>
  (await owner.query<{ id: string }>('select id from profiles where email = $1', [`${email}@demo.test`])).rows[0]?.id;

type Listed = { id: string; left: object; reason: string; reference: string; mine: string[]; through: object[] };
const list = async (cookie = finance) =>
  (await call<{ lines: Listed[] }>('unassigned/list', undefined, cookie)).body.lines;
type Shown = { toTakeOff: string[]; mine: string[]; order: { movements: { id: string }[] } };
const seen = async (orderId: string) => (await call<Shown>('desk/order', { orderId }, finance)).body;

const why = { reasonCode: 'belongs_elsewhere', evidence: 'The bank line names order 7 of another customer.', note: '' };
const lineOf = async (orderId: string) =>
  (
    await owner.query<{ id: string }>(
      `select m.id from movements m where order_id = $1 and direction = 'in'
         and not exists (select from movements o where o.of_id = m.id) order by extra desc, recorded_at desc limit 1`,
      [orderId],
    )
  ).rows[0]?.id;
const takingOff = async (orderId: string) => ({ orderId, movementId: await lineOf(orderId), ...why });

/** An order whose payment staff confirmed on it. */
async function confirmed(amount: string, reference?: string, cookie = customer) {
  const order = await paidBuy(server, cookie ?? '', { amount });
  await done('desk/confirmReceived', cameIn(order.orderId, { amount, ...(reference && { reference }) }));
  return order;
}

/** The same, taken off by two: what is unassigned since. */
async function takenOff(amount: string) {
  const { orderId } = await confirmed(amount);
  await done('desk/undoPayIn', await takingOff(orderId));
  await done('desk/approveUndo', step(orderId), admin);
  const { rows } = await owner.query<{ id: string }>(
    `select u.id from movements u join movements o on o.id = u.from_id where o.order_id = $1 and u.order_id is null`,
    [orderId],
  );
  return { orderId, movementId: rows[0]?.id ?? '' };
}

const nothingKnown = (reference: string, more: object = {}) => ({
  ...{
    asset: 'JMD',
    rail: 'bank',
    reference,
    part: '',
    amount: '40000',
    movedOn: jamaicaDay(new Date()),
    movedTime: '',
  },
  ...{ payerBank: 'Demo Bank of Jamaica', payerAccount: '404512345', payerHolder: 'Tamara Grant' },
  ...{ senderAddress: '', senderTag: '', reason: 'nothing_known', note: 'No reference on the line' },
  ...more,
});
const recorded = async (reference: string, more: object = {}) =>
  (await done('unassigned/record', nothingKnown(reference, more))).movementId ?? '';
const attaching = (movementId: string, order: { reference: string }, amount: string) => ({
  ...{ movementId, orderReference: order.reference, amount, note: '' },
});

test('what was confirmed on the wrong order is taken off it by two, and is the pay-in of the right one', async () => {
  const wrong = await confirmed('20100', 'WRONG 20100');
  const right = await paidBuy(server, another ?? '', { amount: '20100' });
  await done('desk/startProcessing', step(wrong.orderId));
  expect((await seen(wrong.orderId)).mine).toContain('undoPayIn');
  await done('desk/undoPayIn', await takingOff(wrong.orderId));
  await refused('approvals.already_open', 'desk/preparePayout', step(wrong.orderId));
  await refused('approvals.second_person_needed', 'desk/approveUndo', step(wrong.orderId));
  expect(await list()).toEqual([]);
  await done('desk/approveUndo', step(wrong.orderId), admin);
  expect(await rowOf(wrong.orderId)).toMatchObject({
    status: 'pending',
    pay_in: 'claimed',
    unreceived: true,
    looked_for: true,
  });
  const [money] = await list();
  expect(money).toMatchObject({ left: { minor: '2010000' }, reason: 'wrong_order', reference: 'WRONG 20100' });
  expect(money?.through).toEqual([{ orderId: wrong.orderId, reference: wrong.reference }]);
  await refused(
    'desk.reference_used',
    'desk/confirmReceived',
    cameIn(right.orderId, { amount: '20100', reference: 'WRONG 20100' }),
  );
  await done('unassigned/attach', attaching(money?.id ?? '', right, '20100'));
  expect(await rowOf(right.orderId)).toMatchObject({ status: 'pending', pay_in: 'received' });
  expect(await linesOf(right.orderId)).toEqual(['in 20100']);
  expect(await linesOf(wrong.orderId)).toEqual(['in 20100', 'off 20100']);
  expect(await list()).toEqual([]);
  // Its own comes after.
  await done('desk/confirmReceived', cameIn(wrong.orderId, { amount: '20100', reference: 'ITS OWN 20100' }));
  expect(await linesOf(wrong.orderId)).toEqual(['in 20100', 'off 20100', 'in 20100']);
});

test('its customer reads that it was noted and taken off, and nothing of whose it is', async () => {
  const { orderId } = await takenOff('20200');
  type Own = {
    moved: { kind: string; party: null; reference: null }[];
    balance: object;
    story: { reason: string | null }[];
  };
  const { body } = await call<Own>('trading/show', { orderId }, customer);
  expect(body.moved).toMatchObject([
    { kind: 'in', party: null, reference: null },
    { kind: 'off', party: null, reference: null },
  ]);
  expect(body.balance).toMatchObject({ arrived: { minor: '0' }, kept: { minor: '0' } });
  expect(body.story.at(-1)?.reason).toContain('need not do anything');
  expect(JSON.stringify(body)).not.toContain('2345');
  const { rows } = await owner.query(
    `select data->>'event' "event" from pgboss.job where name = 'trading.letter' and data->>'orderId' = $1 order by created_on`,
    [orderId],
  );
  expect(rows.map(({ event }) => event)).toContain('payInUndone');
});

test('nothing is taken off an order that was sent, is held, is frozen, or was priced by it', async () => {
  const sent = await confirmed('20300');
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, step(sent.orderId));
  await refused('desk.not_now', 'desk/undoPayIn', await takingOff(sent.orderId));
  await done('desk/approvePayout', step(sent.orderId), admin);
  await refused('desk.not_now', 'desk/undoPayIn', await takingOff(sent.orderId));
  await done('desk/recordSent', wasSent(sent.orderId, '3'.repeat(64)));
  await refused('desk.not_now', 'desk/undoPayIn', await takingOff(sent.orderId));

  const held = await confirmed('20301');
  await done('desk/hold', { ...step(held.orderId), reasonCode: 'unusual_pattern' }, compliance);
  await refused('desk.not_now', 'desk/undoPayIn', await takingOff(held.orderId));

  const priced = await confirmed('20302');
  await owner.query(
    `insert into order_events (order_id, user_id, at, event, actor_kind) select id, user_id, now(), 'repriced', 'system'
       from transactions where id = $1`,
    [priced.orderId],
  );
  await refused('desk.priced_by_it', 'desk/undoPayIn', await takingOff(priced.orderId));
  await done('desk/cancel', { ...step(priced.orderId), reasonCode: 'duplicate' });
  await done('desk/undoPayIn', await takingOff(priced.orderId));

  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [await idOf('tier2')]);
  await refused('trading.customer_frozen', 'desk/approveUndo', step(priced.orderId), admin);
  await owner.query('delete from account_freezes');
  await done('desk/approveUndo', step(priced.orderId), admin);
  expect(await rowOf(priced.orderId)).toMatchObject({ status: 'cancelled', pay_in: 'claimed' });
});

test('an undoing is declined by the second person, and everything stands as it was', async () => {
  const { orderId } = await confirmed('20400');
  await refused('desk.nothing_to_return', 'desk/undoPayIn', { orderId, movementId: orderId, ...why });
  await refused('desk.reason_unknown', 'desk/undoPayIn', { ...(await takingOff(orderId)), reasonCode: 'never_sent' });
  await done('desk/undoPayIn', await takingOff(orderId));
  await done('desk/declineUndo', step(orderId), admin);
  expect(await rowOf(orderId)).toMatchObject({ status: 'pending', pay_in: 'received' });
  await done('desk/startProcessing', step(orderId));
});

test('a line that nobody knows is recorded once, whole, and goes to several orders in parts', async () => {
  const movementId = await recorded('SEVERAL 1', { amount: '40500.50', reason: 'several_orders' });
  await refused('desk.reference_used', 'unassigned/record', nothingKnown('several-1'));
  const orders = [
    await paidBuy(server, customer ?? '', { amount: '20000.25' }),
    await paidBuy(server, another ?? '', { amount: '20500.25' }),
  ];
  const [one, two] = orders as [(typeof orders)[0], (typeof orders)[0]];
  await refused('desk.amount_differs', 'unassigned/attach', attaching(movementId, one, '20001'));
  await refused(
    'trading.order_not_found',
    'unassigned/attach',
    attaching(movementId, { reference: 'ABCD-234' }, '20000.25'),
  );
  await done('unassigned/attach', attaching(movementId, one, '20000.25'));
  await refused('desk.not_now', 'unassigned/attach', attaching(movementId, one, '20000.25'));
  expect((await list()).find(({ id }) => id === movementId)?.left).toMatchObject({ minor: '2050025' });
  await done('unassigned/attach', attaching(movementId, two, '20500.25'));
  expect((await list()).map(({ id }) => id)).not.toContain(movementId);
  const third = await paidBuy(server, customer ?? '', { amount: '20000' });
  await refused('desk.no_such_money', 'unassigned/attach', attaching(movementId, third, '20000'));
  // A part that was attached to the wrong order comes off again, and is unassigned by itself.
  await done('desk/undoPayIn', await takingOff(one.orderId));
  await done('desk/approveUndo', step(one.orderId), admin);
  expect((await list()).filter(({ reference }) => reference === 'SEVERAL 1')).toMatchObject([
    { left: { minor: '2000025' }, reason: 'wrong_order' },
  ]);
});

test('a transaction with several outputs confirms several orders, each output once', async () => {
  const hash = 'd'.repeat(64);
  const coins = {
    asset: 'BTC',
    rail: 'bitcoin',
    amount: '0.002',
    senderAddress: bitcoinAddress,
    payerBank: '',
    payerAccount: '',
    payerHolder: '',
  };
  await refused('desk.part_of_nothing', 'unassigned/record', nothingKnown(hash, { ...coins, part: '2' }));
  const both = await recorded(hash, { ...coins, reason: 'several_orders' });
  const sells = [await sell(server, customer ?? ''), await sell(server, customer ?? '')].map(({ body }) => body);
  for (const one of sells) await done('unassigned/attach', attaching(both, one, '0.001'));
  for (const one of sells) expect(await linesOf(one.orderId)).toEqual(['in 0.001']);
  // Another output that was overlooked at first.
  const further = await recorded(`https://mempool.space/tx/${hash}`, {
    ...coins,
    part: '2',
    amount: '0.001',
    reason: 'further_part',
  });
  await refused('desk.reference_used', 'unassigned/record', nothingKnown(`0x${hash}`, { ...coins, part: '2' }));
  const third = (await sell(server, customer ?? '')).body;
  await done('unassigned/attach', attaching(further, third, '0.001'));
  await refused('desk.no_such_way', 'unassigned/record', nothingKnown('x'.repeat(9), { asset: 'BTC' }));
  const buys = await paidBuy(server, customer ?? '', { amount: '20000' });
  const more = await recorded('e'.repeat(64), { ...coins, amount: '0.001' });
  await refused('desk.other_asset', 'unassigned/attach', attaching(more, buys, '20000'));
  await refused(
    'desk.more_than_left',
    'unassigned/attach',
    attaching(more, (await sell(server, customer ?? '', { amount: '0.0011' })).body, '0.0011'),
  );
});

test('coins that were taken off a sell do not leave the screening of another behind', async () => {
  const { body: order } = await sell(server, customer ?? '');
  const other = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  await done(
    'desk/confirmReceived',
    cameIn(order.orderId, { amount: '0.001', reference: '7'.repeat(64), senderAddress: other }),
  );
  const first = (await lineOf(order.orderId)) ?? '';
  await screenSender(server.services, { orderId: order.orderId, movementId: first });
  await done('desk/undoPayIn', await takingOff(order.orderId));
  await done('desk/approveUndo', step(order.orderId), admin);
  await screenSender(server.services, { orderId: order.orderId, movementId: first });
  await done('desk/confirmReceived', cameIn(order.orderId, { amount: '0.001', reference: '6'.repeat(64) }));
  await done('desk/startProcessing', step(order.orderId));
  await refused('desk.not_screened', 'desk/preparePayout', step(order.orderId));
  await screenSender(server.services, { orderId: order.orderId, movementId: (await lineOf(order.orderId)) ?? '' });
  await done('desk/preparePayout', step(order.orderId));
});

test('what belongs to nobody goes back whole to where it came from, by two, and a bounce is here again', async () => {
  const movementId = await recorded('NOBODY 1');
  const of = { movementId, note: '' };
  await done('unassigned/prepareReturn', { ...of, reasonCode: 'third_party_payer' });
  const order = await paidBuy(server, customer ?? '', { amount: '40000' });
  await refused('approvals.already_open', 'unassigned/attach', attaching(movementId, order, '40000'));
  await refused('approvals.second_person_needed', 'unassigned/decide', { ...of, decision: 'approve' });
  const sent = { ...of, reference: 'NOBODY BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '' };
  await refused('desk.undo_waits', 'unassigned/recordReturned', sent);
  await done('unassigned/decide', { ...of, decision: 'approve' }, admin);
  await refused('desk.leaves_already', 'unassigned/attach', attaching(movementId, order, '40000'));
  await done('unassigned/recordReturned', sent);
  const shown = async () => (await list()).find(({ id }) => id === movementId);
  expect(await shown()).toMatchObject({ left: { minor: '0' }, mine: ['undoReturn'] });
  const { rows } = await owner.query(`select id from proposals where subject = $1 and kind = 'return'`, [movementId]);
  const bounce = { ...of, proposalId: rows[0].id, reasonCode: 'returned_by_bank', evidence: why.evidence };
  await refused('desk.came_back_with', 'unassigned/undoReturn', { ...bounce, reference: 'NOBODY AGAIN 1' });
  await done('unassigned/undoReturn', { ...bounce, reference: 'NOBODY AGAIN 1', movedOn: jamaicaDay(new Date()) });
  await done('unassigned/decide', { ...of, decision: 'approve' }, admin);
  expect(await shown()).toMatchObject({ left: { minor: '4000000' }, mine: ['attach', 'prepareReturn'] });
  await done('unassigned/attach', attaching(movementId, order, '40000'));
});

test('an approved return that never left is undone by two; what waits is taken back by whoever asked', async () => {
  const movementId = await recorded('NOBODY 2');
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
    evidence: why.evidence,
  });
  await done('unassigned/decide', { ...of, decision: 'approve' }, admin);
  const sent = { ...of, reference: 'NOBODY BACK 2', movedOn: jamaicaDay(new Date()), movedTime: '' };
  await refused('desk.not_approved', 'unassigned/recordReturned', sent);
});

test('nothing goes back to an account that is known of somebody frozen, nor off the order of one', async () => {
  const id = await idOf('tier2');
  const { movementId } = await takenOff('20500');
  const unknown = await recorded('FROZEN 1', { payerAccount: '123 456 789' });
  const listed = 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj';
  const coins = { asset: 'BTC', rail: 'bitcoin', amount: '0.002', payerBank: '', payerAccount: '', payerHolder: '' };
  const stoppedCoins = await recorded('9'.repeat(64), { ...coins, senderAddress: listed });
  const back = (movement: string) => ({ movementId: movement, note: '', reasonCode: 'third_party_payer' });
  await refused('desk.not_screened', 'unassigned/prepareReturn', back(stoppedCoins));
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [id]);
  await refused('trading.customer_frozen', 'unassigned/prepareReturn', back(movementId));
  // The account of a sell of theirs.
  await refused('desk.payer_stopped', 'unassigned/prepareReturn', back(unknown));
  await owner.query('delete from account_freezes');
  await done('unassigned/prepareReturn', back(unknown));
  await done('unassigned/decide', { ...back(unknown), reasonCode: undefined, decision: 'approve' }, admin);
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [id]);
  const sent = {
    movementId: unknown,
    note: '',
    reference: 'FROZEN BACK 1',
    movedOn: jamaicaDay(new Date()),
    movedTime: '',
  };
  await refused('desk.payer_stopped', 'unassigned/recordReturned', sent);
  const straight = owner.query(
    `insert into movements (direction, of_id, asset, amount, rail, reference, reference_key, bank, account, holder,
       moved_at, recorded_at, proposal_id)
     select 'back', m.id, m.asset, m.amount, m.rail, 'S', 'STRAIGHT1', m.bank, m.account, m.holder, now(), now(), p.id
       from movements m join proposals p on p.subject = m.id::text and p.state = 'approved' where m.id = $1`,
    [unknown],
  );
  await expect(straight).rejects.toThrow('frozen');
  await owner.query('delete from account_freezes');
  await done('unassigned/recordReturned', sent);
});

test('finance and admin work on it, compliance reads, others know nothing, and nobody their own', async () => {
  const { movementId } = await takenOff('20600');
  expect((await list(compliance)).find(({ id }) => id === movementId)).toMatchObject({ mine: [] });
  for (const who of [support, customer]) expect((await act('unassigned/list', {}, who)).status).toBe(403);
  expect((await act('unassigned/record', nothingKnown('NOT MINE 1'), compliance)).body.code).toBe('staff.not_allowed');
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [await idOf('tier2')]);
  expect((await list(customer)).map(({ id }) => id)).not.toContain(movementId);
  const order = await paidBuy(server, another ?? '', { amount: '20600' });
  await refused('approvals.own_matter', 'unassigned/attach', attaching(movementId, order, '20600'), customer);
  await refused(
    'approvals.own_matter',
    'unassigned/prepareReturn',
    { movementId, note: '', reasonCode: 'paid_twice' },
    customer,
  );
  await owner.query(`delete from user_roles where user_id = $1`, [await idOf('tier2')]);
});

test('our own money makes good a loss, and only our own does', async () => {
  const { number, bank } = demoSettings.bank_accounts.JMD;
  const ours = { payerBank: bank, payerAccount: number, payerHolder: 'Cryptocommerce' };
  await refused('desk.from_ourselves', 'unassigned/record', nothingKnown('GOOD 1', ours));
  await refused('desk.from_elsewhere', 'unassigned/record', nothingKnown('GOOD 1', { reason: 'made_good' }));
  await recorded('GOOD 1', { ...ours, reason: 'made_good' });
});

test('two desks that attach the same money at once attach it once', async () => {
  const movementId = await recorded('AT ONCE 1', { amount: '20000' });
  const orders = await Promise.all([customer, another].map((who) => paidBuy(server, who ?? '', { amount: '20000' })));
  const answers = await Promise.all(
    orders.map((order, n) => act('unassigned/attach', attaching(movementId, order, '20000'), n ? admin : finance)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect((await owner.query('select app.money_left($1) "left"', [movementId])).rows[0].left).toMatch(/^0\.0*$/);
});

test('two people who approve the same undoing at once do so once', async () => {
  const { orderId } = await confirmed('20700');
  await done('desk/undoPayIn', await takingOff(orderId));
  const second = await newCustomer(server);
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [second.id]);
  const answers = await Promise.all([admin, second.cookie].map((who) => act('desk/approveUndo', step(orderId), who)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(await linesOf(orderId)).toEqual(['in 20700', 'off 20700']);
});

test('the database itself keeps money on one order or unassigned, to the cent', async () => {
  const { orderId, movementId } = await takenOff('20800');
  const target = await paidBuy(server, another ?? '', { amount: '20800' });
  const part = (amount: string, asset = 'JMD') =>
    owner.query(
      `insert into movements (order_id, user_id, direction, extra, from_id, asset, amount, rail, bank, account, holder,
         moved_at, day_only, recorded_at)
       select t.id, t.user_id, 'in', true, m.id, $4, $3::numeric, m.rail, m.bank, m.account, m.holder, m.moved_at, m.day_only, now()
         from movements m, transactions t where m.id = $1 and t.id = $2`,
      [movementId, target.orderId, amount, asset],
    );
  await expect(part('20800.01')).rejects.toThrow('more_than_is_left');
  await expect(part('20800', 'USD')).rejects.toThrow('movement_of_another');
  const off = `insert into movements (order_id, user_id, direction, of_id, asset, amount, rail, moved_at, recorded_at, proposal_id)
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

test('no act of this file was a fault', () => expect(server.faults).toEqual([]));
