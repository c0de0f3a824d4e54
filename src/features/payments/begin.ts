import { after, days } from '../../kernel/clock.ts';
import { type Money, wholeJmd } from '../../kernel/money.ts';
import { audit, byCustomer } from '../../platform/audit.ts';
import type { Config } from '../../platform/config.ts';
import { announce, type Db } from '../../platform/database.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import { fingerprint } from '../../platform/once.ts';
import type { Services } from '../../platform/procedure.ts';
import { takesCards } from '../cards/gateways.ts';
import { standstillOf } from '../freezes/frozen.ts';
import { amountPlain } from '../movements/amount.ts';
import { nextReference } from '../movements/reference-store.ts';
import type { Settings } from '../settings/schema.ts';
import { currentSettings } from '../settings/store.ts';
import { staysBelow, thresholdText } from '../settings/threshold.ts';
import { type MahoniDue, mahoniDue, readMahoni, takesMahoni } from './mahoni.ts';
import { ownAmount } from './mahoni-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { lapsesAt, type Payable, type PaymentMethod, paymentMethods } from './payment.ts';
import { begunSince, insertPayment, paymentUnder } from './store.ts';

/** With what beginning to pay for anything can be refused. */
export const beginMayRefuse = mayRefuse(
  'payments.not_possible',
  'payments.method_closed',
  'payments.too_many_today',
  'payments.too_large',
  'general.key_reused',
);

/** Whether a way of paying is open. A card needs its switch and a provider, Mahoni a wallet of ours to go to. */
const isOpen: Readonly<Record<PaymentMethod, (config: Config, settings: Settings) => boolean>> = {
  bank_transfer: () => true,
  card: (config, settings) => takesCards(config, settings, 'payment'),
  crypto: (_config, settings) => takesMahoni(settings),
};

/** The ways of paying that are open now. */
export const openMethods = (config: Config, settings: Settings): readonly PaymentMethod[] =>
  paymentMethods.filter((method) => isOpen[method](config, settings));

/** What was begun under this key already; refused where that was another request. */
async function begunUnder(tx: Db, request: { readonly key: string }): Promise<string | null> {
  const earlier = await paymentUnder(tx, request.key);
  if (earlier && earlier.requestHash !== fingerprint(request)) refuse('general.key_reused', {});
  return earlier?.id ?? null;
}

/** What is to be paid for from now on. */
type Beginning = {
  readonly payable: Payable;
  readonly payableId: string;
  readonly title: string;
  /** When it lapses at the latest, where what it pays for cannot be kept that long. */
  readonly latest?: Date;
};
/** On whose request: at which price in J$, and how it will be paid. */
type Wish = { readonly key: string; readonly method: PaymentMethod; readonly price: number };
type Asking = {
  readonly services: Services;
  readonly tx: Db;
  readonly person: { readonly id: string };
  readonly request: { readonly id: string };
};

/** So many one person begins within a day: each may be claimed, and fills the desk's queue. */
const mostADay = 10;

/** Refuses who may pay for nothing now (A7: in words that tell nothing), too many a day, and ways that are closed. */
async function refuseToBegin({ services, tx, person }: Asking, method: PaymentMethod) {
  if ((await standstillOf(tx, person.id)) === 'stopped') refuse('payments.not_possible', {});
  if ((await begunSince(tx, after(services.clock(), -days(1)))) >= mostADay) refuse('payments.too_many_today', {});
  const open = openMethods(services.config, await currentSettings(tx));
  if (!open.includes(method)) refuse('payments.method_closed', {});
}

const frozen = ({ amount, ...terms }: MahoniDue) => ({ ...terms, mahoni: amountPlain(amount) });

/** What is due in Mahoni, in an amount that no other payment has. */
async function coinsDue(tx: Db, price: Money, settings: Settings): Promise<MahoniDue> {
  const due = mahoniDue(price, settings);
  return { ...due, amount: readMahoni(await ownAmount(tx, due.amount)) };
}

/**
 * Lays down what is due before anybody pays (decision A2): how much the server says, under a reference to write on the
 * transfer. In the transaction that makes what it is for. Nothing is begun from the threshold on (decision 041), also
 * where settings changed since a price was set.
 */
async function beginPayment({ services, tx, person, request }: Asking, wish: Wish, due: Beginning): Promise<string> {
  const now = services.clock();
  const { payable, payableId, title, latest } = due;
  const { method } = wish;
  const amount = wholeJmd(wish.price);
  const settings = await currentSettings(tx);
  if (!staysBelow(amount, settings)) refuse('payments.too_large', { limit: thresholdText(settings) });
  const inTime = lapsesAt(now, method);
  const reference = await nextReference(tx);
  const coins = method === 'crypto' ? await coinsDue(tx, amount, settings) : null;
  const written = insertPayment(tx, {
    ...{ userId: person.id, reference, payable, payableId, title, amount, method, coins },
    ...{
      begunAt: now,
      lapsesAt: latest && latest < inTime ? latest : inTime,
      key: wish.key,
      requestHash: fingerprint(wish),
    },
  });
  // Whoever is frozen while they ask reads what they would have read a moment later (A7).
  const id = await unlessBroken(written, 'nothing_moves_while_frozen', () => refuse('payments.not_possible', {}));
  await audit(tx, {
    ...byCustomer({ person, request }),
    action: 'payments.begun',
    subjectType: 'payment',
    subjectId: id,
    after: { reference, payable, payableId, amount: amountPlain(amount), method, ...(coins && frozen(coins)) },
  });
  announce(tx, 'payments', person.id);
  return id;
}

/** Begins to pay for what `make` lays down, once for one request (A9): asked again, it answers what was begun then. */
export async function beginOnce(asking: Asking, wish: Wish, make: () => Promise<Beginning>) {
  const earlier = await begunUnder(asking.tx, wish);
  if (earlier) return { paymentId: earlier };
  await refuseToBegin(asking, wish.method);
  return { paymentId: await beginPayment(asking, wish, await make()) };
}
