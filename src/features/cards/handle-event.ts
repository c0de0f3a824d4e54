import { after, days } from '../../kernel/clock.ts';
import { sameMoney } from '../../kernel/money.ts';
import { audit } from '../../platform/audit.ts';
import { announce, asSystem, type Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { raiseAlert } from '../compliance/raise-alert.ts';
import { amountPlain, amountWords } from '../movements/amount.ts';
import { noParty } from '../movements/movement.ts';
import { movementReference } from '../movements/movement-reference.ts';
import { addMovement, usedFor } from '../movements/movement-store.ts';
import type { UnassignedReason } from '../movements/unassigned-why.ts';
import { comparePayer } from '../screening/compare-payer.ts';
import type { CardMoney, CardPayables, Settling } from './due.ts';
import {
  type Became,
  closeEvent,
  isCharged,
  lockEvent,
  reopenTakenBack,
  type StoredEvent,
  standsOn,
} from './event-store.ts';
import { silent, vouchesFor } from './provider.ts';
import { type CardSession, endSession, sessionCalled } from './session-store.ts';
import { chargeReference } from './take-event.ts';

type Work = Settling & { readonly payables: CardPayables };
type Found = { readonly event: StoredEvent; readonly session: CardSession | null };

/** The line of what a card brought. Its number is no account: freezes know people by those, and many share it. */
function lineOf(event: StoredEvent, now: Date): CardMoney['line'] {
  const { provider, amount, nameOnCard, happenedAt } = event;
  const typed = chargeReference(event);
  const reference = movementReference('card', typed);
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

const unassignedFor = {
  unknown: 'card_unknown',
  differs: 'card_differs',
  again: 'card_again',
} as const satisfies Record<string, UnassignedReason>;

/** What stands on nothing yet is kept all the same, and staff find whose it is (decision E6). */
async function keep({ tx, services }: Work, line: CardMoney['line'], why: keyof typeof unassignedFor): Promise<void> {
  const reason = unassignedFor[why];
  const movementId = await addMovement(tx, null, { ...line, reason });
  await comparePayer(services, tx, movementId);
  await audit(tx, {
    actorId: null,
    actorRole: 'system',
    action: 'cards.unassigned',
    subjectType: 'movement',
    subjectId: movementId,
    after: { amount: amountPlain(line.amount), reference: line.reference?.key },
    reasonCode: reason,
  });
}

/** Money came. It stands on what its session was opened for if it is as much as was due there, and else on nothing. */
async function approved(work: Work, { event, session }: Found): Promise<Became> {
  const { tx, services, payables } = work;
  const line = lineOf(event, services.clock());
  // The same charge under another number of the event.
  if (await usedFor(tx, line.reference?.key ?? '')) return 'nothing';
  if (!session) {
    await keep(work, line, 'unknown');
    return 'unassigned';
  }
  if (!sameMoney(session.amount, event.amount)) {
    await keep(work, line, 'differs');
    return 'unassigned';
  }
  const chargedAt = silent.includes(event.provider) ? null : line.movedAt;
  const { amount, nameOnCard } = event;
  const currencyProved = vouchesFor(event.provider, amount.currency);
  const money = { userId: session.userId, amount, nameOnCard, chargedAt, currencyProved, line };
  const became = await payables[session.kind].settle({ tx, services }, session.dueId, money);
  if (became === 'again') await keep(work, line, 'again');
  return became;
}

/** A card that was declined closes its page; its customer may try another. */
async function declined(_work: Work, { session }: Found): Promise<Became> {
  return session && session.outcome === null ? 'declined' : 'nothing';
}

/**
 * The money was taken away again. That leaves our lines as they are until two people record it; somebody looks now, at
 * whatever it stands on: staff may have attached it elsewhere.
 */
async function chargedBack({ tx, services, payables }: Work, { event, session }: Found): Promise<Became | null> {
  // What is told out of order waits for what it is about, though not for ever.
  if (!(await isCharged(tx, event))) return after(event.receivedAt, days(1)) > services.clock() ? null : 'nothing';
  const things = await standsOn(tx, chargeReference(event));
  const first = things[0] ?? (session && { kind: session.kind, id: session.dueId, userId: session.userId });
  if (!first) return 'charged_back';
  const { provider, transactionId, amount } = event;
  await raiseAlert(tx, {
    transactionId: first.kind === 'order' ? first.id : null,
    userId: first.userId,
    type: 'charged_back',
    priority: 'high',
    riskScore: 0,
    description: `A card payment of ${amountWords(amount)} was charged back: ${provider} ${transactionId}.`,
    details: { provider, transaction: transactionId, of: first.kind, id: first.id },
    rules: [],
    at: services.clock(),
  });
  for (const { kind, id } of things) await payables[kind].chargedBack?.({ tx, services }, id);
  return 'charged_back';
}

const handlers = { approved, declined, charged_back: chargedBack };

async function close({ tx, services }: Work, { event, session }: Found, became: Became): Promise<void> {
  const now = services.clock();
  if (event.outcome === 'approved') await reopenTakenBack(tx, event);
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
    after: { became, provider, transaction: transactionId, amount: amountPlain(amount), currency: amount.currency },
  });
  // Of what it received a payment says so itself, unless it is held: then its customer hears nothing (A7).
  const saysItself = session?.kind === 'payment' && became === 'received';
  if (session && !saysItself) announce(tx, 'payments', session.userId);
  announce(tx, 'desk');
}

async function handle(work: Work, id: string): Promise<boolean> {
  const { tx } = work;
  const event = await lockEvent(tx, id);
  if (!event || event.became !== null) return true;
  const found = { event, session: await sessionCalled(tx, event) };
  const became = await handlers[event.outcome](work, found);
  if (became !== null) await close(work, found, became);
  return became !== null;
}

/**
 * Makes of an event of a card provider what follows from it, such as that the money is here [001 §4 Payment success],
 * in one transaction: all of it or nothing, and once however often it is tried. Answers whether it was known what to
 * make of it; what is told out of order waits.
 */
export const handleEvent = (services: Services, payables: CardPayables, id: string): Promise<boolean> =>
  asSystem(services.pool, (tx: Db) => handle({ tx, services, payables }, id));
