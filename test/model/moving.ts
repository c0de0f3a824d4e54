import { randomUUID } from 'node:crypto';
import { demoAddresses } from '../../fakes/screening/demo-list.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { after } from '../../src/kernel/clock.ts';
import { type Act, cashiers, type Draw, found, onOrder, pick } from './draw.ts';
import { asTyped, type Known, minuteOf, unitsOf, type World } from './world.ts';

const bankLine = () => `BNK ${randomUUID().slice(0, 18)}`;
const hash = () => `${randomUUID()}${randomUUID()}`.replaceAll('-', '');
const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text);

/** A reference: mostly a new one, sometimes one that was used, in another spelling. */
export function reference({ used }: World, rail: 'bank' | 'chain', { twist, size }: Draw): string {
  const old = pick(
    used.filter((one) => isHash(one) === (rail === 'chain')),
    size,
  );
  if (!old || twist % 3 !== 0) return rail === 'bank' ? bankLine() : hash();
  const other = rail === 'chain' ? `https://mempool.space/tx/${old}` : old.replaceAll(' ', '-');
  return pick([old, old.toUpperCase(), ` ${old}. `, other], size) ?? old;
}

/**
 * One that was used is never free again, in no spelling: a second time it is taken is a fault of the product. Further
 * parts of one transaction go by their number.
 */
export function note(world: World, typed: string, part = ''): void {
  const key = typed
    .replace(/^.*\/tx\//, '')
    .replaceAll(/[^0-9a-z]/gi, '')
    .toLowerCase();
  const taken = world.taken.has(`${key} ${part}`);
  if (taken) throw new Error(`${typed} ${part} was taken a second time`);
  world.taken.add(`${key} ${part}`);
  world.used.push(isHash(key) ? key : typed);
}

/** Who really sent the coins of a sell, as the chain shows it: at times another wallet, a listed one, or ours. */
function senderOf({ of }: Known, { twist }: Draw): string {
  const others = [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    demoAddresses.sanctioned[0],
    demoAddresses.highRisk[0],
    demoAddresses.watch[0],
    demoSettings.company_wallets.bitcoin.address,
  ];
  return (twist % 4 === 1 ? pick(others, twist) : of.wallet) ?? of.wallet;
}

/** The bank or the chain shows a line, some time after the order; staff write it down as they read it. */
export const comesIn = (path: string): Act =>
  onOrder(async (world, order, draw) => {
    const typed = reference(world, order.side === 'buy' ? 'bank' : 'chain', draw);
    const age = world.now.getTime() - order.placedAt.getTime();
    const movedAt = minuteOf(after(world.now, -Math.floor((age * (draw.twist % 5)) / 4)));
    const amount = draw.size % 7 === 0 ? '1234' : order.asked;
    const line = { orderId: order.id, amount, reference: typed, ...asTyped(movedAt), note: '' };
    const payer = { payerBank: 'Demo Bank of Jamaica', payerAccount: '404 512 345', payerHolder: order.of.name };
    const sender = { senderAddress: order.side === 'sell' ? senderOf(order, draw) : '', senderTag: '' };
    const answer = await world.atDesk(pick(cashiers, draw.who) ?? 'admin', path, { ...line, ...payer, ...sender });
    if (answer.status !== 200) return answer;
    note(world, typed);
    order.came.push({ amount });
    world.shown[order.side === 'buy' ? 'JMD' : 'BTC'] += unitsOf(amount);
    return answer;
  });

/** Whoever sent what was approved writes down under what. */
export const recorded = (path: string, rail: (order: Known) => 'bank' | 'chain'): Act =>
  onOrder(async (world, order, draw) => {
    const typed = reference(world, rail(order), draw);
    const line = { orderId: order.id, reference: typed, ...asTyped(world.now), note: '' };
    const answer = await world.atDesk(pick(cashiers, draw.who) ?? 'admin', path, line);
    if (answer.status === 200) note(world, typed);
    return answer;
  });

export const prepareReturn = onOrder(async (world, order, draw) => {
  const line = `select id from movements where order_id = $1 and direction = 'in' order by extra desc limit 1`;
  const movementId = (await found(world, line, [order.id])) ?? randomUUID();
  const asked = { orderId: order.id, movementId, reasonCode: 'order_stopped', note: '' };
  const payer = { payerBank: '', payerAccount: '', payerHolder: '' };
  return world.atDesk(pick(cashiers, draw.who) ?? 'admin', 'desk/prepareReturn', { ...asked, ...payer });
});

export const prepareUndo = onOrder(async (world, order, draw) => {
  const agreed = `select id from proposals where subject = $1 and kind in ('payout', 'return') and state = 'approved'
    order by decided_at desc limit 1`;
  const proposalId = (await found(world, agreed, [order.id])) ?? randomUUID();
  const left = await found(world, 'select id from movements where proposal_id = $1', [proposalId]);
  return world.atDesk(pick(cashiers, draw.who) ?? 'admin', 'desk/prepareUndo', {
    ...{ orderId: order.id, proposalId, note: '', evidence: 'The bank wrote to us, letter 17 of today' },
    reasonCode: left ? 'returned_by_bank' : 'never_sent',
    ...(left ? asTyped(world.now) : {}),
  });
});
