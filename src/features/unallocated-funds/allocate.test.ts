import { expect, test } from 'vitest';
import { bitcoinAddress, buildPayIn, buildSent, placePaidBuy, sell } from '../../../test/orders.ts';
import {
  buildAttachment,
  buildStep,
  buildUnallocated,
  setUpUnallocated,
  unlinkReason,
} from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { screenSender } from '../trading/risk-checks/screen-sender.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const {
  admin,
  another,
  compliance,
  confirmOrder,
  customer,
  done,
  finance,
  idOf,
  lineOf,
  linesOf,
  list,
  recordFunds,
  refused,
  refusedBy,
  rowOf,
  showOrder,
  unlinkPayIn,
  buildUnlink,
} = await setUpUnallocated(server);

test('a payment on the wrong order is unlinked by two people and attached to the right one', async () => {
  const wrongOrder = await confirmOrder('20100', 'WRONG 20100');
  const rightOrder = await placePaidBuy(server, another ?? '', { amount: '20100' });
  await done('desk/startProcessing', buildStep(wrongOrder.orderId));
  expect((await showOrder(wrongOrder.orderId)).allowed).toContain('undoPayIn');
  await done('desk/undoPayIn', await buildUnlink(wrongOrder.orderId));
  await refused('approvals.already_open', 'desk/preparePayout', buildStep(wrongOrder.orderId));
  await refused('approvals.second_person_needed', 'desk/approveUndo', buildStep(wrongOrder.orderId));
  expect(await list()).toEqual([]);
  await done('desk/approveUndo', buildStep(wrongOrder.orderId), admin);
  expect(await rowOf(wrongOrder.orderId)).toMatchObject({
    status: 'pending',
    pay_in: 'claimed',
    unreceived: true,
    looked_for: true,
  });
  const [money] = await list();
  expect(money).toMatchObject({ left: { minor: '2010000' }, reason: 'wrong_order', reference: 'WRONG 20100' });
  expect(money?.through).toEqual([{ kind: 'order', id: wrongOrder.orderId, reference: wrongOrder.reference }]);
  await refused(
    'desk.reference_used',
    'desk/confirmReceived',
    buildPayIn(rightOrder.orderId, { amount: '20100', reference: 'WRONG 20100' }),
  );
  await done('unallocated/attach', buildAttachment(money?.id ?? '', rightOrder, '20100'));
  expect(await rowOf(rightOrder.orderId)).toMatchObject({ status: 'pending', pay_in: 'received' });
  expect(await linesOf(rightOrder.orderId)).toEqual(['in 20100']);
  expect(await linesOf(wrongOrder.orderId)).toEqual(['in 20100', 'off 20100']);
  expect(await list()).toEqual([]);
  await done('desk/confirmReceived', buildPayIn(wrongOrder.orderId, { amount: '20100', reference: 'ITS OWN 20100' }));
  expect(await linesOf(wrongOrder.orderId)).toEqual(['in 20100', 'off 20100', 'in 20100']);
});

test('the customer reads that a payment was unlinked, but not its owner', async () => {
  const { orderId } = await unlinkPayIn('20200');
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
  expect(body.story.at(-1)?.reason).toContain("don't need to do anything");
  expect(JSON.stringify(body)).not.toContain('2345');
  const { rows } = await owner.query(
    `select data->>'event' "event" from pgboss.job where name = 'trading.send_email' and data->>'orderId' = $1 order by created_on`,
    [orderId],
  );
  expect(rows.map(({ event }) => event)).toContain('payInUndone');
});

test('a payment of a sent, held, frozen or repriced order cannot be unlinked', async () => {
  const sent = await confirmOrder('20300');
  for (const path of ['startProcessing', 'preparePayout']) await done(`desk/${path}`, buildStep(sent.orderId));
  await refused('desk.not_now', 'desk/undoPayIn', await buildUnlink(sent.orderId));
  await done('desk/approvePayout', buildStep(sent.orderId), admin);
  await refused('desk.not_now', 'desk/undoPayIn', await buildUnlink(sent.orderId));
  await done('desk/recordSent', buildSent(sent.orderId, '3'.repeat(64)));
  await refused('desk.not_now', 'desk/undoPayIn', await buildUnlink(sent.orderId));

  const held = await confirmOrder('20301');
  await done('desk/hold', { ...buildStep(held.orderId), reasonCode: 'unusual_pattern' }, compliance);
  await refused('desk.not_now', 'desk/undoPayIn', await buildUnlink(held.orderId));

  const priced = await confirmOrder('20302');
  await owner.query(
    `insert into order_events (order_id, user_id, at, event, actor_kind) select id, user_id, now(), 'repriced', 'system'
       from transactions where id = $1`,
    [priced.orderId],
  );
  await refused('desk.priced_by_it', 'desk/undoPayIn', await buildUnlink(priced.orderId));
  await done('desk/cancel', { ...buildStep(priced.orderId), reasonCode: 'duplicate' });
  await done('desk/undoPayIn', await buildUnlink(priced.orderId));

  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [await idOf('tier2')]);
  await refusedBy(admin)('desk.customer_frozen', 'desk/approveUndo', buildStep(priced.orderId));
  await owner.query('delete from account_freezes');
  await done('desk/approveUndo', buildStep(priced.orderId), admin);
  expect(await rowOf(priced.orderId)).toMatchObject({ status: 'cancelled', pay_in: 'claimed' });
});

