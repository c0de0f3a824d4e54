import { sql } from 'kysely';
import { formatMinorUnits, type Money, money, parseMinorUnits } from '../../../kernel/money.ts';
import { currentUserAccounts, currentUserId, type Db, firstRow, newId } from '../../../platform/database/database.ts';
import type { CardDue, CardKind } from './payable.ts';

export type CardSession = {
  readonly id: string;
  readonly userId: string;
  readonly kind: CardKind;
  readonly dueId: string;
  readonly provider: string;
  readonly reference: string;
  readonly amount: Money;
  readonly url: string;
  readonly openedAt: Date;
  readonly closesAt: Date;
  readonly outcome: 'received' | 'late' | 'again' | 'unassigned' | 'declined' | 'charged_back' | null;
};

type Row = Omit<CardSession, 'amount'> & { amount: string; currency: 'JMD' | 'USD' };

const columns = sql`s.id, s.user_id "userId", s.kind, s.due_id "dueId", s.provider, s.reference, s.amount, s.currency, s.url,
  s.opened_at "openedAt", s.closes_at "closesAt", s.outcome`;

const toSession = ({ amount, currency, ...row }: Row): CardSession => ({
  ...row,
  amount: money(currency, parseMinorUnits(amount)),
});

export type NewSession = Pick<CardSession, 'provider' | 'reference' | 'url' | 'openedAt' | 'closesAt'> & {
  readonly due: CardDue;
};

export async function insertSession(tx: Db, session: NewSession): Promise<string> {
  const { due, provider, reference, url, openedAt, closesAt } = session;
  return newId(tx)`
    insert into card_sessions (user_id, kind, due_id, provider, reference, amount, currency, url, opened_at, closes_at)
      values (${due.userId}, ${due.kind}, ${due.id}, ${provider}, ${reference}, ${formatMinorUnits(due.amount.minor)},
        ${due.amount.currency}, ${url}, ${openedAt}, ${closesAt}) returning id`;
}

export async function findOpenSession(tx: Db, due: CardDue, now: Date): Promise<CardSession | null> {
  const { rows } = await sql<Row>`
    select ${columns} from card_sessions s
     where s.user_id = ${currentUserId} and s.kind = ${due.kind} and s.due_id = ${due.id} and s.outcome is null
       and s.closes_at > ${now} and s.amount = ${formatMinorUnits(due.amount.minor)} and s.currency = ${due.amount.currency}
     order by s.opened_at desc limit 1`.execute(tx);
  return rows[0] ? toSession(rows[0]) : null;
}

/** Serializes requests for a card page, so that parallel requests open a single page. */
export const lockCardPage = (tx: Db, kind: CardDue['kind'], id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`card page of ${kind} `} || ${id}::uuid, 0))`.execute(tx);

export async function findOwnOpenSessions(tx: Db, now: Date): Promise<CardSession[]> {
  const { rows } = await sql<Row>`
    select * from (select distinct on (s.kind, s.due_id) ${columns} from card_sessions s
       where s.user_id = ${currentUserId} and s.outcome is null and s.closes_at > ${now}
       order by s.kind, s.due_id, s.opened_at desc) s order by "openedAt" desc limit 20`.execute(tx);
  return rows.map(toSession);
}

type SessionReference = { readonly provider: string; readonly reference: string };

export async function lockSessionByReference(
  tx: Db,
  { provider, reference }: SessionReference,
): Promise<CardSession | null> {
  const { rows } = await sql<Row>`
    select ${columns} from card_sessions s where s.provider = ${provider} and s.reference = ${reference}
     order by s.opened_at desc limit 1 for update`.execute(tx);
  return rows[0] ? toSession(rows[0]) : null;
}

type SessionOutcome = { readonly outcome: NonNullable<CardSession['outcome']>; readonly now: Date };

/** Sets the outcome. Only a chargeback changes the outcome of a paid session. */
export const endSession = (tx: Db, id: string, { outcome, now }: SessionOutcome) =>
  sql`update card_sessions set outcome = ${outcome}, decided_at = ${now} where id = ${id}
       and (outcome is null or outcome = 'declined' or ${outcome} = 'charged_back')`.execute(tx);

/** Finds the user's newest card page by order or payment id, reference or transaction number. */
export const findLastAttempt = (tx: Db, reference: string) =>
  firstRow<Pick<CardSession, 'dueId' | 'outcome'>>(tx)`
    select s.due_id "dueId", s.outcome from card_sessions s
     where s.user_id = ${currentUserId} and (s.due_id::text = ${reference} or s.reference = ${reference} or s.id in (
       select e.session_id from card_events e where e.user_id = ${currentUserId} and e.transaction_id = ${reference}))
     order by s.opened_at desc limit 1`;

export async function findSession(tx: Db, id: string): Promise<CardSession | null> {
  const { rows } = await sql<Row>`select ${columns} from card_sessions s where s.id = ${id}`.execute(tx);
  return rows[0] ? toSession(rows[0]) : null;
}

export type SilentSession = Pick<
  CardSession,
  'id' | 'provider' | 'reference' | 'kind' | 'dueId' | 'amount' | 'openedAt'
> & {
  readonly customer: string;
};

/** Finds pages without a result, even if paid another way: the card may be charged too. Excludes the user's own. */
export async function findSilentSessions(tx: Db, providers: readonly string[], before: Date): Promise<SilentSession[]> {
  const { rows } = await sql<Row & { customer: string }>`
    select ${columns}, p.display_name customer from card_sessions s join profiles p on p.id = s.user_id
     where s.outcome is null and s.provider = any(${providers}) and s.opened_at < ${before}
       and s.user_id <> all (${currentUserAccounts})
     order by s.opened_at desc limit 100`.execute(tx);
  return rows.map(({ customer, ...row }) => {
    const { id, provider, reference, kind, dueId, amount, openedAt } = toSession(row);
    return { id, provider, reference, kind, dueId, amount, openedAt, customer };
  });
}
