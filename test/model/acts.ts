import { randomUUID } from 'node:crypto';
import { after, hours, minutes } from '../../src/kernel/clock.ts';
import { bitcoinAddress, sellFields } from '../orders.ts';
import type { Answer } from '../worker.ts';
import { asTyped, type Known, minuteOf, pass, proofOf, type Staff, tellPrice, type World } from './world.ts';

/** What chance decides: which order, who does it, how much, in which spelling. Each act reads what it needs. */
export type Draw = { readonly order: number; readonly who: number; readonly size: number; readonly twist: number };

/** Somebody does something. What the product answers is its matter; whether the laws still hold is ours. */
export type Act = (world: World, draw: Draw) => Promise<Answer | null>;

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
const cashiers: readonly Staff[] = ['finance', 'finance2', 'admin'];
const officers: readonly Staff[] = ['compliance', 'compliance2', 'admin'];
/** Mostly those who may. */
const anybody: readonly Staff[] = [...cashiers, ...cashiers, 'compliance'];

const amounts = ['1000', '2000', '20000.99', '150000', '262500'] as const;
const coins = ['0.0004', '0.001', '0.008'] as const;

export async function buy(world: World, draw: Draw): Promise<Answer> {
  const of = world.players[draw.who % 2 === 0 ? 0 : 1];
  const amount = pick(amounts, draw.size) ?? '';
  const quote = await world.server.call<{ id: string }>(
    'trading/quoteBuy',
    { symbol: 'BTC', currency: 'JMD', amount, network: 'bitcoin' },
    of.cookie,
  );
  if (quote.status !== 200) return quote;
  const form = { quoteId: quote.body.id, network: 'bitcoin', walletAddress: bitcoinAddress, destinationTag: '' };
  const placed = await world.server.call<{ orderId: string }>(
    'trading/placeBuyOrder',
    { ...form, key: randomUUID(), sourceOfFunds: 'salary', sourceOfFundsFile: null, another: true },
    of.cookie,
  );
  if (placed.status === 200) await keep(world, { id: placed.body.orderId, side: 'buy', of, asked: amount });
  return placed;
}

export async function sell(world: World, draw: Draw): Promise<Answer> {
  const of = world.players[draw.who % 2 === 0 ? 0 : 1];
  const amount = pick(coins, draw.size) ?? '';
  const quote = await world.server.call<{ id: string }>('trading/quoteSell', { symbol: 'BTC', amount }, of.cookie);
  if (quote.status !== 200) return quote;
  // One time in four the picture that was shown before.
  const proofFile = draw.twist % 4 === 0 ? of.file : await proofOf(world.server, of.id);
  const placed = await world.server.call<{ orderId: string }>(
    'trading/placeSellOrder',
    { ...sellFields(of.name), quoteId: quote.body.id, key: randomUUID(), proofFile, ...noFunds, another: true },
    of.cookie,
  );
  if (placed.status === 200) await keep(world, { id: placed.body.orderId, side: 'sell', of, asked: amount });
  return placed;
}
const noFunds = { sourceOfFunds: null, sourceOfFundsFile: null };

/** Notes an order and what it was to get, as it stood when it was placed. */
async function keep(world: World, order: Omit<Known, 'placedAt' | 'came' | 'agreed'>): Promise<void> {
  const { rows } = await world.server.owner.query<{ gets: string }>(
    `select case type when 'buy' then crypto_amount else net_jmd_amount end::text gets from transactions where id = $1`,
    [order.id],
  );
  world.orders.push({ ...order, placedAt: world.now, came: [], agreed: rows[0]?.gets ?? '' });
}

/** An act on one of the orders there are. */
const onOrder =
  (act: (world: World, order: Known, draw: Draw) => Promise<Answer>): Act =>
  async (world, draw) => {
    const order = pick(world.orders, draw.order);
    return order ? act(world, order, draw) : null;
  };

/** Somebody of the desk does something plain with an order. */
const step = (path: string, who: readonly Staff[], more: (draw: Draw) => object = () => ({})): Act =>
  onOrder((world, { id }, draw) =>
    world.atDesk(pick(who, draw.who) ?? 'admin', path, { orderId: id, note: '', ...more(draw) }),
  );

const bankLine = () => `BNK ${randomUUID().slice(0, 18)}`;
const hash = () => `${randomUUID()}${randomUUID()}`.replaceAll('-', '');
const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text);

/** A reference: mostly a new one, sometimes one that was used, in another spelling. */
function reference({ used }: World, rail: 'bank' | 'chain', { twist, size }: Draw): string {
  const old = pick(
    used.filter((one) => isHash(one) === (rail === 'chain')),
    size,
  );
  if (!old || twist % 3 !== 0) return rail === 'bank' ? bankLine() : hash();
  const other = rail === 'chain' ? `https://mempool.space/tx/${old}` : old.replaceAll(' ', '-');
  return pick([old, old.toUpperCase(), ` ${old}. `, other], size) ?? old;
}

