import type { Answer } from '../worker.ts';
import { type Action, type Choice, cashiers, findId, onOrder, pick } from './choice.ts';
import { note, pickReference } from './movement-actions.ts';
import { floorToMinute, formatTyped, parseUnits, type Staff, type UnallocatedMoney, type World } from './world.ts';

const cashier = (actor: number): Staff => pick(cashiers, actor) ?? 'admin';
const evidence = 'The line names another order, see the statement of today';

const onLoose =
  (action: (world: World, money: UnallocatedMoney, choice: Choice) => Promise<Answer | null>): Action =>
  async (world, choice) => {
    const money = pick(world.unallocated, choice.order);
    return money ? action(world, money, choice) : null;
  };

const amounts = { JMD: ['2000', '20000.99', '42000', '150000'], BTC: ['0.001', '0.002', '0.008'] } as const;

/** Records incoming money without an order, in full or as a further output of a known transaction hash. */
export const recordUnallocated: Action = async (world, choice) => {
  const asset = choice.size % 2 === 0 ? 'JMD' : 'BTC';
  const rail = asset === 'JMD' ? 'bank' : 'bitcoin';
  const typed = pickReference(world, rail === 'bank' ? 'bank' : 'chain', choice);
  const part = world.used.includes(typed) && choice.actor % 4 > 0 ? String(2 + (choice.actor % 3)) : '';
  const amount = pick(amounts[asset], choice.variant) ?? '';
  const payer = { payerBank: 'Demo Bank of Jamaica', payerAccount: '404 512 345', payerHolder: 'Ina Brown' };
  const sender = { senderAddress: rail === 'bank' ? '' : world.players[0].wallet, senderTag: '' };
  const moved = formatTyped(floorToMinute(world.now));
  const why = { reason: part === '' ? 'several_orders' : 'further_part', note: '' };
  const line = { asset, rail, reference: typed, part, amount, ...moved, ...payer, ...sender, ...why };
  const answer = await world.callAsStaff(cashier(choice.actor), 'unallocated/record', line);
  if (answer.status !== 200) return answer;
  note(world, typed, part);
  world.unallocated.push({ id: String(answer.body['movementId']), asset, left: parseUnits(amount), back: 0n });
  world.shown[asset] += parseUnits(amount);
  return answer;
};

export const attach = onLoose(async (world, money, choice) => {
  const fitting = world.orders.filter(({ side }) => (side === 'buy') === (money.asset === 'JMD'));
  const waiting = fitting.filter(({ received }) => received.length === 0);
  const order = pick(waiting.length > 0 ? waiting : fitting, choice.size);
  if (!order) return null;
  world.concerned.add(order.customer.id);
  const amount = choice.variant % 9 === 0 ? '1234' : order.requested;
  const input = { movementId: money.id, reference: order.reference, amount, note: 'The sender named the order' };
  const answer = await world.callAsStaff(cashier(choice.actor), 'unallocated/attach', input);
  if (answer.status !== 200) return answer;
  money.left -= parseUnits(amount);
  order.received.push({ amount });
  return answer;
});

export const prepareBack = onLoose((world, { id }, { actor }) =>
  world.callAsStaff(cashier(actor), 'unallocated/prepareReturn', {
    movementId: id,
    reasonCode: 'paid_twice',
    note: '',
  }),
);

const waits = `select case when payload ->> 'left' is null then kind else 'bounce' end id
  from proposals where subject = $1 and state = 'open'`;

export const decideUnallocated = onLoose(async (world, money, { actor, variant }) => {
  const kind = await findId(world, waits, [money.id]);
  const decision = variant % 8 === 0 ? 'decline' : 'approve';
  const input = { movementId: money.id, decision, note: '' };
  const answer = await world.callAsStaff(cashier(actor), 'unallocated/decide', input);
  if (answer.status !== 200 || decision === 'decline' || kind !== 'bounce') return answer;
  money.left += money.back;
  money.back = 0n;
  return answer;
});

