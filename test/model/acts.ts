import { hours, minutes } from '../../src/kernel/clock.ts';
import { type Act, anybody, cashiers, found, nothing, onOrder, pick, step } from './draw.ts';
import { comesIn, prepareReturn, prepareUndo, recorded } from './moving.ts';
import { buy, cancelOwn, claim, leavePrice, sell, takePrice } from './placing.ts';
import {
  decideFrozen,
  decideLink,
  decideRelease,
  freeze,
  hold,
  looksForLinks,
  proposeFrozenReturn,
  proposeRelease,
  proposeThaw,
  release,
  screenAgain,
  screenerTurns,
  screensLate,
  unstick,
} from './suspecting.ts';
import {
  approveUndo,
  attach,
  decideUnassigned,
  prepareBack,
  recordBack,
  recordUnassigned,
  settle,
  takeOff,
  undoBack,
} from './unassigned.ts';
import { pass, tellPrice, type World } from './world.ts';

const everybody = ({ players, concerned }: World) => players.map(({ id }) => concerned.add(id));

const minutesPass: Act = (world, { size }) => {
  everybody(world);
  return nothing(pass(world, minutes(1 + size), 'answers'));
};

const daysPass: Act = (world, { size, twist }) => {
  everybody(world);
  return nothing(pass(world, hours(5 * (1 + (size % 8))), twist % 5 ? 'answers' : 'silent'));
};

const priceMoves: Act = (world, { size }) => {
  world.outside.told.usd = 1_000 * (90 + (size % 21));
  return nothing(tellPrice(world, 'two'));
};

/** One provider alone tells a price, near the last one or far from it. */
const oneTellsAlone: Act = (world, { size }) => {
  world.outside.told.usd = Math.round((world.believed.standing.usd * (70 + size)) / 100);
  return nothing(tellPrice(world, 'one'));
};

/** Somebody believes a jump, by the price that they see. */
const acceptJump: Act = async (world, { who }) => {
  const seen = await found(world, `select jump_price::text id from crypto_prices where symbol = 'BTC'`, []);
  if (!seen) return null;
  const accepted = { symbol: 'BTC', seen, reason: 'Seen on three exchanges' };
  const answer = await world.atDesk(pick(anybody, who) ?? 'admin', 'prices/acceptJump', accepted);
  const { jump } = world.believed;
  if (answer.status === 200 && jump) world.believed = { standing: jump, jump: null };
  return answer;
};

/** What moves an order on from where it stands, so that histories get somewhere. */
const goOn: Act = onOrder(async (world, order, draw) => {
  const at = await found(
    world,
    `select case when exists (select from proposals where subject = t.id::text and kind = 'undo' and state = 'open')
         then 'approveUndo'
       when status in ('cancelled', 'failed') and pay_in = 'received' then
         case when exists (select from proposals where subject = t.id::text and kind = 'return' and state = 'open')
           then 'approveReturn'
         when exists (select from proposals where subject = t.id::text and kind = 'return' and state = 'approved')
           then 'recordReturned' else 'prepareReturn' end
       when pay_in in ('awaiting', 'claimed') then 'confirmReceived'
       when choose_until is not null then 'takePrice'
       when status = 'pending' then 'startProcessing'
       when pay_out = 'prepared' then 'approvePayout' when pay_out = 'approved' then 'recordSent'
       else 'preparePayout' end id
     from transactions t where id = $1`,
    [order.id],
  );
  world.doing = at ?? '';
  const [, act] = acts[at as ActName];
  return act({ ...world, orders: [order] }, draw);
});

/** Everything that can happen, and how often it is drawn. Of what is `secret` no customer may notice anything. */
const table = {
  goOn: [45, goOn],
  buy: [5, buy],
  sell: [5, sell],
  claim: [5, claim],
  takePrice: [3, takePrice],
  leavePrice: [1, leavePrice],
  cancelOwn: [1, cancelOwn],
  confirmReceived: [8, comesIn('desk/confirmReceived')],
  recordExtra: [2, comesIn('desk/recordExtra')],
  rejectClaim: [2, step('desk/rejectClaim', cashiers, () => ({ reasonCode: 'not_arrived' }))],
  startProcessing: [6, step('desk/startProcessing', anybody)],
  preparePayout: [7, step('desk/preparePayout', anybody)],
  approvePayout: [7, step('desk/approvePayout', anybody)],
  sendBackPayout: [1, step('desk/sendBackPayout', cashiers, () => ({ reasonCode: 'amount_wrong' }))],
  withdrawPayout: [1, step('desk/withdrawPayout', cashiers)],
  recordSent: [7, recorded('desk/recordSent', ({ side }) => (side === 'buy' ? 'chain' : 'bank'))],
  fail: [1, step('desk/fail', cashiers, ({ size }) => ({ reasonCode: pick(['our_mistake', 'compliance'], size) }))],
  cancel: [3, step('desk/cancel', cashiers, ({ size }) => ({ reasonCode: pick(['duplicate', 'compliance'], size) }))],
  prepareReturn: [5, prepareReturn],
  approveReturn: [5, step('desk/approveReturn', anybody)],
  declineReturn: [1, step('desk/declineReturn', cashiers, () => ({ note: 'Not as it stands' }))],
  recordReturned: [5, recorded('desk/recordReturned', ({ side }) => (side === 'buy' ? 'bank' : 'chain'))],
  prepareUndo: [4, prepareUndo],
  approveUndo: [2, approveUndo],
  takeOff: [4, takeOff],
  recordUnassigned: [5, recordUnassigned],
  attach: [2, attach],
  settle: [16, settle],
  prepareBack: [1, prepareBack],
  decideUnassigned: [1, decideUnassigned],
  recordBack: [1, recordBack],
  undoBack: [1, undoBack],
  hold: [1, hold, 'secret'],
  release: [2, release, 'secret'],
  screenAgain: [2, screenAgain, 'secret'],
  proposeRelease: [2, proposeRelease, 'secret'],
  decideRelease: [2, decideRelease, 'secret'],
  freeze: [2, freeze, 'secret'],
  proposeThaw: [2, proposeThaw, 'secret'],
  proposeFrozenReturn: [1, proposeFrozenReturn, 'secret'],
  decideFrozen: [3, decideFrozen, 'secret'],
  screenerTurns: [3, screenerTurns, 'secret'],
  screensLate: [2, screensLate, 'secret'],
  unstick: [16, unstick, 'secret'],
  looksForLinks: [2, looksForLinks, 'secret'],
  decideLink: [2, decideLink],
  minutesPass: [3, minutesPass],
  daysPass: [4, daysPass],
  priceMoves: [3, priceMoves],
  oneTellsAlone: [2, oneTellsAlone],
  acceptJump: [2, acceptJump],
} satisfies Record<string, readonly [weight: number, act: Act, secret?: 'secret']>;

export type ActName = keyof typeof table;
export const acts: Readonly<Record<ActName, readonly [weight: number, act: Act, secret?: 'secret']>> = table;