test('a declined undo changes nothing', async () => {
  const { orderId } = await confirmOrder('20400');
  await refused('desk.nothing_to_return', 'desk/undoPayIn', { orderId, movementId: orderId, ...unlinkReason });
  await refused('desk.reason_unknown', 'desk/undoPayIn', { ...(await buildUnlink(orderId)), reasonCode: 'never_sent' });
  await done('desk/undoPayIn', await buildUnlink(orderId));
  await refusedBy(admin)('approvals.reason_missing', 'desk/declineUndo', buildStep(orderId));
  await done('desk/declineUndo', { ...buildStep(orderId), note: 'The line names this order' }, admin);
  expect(await rowOf(orderId)).toMatchObject({ status: 'pending', pay_in: 'received' });
  await done('desk/startProcessing', buildStep(orderId));
});

test('an unknown line is recorded once as a whole and allocated to several orders in parts', async () => {
  const movementId = await recordFunds('SEVERAL 1', { amount: '40500.50', reason: 'several_orders' });
  await refused('desk.reference_used', 'unallocated/record', buildUnallocated('several-1'));
  const orders = [
    await placePaidBuy(server, customer ?? '', { amount: '20000.25' }),
    await placePaidBuy(server, another ?? '', { amount: '20500.25' }),
  ];
  const [one, two] = orders as [(typeof orders)[0], (typeof orders)[0]];
  await refused('desk.amount_differs', 'unallocated/attach', buildAttachment(movementId, one, '20001'));
  await refused(
    'desk.nothing_named',
    'unallocated/attach',
    buildAttachment(movementId, { reference: 'ABCD-234' }, '20000.25'),
  );
  await done('unallocated/attach', buildAttachment(movementId, one, '20000.25'));
  await refused('desk.not_now', 'unallocated/attach', buildAttachment(movementId, one, '20000.25'));
  expect((await list()).find(({ id }) => id === movementId)?.left).toMatchObject({ minor: '2050025' });
  await done('unallocated/attach', buildAttachment(movementId, two, '20500.25'));
  expect((await list()).map(({ id }) => id)).not.toContain(movementId);
  const third = await placePaidBuy(server, customer ?? '', { amount: '20000' });
  await refused('desk.nothing_to_return', 'unallocated/attach', buildAttachment(movementId, third, '20000'));
  await done('desk/undoPayIn', await buildUnlink(one.orderId));
  await done('desk/approveUndo', buildStep(one.orderId), admin);
  expect((await list()).filter(({ reference }) => reference === 'SEVERAL 1')).toMatchObject([
    { left: { minor: '2000025' }, reason: 'wrong_order' },
  ]);
});

test('several outputs of one transaction confirm several orders, each output once', async () => {
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
  await refused('desk.part_of_nothing', 'unallocated/record', buildUnallocated(hash, { ...coins, part: '2' }));
  const both = await recordFunds(hash, { ...coins, reason: 'several_orders' });
  const sells = [await sell(server, customer ?? ''), await sell(server, customer ?? '')].map(({ body }) => body);
  for (const one of sells) await done('unallocated/attach', buildAttachment(both, one, '0.001'));
  for (const one of sells) expect(await linesOf(one.orderId)).toEqual(['in 0.001']);
  const further = await recordFunds(`https://mempool.space/tx/${hash}`, {
    ...coins,
    part: '2',
    amount: '0.001',
    reason: 'further_part',
  });
  await refused('desk.reference_used', 'unallocated/record', buildUnallocated(`0x${hash}`, { ...coins, part: '2' }));
  const third = (await sell(server, customer ?? '')).body;
  await refused('desk.part_by_another', 'unallocated/attach', buildAttachment(further, third, '0.001'));
  await done('unallocated/attach', buildAttachment(further, third, '0.001'), admin);
  await refused('desk.no_such_way', 'unallocated/record', buildUnallocated('x'.repeat(9), { asset: 'BTC' }));
  const buys = await placePaidBuy(server, customer ?? '', { amount: '20000' });
  const more = await recordFunds('e'.repeat(64), { ...coins, amount: '0.001' });
  await refused('desk.other_asset', 'unallocated/attach', buildAttachment(more, buys, '20000'));
  await refused(
    'desk.more_than_left',
    'unallocated/attach',
    buildAttachment(more, (await sell(server, customer ?? '', { amount: '0.0011' })).body, '0.0011'),
  );
});