export const recordBack = onLoose(async (world, money, choice) => {
  const typed = pickReference(world, money.asset === 'JMD' ? 'bank' : 'chain', choice);
  const line = { movementId: money.id, reference: typed, ...formatTyped(world.now), note: '' };
  const answer = await world.callAsStaff(cashier(choice.actor), 'unallocated/recordReturned', line);
  if (answer.status !== 200) return answer;
  note(world, typed);
  money.back = money.left;
  money.left = 0n;
  return answer;
});

export const undoBack = onLoose(async (world, money, choice) => {
  const agreed = `select p.id from proposals p where p.subject = $1 and p.kind = 'return' and p.state = 'approved'
    order by p.decided_at desc limit 1`;
  const proposalId = (await findId(world, agreed, [money.id])) ?? crypto.randomUUID();
  const left = await findId(world, 'select id from movements where proposal_id = $1', [proposalId]);
  const when = left ? { reasonCode: 'returned_by_bank', ...formatTyped(world.now) } : { reasonCode: 'never_sent' };
  const requested = { movementId: money.id, proposalId, evidence, reference: '', note: '', ...when };
  return world.callAsStaff(cashier(choice.actor), 'unallocated/undoReturn', requested);
});

export const takeOff = onOrder(async (world, { id }, { actor }) => {
  const line = await findId(
    world,
    `select id from movements m where order_id = $1 and direction = 'in' and not exists (
       select from movements o where o.reverses_id = m.id and o.direction = 'off') order by random() limit 1`,
    [id],
  );
  const requested = {
    orderId: id,
    movementId: line ?? crypto.randomUUID(),
    reasonCode: 'belongs_elsewhere',
    evidence,
    note: '',
  };
  return world.callAsStaff(cashier(actor), 'desk/undoPayIn', requested);
});

/** Approves an undo. Money taken off an order becomes unallocated. */
export const approveUndo = onOrder(async (world, order, { actor }) => {
  const offered = `select payload ->> 'of' id from proposals where kind = 'undo' and state = 'open' and subject = $1
    and payload ->> 'what' in ('payIn', 'extra')`;
  const line = await findId(world, offered, [order.id]);
  const answer = await world.callAsStaff(pick([...cashiers, 'compliance'], actor) ?? 'admin', 'desk/approveUndo', {
    orderId: order.id,
    note: '',
  });
  if (answer.status !== 200 || !line) return answer;
  const { rows } = await world.server.owner.query<{ id: string; asset: UnallocatedMoney['asset']; amount: string }>(
    `select u.id, u.asset, u.amount::text from movements o join movements u on u.source_movement_id = o.id
      where o.reverses_id = $1 and o.direction = 'off'`,
    [line],
  );
  for (const { id, asset, amount } of rows) {
    const place = order.received.findIndex((one) => parseUnits(one.amount) === parseUnits(amount));
    order.received.splice(place, 1);
    world.unallocated.push({ id, asset, left: parseUnits(amount), back: 0n });
  }
  return answer;
});

const moves: Record<string, Action> = { attach, prepareBack, decideUnallocated, recordBack, undoBack };

export const settle = onLoose(async (world, money, choice) => {
  const at = await findId(
    world,
    `select case when exists (select from proposals where subject = $1 and state = 'open') then 'decideUnallocated'
       when exists (select from proposals p where p.subject = $1 and p.kind = 'return' and p.state = 'approved'
         and not exists (select from movements m where m.proposal_id = p.id)
         and not exists (select from proposals u where u.kind = 'undo' and u.state = 'approved'
           and u.payload ->> 'of' = p.id::text)) then 'recordBack'
       when exists (select from movements b where b.reverses_id = $1::uuid
         and not exists (select from movements c where c.reverses_id = b.id)) then 'undoBack'
       when $2 then 'prepareBack' else 'attach' end id`,
    [money.id, choice.variant % 3 === 0],
  );
  world.currentAction = at ?? '';
  return (moves[world.currentAction] ?? attach)({ ...world, unallocated: [money] }, choice);
});
