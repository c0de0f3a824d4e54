import type { Answer } from '../worker.ts';
import { type Act, cashiers, type Draw, found, onOrder, pick } from './draw.ts';
import { note, reference } from './moving.ts';
import { asTyped, type Loose, minuteOf, type Staff, unitsOf, type World } from './world.ts';

/** Money and coins that stand on no order: how they come to, and where they go from there. */
const cashier = (who: number): Staff => pick(cashiers, who) ?? 'admin';
const evidence = 'The line names another order, see the statement of today';

const onLoose =
  (act: (world: World, money: Loose, draw: Draw) => Promise<Answer | null>): Act =>
  async (world, draw) => {
    const money = pick(world.loose, draw.order);
    return money ? act(world, money, draw) : null;
  };

const amounts = { JMD: ['2000', '20000.99', '42000', '150000'], BTC: ['0.001', '0.002', '0.008'] } as const;

/** The bank or the chain shows what is nobody's, or several orders': whole, or a further output under an old hash. */
export const recordUnassigned: Act = async (world, draw) => {
  const asset = draw.size % 2 === 0 ? 'JMD' : 'BTC';
  const rail = asset === 'JMD' ? 'bank' : 'bitcoin';
  const typed = reference(world, rail === 'bank' ? 'bank' : 'chain', draw);
  const part = world.used.includes(typed) && draw.who % 4 > 0 ? String(2 + (draw.who % 3)) : '';
  const amount = pick(amounts[asset], draw.twist) ?? '';
  const payer = { payerBank: 'Demo Bank of Jamaica', payerAccount: '404 512 345', payerHolder: 'Ina Brown' };
  const sender = { senderAddress: rail === 'bank' ? '' : world.players[0].wallet, senderTag: '' };
  const moved = asTyped(minuteOf(world.now));
  const why = { reason: part === '' ? 'several_orders' : 'further_part', note: '' };
  const line = { asset, rail, reference: typed, part, amount, ...moved, ...payer, ...sender, ...why };
  const answer = await world.atDesk(cashier(draw.who), 'unassigned/record', line);
  if (answer.status !== 200) return answer;
  note(world, typed, part);
  world.loose.push({ id: String(answer.body['movementId']), asset, left: unitsOf(amount), back: 0n });
  world.shown[asset] += unitsOf(amount);
  return answer;
};

/** So much of it as an order asked for, or a little else. */
export const attach = onLoose(async (world, money, draw) => {
  const fitting = world.orders.filter(({ side }) => (side === 'buy') === (money.asset === 'JMD'));
  const waiting = fitting.filter(({ came }) => came.length === 0);
  const order = pick(waiting.length > 0 ? waiting : fitting, draw.size);
  if (!order) return null;
  world.concerned.add(order.of.id);
  const amount = draw.twist % 9 === 0 ? '1234' : order.asked;
  const wish = { movementId: money.id, reference: order.reference, amount, note: 'They say whose it is' };
  const answer = await world.atDesk(cashier(draw.who), 'unassigned/attach', wish);
  if (answer.status !== 200) return answer;
  money.left -= unitsOf(amount);
  order.came.push({ amount });
  return answer;
});

export const prepareBack = onLoose((world, { id }, { who }) =>
  world.atDesk(cashier(who), 'unassigned/prepareReturn', { movementId: id, reasonCode: 'paid_twice', note: '' }),
);

const waits = `select case when payload ->> 'left' is null then kind else 'bounce' end id
  from proposals where subject = $1 and state = 'open'`;

export const decideUnassigned = onLoose(async (world, money, { who, twist }) => {
  const kind = await found(world, waits, [money.id]);
  const decision = twist % 8 === 0 ? 'decline' : 'approve';
  const wish = { movementId: money.id, decision, note: '' };
  const answer = await world.atDesk(cashier(who), 'unassigned/decide', wish);
  if (answer.status !== 200 || decision === 'decline' || kind !== 'bounce') return answer;
  money.left += money.back;
  money.back = 0n;
  return answer;
});

