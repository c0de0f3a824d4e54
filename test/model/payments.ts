import { randomUUID } from 'node:crypto';
import { handleEvent } from '../../src/features/payments/cards/handle-event.ts';
import { expirePayments } from '../../src/features/payments/jobs.ts';
import { expireOrders } from '../../src/features/trading/jobs.ts';
import { cardPayables, payables } from '../../src/fulfilment.ts';
import { jamaicaDay } from '../../src/kernel/calendar.ts';
import { after, hours } from '../../src/kernel/clock.ts';
import { buildSandboxEvent, sendWebhook, startOrderByCard } from '../cards.ts';
import { buildBankReceipt, subscribe } from '../payments.ts';
import { createSession } from '../security/actors.ts';
import { type Customer, newCustomer } from '../submissions.ts';
import { setUpSuspicions } from '../suspicions.ts';
import { buildUnallocated } from '../unallocated.ts';
import { serverUnderTest, type TestServer } from '../worker.ts';

export type Choice = { readonly index: number; readonly variant: number };

type Due = {
  readonly kind: 'payment' | 'order';
  readonly id: string;
  readonly reference: string;
  readonly price: number;
};
type Hook = ReturnType<typeof buildSandboxEvent>;

export type PaymentStage = { readonly server: TestServer; readonly finance: string; readonly second: string };
export type PaymentWorld = PaymentStage & {
  readonly actor: Customer;
  readonly dues: Due[];
  readonly hooks: Hook[];
  /** External incoming amounts in cents by charge or line number. */
  readonly received: Map<string, bigint>;
  readonly unallocated: string[];
  now: Date;
};

export async function openSetup(): Promise<PaymentStage> {
  const server = await serverUnderTest();
  const second = await setUpSuspicions(server).another('finance');
  return { server, finance: await createSession(server, 'finance'), second: second.cookie };
}

export async function createPaymentWorld(setup: PaymentStage): Promise<PaymentWorld> {
  const actor = await newCustomer(setup.server, 'Ina Brown');
  const now = new Date(Math.floor(Date.now() / 1000) * 1000);
  setup.server.setTime(now);
  return { ...setup, actor, dues: [], hooks: [], received: new Map(), unallocated: [], now };
}

const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)];
const parseCents = (amount: string): bigint => BigInt(Math.round(Number(amount) * 100));

const prices = { basic: 5000, personal: 6000, professional: 7000 } as const;
const plans = Object.keys(prices) as (keyof typeof prices)[];

type Action = (world: PaymentWorld, choice: Choice) => Promise<boolean>;
const onPayment =
  (action: (world: PaymentWorld, due: Due, choice: Choice) => Promise<boolean>): Action =>
  async (world, choice) => {
    const due = pick(
      world.dues.filter(({ kind }) => kind === 'payment'),
      choice.index,
    );
    return due ? action(world, due, choice) : false;
  };
const isAccepted = async (
  { server }: PaymentStage,
  path: string,
  { cookie, ...input }: { cookie: string; paymentId?: string } & Record<string, unknown>,
) => (await server.call<Record<string, string>>(path, input, cookie)).status === 200;
const callAsStaff = (world: PaymentWorld, path: string, input: object) =>
  isAccepted(world, path, { ...input, cookie: world.finance });

const choosePlan: Action = async (world, { index, variant }) => {
  const plan = pick(plans, index) ?? 'basic';
  const method = variant % 2 === 0 ? 'bank_transfer' : 'card';
  const input = { plan, price: prices[plan], method };
  const { status, body } = await subscribe(world.server, world.actor.cookie, input);
  if (status !== 200) return false;
  const { rows } = await world.server.owner.query('select reference from payments where id = $1', [body.paymentId]);
  world.dues.push({ kind: 'payment', id: body.paymentId, reference: rows[0].reference, price: prices[plan] });
  if (method === 'card') await openPage(world, body.paymentId);
  return true;
};

const openPage = (world: PaymentWorld, id: string) =>
  world.server.call('cards/start', { kind: 'payment', id }, world.actor.cookie);

