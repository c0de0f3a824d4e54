import { sql } from 'kysely';
import { type Money, minorUnits, money, moneyText } from '../../kernel/money.ts';
import { type Db, firstRow, newId, ownAccounts, whoAsks } from '../../platform/database.ts';
import type { CardDue, CardKind } from './due.ts';
import type { CardProvider } from './provider.ts';

/** One way to a provider's page: for what, how much, and how it ended. */
export type CardSession = {
  readonly id: string;
  readonly userId: string;
  readonly kind: CardKind;
  readonly dueId: string;
  readonly provider: CardProvider;
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

const read = ({ amount, currency, ...row }: Row): CardSession => ({
  ...row,
  amount: money(currency, minorUnits(amount)),
});

export type NewSession = Pick<CardSession, 'provider' | 'reference' | 'url' | 'openedAt' | 'closesAt'> & {
  readonly due: CardDue;
};

/** Lays down a way to a page: its id. */
export async function insertSession(tx: Db, session: NewSession): Promise<string> {
  const { due, provider, reference, url, openedAt, closesAt } = session;
  return newId(tx)`
    insert into card_sessions (user_id, kind, due_id, provider, reference, amount, currency, url, opened_at, closes_at)
      values (${due.userId}, ${due.kind}, ${due.id}, ${provider}, ${reference}, ${moneyText(due.amount.minor)},
        ${due.amount.currency}, ${url}, ${openedAt}, ${closesAt}) returning id`;
}

/** The page that whoever asks may come back to for something; null without one. */
export async function openSession(tx: Db, due: CardDue, now: Date): Promise<CardSession | null> {
  const { rows } = await sql<Row>`
    select ${columns} from card_sessions s
     where s.user_id = ${whoAsks} and s.kind = ${due.kind} and s.due_id = ${due.id} and s.outcome is null
       and s.closes_at > ${now} and s.amount = ${moneyText(due.amount.minor)} and s.currency = ${due.amount.currency}
     order by s.opened_at desc limit 1`.execute(tx);
  return rows[0] ? read(rows[0]) : null;
}

/** One after the other for one thing that is due: of two pages that are asked for at once one is opened. */
export const onePageAtATime = (tx: Db, kind: CardDue['kind'], id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`card page of ${kind} `} || ${id}::uuid, 0))`.execute(tx);

/** All that whoever asks may come back to, newest first, one for each thing. */
export async function ownOpenSessions(tx: Db, now: Date): Promise<CardSession[]> {
  const { rows } = await sql<Row>`
    select * from (select distinct on (s.kind, s.due_id) ${columns} from card_sessions s
       where s.user_id = ${whoAsks} and s.outcome is null and s.closes_at > ${now}
       order by s.kind, s.due_id, s.opened_at desc) s order by "openedAt" desc limit 20`.execute(tx);
  return rows.map(read);
}

type Called = { readonly provider: CardProvider; readonly reference: string };

/** The newest that a provider calls so, locked; null where we opened none. */
export async function sessionCalled(tx: Db, { provider, reference }: Called): Promise<CardSession | null> {
  const { rows } = await sql<Row>`
    select ${columns} from card_sessions s where s.provider = ${provider} and s.reference = ${reference}
     order by s.opened_at desc limit 1 for update`.execute(tx);
  return rows[0] ? read(rows[0]) : null;
}

type Ended = { readonly outcome: NonNullable<CardSession['outcome']>; readonly now: Date };

/** How it ended. What was paid stays so, whatever is told of a second charge; that it was taken back counts always. */
export const endSession = (tx: Db, id: string, { outcome, now }: Ended) =>
  sql`update card_sessions set outcome = ${outcome}, decided_at = ${now} where id = ${id}
       and (outcome is null or outcome = 'declined' or ${outcome} = 'charged_back')`.execute(tx);

/**
 * What whoever asks tried last for something by its id, or by what a provider calls it or its charge; null where they
 * never did.
 */
export const lastTry = (tx: Db, named: string) =>
  firstRow<Pick<CardSession, 'dueId' | 'outcome'>>(tx)`
    select s.due_id "dueId", s.outcome from card_sessions s
     where s.user_id = ${whoAsks} and (s.due_id::text = ${named} or s.reference = ${named} or s.id in (
       select e.session_id from card_events e where e.user_id = ${whoAsks} and e.transaction_id = ${named}))
     order by s.opened_at desc limit 1`;

export async function sessionById(tx: Db, id: string): Promise<CardSession | null> {
  const { rows } = await sql<Row>`select ${columns} from card_sessions s where s.id = ${id}`.execute(tx);
  return rows[0] ? read(rows[0]) : null;
}

export type QuietSession = Pick<
  CardSession,
  'id' | 'provider' | 'reference' | 'kind' | 'dueId' | 'amount' | 'openedAt'
> & {
  readonly customer: string;
};

/**
 * Pages of these providers from before a moment that nobody heard of since, also of what another page paid: whoever
 * tried twice may have been charged twice. Never one's own.
 */
export async function quietSessions(tx: Db, providers: readonly string[], before: Date): Promise<QuietSession[]> {
  const { rows } = await sql<Row & { customer: string }>`
    select ${columns}, p.display_name customer from card_sessions s join profiles p on p.id = s.user_id
     where s.outcome is null and s.provider = any(${providers}) and s.opened_at < ${before}
       and s.user_id <> all (${ownAccounts})
     order by s.opened_at desc limit 100`.execute(tx);
  return rows.map(({ customer, ...row }) => {
    const { id, provider, reference, kind, dueId, amount, openedAt } = read(row);
    return { id, provider, reference, kind, dueId, amount, openedAt, customer };
  });
}
