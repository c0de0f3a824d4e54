import { after, days } from '../../../kernel/clock.ts';
import { isSameMoney } from '../../../kernel/money.ts';
import { audit } from '../../../platform/audit.ts';
import { type Db, publishTopic, withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { raiseAlert } from '../../compliance/raise-alert.ts';
import { formatAmount, formatPlainAmount } from '../../ledger/amount.ts';
import { noParty } from '../../ledger/movement.ts';
import { parseMovementReference } from '../../ledger/movement-reference.ts';
import { findUse, insertMovement } from '../../ledger/movement-store.ts';
import type { UnallocatedReason } from '../../ledger/unallocated-reasons.ts';
import { comparePayer } from '../../screening/compare-payer.ts';
import {
  allocationOf,
  closeEvent,
  type EventOutcome,
  isCharged,
  lockEvent,
  reopenChargebacks,
  type StoredEvent,
} from './event-store.ts';
import type { CardMoney, CardPayables, SettleContext } from './payable.ts';
import { findProvider, silentProviders } from './providers/registry.ts';
import { type CardSession, endSession, lockSessionByReference } from './session-store.ts';
import { formatChargeReference } from './store-webhook-event.ts';

type EventContext = SettleContext & { readonly payables: CardPayables };
type EventWithSession = { readonly event: StoredEvent; readonly session: CardSession | null };

/** Leaves `account` null: freezes identify people by account, but many cards share a masked number. */
function toMovement(event: StoredEvent, now: Date): CardMoney['line'] {
  const { provider, amount, nameOnCard, happenedAt } = event;
  const typed = formatChargeReference(event);
  const reference = parseMovementReference('card', typed);
  if (!reference.ok) throw new Error('a charge without a number');
  return {
    direction: 'in',
    amount,
    rail: 'card',
    reference: { typed, key: reference.key },
    party: { ...noParty, bank: provider, holder: nameOnCard },
    movedAt: happenedAt < now ? happenedAt : now,
    dayOnly: false,
    recordedAt: now,
    recordedBy: null,
    proposalId: null,
  };
}

const unallocatedReasons = {
  unknown: 'card_unknown',
  differs: 'card_differs',
  again: 'card_again',
} as const satisfies Record<string, UnallocatedReason>;

/** Records a charge without a matching payment as unallocated money (decision E6). */
async function recordUnallocated(
  { tx, services }: EventContext,
  line: CardMoney['line'],
  cause: keyof typeof unallocatedReasons,
): Promise<void> {
  const reason = unallocatedReasons[cause];
  const movementId = await insertMovement(tx, null, { ...line, reason });
  await comparePayer(services, tx, movementId);
  await audit(tx, {
    actorId: null,
    actorRole: 'system',
    action: 'cards.unassigned',
    subjectType: 'movement',
    subjectId: movementId,
    after: { amount: formatPlainAmount(line.amount), reference: line.reference?.key },
    reasonCode: reason,
  });
}

/** Settles the order or payment of the session. A charge of another amount becomes unallocated money. */
async function handleApproved(context: EventContext, { event, session }: EventWithSession): Promise<EventOutcome> {
  const { tx, services, payables } = context;
  const line = toMovement(event, services.clock());
  // Another event already recorded this charge.
  if (await findUse(tx, line.reference?.key ?? '')) return 'nothing';
  if (!session) {
    await recordUnallocated(context, line, 'unknown');
    return 'unassigned';
  }
  if (!isSameMoney(session.amount, event.amount)) {
    await recordUnallocated(context, line, 'differs');
    return 'unassigned';
  }
  const chargedAt = silentProviders.includes(event.provider) ? null : line.movedAt;
  const { amount, nameOnCard } = event;
  const currencyProved = findProvider(event.provider)?.provesCurrency(amount.currency) ?? false;
  const money = { userId: session.userId, amount, nameOnCard, chargedAt, currencyProved, line };
  const became = await payables[session.kind].settle({ tx, services }, session.dueId, money);
  if (became === 'again') await recordUnallocated(context, line, 'again');
  return became;
}

async function handleDeclined(_work: EventContext, { session }: EventWithSession): Promise<EventOutcome> {
  return session && session.outcome === null ? 'declined' : 'nothing';
}

/** Alerts compliance to a chargeback. Two people record the chargeback later. */
async function handleChargeback(
  { tx, services, payables }: EventContext,
  { event, session }: EventWithSession,
): Promise<EventOutcome | null> {
  // A chargeback can arrive before its charge, so retry for a day.
  if (!(await isCharged(tx, event))) return after(event.receivedAt, days(1)) > services.clock() ? null : 'nothing';
  const allocations = await allocationOf(tx, formatChargeReference(event));
  const first = allocations[0] ?? (session && { kind: session.kind, id: session.dueId, userId: session.userId });
  if (!first) return 'charged_back';
  const { provider, transactionId, amount } = event;
  await raiseAlert(tx, {
    transactionId: first.kind === 'order' ? first.id : null,
    userId: first.userId,
    type: 'charged_back',
    priority: 'high',
    riskScore: 0,
    description: `A card payment of ${formatAmount(amount)} was charged back: ${provider} ${transactionId}.`,
    details: { provider, transaction: transactionId, of: first.kind, id: first.id },
    rules: [],
    at: services.clock(),
  });
  for (const { kind, id } of allocations) await payables[kind].chargedBack?.({ tx, services }, id);
  return 'charged_back';
}

const handlers = { approved: handleApproved, declined: handleDeclined, charged_back: handleChargeback };

async function closeHandled(
  { tx, services }: EventContext,
  { event, session }: EventWithSession,
  became: EventOutcome,
): Promise<void> {
  const now = services.clock();
  if (event.outcome === 'approved') await reopenChargebacks(tx, event);
  if (session && became !== 'nothing') await endSession(tx, session.id, { outcome: became, now });
  await closeEvent(tx, event.id, { became, session, now });
  const { provider, transactionId, amount } = event;
  await audit(tx, {
    actorId: null,
    actorRole: 'system',
    action: `cards.${event.outcome}`,
    subjectType: 'card_event',
    subjectId: event.id,
    aboutId: session?.userId ?? null,
    after: {
      became,
      provider,
      transaction: transactionId,
      amount: formatPlainAmount(amount),
      currency: amount.currency,
    },
  });
  // `settle` publishes a received payment, unless the money is held (A7).
  const isSelfReported = session?.kind === 'payment' && became === 'received';
  if (session && !isSelfReported) publishTopic(tx, 'payments', session.userId);
  publishTopic(tx, 'desk');
}

async function handle(context: EventContext, id: string): Promise<boolean> {
  const { tx } = context;
  const event = await lockEvent(tx, id);
  if (!event || event.became !== null) return true;
  const found = { event, session: await lockSessionByReference(tx, event) };
  const became = await handlers[event.outcome](context, found);
  if (became !== null) await closeHandled(context, found, became);
  return became !== null;
}

/** Handles an event once, in one transaction [001 §4 Payment success]. False if its charge has not arrived yet. */
export const handleEvent = (services: Services, payables: CardPayables, id: string): Promise<boolean> =>
  withSystem(services.pool, (tx: Db) => handle({ tx, services, payables }, id));