/** The bank or the chain shows a line, some time after the order; staff write it down as they read it. */
const comesIn = (path: string): Act =>
  onOrder(async (world, order, draw) => {
    const typed = reference(world, order.side === 'buy' ? 'bank' : 'chain', draw);
    const age = world.now.getTime() - order.placedAt.getTime();
    const movedAt = minuteOf(after(world.now, -Math.floor((age * (draw.twist % 5)) / 4)));
    const amount = draw.size % 7 === 0 ? '1234' : order.asked;
    const line = { orderId: order.id, amount, reference: typed, ...asTyped(movedAt), note: '' };
    const payer = { payerBank: 'Demo Bank of Jamaica', payerAccount: '404 512 345', payerHolder: order.of.name };
    const sender = { senderAddress: order.side === 'sell' ? bitcoinAddress : '', senderTag: '' };
    const answer = await world.atDesk(pick(cashiers, draw.who) ?? 'admin', path, { ...line, ...payer, ...sender });
    if (answer.status !== 200) return answer;
    note(world, typed);
    order.came.push({ amount, movedAt });
    return answer;
  });

/** Whoever sent what was approved writes down under what. */
const recorded = (path: string, rail: (order: Known) => 'bank' | 'chain'): Act =>
  onOrder(async (world, order, draw) => {
    const typed = reference(world, rail(order), draw);
    const line = { orderId: order.id, reference: typed, ...asTyped(world.now), note: '' };
    const answer = await world.atDesk(pick(cashiers, draw.who) ?? 'admin', path, line);
    if (answer.status === 200) note(world, typed);
    return answer;
  });