export const recordBack = onLoose(async (world, money, draw) => {
  const typed = reference(world, money.asset === 'JMD' ? 'bank' : 'chain', draw);
  const line = { movementId: money.id, reference: typed, ...asTyped(world.now), note: '' };
  const answer = await world.atDesk(cashier(draw.who), 'unassigned/recordReturned', line);
  if (answer.status !== 200) return answer;
  note(world, typed);
  money.back = money.left;
  money.left = 0n;
  return answer;
});

export const undoBack = onLoose(async (world, money, draw) => {
  const agreed = `select p.id from proposals p where p.subject = $1 and p.kind = 'return' and p.state = 'approved'
    order by p.decided_at desc limit 1`;
  const proposalId = (await found(world, agreed, [money.id])) ?? crypto.randomUUID();
  const left = await found(world, 'select id from movements where proposal_id = $1', [proposalId]);
  const when = left ? { reasonCode: 'returned_by_bank', ...asTyped(world.now) } : { reasonCode: 'never_sent' };
  const asked = { movementId: money.id, proposalId, evidence, reference: '', note: '', ...when };
  return world.atDesk(cashier(draw.who), 'unassigned/undoReturn', asked);
});

/** What came in on an order was not for it: asked for by one, decided by another. */
export const takeOff = onOrder(async (world, { id }, { who }) => {
  const line = await found(
    world,
    `select id from movements m where order_id = $1 and direction = 'in' and not exists (
       select from movements o where o.of_id = m.id and o.direction = 'off') order by random() limit 1`,
    [id],
  );
  const asked = {
    orderId: id,
    movementId: line ?? crypto.randomUUID(),
    reasonCode: 'belongs_elsewhere',
    evidence,
    note: '',
  };
  return world.atDesk(cashier(who), 'desk/undoPayIn', asked);
});

/** The second person about whatever is to be undone; what is taken off its order goes on by itself. */
export const approveUndo = onOrder(async (world, order, { who }) => {
  const offered = `select payload ->> 'of' id from proposals where kind = 'undo' and state = 'open' and subject = $1
    and payload ->> 'what' in ('payIn', 'extra')`;
  const line = await found(world, offered, [order.id]);
  const answer = await world.atDesk(pick([...cashiers, 'compliance'], who) ?? 'admin', 'desk/approveUndo', {
    orderId: order.id,
    note: '',
  });
  if (answer.status !== 200 || !line) return answer;
  const { rows } = await world.server.owner.query<{ id: string; asset: Loose['asset']; amount: string }>(
    `select u.id, u.asset, u.amount::text from movements o join movements u on u.from_id = o.id
      where o.of_id = $1 and o.direction = 'off'`,
    [line],
  );
  for (const { id, asset, amount } of rows) {
    const place = order.came.findIndex((one) => unitsOf(one.amount) === unitsOf(amount));
    order.came.splice(place, 1);
    world.loose.push({ id, asset, left: unitsOf(amount), back: 0n });
  }
  return answer;
});

const moves: Record<string, Act> = { attach, prepareBack, decideUnassigned, recordBack, undoBack };

/** What moves unassigned money on from where it stands. */
export const settle = onLoose(async (world, money, draw) => {
  const at = await found(
    world,
    `select case when exists (select from proposals where subject = $1 and state = 'open') then 'decideUnassigned'
       when exists (select from proposals p where p.subject = $1 and p.kind = 'return' and p.state = 'approved'
         and not exists (select from movements m where m.proposal_id = p.id)
         and not exists (select from proposals u where u.kind = 'undo' and u.state = 'approved'
           and u.payload ->> 'of' = p.id::text)) then 'recordBack'
       when exists (select from movements b where b.of_id = $1::uuid
         and not exists (select from movements c where c.of_id = b.id)) then 'undoBack'
       when $2 then 'prepareBack' else 'attach' end id`,
    [money.id, draw.twist % 3 === 0],
  );
  world.doing = at ?? '';
  return (moves[world.doing] ?? attach)({ ...world, loose: [money] }, draw);
});
