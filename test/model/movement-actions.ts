import { randomUUID } from 'node:crypto';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { after } from '../../src/kernel/clock.ts';
import { type Action, type Choice, cashiers, findId, onOrder, pick } from './choice.ts';
import { floorToMinute, formatTyped, type PlacedOrder, parseUnits, type World } from './world.ts';

const bankLine = () => `BNK ${randomUUID().slice(0, 18)}`;
const hash = () => `${randomUUID()}${randomUUID()}`.replaceAll('-', '');
const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text);

/** Returns a new bank or chain reference, or sometimes a used one in another spelling. */
export function pickReference({ used }: World, rail: 'bank' | 'chain', { variant, size }: Choice): string {
  const old = pick(
    used.filter((one) => isHash(one) === (rail === 'chain')),
    size,
  );
  if (!old || variant % 3 !== 0) return rail === 'bank' ? bankLine() : hash();
  const other = rail === 'chain' ? `https://mempool.space/tx/${old}` : old.replaceAll(' ', '-');
  return pick([old, old.toUpperCase(), ` ${old}. `, other], size) ?? old;
}

/** Records an accepted reference. Throws when it was already accepted, in any spelling. */
export function note(world: World, typed: string, part = ''): void {
  const key = typed
    .replace(/^.*\/tx\//, '')
    .replaceAll(/[^0-9a-z]/gi, '')
    .toLowerCase();
  const isTaken = world.taken.has(`${key} ${part}`);
  if (isTaken) throw new Error(`${typed} ${part} was accepted a second time`);
  world.taken.add(`${key} ${part}`);
  world.used.push(isHash(key) ? key : typed);
}

/** Sending wallet: usually the customer's, sometimes another one, a listed one or ours. */
function senderOf({ customer }: PlacedOrder, { variant }: Choice): string {
  const others = [
    'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g',
    demoAddresses.sanctioned[0],
    demoAddresses.highRisk[0],
    demoAddresses.watch[0],
    demoSettings.company_wallets.bitcoin.address,
  ];
  return (variant % 4 === 1 ? pick(others, variant) : customer.wallet) ?? customer.wallet;
}

export const recordIncoming = (path: string): Action =>
  onOrder(async (world, order, choice) => {
    const typed = pickReference(world, order.side === 'buy' ? 'bank' : 'chain', choice);
    const age = world.now.getTime() - order.placedAt.getTime();
    const movedAt = floorToMinute(after(world.now, -Math.floor((age * (choice.variant % 5)) / 4)));
    const amount = choice.size % 7 === 0 ? '1234' : order.requested;
    const line = { orderId: order.id, amount, reference: typed, ...formatTyped(movedAt), note: '' };
    const payer = { payerBank: 'Demo Bank of Jamaica', payerAccount: '404 512 345', payerHolder: order.customer.name };
    const sender = { senderAddress: order.side === 'sell' ? senderOf(order, choice) : '', senderTag: '' };
    const answer = await world.callAsStaff(pick(cashiers, choice.actor) ?? 'admin', path, {
      ...line,
      ...payer,
      ...sender,
    });
    if (answer.status !== 200) return answer;
    note(world, typed);
    order.received.push({ amount });
    world.shown[order.side === 'buy' ? 'JMD' : 'BTC'] += parseUnits(amount);
    return answer;
  });

export const recordOutgoing = (path: string, rail: (order: PlacedOrder) => 'bank' | 'chain'): Action =>
  onOrder(async (world, order, choice) => {
    const typed = pickReference(world, rail(order), choice);
    const line = { orderId: order.id, reference: typed, ...formatTyped(world.now), note: '' };
    const answer = await world.callAsStaff(pick(cashiers, choice.actor) ?? 'admin', path, line);
    if (answer.status === 200) note(world, typed);
    return answer;
  });

export const prepareReturn = onOrder(async (world, order, choice) => {
  const line = `select id from movements where order_id = $1 and direction = 'in' order by is_surplus desc limit 1`;
  const movementId = (await findId(world, line, [order.id])) ?? randomUUID();
  const requested = { orderId: order.id, movementId, reasonCode: 'order_stopped', note: '' };
  const payer = { payerBank: '', payerAccount: '', payerHolder: '' };
  return world.callAsStaff(pick(cashiers, choice.actor) ?? 'admin', 'desk/prepareReturn', { ...requested, ...payer });
});

export const prepareUndo = onOrder(async (world, order, choice) => {
  const agreed = `select id from proposals where subject = $1 and kind in ('payout', 'return') and state = 'approved'
    order by decided_at desc limit 1`;
  const proposalId = (await findId(world, agreed, [order.id])) ?? randomUUID();
  const left = await findId(world, 'select id from movements where proposal_id = $1', [proposalId]);
  return world.callAsStaff(pick(cashiers, choice.actor) ?? 'admin', 'desk/prepareUndo', {
    ...{ orderId: order.id, proposalId, note: '', evidence: 'The bank wrote to us, letter 17 of today' },
    reasonCode: left ? 'returned_by_bank' : 'never_sent',
    ...(left ? formatTyped(world.now) : {}),
  });
});
