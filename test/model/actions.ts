import { hours, minutes } from '../../src/kernel/clock.ts';
import { type Action, cashiers, findId, ignoreAnswer, mostlyCashiers, onOrder, pick, step } from './choice.ts';
import {
  changeScreener,
  clearOrder,
  decideFrozen,
  decideLink,
  decideRelease,
  freeze,
  hold,
  proposeFrozenReturn,
  proposeRelease,
  proposeUnfreeze,
  release,
  runScreeningJobs,
  screenAgain,
  searchForLinks,
} from './compliance-actions.ts';
import { prepareReturn, prepareUndo, recordIncoming, recordOutgoing } from './movement-actions.ts';
import { acceptPrice, buy, cancelOwn, claim, declinePrice, sell } from './order-actions.ts';
import {
  approveUndo,
  attach,
  decideUnallocated,
  prepareBack,
  recordBack,
  recordUnallocated,
  settle,
  takeOff,
  undoBack,
} from './unallocated-actions.ts';
import { passTime, reportPrice, type World } from './world.ts';

const addAllPlayers = ({ players, concerned }: World) => players.map(({ id }) => concerned.add(id));

const minutesPass: Action = (world, { size }) => {
  addAllPlayers(world);
  return ignoreAnswer(passTime(world, minutes(1 + size), 'answers'));
};

const daysPass: Action = (world, { size, variant }) => {
  addAllPlayers(world);
  return ignoreAnswer(passTime(world, hours(5 * (1 + (size % 8))), variant % 5 ? 'answers' : 'silent'));
};

const priceMoves: Action = (world, { size }) => {
  world.outside.reported.usd = 1_000 * (90 + (size % 21));
  return ignoreAnswer(reportPrice(world, 'two'));
};

const priceFromOneSource: Action = (world, { size }) => {
  world.outside.reported.usd = Math.round((world.priceState.accepted.usd * (70 + size)) / 100);
  return ignoreAnswer(reportPrice(world, 'one'));
};

const acceptJump: Action = async (world, { actor }) => {
  const seen = await findId(world, `select jump_price::text id from crypto_prices where symbol = 'BTC'`, []);
  if (!seen) return null;
  const accepted = { symbol: 'BTC', seen, reason: 'Seen on three exchanges' };
  const answer = await world.callAsStaff(pick(mostlyCashiers, actor) ?? 'admin', 'prices/acceptJump', accepted);
  const { jump } = world.priceState;
  if (answer.status === 200 && jump) world.priceState = { accepted: jump, jump: null };
  return answer;
};

const advanceOrder: Action = onOrder(async (world, order, choice) => {
  const at = await findId(
    world,
    `select case when exists (select from proposals where subject = t.id::text and kind = 'undo' and state = 'open')
         then 'approveUndo'
       when status in ('cancelled', 'failed') and pay_in = 'received' then
         case when exists (select from proposals where subject = t.id::text and kind = 'return' and state = 'open')
           then 'approveReturn'
         when exists (select from proposals where subject = t.id::text and kind = 'return' and state = 'approved')
           then 'recordReturned' else 'prepareReturn' end
       when pay_in in ('awaiting', 'claimed') then 'confirmReceived'
       when reprice_choice_until is not null then 'acceptPrice'
       when status = 'pending' then 'startProcessing'
       when pay_out = 'prepared' then 'approvePayout' when pay_out = 'approved' then 'recordSent'
       else 'preparePayout' end id
     from transactions t where id = $1`,
    [order.id],
  );
  world.currentAction = at ?? '';
  const [, action] = actions[at as ActionName];
  return action({ ...world, orders: [order] }, choice);
});

/** Actions with their weights. No customer may notice the effect of a `secret` action. */
const table = {
  advanceOrder: [45, advanceOrder],
  buy: [5, buy],
  sell: [5, sell],
  claim: [5, claim],
  acceptPrice: [3, acceptPrice],
  declinePrice: [1, declinePrice],
  cancelOwn: [1, cancelOwn],
  confirmReceived: [8, recordIncoming('desk/confirmReceived')],
  recordExtra: [2, recordIncoming('desk/recordExtra')],
  rejectClaim: [2, step('desk/rejectClaim', cashiers, () => ({ reasonCode: 'not_arrived' }))],
  startProcessing: [6, step('desk/startProcessing', mostlyCashiers)],
  preparePayout: [7, step('desk/preparePayout', mostlyCashiers)],
  approvePayout: [7, step('desk/approvePayout', mostlyCashiers)],
  sendBackPayout: [1, step('desk/sendBackPayout', cashiers, () => ({ reasonCode: 'amount_wrong' }))],
  withdrawPayout: [1, step('desk/withdrawPayout', cashiers)],
  recordSent: [7, recordOutgoing('desk/recordSent', ({ side }) => (side === 'buy' ? 'chain' : 'bank'))],
  fail: [1, step('desk/fail', cashiers, ({ size }) => ({ reasonCode: pick(['our_mistake', 'compliance'], size) }))],
  cancel: [3, step('desk/cancel', cashiers, ({ size }) => ({ reasonCode: pick(['duplicate', 'compliance'], size) }))],
  prepareReturn: [5, prepareReturn],
  approveReturn: [5, step('desk/approveReturn', mostlyCashiers)],
  declineReturn: [1, step('desk/declineReturn', cashiers, () => ({ note: 'Not in this form' }))],
  recordReturned: [5, recordOutgoing('desk/recordReturned', ({ side }) => (side === 'buy' ? 'bank' : 'chain'))],
  prepareUndo: [4, prepareUndo],
  approveUndo: [2, approveUndo],
  takeOff: [4, takeOff],
  recordUnallocated: [5, recordUnallocated],
  attach: [2, attach],
  settle: [16, settle],
  prepareBack: [1, prepareBack],
  decideUnallocated: [1, decideUnallocated],
  recordBack: [1, recordBack],
  undoBack: [1, undoBack],
  hold: [1, hold, 'secret'],
  release: [2, release, 'secret'],
  screenAgain: [2, screenAgain, 'secret'],
  proposeRelease: [2, proposeRelease, 'secret'],
  decideRelease: [2, decideRelease, 'secret'],
  freeze: [2, freeze, 'secret'],
  proposeUnfreeze: [2, proposeUnfreeze, 'secret'],
  proposeFrozenReturn: [1, proposeFrozenReturn, 'secret'],
  decideFrozen: [3, decideFrozen, 'secret'],
  changeScreener: [3, changeScreener, 'secret'],
  runScreeningJobs: [2, runScreeningJobs, 'secret'],
  clearOrder: [16, clearOrder, 'secret'],
  searchForLinks: [2, searchForLinks, 'secret'],
  decideLink: [2, decideLink],
  minutesPass: [3, minutesPass],
  daysPass: [4, daysPass],
  priceMoves: [3, priceMoves],
  priceFromOneSource: [2, priceFromOneSource],
  acceptJump: [2, acceptJump],
} satisfies Record<string, readonly [weight: number, action: Action, secret?: 'secret']>;

export type ActionName = keyof typeof table;
export const actions: Readonly<Record<ActionName, readonly [weight: number, action: Action, secret?: 'secret']>> =
  table;
