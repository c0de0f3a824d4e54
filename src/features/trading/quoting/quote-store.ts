import { sql } from 'kysely';
import { utcDayStart, utcMonthWindow } from '../../../kernel/calendar.ts';
import { jmd, type Money, minorUnits } from '../../../kernel/money.ts';
import { anyRow, type Db, firstRow, newId, whoAsks } from '../../../platform/database.ts';
import { inForce } from '../../../platform/in-force.ts';
import { learnedColumn } from '../../appropriateness/store.ts';
import type { SettingsInForce } from '../../settings/schema.ts';
import { settingsOf, settingsVersion } from '../../settings/store.ts';
import type { Side } from '../order/order.ts';
import { declaredIncome, type KycSubmission, type KycTier, type Standing, standingFrom } from './limits.ts';
import { readTerms, type Terms, writeTerms } from './terms.ts';

/** What decides what one person may trade at this moment. */
export type Entitlement = {
  readonly settings: SettingsInForce;
  readonly standing: Standing;
  readonly usedNet: Money;
  readonly heldNet: Money;
  /** This month's orders so far, before the fee: what risk is judged by. */
  readonly month: { readonly gross: Money; readonly orders: number };
  /** Nothing of theirs moves (decision E2). Never told as such (A7). */
  readonly stopped: boolean;
  /** The person's orders under way, whenever placed, and those placed on this UTC day that were not called off. */
  readonly orders: { readonly open: number; readonly today: number };
  /** By side: their orders that brought nothing and hold their price, called off or not. */
  readonly unpaid: BySide;
  /** They know what an order means: they read the lesson before a first one, or placed one before. */
  readonly taught: boolean;
  /** J$ a month, of the newest accepted declaration; null where there is none. */
  readonly declaredIncome: string | null;
};

type BySide = Readonly<Record<Side, number>>;

/** The UTC month that counts, the day of it, and the moment. */
export type Window = { readonly from: Date; readonly until: Date; readonly today: Date; readonly asked: Date };

export const windowAt = (now: Date): Window => ({ ...utcMonthWindow(now), today: utcDayStart(now), asked: now });

type Submission = { tier: number; status: KycSubmission['status']; at: string; income: string | null };

/** How somebody was judged before: of all their accounts, but for the request at hand, which is an account's own. */
export type JudgedBefore = {
  /** A person found the customer to be a listed one. */
  readonly confirmed: boolean;
  /** How many requests of theirs were refused for good on this UTC day. */
  readonly refusedToday: number;
  /** How this very request was refused before. */
  readonly refused: { outcome: 'wallet_blocked' | 'transaction_blocked'; requestHash: string } | null;
};

/** What risk is judged by, beside what somebody did. */
export type PersonRisk = {
  readonly pep: boolean;
  readonly highRiskJurisdiction: boolean;
  readonly dueDiligence: boolean;
  /** The last sanctions check of the person; null where none was written down. */
  readonly sanctions: string | null;
};

/** What one person did, in all accounts that were joined (decision E3): the answer of `app.person_ground()`. */
type PersonGround = {
  stopped: boolean;
  /** Of all accounts of a person who has several, the worst of each; null of everybody else, whose own rows say it. */
  risk: PersonRisk | null;
  used: string;
  held: string;
  gross: string;
  orders: number;
  today: number;
  open: BySide & { orders: number; overLimit: number };
  ended: BySide;
  before: JudgedBefore;
};

/** Parts of a statement that other statements of this feature share. */
const submissions = sql<Submission[] | null>`(
  select json_agg(json_build_object('tier', tier, 'status', status, 'at', created_at,
      'income', nullif(data->>'monthly_income', '')))
    from kyc_submissions where user_id = ${whoAsks})`;

/** What {@link readEntitlement} reads, for a request by its key or for none; the statement reads from `inForce`. */
export const entitlementColumns = ({ from, until, today, asked, key }: Window & { key: string | null }) =>
  sql`${settingsVersion} version, ${submissions} submissions,
    ${learnedColumn()} or exists (select from transactions mine where mine.user_id = ${whoAsks}) taught,
    app.person_ground(${key}::uuid, ${from}, ${until}, ${today}, ${asked}) person`;

export type EntitlementRow = {
  version: string;
  submissions: Submission[] | null;
  taught: boolean;
  person: PersonGround;
};

export async function readEntitlement(tx: Db, row: EntitlementRow): Promise<Entitlement> {
  const { version, submissions, taught, person } = row;
  const read = (submissions ?? []).map(({ tier, status, at, income }) => ({
    tier: tier as KycTier,
    status,
    submittedAt: new Date(at),
    income,
  }));
  return {
    settings: await settingsOf(tx, version),
    standing: standingFrom(read),
    usedNet: jmd(minorUnits(person.used)),
    heldNet: jmd(minorUnits(person.held)),
    month: { gross: jmd(minorUnits(person.gross)), orders: person.orders },
    stopped: person.stopped,
    orders: { open: person.open.orders, today: person.today },
    unpaid: { buy: person.open.buy + person.ended.buy, sell: person.open.sell + person.ended.sell },
    taught,
    declaredIncome: declaredIncome(read),
  };
}

/**
 * What the person of the transaction may trade at this moment: kyc_submissions, and the transactions of the UTC month
 * by `app.person_ground` in `db/schema.sql` [001 §7 Reads and writes].
 */
export async function entitlement(tx: Db, window: Window): Promise<Entitlement> {
  const columns = entitlementColumns({ ...window, key: null });
  const row = await firstRow<EntitlementRow>(tx)`select ${columns} from ${inForce}`;
  if (!row) throw new Error('the row of what is in force is missing');
  return readEntitlement(tx, row);
}

export type Quote = { id: string; terms: Terms; expiresAt: Date };

/** Keeps an offer for this person, under an id, until it lapses (decision C6). */
export const saveQuote = (tx: Db, offer: { userId: string; side: Side; terms: Terms; now: Date; expiresAt: Date }) =>
  newId(tx)`
    insert into quotes (user_id, side, terms, created_at, expires_at)
    values (${offer.userId}, ${offer.side}, ${JSON.stringify(writeTerms(offer.terms))}, ${offer.now}, ${offer.expiresAt})
    returning id`;

export type QuoteRow = { id: string; side: Side; terms: Parameters<typeof readTerms>[0]; expires_at: string };

export const readQuote = (row: QuoteRow): Quote & { side: Side } => ({
  id: row.id,
  side: row.side,
  terms: readTerms(row.terms),
  expiresAt: new Date(row.expires_at),
});

/** Whether this is an offer to whoever asks that stands at this moment, and of which no order was made yet. */
export const isOpenOffer = (tx: Db, { id, now }: { id: string; now: Date }) =>
  anyRow(tx)`select from quotes q where q.id = ${id} and q.user_id = ${whoAsks} and q.expires_at >= ${now}
    and not exists (select from transactions t where t.quote_id = q.id)`;

/** Forgets offers that lapsed before a moment; orders keep their own copy. */
export const sweepQuotes = (tx: Db, before: Date) => sql`delete from quotes where expires_at < ${before}`.execute(tx);
