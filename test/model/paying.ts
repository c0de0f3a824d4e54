import { randomUUID } from 'node:crypto';
import { handleEvent } from '../../src/features/cards/handle-event.ts';
import { lapsePayments } from '../../src/features/payments/jobs.ts';
import { lapseOrders } from '../../src/features/trading/jobs.ts';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { after, hours } from '../../src/kernel/clock.ts';
import { cardPayables, payables } from '../../src/payables.ts';
import { buyByCard, sandboxSays, sendHook } from '../cards.ts';
import { bankLine, subscribe } from '../payments.ts';
import { sessionFor } from '../security/actors.ts';
import { type Customer, newCustomer } from '../submissions.ts';
import { suspicionsOn } from '../suspicions.ts';
import { nothingKnown } from '../unassigned.ts';
import { serverUnderTest, type TestServer } from '../worker.ts';

/** What is drawn for one act. */
export type Draw = { readonly which: number; readonly twist: number };

/** Something that a customer owes and somebody may pay. */
type Due = {
  readonly kind: 'payment' | 'order';
  readonly id: string;
  readonly reference: string;
  readonly price: number;
};
type Hook = ReturnType<typeof sandboxSays>;

export type Lane = { readonly server: TestServer; readonly finance: string; readonly second: string };
export type Paying = Lane & {
  readonly who: Customer;
  readonly dues: Due[];
  /** All that providers told, whether taken or not. */
  readonly hooks: Hook[];
  /** By our own books: what came in from outside, by the number of the charge or the line, in cents. */
  readonly came: Map<string, bigint>;
  /** Unassigned lines. */
  readonly loose: string[];
  now: Date;
};

export async function openLane(): Promise<Lane> {
  const server = await serverUnderTest();
  const second = await suspicionsOn(server).another('finance');
  return { server, finance: await sessionFor(server, 'finance'), second: second.cookie };
}

/** A customer who owes nothing yet. */
export async function newPaying(lane: Lane): Promise<Paying> {
  const who = await newCustomer(lane.server, 'Ina Brown');
  const now = new Date(Math.floor(Date.now() / 1000) * 1000);
  lane.server.setTime(now);
  return { ...lane, who, dues: [], hooks: [], came: new Map(), loose: [], now };
}

const pick = <T>(from: readonly T[], which: number): T | undefined => from[which % Math.max(1, from.length)];
const cents = (amount: string): bigint => BigInt(Math.round(Number(amount) * 100));

const prices = { basic: 5000, personal: 6000, professional: 7000 } as const;
const plans = Object.keys(prices) as (keyof typeof prices)[];

/** True where the act was done: a history that is refused everything shows nothing. */
type Act = (paying: Paying, draw: Draw) => Promise<boolean>;
const onPayment =
  (act: (paying: Paying, due: Due, draw: Draw) => Promise<boolean>): Act =>
  async (paying, draw) => {
    const due = pick(
      paying.dues.filter(({ kind }) => kind === 'payment'),
      draw.which,
    );
    return due ? act(paying, due, draw) : false;
  };
const does = async (
  { server }: Lane,
  path: string,
  { cookie, ...input }: { cookie: string; paymentId?: string } & Record<string, unknown>,
) => (await server.call<Record<string, string>>(path, input, cookie)).status === 200;
const desk = (paying: Paying, path: string, input: object) => does(paying, path, { ...input, cookie: paying.finance });

const choosePlan: Act = async (paying, { which, twist }) => {
  const plan = pick(plans, which) ?? 'basic';
  const method = twist % 2 === 0 ? 'bank_transfer' : 'card';
  const wish = { plan, price: prices[plan], method };
  const { status, body } = await subscribe(paying.server, paying.who.cookie, wish);
  if (status !== 200) return false;
  const { rows } = await paying.server.owner.query('select reference from payments where id = $1', [body.paymentId]);
  paying.dues.push({ kind: 'payment', id: body.paymentId, reference: rows[0].reference, price: prices[plan] });
  if (method === 'card') await openPage(paying, body.paymentId);
  return true;
};

const openPage = (paying: Paying, id: string) =>
  paying.server.call('cards/start', { kind: 'payment', id }, paying.who.cookie);

