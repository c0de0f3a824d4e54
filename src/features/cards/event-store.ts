import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { minorUnits, money, moneyText } from '../../kernel/money.ts';
import { allIds, allRows, anyRow, type Db, firstValue } from '../../platform/database.ts';
import { lockMoneyUnder } from '../movements/unassigned-store.ts';
import type { CardKind } from './due.ts';
import type { CardEvent } from './event.ts';

/** What became of an event. `nothing`: it told nothing new. */
export type Became = 'received' | 'late' | 'again' | 'unassigned' | 'declined' | 'charged_back' | 'nothing';

export type StoredEvent = CardEvent & {
  readonly id: string;
  readonly receivedAt: Date;
  readonly became: Became | null;
};

type Row = Omit<StoredEvent, 'amount'> & { amount: string; currency: 'JMD' | 'USD' };
const facts = sql`id, provider, event_id "eventId", outcome, transaction_id "transactionId", reference, amount, currency,
  name_on_card "nameOnCard", card, happened_at "happenedAt", received_at "receivedAt", became`;
const read = ({ amount, currency, ...row }: Row): StoredEvent => ({
  ...row,
  amount: money(currency, minorUnits(amount)),
});

/** What an event says of the money: two under one number that say the same are one. */
const sayingOf = ({ outcome, transactionId, reference, amount: { minor, currency } }: CardEvent): string =>
  createHash('sha256')
    .update(JSON.stringify([outcome, transactionId, reference, moneyText(minor), currency]))
    .digest('hex')
    .slice(0, 16);

const addOnce = (tx: Db, event: CardEvent, receivedAt: Date) =>
  firstValue<string>(tx)`
    insert into card_events (provider, event_id, outcome, transaction_id, reference, amount, currency, name_on_card, card,
        happened_at, received_at)
      values (${event.provider}, ${event.eventId}, ${event.outcome}, ${event.transactionId}, ${event.reference},
        ${moneyText(event.amount.minor)}, ${event.amount.currency}, ${event.nameOnCard}, ${event.card},
        ${event.happenedAt}, ${receivedAt})
      on conflict (provider, event_id) do nothing returning id`;

/**
 * Writes down what came: its id, or null where it stood there already. What says another thing under the number of an
 * earlier event is an event of its own: its provider errs, or its key is in other hands, and nothing told is dropped.
 */
export async function insertEvent(tx: Db, event: CardEvent, receivedAt: Date): Promise<string | null> {
  const added = await addOnce(tx, event, receivedAt);
  if (added) return added;
  const { rows } = await sql<Row>`
    select ${facts} from card_events where provider = ${event.provider} and event_id = ${event.eventId}`.execute(tx);
  const saying = sayingOf(event);
  const same = rows[0] && sayingOf(read(rows[0])) === saying;
  return same ? null : addOnce(tx, { ...event, eventId: `${event.eventId} ${saying}` }, receivedAt);
}

/** One of them, locked: of two who handle it the second finds it handled. */
export async function lockEvent(tx: Db, id: string): Promise<StoredEvent | null> {
  const { rows } = await sql<Row>`
    select ${facts} from card_events where id = ${id} for update`.execute(tx);
  return rows[0] ? read(rows[0]) : null;
}

type Handled = {
  readonly became: Became;
  readonly session: { readonly id: string; readonly userId: string } | null;
  readonly now: Date;
};

export const closeEvent = (tx: Db, id: string, { became, session, now }: Handled) =>
  sql`update card_events set became = ${became}, handled_at = ${now}, session_id = ${session?.id ?? null},
        user_id = ${session?.userId ?? null} where id = ${id}`.execute(tx);

/** Those of before a moment that nobody has handled, a bounded number at a time. */
export const waitingEvents = (tx: Db, before: Date) =>
  allIds(tx)`
    select id from card_events where became is null and received_at < ${before}
     order by received_at limit 200`;

/** Whether the charge with this number brought money: what is taken away must have been here. */
export const isCharged = (tx: Db, { provider, transactionId }: CardEvent) =>
  anyRow(tx)`
    select from card_events where provider = ${provider} and transaction_id = ${transactionId}
       and outcome = 'approved' and became is not null limit 1`;

/** What was told too early of a charge, and made no sense for a day, waits again now that the charge is known. */
export const reopenTakenBack = (tx: Db, { provider, transactionId }: CardEvent) =>
  sql`update card_events set became = null, handled_at = null where provider = ${provider}
       and transaction_id = ${transactionId} and outcome = 'charged_back' and became = 'nothing'`.execute(tx);

type Thing = { readonly kind: CardKind; readonly id: string; readonly userId: string };

/**
 * On what the money of a charge stands, whole or in parts, whatever its page was opened for. Whoever attaches it at
 * this moment is waited for.
 */
export async function standsOn(tx: Db, reference: string): Promise<Thing[]> {
  await lockMoneyUnder(tx, reference);
  return allRows<Thing>(tx)`
    select case when m.order_id is null then 'payment' else 'order' end kind, coalesce(m.order_id, m.payment_id) id,
        m.user_id "userId"
      from movements m
     where m.rail = 'card' and m.reference = ${reference} and m.direction = 'in' and m.user_id is not null
       and not exists (select from movements o where o.of_id = m.id and o.direction = 'off')
     order by m.id`;
}

/** The card that brought the money of a payment, masked as its provider shows it; null where none is known. */
export const maskedCard = (tx: Db, paymentId: string) =>
  firstValue<string>(tx)`
    select e.card from card_events e join card_sessions s on s.id = e.session_id
     where s.kind = 'payment' and s.due_id = ${paymentId} and e.became in ('received', 'late')
     order by e.received_at limit 1`;
