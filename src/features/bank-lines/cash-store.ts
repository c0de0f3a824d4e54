import { sql } from 'kysely';
import { type Currency, type Money, minorUnits, money } from '../../kernel/money.ts';
import type { Db } from '../../platform/database.ts';

type CountedLine = {
  readonly id: string;
  /** Which movements of it were not counted yet, and how much they are, as a column has it. */
  readonly parts: readonly string[];
  readonly fresh: string;
};
export type CashOf = {
  /** The account on which the newest of it stands. */
  readonly userId: string;
  /** Over how many accounts of one person it came. */
  readonly accounts: number;
  readonly day: string;
  /** All cash of theirs on that day, by currency. */
  readonly amounts: readonly Money[];
  readonly lines: readonly CountedLine[];
};

/** What became of cash within the house, from its line on: split, attached, or taken off and attached to another. */
const parts = sql`
  recursive way as (
    select l.id line, l.moved_on, l.currency, l.cash_parts, m.id, m.user_id, m.direction, m.amount
      from bank_lines l join movements m on m.id = l.movement_id
     where l.cash and l.moved_on in (
       select moved_on from bank_lines where cash and movement_id is not null and cash_counted < amount)
    union all
    select w.line, w.moved_on, w.currency, w.cash_parts, m.id, m.user_id, m.direction, m.amount
      from way w join movements m on m.from_id = w.id or (m.of_id = w.id and m.direction = 'off')),
  part as (
    select w.*, not w.id = any(w.cash_parts) fresh, (select min(o::text) from app.one_person(w.user_id) o) person
      from way w where w.direction = 'in' and w.user_id is not null
        and not exists (select from movements o where o.of_id = w.id and o.direction = 'off'))`;

/**
 * Cash that became somebody's and was not counted yet, with all cash of that person on that day, on whichever account.
 * A line that is split becomes theirs in parts: each counts once it is. What was taken off is theirs no more.
 */
export async function uncountedCash(tx: Db): Promise<CashOf[]> {
  // Two who count at once would count the same cash twice, and miss what comes to it.
  await sql`select pg_advisory_xact_lock(hashtextextended('cash is counted', 0))`.execute(tx);
  const { rows } = await sql<Omit<CashOf, 'amounts'> & { jmd: string | null; usd: string | null }>`
    with ${parts}, line as (
      select line, moved_on, currency, person, sum(amount) amount, sum(amount) filter (where fresh) fresh,
          array_agg(id) filter (where fresh) parts, max(id::text) filter (where fresh) newest
        from part group by line, moved_on, currency, person),
    found as (
      select person, moved_on, max(newest) newest,
          (sum(amount) filter (where currency = 'JMD'))::numeric(18, 2)::text jmd,
          (sum(amount) filter (where currency = 'USD'))::numeric(18, 2)::text usd,
          json_agg(json_build_object('id', line, 'parts', parts, 'fresh', fresh::text)) filter (where fresh > 0) "lines"
        from line group by person, moved_on having sum(fresh) > 0 limit 200)
    select f.jmd, f.usd, f.lines, to_char(f.moved_on, 'YYYY-MM-DD') "day",
        (select p.user_id from part p where p.id = f.newest::uuid) "userId",
        (select count(distinct p.user_id)::int from part p where p.person = f.person and p.moved_on = f.moved_on) accounts
      from found f`.execute(tx);
  const read = (currency: Currency, text: string | null) => (text === null ? [] : [money(currency, minorUnits(text))]);
  return rows.map(({ jmd, usd, ...one }) => ({ ...one, amounts: [...read('JMD', jmd), ...read('USD', usd)] }));
}

export const noteCashSeen = (tx: Db, lines: CashOf['lines'], now: Date) =>
  sql`update bank_lines l set cash_seen_at = ${now}, cash_counted = l.cash_counted + g.fresh,
          cash_parts = l.cash_parts || g.parts
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) g(id uuid, fresh numeric, parts uuid[])
       where l.id = g.id`.execute(tx);