/** One buy by card is within what somebody without papers may do in a month. */
const buyCoins: Act = async (paying) => {
  if (paying.dues.some(({ kind }) => kind === 'order')) return false;
  // Prices of before time passed are no prices.
  const placed = await buyByCard(paying.server, paying.who.cookie, '2000').catch(() => null);
  if (!placed) return false;
  const { orderId } = placed;
  paying.dues.push({ kind: 'order', id: orderId, reference: orderId, price: 2000 });
  return true;
};

const claim = onPayment(async (paying, { id }) => {
  const { rows } = await paying.server.owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, state)
     values ($1, 'subscription-proof', $2, 'slip.png', 'image/png', 1000, gen_random_uuid()::text, 'clean') returning id`,
    [paying.who.id, `${paying.who.id}/${randomUUID()}.png`],
  );
  return does(paying, 'payments/claim', { paymentId: id, proofFile: rows[0]?.id, cookie: paying.who.cookie });
});

const spoil = ['', '', '', '', 'amount', 'currency', 'reference', 'name', 'declined', 'charged_back'] as const;

/** The provider tells something: of what is due, of something else, again, or it is not the provider at all. */
const cardSays: Act = async (paying, { which, twist }) => {
  const due = pick(paying.dues, which);
  if (!due) return false;
  const repeated = twist % 5 === 0 ? pick(paying.hooks, which) : undefined;
  const other = pick(spoil, twist);
  const wishes = {
    amount: `${due.price}.00`,
    at: paying.now.toISOString(),
    ...(other === 'amount' && { amount: `${due.price - 1}.00` }),
    ...(other === 'currency' && { currency: 'USD' }),
    ...(other === 'reference' && { reference: randomUUID() }),
    ...(other === 'name' && { name: 'Somebody Else' }),
    ...(other === 'declined' && { type: 'declined' }),
    ...(other === 'charged_back' && {
      type: 'charged_back',
      transaction: pick(paying.hooks, which)?.transaction ?? randomUUID(),
    }),
  };
  const said = repeated ?? sandboxSays(due.id, wishes);
  const forged = twist % 11 === 7;
  const status = await sendHook(paying.server, said, forged ? { secret: 'guessed' } : {});
  if (forged) return false;
  if (status !== 200) throw new Error(`a hook was answered ${status}`);
  paying.hooks.push(said);
  if (said.type === 'approved') paying.came.set(`sandbox:${said.transaction}`, cents(said.amount));
  return true;
};

/** The job is killed between the money and what follows from it: nothing of the try may stand. */
const dying = Object.fromEntries(
  Object.entries(cardPayables).map(([kind, payable]) => [
    kind,
    {
      ...payable,
      settle: async (...given: Parameters<typeof payable.settle>) => {
        await payable.settle(...given);
        throw new Error('killed');
      },
    },
  ]),
) as unknown as typeof cardPayables;

/** What waits is handled, in any order, by two at once, or by one that dies. */
const handle: Act = async ({ server }, { which, twist }) => {
  const { rows } = await server.owner.query<{ id: string }>('select id from card_events where became is null');
  const ids = rows.map(({ id }) => id);
  const ordered = which % 2 === 0 ? ids : ids.toReversed();
  for (const id of ordered) {
    if (twist % 4 === 1) await handleEvent(server.services, dying, id).catch(() => undefined);
    else await Promise.all([1, 2].slice(twist % 2).map(() => handleEvent(server.services, cardPayables, id)));
  }
  return ids.length > 0;
};

/** Staff read a line of the bank: the right one, another amount, or one that was used before. */
const receive = onPayment(async (paying, { id, price }, { which, twist }) => {
  const amount = twist % 6 === 0 ? price + 1 : price;
  const used =
    twist % 7 === 0
      ? pick(
          [...paying.came.keys()].filter((one) => /^(LINE|LOOSE)/.test(one)),
          which,
        )
      : undefined;
  const reference = used ?? `LINE${randomUUID().slice(0, 12)}`;
  const wish = {
    amount: String(amount),
    reference,
    movedOn: jamaicaDay(paying.now),
    note: twist % 9 === 0 ? 'Seen' : '',
  };
  const payerHolder = twist % 8 === 0 ? 'Tamara Grant' : 'Ina Brown';
  const done = await desk(paying, 'paymentsDesk/receive', bankLine(id, { ...wish, payerHolder }));
  if (done) paying.came.set(reference, cents(String(amount)));
  return done;
});

/** A line of the bank that says nothing of what it is for. */
const comesUnknown: Act = async (paying, { which, twist }) => {
  const amount = String((pick([5000, 6000, 7000, 13_000], which) ?? 5000) + (twist % 10 === 0 ? 1 : 0));
  const reference = `LOOSE${randomUUID().slice(0, 12)}`;
  const line = nothingKnown(reference, {
    amount,
    movedOn: jamaicaDay(paying.now),
    movedTime: '',
    payerHolder: 'Ina Brown',
  });
  const { status, body } = await paying.server.call<{ movementId: string }>('unassigned/record', line, paying.finance);
  if (status !== 200) return false;
  paying.loose.push(body.movementId);
  paying.came.set(reference, cents(amount));
  return true;
};

const attach = onPayment((paying, { reference, price }, { which, twist }) => {
  const movementId = pick(paying.loose, which) ?? randomUUID();
  const amount = String(twist % 6 === 0 ? price - 1 : price);
  return desk(paying, 'unassigned/attach', { movementId, reference, amount, note: '' });
});

const reasoned = (path: string, reasonCode: string) =>
  onPayment((paying, { id }) => desk(paying, path, { paymentId: id, reasonCode, note: '' }));

/** A part of what came: sometimes all that is left, or more than that. */
const preparePart = onPayment((paying, { id }, { twist }) =>
  desk(paying, 'paymentsDesk/prepareReturn', {
    ...{ paymentId: id, reasonCode: 'not_all_given', note: '' },
    amount: pick(['0.01', '500', '1999.99', '2500', '5000', '6000.01'], twist),
  }),
);

/** An act on what it fits, if there is any: drawn blindly, two people would hardly ever meet. */
const onFitting =
  (
    where: string,
    act: (paying: Paying, found: { id: string; proposal: string }, draw: Draw) => Promise<boolean>,
  ): Act =>
  async (paying, draw) => {
    const { rows } = await paying.server.owner.query<{ id: string; proposal: string }>(
      `select p.id, q.id proposal from payments p join proposals q on q.subject = p.id::text
        where p.user_id = $1 and ${where} order by q.id`,
      [paying.who.id],
    );
    const found = pick(rows, draw.which);
    return found ? act(paying, found, draw) : false;
  };

const answer = (path: string) =>
  onFitting(`q.state = 'open'`, (paying, { id, proposal }, { twist }) => {
    // Whoever asked is not the second person.
    const cookie = twist % 5 === 0 ? paying.finance : paying.second;
    return does(paying, path, { paymentId: id, proposalId: proposal, note: 'Looked at', cookie });
  });

const recordReturned = onFitting(`q.state = 'approved'`, (paying, { id }, { twist }) =>
  desk(paying, 'paymentsDesk/recordReturned', {
    ...{ paymentId: id, reference: twist % 6 === 0 ? 'USED LINE 1' : `BACK${randomUUID().slice(0, 12)}` },
    ...{ movedOn: jamaicaDay(paying.now), movedTime: '', note: '' },
  }),
);

/** Time passes, and what was not paid in time ends. */
const timePasses: Act = async (paying, { which }) => {
  paying.now = after(paying.now, hours(pick([1, 2, 25, 80], which) ?? 1));
  paying.server.setTime(paying.now);
  await lapsePayments(paying.server.services, payables);
  await lapseOrders(paying.server.services);
  return true;
};

/** Each with its weight. */
export const acts = {
  choosePlan: [5, choosePlan],
  buyCoins: [1, buyCoins],
  claim: [2, claim],
  callOff: [
    1,
    onPayment((paying, { id }) => does(paying, 'payments/callOff', { paymentId: id, cookie: paying.who.cookie })),
  ],
  cardSays: [7, cardSays],
  handle: [6, handle],
  receive: [4, receive],
  comesUnknown: [2, comesUnknown],
  attach: [3, attach],
  rejectClaim: [1, reasoned('paymentsDesk/rejectClaim', 'unreadable')],
  reject: [1, reasoned('paymentsDesk/reject', 'not_found')],
  prepareReturn: [2, reasoned('paymentsDesk/prepareReturn', 'paid_twice')],
  preparePart: [2, preparePart],
  approveReturn: [3, answer('paymentsDesk/approveReturn')],
  declineReturn: [1, answer('paymentsDesk/declineReturn')],
  recordReturned: [3, recordReturned],
  timePasses: [1, timePasses],
} as const satisfies Record<string, readonly [weight: number, act: Act]>;

export type ActName = keyof typeof acts;
