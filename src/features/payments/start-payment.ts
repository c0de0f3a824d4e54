import { after, days } from '../../kernel/clock.ts';
import { type Money, wholeJmd } from '../../kernel/money.ts';
import { audit, byCustomer } from '../../platform/audit.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { hashRequest } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { freezeStatusOf } from '../freezes/frozen.ts';
import { formatPlainAmount } from '../ledger/amount.ts';
import { createReference } from '../ledger/reference-store.ts';
import type { Settings } from '../settings/schema.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { formatThreshold, isBelowThreshold } from '../settings/threshold.ts';
import { areCardsAccepted } from './cards/providers/registry.ts';
import { isMahoniAccepted, type MahoniDue, parseMahoni, quoteMahoni } from './mahoni.ts';
import { refusalCodes, refuse } from './messages.ts';
import { getExpiry, type PaymentMethod, type ProductKind, paymentMethods } from './payment.ts';
import { countStartedSince, findPaymentByKey, findUniqueAmount, insertPayment } from './store.ts';

export const startRefusalCodes = refusalCodes(
  'payments.not_possible',
  'payments.method_closed',
  'payments.too_many_today',
  'payments.too_large',
  'general.key_reused',
);

/** Cards must be switched on and have a provider. Mahoni needs a company wallet. */
const methodRules: Readonly<Record<PaymentMethod, (config: Config, settings: Settings) => boolean>> = {
  bank_transfer: () => true,
  card: (config, settings) => areCardsAccepted(config, settings, 'payment'),
  crypto: (_config, settings) => isMahoniAccepted(settings),
};

export const getOpenMethods = (config: Config, settings: Settings): readonly PaymentMethod[] =>
  paymentMethods.filter((method) => methodRules[method](config, settings));

/** Finds the payment of a repeated request. Refuses a key that belongs to another request. */
async function findStarted(tx: Db, request: { readonly key: string }): Promise<string | null> {
  const earlier = await findPaymentByKey(tx, request.key);
  if (earlier && earlier.requestHash !== hashRequest(request)) refuse('general.key_reused', {});
  return earlier?.id ?? null;
}

type NewDue = {
  readonly payable: ProductKind;
  readonly payableId: string;
  readonly title: string;
  /** Latest possible expiry, for products with a limited reservation. */
  readonly latest?: Date;
};
type StartRequest = { readonly key: string; readonly method: PaymentMethod; readonly price: number };
type StartContext = {
  readonly services: Services;
  readonly tx: Db;
  readonly person: { readonly id: string };
  readonly request: { readonly id: string };
};

/** Limit per customer and 24 hours, because staff must check every claimed payment. */
const maxPerDay = 10;

/** Refuses frozen customers without a reason (A7), more than `maxPerDay` starts, and closed methods. */
async function assertMayStart({ services, tx, person }: StartContext, method: PaymentMethod) {
  if ((await freezeStatusOf(tx, person.id)) === 'stopped') refuse('payments.not_possible', {});
  if ((await countStartedSince(tx, after(services.clock(), -days(1)))) >= maxPerDay)
    refuse('payments.too_many_today', {});
  const open = getOpenMethods(services.config, await loadCurrentSettings(tx));
  if (!open.includes(method)) refuse('payments.method_closed', {});
}

const formatTerms = ({ amount, ...terms }: MahoniDue) => ({ ...terms, mahoni: formatPlainAmount(amount) });

async function quoteUniqueAmount(tx: Db, price: Money, settings: Settings): Promise<MahoniDue> {
  const due = quoteMahoni(price, settings);
  return { ...due, amount: parseMahoni(await findUniqueAmount(tx, due.amount)) };
}

/** Inserts an unpaid payment with a reference (decision A2). Refuses amounts from the threshold (ADR 14). */
async function insertDue(
  { services, tx, person, request }: StartContext,
  start: StartRequest,
  due: NewDue,
): Promise<string> {
  const now = services.clock();
  const { payable, payableId, title, latest } = due;
  const { method } = start;
  const amount = wholeJmd(start.price);
  const settings = await loadCurrentSettings(tx);
  if (!isBelowThreshold(amount, settings)) refuse('payments.too_large', { limit: formatThreshold(settings) });
  const inTime = getExpiry(now, method);
  const reference = await createReference(tx);
  const coins = method === 'crypto' ? await quoteUniqueAmount(tx, amount, settings) : null;
  const inserted = insertPayment(tx, {
    userId: person.id,
    reference,
    payable,
    payableId,
    title,
    amount,
    method,
    coins,
    startedAt: now,
    lapsesAt: latest && latest < inTime ? latest : inTime,
    key: start.key,
    requestHash: hashRequest(start),
  });
  const id = await mapConstraintViolation(inserted, 'nothing_moves_while_frozen', () =>
    refuse('payments.not_possible', {}),
  );
  await audit(tx, {
    ...byCustomer({ person, request }),
    action: 'payments.begun',
    subjectType: 'payment',
    subjectId: id,
    after: {
      reference,
      payable,
      payableId,
      amount: formatPlainAmount(amount),
      method,
      ...(coins && formatTerms(coins)),
    },
  });
  publishTopic(tx, 'payments', person.id);
  return id;
}

/** Inserts a product with `make` and starts its payment. A repeated request returns the first payment (A9). */
export async function startPaymentOnce(context: StartContext, request: StartRequest, make: () => Promise<NewDue>) {
  const earlier = await findStarted(context.tx, request);
  if (earlier) return { paymentId: earlier };
  await assertMayStart(context, request.method);
  return { paymentId: await insertDue(context, request, await make()) };
}
