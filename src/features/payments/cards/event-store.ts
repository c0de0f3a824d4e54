import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { formatMinorUnits, money, parseMinorUnits } from '../../../kernel/money.ts';
import { allRows, allValues, type Db, firstValue, hasRow } from '../../../platform/database/database.ts';
import { lockCharge } from '../../ledger/unallocated-store.ts';
import type { CardEvent } from './event.ts';
import type { CardKind } from './payable.ts';

export type EventOutcome = 'received' | 'late' | 'again' | 'unassigned' | 'declined' | 'charged_back' | 'nothing';

export type StoredEvent = CardEvent & {
  readonly id: string;
  readonly receivedAt: Date;
  readonly became: EventOutcome | null;
};

type Row = Omit<StoredEvent, 'amount'> & { amount: string; currency: 'JMD' | 'USD' };
const eventColumns = sql`id, provider, event_id "eventId", outcome, transaction_id "transactionId", reference, amount, currency,
  name_on_card "nameOnCard", card, happened_at "happenedAt", received_at "receivedAt", became`;
const toStoredEvent = ({ amount, currency, ...row }: Row): StoredEvent => ({
  ...row,
  amount: money(currency, parseMinorUnits(amount)),
});

/** Events with the same id and hash are duplicates. */
const hashContent = ({ outcome, transactionId, reference, amount: { minor, currency } }: CardEvent): string =>
  createHash('sha256')
    .update(JSON.stringify([outcome, transactionId, reference, formatMinorUnits(minor), currency]))
    .digest('hex')
    .slice(0, 16);

const insertOnce = (tx: Db, event: CardEvent, receivedAt: Date) =>
  firstValue<string>(tx)`
    insert into card_events (provider, event_id, outcome, transaction_id, reference, amount, currency, name_on_card, card,
        happened_at, received_at)
      values (${event.provider}, ${event.eventId}, ${event.outcome}, ${event.transactionId}, ${event.reference},
        ${formatMinorUnits(event.amount.minor)}, ${event.amount.currency}, ${event.nameOnCard}, ${event.card},
        ${event.happenedAt}, ${receivedAt})
      on conflict (provider, event_id) do nothing returning id`;

/** Inserts an event, or returns null for a duplicate (A9). Other content under the same id is a new event. */
export async function insertEvent(tx: Db, event: CardEvent, receivedAt: Date): Promise<string | null> {
  const added = await insertOnce(tx, event, receivedAt);
  if (added) return added;
  const { rows } = await sql<Row>`
    select ${eventColumns} from card_events where provider = ${event.provider} and event_id = ${event.eventId}`.execute(
    tx,
  );
  const content = hashContent(event);
  const same = rows[0] && hashContent(toStoredEvent(rows[0])) === content;
  return same ? null : insertOnce(tx, { ...event, eventId: `${event.eventId} ${content}` }, receivedAt);
}

export async function lockEvent(tx: Db, id: string): Promise<StoredEvent | null> {
  const { rows } = await sql<Row>`
    select ${eventColumns} from card_events where id = ${id} for update`.execute(tx);
  return rows[0] ? toStoredEvent(rows[0]) : null;
}

type HandledEvent = {
  readonly became: EventOutcome;
  readonly session: { readonly id: string; readonly userId: string } | null;
  readonly now: Date;
};

export const closeEvent = (tx: Db, id: string, { became, session, now }: HandledEvent) =>
  sql`update card_events set became = ${became}, handled_at = ${now}, session_id = ${session?.id ?? null},
        user_id = ${session?.userId ?? null} where id = ${id}`.execute(tx);

export const findWaitingEvents = (tx: Db, before: Date) =>
  allValues<string>(tx)`
    select id from card_events where became is null and received_at < ${before}
     order by received_at limit 200`;

/** True if the charge of a chargeback was handled. */
export const isCharged = (tx: Db, { provider, transactionId }: CardEvent) =>
  hasRow(tx)`
    select from card_events where provider = ${provider} and transaction_id = ${transactionId}
       and outcome = 'approved' and became is not null limit 1`;

/** Reopens chargebacks that were closed because their charge was more than a day late. */
export const reopenChargebacks = (tx: Db, { provider, transactionId }: CardEvent) =>
  sql`update card_events set became = null, handled_at = null where provider = ${provider}
       and transaction_id = ${transactionId} and outcome = 'charged_back' and became = 'nothing'`.execute(tx);

type Allocation = { readonly kind: CardKind; readonly id: string; readonly userId: string };

/** Finds the orders and payments that a charge pays for. Locks the charge until the transaction ends. */
export async function allocationOf(tx: Db, reference: string): Promise<Allocation[]> {
  await lockCharge(tx, reference);
  return allRows<Allocation>(tx)`
    select case when m.order_id is null then 'payment' else 'order' end kind, coalesce(m.order_id, m.payment_id) id,
        m.user_id "userId"
      from movements m
     where m.rail = 'card' and m.reference = ${reference} and m.direction = 'in' and m.user_id is not null
       and not exists (select from movements o where o.reverses_id = m.id and o.direction = 'off')
     order by m.id`;
}

export const findMaskedCard = (tx: Db, paymentId: string) =>
  firstValue<string>(tx)`
    select e.card from card_events e join card_sessions s on s.id = e.session_id
     where s.kind = 'payment' and s.due_id = ${paymentId} and e.became in ('received', 'late')
     order by e.received_at limit 1`;