test('one person cannot record a statement line twice: parts share the payer and need two people', async () => {
  const { orderId } = await confirmOrder('20600', 'LINE-8841');
  const order = await placePaidBuy(server, another ?? '', { amount: '20600' });
  const part = { part: '2', amount: '20600', reason: 'further_part', note: 'The second line of that number' };
  const day = (days: number) => jamaicaDay(new Date(Date.now() - days * 86_400_000));
  for (const other of [{ payerAccount: '777888999' }, { movedOn: day(1) }])
    await refused('desk.part_of_another', 'unallocated/record', buildUnallocated('line 8841', { ...part, ...other }));
  await refused('desk.part_of_nothing', 'unallocated/record', buildUnallocated('LINE-8842', part));
  const { rows: out } = await owner.query<{ reference: string }>(
    `select reference from movements where direction = 'out' and rail = 'bitcoin'`,
  );
  const coins = { asset: 'BTC', rail: 'bitcoin', senderAddress: bitcoinAddress, part: '2' };
  for (const { reference } of out)
    await refused('desk.part_of_nothing', 'unallocated/record', buildUnallocated(reference, coins));
  expect(out).not.toEqual([]);
  const movementId = await recordFunds('LINE-8841', { ...part, payerBank: 'Elsewhere', payerAccount: '404-512-345' });
  const attachment = buildAttachment(movementId, order, '20600');
  await refused('desk.part_by_another', 'unallocated/attach', attachment);
  const own = async (cookie = finance) => (await list(cookie)).find(({ id }) => id === movementId);
  expect((await own())?.allowed).toEqual(['prepareReturn']);
  const party = { bank: 'Demo Bank of Jamaica', account: '404512345', holder: 'Tamara Grant' };
  expect(await own(admin)).toMatchObject({ part: 2, party, allowed: ['attach', 'prepareReturn'] });
  const straight = owner.query(
    `insert into movements (order_id, user_id, direction, source_movement_id, asset, amount, rail, bank, account, holder, moved_at,
         day_only, recorded_at, recorded_by)
       select t.id, t.user_id, 'in', m.id, m.asset, m.amount, m.rail, m.bank, m.account, m.holder, m.moved_at,
         m.day_only, now(), m.recorded_by from movements m, transactions t where m.id = $1 and t.id = $2`,
    [movementId, order.orderId],
  );
  await expect(straight).rejects.toThrow('a second person must allocate the next part of this bank line');
  await done('unallocated/attach', attachment, admin);
  const { sources } = (await call<{ sources: object[] }>('desk/order', { orderId: order.orderId }, finance)).body;
  expect(sources).toMatchObject([{ part: 2, reason: 'further_part', note: part.note }]);
  expect((await call<{ sources: object[] }>('desk/order', { orderId }, finance)).body.sources).toEqual([]);
});

test('unlinked coins of a sell do not leave their screening to another order', async () => {
  const { body: order } = await sell(server, customer ?? '');
  const other = 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g';
  await done(
    'desk/confirmReceived',
    buildPayIn(order.orderId, { amount: '0.001', reference: '7'.repeat(64), senderAddress: other }),
  );
  const first = (await lineOf(order.orderId)) ?? '';
  await screenSender(server.services, { orderId: order.orderId, movementId: first });
  await done('desk/undoPayIn', await buildUnlink(order.orderId));
  await done('desk/approveUndo', buildStep(order.orderId), admin);
  await screenSender(server.services, { orderId: order.orderId, movementId: first });
  await done('desk/confirmReceived', buildPayIn(order.orderId, { amount: '0.001', reference: '6'.repeat(64) }));
  await done('desk/startProcessing', buildStep(order.orderId));
  await refused('desk.not_screened', 'desk/preparePayout', buildStep(order.orderId));
  await screenSender(server.services, { orderId: order.orderId, movementId: (await lineOf(order.orderId)) ?? '' });
  await done('desk/preparePayout', buildStep(order.orderId));
});