const buyCoins: Action = async (world) => {
  if (world.dues.some(({ kind }) => kind === 'order')) return false;
  // Fails when the price has expired meanwhile.
  const placed = await startOrderByCard(world.server, world.actor.cookie, '2000').catch(() => null);
  if (!placed) return false;
  const { orderId } = placed;
  world.dues.push({ kind: 'order', id: orderId, reference: orderId, price: 2000 });
  return true;
};

const claim = onPayment(async (world, { id }) => {
  const { rows } = await world.server.owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, state)
     values ($1, 'subscription-proof', $2, 'slip.png', 'image/png', 1000, gen_random_uuid()::text, 'clean') returning id`,
    [world.actor.id, `${world.actor.id}/${randomUUID()}.png`],
  );
  return isAccepted(world, 'payments/claim', { paymentId: id, proofFile: rows[0]?.id, cookie: world.actor.cookie });
});

const spoil = ['', '', '', '', 'amount', 'currency', 'reference', 'name', 'declined', 'charged_back'] as const;

/** Sends a charge event for a payment: correct, for another payment, repeated or forged. */
const reportCharge: Action = async (world, { index, variant }) => {
  const due = pick(world.dues, index);
  if (!due) return false;
  const repeated = variant % 5 === 0 ? pick(world.hooks, index) : undefined;
  const other = pick(spoil, variant);
  const wishes = {
    amount: `${due.price}.00`,
    at: world.now.toISOString(),
    ...(other === 'amount' && { amount: `${due.price - 1}.00` }),
    ...(other === 'currency' && { currency: 'USD' }),
    ...(other === 'reference' && { reference: randomUUID() }),
    ...(other === 'name' && { name: 'Other Person' }),
    ...(other === 'declined' && { type: 'declined' }),
    ...(other === 'charged_back' && {
      type: 'charged_back',
      transaction: pick(world.hooks, index)?.transaction ?? randomUUID(),
    }),
  };
  const event = repeated ?? buildSandboxEvent(due.id, wishes);
  const forged = variant % 11 === 7;
  const status = await sendWebhook(world.server, event, forged ? { secret: 'guessed' } : {});
  if (forged) return false;
  if (status !== 200) throw new Error(`a webhook was answered with ${status}`);
  world.hooks.push(event);
  if (event.type === 'approved') world.received.set(`sandbox:${event.transaction}`, parseCents(event.amount));
  return true;
};

/** Payables that throw after settling, like a process killed before the commit. Nothing of that try may be stored. */
const failingPayables = Object.fromEntries(
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

/** Handles pending charges in any order, twice in parallel, or in a process that is killed. */
const handle: Action = async ({ server }, { index, variant }) => {
  const { rows } = await server.owner.query<{ id: string }>('select id from card_events where became is null');
  const ids = rows.map(({ id }) => id);
  const ordered = index % 2 === 0 ? ids : ids.toReversed();
  for (const id of ordered) {
    if (variant % 4 === 1) await handleEvent(server.services, failingPayables, id).catch(() => undefined);
    else await Promise.all([1, 2].slice(variant % 2).map(() => handleEvent(server.services, cardPayables, id)));
  }
  return ids.length > 0;
};

const receive = onPayment(async (world, { id, price }, { index, variant }) => {
  const amount = variant % 6 === 0 ? price + 1 : price;
  const used =
    variant % 7 === 0
      ? pick(
          [...world.received.keys()].filter((one) => /^(LINE|LOOSE)/.test(one)),
          index,
        )
      : undefined;
  const reference = used ?? `LINE${randomUUID().slice(0, 12)}`;
  const input = {
    amount: String(amount),
    reference,
    movedOn: jamaicaDay(world.now),
    note: variant % 9 === 0 ? 'Seen' : '',
  };
  const payerHolder = variant % 8 === 0 ? 'Tamara Grant' : 'Ina Brown';
  const done = await callAsStaff(world, 'paymentsDesk/receive', buildBankReceipt(id, { ...input, payerHolder }));
  if (done) world.received.set(reference, parseCents(String(amount)));
  return done;
});

const receiveUnknown: Action = async (world, { index, variant }) => {
  const amount = String((pick([5000, 6000, 7000, 13_000], index) ?? 5000) + (variant % 10 === 0 ? 1 : 0));
  const reference = `LOOSE${randomUUID().slice(0, 12)}`;
  const line = buildUnallocated(reference, {
    amount,
    movedOn: jamaicaDay(world.now),
    movedTime: '',
    payerHolder: 'Ina Brown',
  });
  const { status, body } = await world.server.call<{ movementId: string }>('unallocated/record', line, world.finance);
  if (status !== 200) return false;
  world.unallocated.push(body.movementId);
  world.received.set(reference, parseCents(amount));
  return true;
};

const attach = onPayment((world, { reference, price }, { index, variant }) => {
  const movementId = pick(world.unallocated, index) ?? randomUUID();
  const amount = String(variant % 6 === 0 ? price - 1 : price);
  return callAsStaff(world, 'unallocated/attach', { movementId, reference, amount, note: '' });
});

const reasoned = (path: string, reasonCode: string) =>
  onPayment((world, { id }) => callAsStaff(world, path, { paymentId: id, reasonCode, note: '' }));

const preparePart = onPayment((world, { id }, { variant }) =>
  callAsStaff(world, 'paymentsDesk/prepareReturn', {
    ...{ paymentId: id, reasonCode: 'not_all_given', note: '' },
    amount: pick(['0.01', '500', '1999.99', '2500', '5000', '6000.01'], variant),
  }),
);

/** Runs the action on a payment in a suitable state, because random payments rarely have it. */
const onMatching =
  (
    where: string,
    action: (world: PaymentWorld, found: { id: string; proposal: string }, choice: Choice) => Promise<boolean>,
  ): Action =>
  async (world, choice) => {
    const { rows } = await world.server.owner.query<{ id: string; proposal: string }>(
      `select p.id, q.id proposal from payments p join proposals q on q.subject = p.id::text
        where p.user_id = $1 and ${where} order by q.id`,
      [world.actor.id],
    );
    const found = pick(rows, choice.index);
    return found ? action(world, found, choice) : false;
  };

const answer = (path: string) =>
  onMatching(`q.state = 'open'`, (world, { id, proposal }, { variant }) => {
    // Usually the approver is not the proposer.
    const cookie = variant % 5 === 0 ? world.finance : world.second;
    return isAccepted(world, path, { paymentId: id, proposalId: proposal, note: 'Looked at', cookie });
  });

const recordReturned = onMatching(`q.state = 'approved'`, (world, { id }, { variant }) =>
  callAsStaff(world, 'paymentsDesk/recordReturned', {
    ...{ paymentId: id, reference: variant % 6 === 0 ? 'USED LINE 1' : `BACK${randomUUID().slice(0, 12)}` },
    ...{ movedOn: jamaicaDay(world.now), movedTime: '', note: '' },
  }),
);

const timePasses: Action = async (world, { index }) => {
  world.now = after(world.now, hours(pick([1, 2, 25, 80], index) ?? 1));
  world.server.setTime(world.now);
  await expirePayments(world.server.services, payables);
  await expireOrders(world.server.services);
  return true;
};

export const actions = {
  choosePlan: [5, choosePlan],
  buyCoins: [1, buyCoins],
  claim: [2, claim],
  callOff: [
    1,
    onPayment((world, { id }) => isAccepted(world, 'payments/cancel', { paymentId: id, cookie: world.actor.cookie })),
  ],
  reportCharge: [7, reportCharge],
  handle: [6, handle],
  receive: [4, receive],
  receiveUnknown: [2, receiveUnknown],
  attach: [3, attach],
  rejectClaim: [1, reasoned('paymentsDesk/rejectClaim', 'unreadable')],
  reject: [1, reasoned('paymentsDesk/reject', 'not_found')],
  prepareReturn: [2, reasoned('paymentsDesk/prepareReturn', 'paid_twice')],
  preparePart: [2, preparePart],
  approveReturn: [3, answer('paymentsDesk/approveReturn')],
  declineReturn: [1, answer('paymentsDesk/declineReturn')],
  recordReturned: [3, recordReturned],
  timePasses: [1, timePasses],
} as const satisfies Record<string, readonly [weight: number, action: Action]>;

export type ActionName = keyof typeof actions;
