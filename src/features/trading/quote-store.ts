import { sql } from 'kysely';
import { utcDayStart, utcMonthWindow } from '../../kernel/calendar.ts';
import { jmd, type Money, minorUnits } from '../../kernel/money.ts';
import { type Db, whoAsks } from '../../platform/database.ts';
import { inForce } from '../../platform/in-force.ts';
import type { Settings } from '../settings/schema.ts';
import { settingsOf, settingsVersion } from '../settings/store.ts';
import { declaredIncome, type KycSubmission, type KycTier, type Standing, standingFrom } from './limits.ts';
import type { Side } from './order.ts';
import { readTerms, type Terms, writeTerms } from './terms.ts';

/** What decides what one person may trade at this moment. */
export type Entitlement = {
  readonly settings: Settings;
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
  /** J$ a month, of the newest accepted declaration; null where there is none. */
  readonly declaredIncome: string | null;
};

type BySide = Readonly<Record<Side, number>>;

/** The UTC month that counts, the day of it, and the moment. */
export type Window = { readonly from: Date; readonly until: Date; readonly today: Date; readonly asked: Date };

export const windowAt = (now: Date): Window => ({ ...utcMonthWindow(now), today: utcDayStart(now), asked: now });

type Usage = { used: string; held: string; gross: string; orders: number; today: number };
type OwnUsage = Usage & { open: BySide & { orders: number }; ended: BySide };
type Submission = { tier: number; status: KycSubmission['status']; at: string; income: string | null };

/** Parts of a statement that other statements of this feature share. `window` is the month that counts. */
const holdsUnpaid = (asked: Date) => sql`pay_in in ('awaiting', 'claimed') and price_holds_until > ${asked}`;
const unpaidBySide = (asked: Date) => sql`
  'buy', count(*) filter (where type = 'buy' and ${holdsUnpaid(asked)}),
  'sell', count(*) filter (where type = 'sell' and ${holdsUnpaid(asked)})`;

const usageIn = (window: Window) => sql<OwnUsage>`(
  select jsonb_build_object(
    'used', coalesce(sum(net_jmd_amount) filter (where status <> 'pending'), 0)::text,
    'held', coalesce(sum(net_jmd_amount) filter (where status = 'pending'), 0)::text,
    'gross', coalesce(sum(jmd_amount), 0)::text, 'orders', count(*),
    'today', count(*) filter (where created_at >= ${window.today}),
    'open', (select jsonb_build_object('orders', count(*), ${unpaidBySide(window.asked)})
      from transactions where user_id = ${whoAsks} and status in ('pending', 'processing')),
    'ended', (select jsonb_build_object(${unpaidBySide(window.asked)})
      from transactions where user_id = ${whoAsks} and status in ('cancelled', 'failed')
        and ${holdsUnpaid(window.asked)}))
  from transactions where user_id = ${whoAsks} and created_at >= ${window.from} and created_at < ${window.until}
    and status in ('pending', 'processing', 'completed'))`;

const submissions = sql<Submission[] | null>`(
  select jsonb_agg(jsonb_build_object('tier', tier, 'status', status, 'at', created_at,
      'income', nullif(data->>'monthly_income', '')))
    from kyc_submissions where user_id = ${whoAsks})`;

/** The columns that {@link readEntitlement} reads, in a statement that reads from `inForce`. */
export const entitlementColumns = (window: Window) =>
  sql`${settingsVersion} version, ${usageIn(window)} usage, ${submissions} submissions,
    app.beside_own(${window.from}, ${window.until}, ${window.today}, ${window.asked}) beside`;

export type EntitlementRow = {
  version: string;
  usage: OwnUsage;
  submissions: Submission[] | null;
  /** What else decides; null where nothing does. */
  beside: {
    /** The usage of the accounts that were joined with this one: caps count per person (decision E3). */
    joined: (Usage & { open: number; unpaid: BySide; heldForLimit: number }) | null;
    stopped: boolean;
  } | null;
};

const together = (own: string, joined: string | undefined): Money => jmd(minorUnits(own) + minorUnits(joined ?? '0'));

export async function readEntitlement(tx: Db, row: EntitlementRow): Promise<Entitlement> {
  const { version, usage, submissions, beside } = row;
  const joined = beside?.joined;
  const read = (submissions ?? []).map(({ tier, status, at, income }) => ({
    tier: tier as KycTier,
    status,
    submittedAt: new Date(at),
    income,
  }));
  return {
    settings: await settingsOf(tx, version),
    standing: standingFrom(read),
    usedNet: together(usage.used, joined?.used),
    heldNet: together(usage.held, joined?.held),
    month: { gross: together(usage.gross, joined?.gross), orders: usage.orders + (joined?.orders ?? 0) },
    stopped: beside?.stopped ?? false,
    orders: { open: usage.open.orders + (joined?.open ?? 0), today: usage.today + (joined?.today ?? 0) },
    unpaid: {
      buy: usage.open.buy + usage.ended.buy + (joined?.unpaid.buy ?? 0),
      sell: usage.open.sell + usage.ended.sell + (joined?.unpaid.sell ?? 0),
    },
    declaredIncome: declaredIncome(read),
  };
}

/** What the person of the transaction may trade at this moment. */
export async function entitlement(tx: Db, window: Window): Promise<Entitlement> {
  const { rows } = await sql<EntitlementRow>`select ${entitlementColumns(window)} from ${inForce}`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('the row of what is in force is missing');
  return readEntitlement(tx, row);
}

export type Quote = { id: string; terms: Terms; expiresAt: Date };

/** Keeps an offer for this person until it lapses. */
export async function saveQuote(
  tx: Db,
  offer: { userId: string; side: Side; terms: Terms; now: Date; expiresAt: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into quotes (user_id, side, terms, created_at, expires_at)
    values (${offer.userId}, ${offer.side}, ${JSON.stringify(writeTerms(offer.terms))}, ${offer.now}, ${offer.expiresAt})
    returning id`.execute(tx);
  return rows[0]?.id ?? '';
}

export type QuoteRow = { id: string; side: Side; terms: Parameters<typeof readTerms>[0]; expires_at: string };

export const readQuote = (row: QuoteRow): Quote & { side: Side } => ({
  id: row.id,
  side: row.side,
  terms: readTerms(row.terms),
  expiresAt: new Date(row.expires_at),
});

/** Forgets offers that lapsed before a moment; orders keep their own copy. */
export const sweepQuotes = (tx: Db, before: Date) => sql`delete from quotes where expires_at < ${before}`.execute(tx);