/** One that was used is never free again, in no spelling: a second time it is taken is a fault of the product. */
function note(world: World, typed: string): void {
  const key = typed
    .replace(/^.*\/tx\//, '')
    .replaceAll(/[^0-9a-z]/gi, '')
    .toLowerCase();
  if (world.used.some((one) => one.replaceAll(/[^0-9a-z]/gi, '').toLowerCase() === key))
    throw new Error(`${typed} was taken a second time`);
  world.used.push(isHash(key) ? key : typed);
}

/** A customer about an order: their own, or for once that of the other one. */
const byCustomer = (path: string, more: (world: World, order: Known) => Promise<object> = async () => ({})): Act =>
  onOrder(async (world, order, draw) => {
    const { players } = world;
    const stranger = draw.twist % 6 === 0;
    const who = players.find((one) => (one.id === order.of.id) !== stranger) ?? players[0];
    const answer = await world.server.call(path, { orderId: order.id, ...(await more(world, order)) }, who.cookie);
    if (stranger && answer.status === 200) throw new Error(`${path} by somebody else`);
    return answer;
  });

/** What stands in the database about an order or its customer, for acts that need an id of it. */
const found = async (world: World, text: string, values: unknown[]): Promise<string | undefined> =>
  (await world.server.owner.query<{ id: string }>(text, values)).rows[0]?.id;

const prepareReturn = onOrder(async (world, order, draw) => {
  const line = `select id from movements where order_id = $1 and direction = 'in' order by extra desc limit 1`;
  const movementId = (await found(world, line, [order.id])) ?? randomUUID();
  const asked = { orderId: order.id, movementId, reasonCode: 'order_stopped', note: '' };
  const payer = { payerBank: '', payerAccount: '', payerHolder: '' };
  return world.atDesk(pick(cashiers, draw.who) ?? 'admin', 'desk/prepareReturn', { ...asked, ...payer });
});

const prepareUndo = onOrder(async (world, order, draw) => {
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

const freeze: Act = (world, draw) =>
  world.atDesk(pick(officers, draw.who) ?? 'admin', 'compliance/freeze', {
    userId: world.players[draw.order % 2 === 0 ? 0 : 1].id,
    reason: 'Asked for by an authority',
  });

const proposeThaw: Act = async (world, draw) => {
  const owner = world.players[draw.order % 2 === 0 ? 0 : 1].id;
  const stands = 'select id from account_freezes where user_id = $1 and lifted_at is null limit 1';
  const freezeId = await found(world, stands, [owner]);
  if (!freezeId) return null;
  return world.atDesk(pick(officers, draw.who) ?? 'admin', 'compliance/proposeThaw', { freezeId, note: 'Looked at' });
};

const decideThaw: Act = async (world, draw) => {
  const open = `select id from proposals where kind in ('thaw', 'frozen_return') and state = 'open'
    and customer_id = any($1) limit 1`;
  const proposalId = await found(world, open, [world.players.map(({ id }) => id)]);
  if (!proposalId) return null;
  const verdict = { proposalId, decision: 'approve' };
  return world.atDesk(pick(officers, draw.who) ?? 'admin', 'compliance/decideFrozen', verdict);
};

const nothing = async (act: Promise<unknown>): Promise<null> => {
  await act;
  return null;
};

export type ActName =
  | 'goOn'
  | 'buy'
  | 'sell'
  | 'claim'
  | 'cancelOwn'
  | 'takePrice'
  | 'leavePrice'
  | 'confirmReceived'
  | 'recordExtra'
  | 'rejectClaim'
  | 'startProcessing'
  | 'preparePayout'
  | 'approvePayout'
  | 'sendBackPayout'
  | 'withdrawPayout'
  | 'recordSent'
  | 'fail'
  | 'cancel'
  | 'prepareReturn'
  | 'approveReturn'
  | 'declineReturn'
  | 'recordReturned'
  | 'prepareUndo'
  | 'approveUndo'
  | 'hold'
  | 'release'
  | 'freeze'
  | 'proposeThaw'
  | 'decideThaw'
  | 'minutesPass'
  | 'daysPass'
  | 'priceMoves';

const priceMoves: Act = (world, { size }) => {
  world.price = 90 + (size % 21);
  return nothing(tellPrice(world));
};

/** What moves an order on from where it stands, so that histories get somewhere. */
const goOn: Act = onOrder(async (world, order, draw) => {
  const { rows } = await world.server.owner.query<{ at: ActName }>(
    `select case when status in ('cancelled', 'failed') and pay_in = 'received' then
         case when exists (select from proposals where subject = t.id::text and kind = 'return' and state = 'open')
           then 'approveReturn'
         when exists (select from proposals where subject = t.id::text and kind = 'return' and state = 'approved')
           then 'recordReturned' else 'prepareReturn' end
       when pay_in in ('awaiting', 'claimed') then 'confirmReceived'
       when choose_until is not null then 'takePrice'
       when status = 'pending' then 'startProcessing'
       when pay_out = 'prepared' then 'approvePayout' when pay_out = 'approved' then 'recordSent'
       else 'preparePayout' end at
     from transactions t where id = $1`,
    [order.id],
  );
  const [, act] = acts[rows[0]?.at ?? 'confirmReceived'];
  return (await act({ ...world, orders: [order] }, draw)) ?? { status: 200, body: {}, headers: {} };
});

/** Everything that can happen, and how often it is drawn. */
export const acts: Readonly<Record<ActName, readonly [weight: number, act: Act]>> = {
  goOn: [45, goOn],
  buy: [5, buy],
  sell: [4, sell],
  claim: [
    5,
    byCustomer('trading/claimPayment', async (world, { of }) => ({ proofFile: await proofOf(world.server, of.id) })),
  ],
  takePrice: [3, byCustomer('trading/choosePrice', async () => ({ seen: '0.00000001' }))],
  leavePrice: [1, byCustomer('trading/choosePrice', async () => ({ seen: null }))],
  cancelOwn: [1, byCustomer('trading/cancelOwn')],
  confirmReceived: [8, comesIn('desk/confirmReceived')],
  recordExtra: [2, comesIn('desk/recordExtra')],
  rejectClaim: [2, step('desk/rejectClaim', cashiers, () => ({ reasonCode: 'not_arrived' }))],
  startProcessing: [8, step('desk/startProcessing', anybody)],
  preparePayout: [9, step('desk/preparePayout', anybody)],
  approvePayout: [9, step('desk/approvePayout', anybody)],
  sendBackPayout: [1, step('desk/sendBackPayout', cashiers, () => ({ reasonCode: 'amount_wrong' }))],
  withdrawPayout: [1, step('desk/withdrawPayout', cashiers)],
  recordSent: [9, recorded('desk/recordSent', ({ side }) => (side === 'buy' ? 'chain' : 'bank'))],
  fail: [1, step('desk/fail', cashiers, () => ({ reasonCode: 'our_mistake' }))],
  cancel: [3, step('desk/cancel', cashiers, () => ({ reasonCode: 'asked_by_customer' }))],
  prepareReturn: [5, prepareReturn],
  approveReturn: [5, step('desk/approveReturn', anybody)],
  declineReturn: [1, step('desk/declineReturn', cashiers)],
  recordReturned: [5, recorded('desk/recordReturned', ({ side }) => (side === 'buy' ? 'bank' : 'chain'))],
  prepareUndo: [2, prepareUndo],
  approveUndo: [2, step('desk/approveUndo', anybody)],
  hold: [1, step('desk/hold', officers, () => ({ reasonCode: 'unusual_pattern' }))],
  release: [2, step('desk/release', officers)],
  freeze: [1, freeze],
  proposeThaw: [2, proposeThaw],
  decideThaw: [2, decideThaw],
  minutesPass: [3, (world, { size }) => nothing(pass(world, minutes(1 + size), 'answers'))],
  daysPass: [
    2,
    (world, { size, twist }) => nothing(pass(world, hours(5 * (1 + (size % 8))), twist % 5 ? 'answers' : 'silent')),
  ],
  priceMoves: [3, priceMoves],
};
