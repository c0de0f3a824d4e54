import { sql } from 'kysely';
import { utcDayStart, utcMonthWindow } from '../../../kernel/calendar.ts';
import { jmd, type Money, parseMinorUnits } from '../../../kernel/money.ts';
import { currentUserId, type Db, firstRow, hasRow, newId } from '../../../platform/database/database.ts';
import { activeVersions } from '../../../platform/database/rows.ts';
import { learnedColumn } from '../../learning/appropriateness/store.ts';
import type { SettingsInForce } from '../../settings/schema.ts';
import { loadSettings, settingsVersion } from '../../settings/store.ts';
import type { Side } from '../order/order.ts';
import { computeStanding, declaredIncome, type KycStanding, type KycSubmission, type KycTier } from './limits.ts';
import { readTerms, type Terms, writeTerms } from './terms.ts';

export type Entitlement = {
  readonly settings: SettingsInForce;
  readonly standing: KycStanding;
  readonly usedNet: Money;
  readonly heldNet: Money;
  readonly month: { readonly gross: Money; readonly orders: number };
  /** The customer is frozen (decision E2), which they must not learn (A7). */
  readonly stopped: boolean;
  readonly orders: { readonly open: number; readonly today: number };
  readonly refusedToday: number;
  /** Unpaid orders with an open price window, even if cancelled, plus buys in cooling-off. */
  readonly unpaid: CountBySide;
  readonly taught: boolean;
  readonly declaredIncome: string | null;
};

type CountBySide = Readonly<Record<Side, number>>;

export type Window = { readonly from: Date; readonly until: Date; readonly today: Date; readonly now: Date };

export const windowAt = (now: Date): Window => ({ ...utcMonthWindow(now), today: utcDayStart(now), now });

type Submission = {
  tier: number;
  status: KycSubmission['status'];
  at: string;
  income: string | null;
  waitsForCustomer: boolean;
};

/** Earlier assessments of all joined accounts. `refused` covers this account only. */
export type PriorAssessments = {
  readonly confirmed: boolean;
  readonly refusedToday: number;
  readonly refused: { outcome: 'wallet_blocked' | 'transaction_blocked'; requestHash: string } | null;
};

export type PersonRisk = {
  readonly pep: boolean;
  readonly highRiskJurisdiction: boolean;
  readonly dueDiligence: boolean;
  readonly sanctions: string | null;
};

/** The result of `app.placement_context()`, across all joined accounts (decision E3). */
type PersonContext = {
  stopped: boolean;
  /** Highest risk among joined accounts. Null for a customer with one account. */
  risk: PersonRisk | null;
  used: string;
  held: string;
  gross: string;
  orders: number;
  today: number;
  open: CountBySide & { orders: number; overLimit: number };
  ended: CountBySide;
  cooling: number;
  before: PriorAssessments;
};

const submissions = sql<Submission[] | null>`(
  select json_agg(json_build_object('tier', tier, 'status', status, 'at', created_at,
      'income', nullif(data->>'monthly_income', ''), 'waitsForCustomer', waits_for = 'customer'))
    from kyc_submissions where user_id = ${currentUserId})`;

/** Columns for {@link readEntitlement}. The statement must read from `activeVersions`. */
export const entitlementColumns = ({ from, until, today, now, key }: Window & { key: string | null }) =>
  sql`${settingsVersion} version, ${submissions} submissions,
    ${learnedColumn()} or exists (select from transactions mine where mine.user_id = ${currentUserId}) taught,
    app.placement_context(${key}::uuid, ${from}, ${until}, ${today}, ${now}) person`;

export type EntitlementRow = {
  version: string;
  submissions: Submission[] | null;
  taught: boolean;
  person: PersonContext;
};

export async function readEntitlement(tx: Db, row: EntitlementRow): Promise<Entitlement> {
  const { version, submissions, taught, person } = row;
  const read = (submissions ?? []).map(({ tier, status, at, income, waitsForCustomer }) => ({
    tier: tier as KycTier,
    status,
    submittedAt: new Date(at),
    income,
    waitsForCustomer,
  }));
  return {
    settings: await loadSettings(tx, version),
    standing: computeStanding(read),
    usedNet: jmd(parseMinorUnits(person.used)),
    heldNet: jmd(parseMinorUnits(person.held)),
    month: { gross: jmd(parseMinorUnits(person.gross)), orders: person.orders },
    stopped: person.stopped,
    orders: { open: person.open.orders, today: person.today },
    refusedToday: person.before.refusedToday,
    unpaid: { buy: person.open.buy + person.ended.buy + person.cooling, sell: person.open.sell + person.ended.sell },
    taught,
    declaredIncome: declaredIncome(read),
  };
}

/** Reads kyc_submissions and this UTC month's transactions [001 §7 Reads and writes]. */
export async function loadEntitlement(tx: Db, window: Window): Promise<Entitlement> {
  const columns = entitlementColumns({ ...window, key: null });
  const row = await firstRow<EntitlementRow>(tx)`select ${columns} from ${activeVersions}`;
  if (!row) throw new Error('the row of what is in force is missing');
  return readEntitlement(tx, row);
}

export type Quote = { id: string; terms: Terms; expiresAt: Date };

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

export const isOpenOffer = (tx: Db, { id, now }: { id: string; now: Date }) =>
  hasRow(tx)`select from quotes q where q.id = ${id} and q.user_id = ${currentUserId} and q.expires_at >= ${now}
    and not exists (select from transactions t where t.quote_id = q.id)`;

export const deleteQuotesBefore = (tx: Db, before: Date) =>
  sql`delete from quotes where expires_at < ${before}`.execute(tx);
