import { sql } from 'kysely';
import { type Currency, type Money, money, parseMinorUnits } from '../../kernel/money.ts';
import type { Db } from '../../platform/database/database.ts';

type CountedLine = {
  readonly id: string;
  readonly parts: readonly string[];
  readonly fresh: string;
};
export type PersonCash = {
  readonly userId: string;
  readonly accounts: number;
  readonly day: string;
  readonly amounts: readonly Money[];
  readonly lines: readonly CountedLine[];
};

/** SQL `with` clause: `part` follows cash from its line through splits, attachments and unlinking. */
const parts = sql`
  recursive way as (
    select l.id line, l.moved_on, l.currency, l.cash_parts, m.id, m.user_id, m.direction, m.amount
      from bank_lines l join movements m on m.id = l.movement_id
     where l.cash and l.moved_on in (
       select moved_on from bank_lines where cash and movement_id is not null and cash_counted < amount)
    union all
    select w.line, w.moved_on, w.currency, w.cash_parts, m.id, m.user_id, m.direction, m.amount
      from way w join movements m on m.source_movement_id = w.id or (m.reverses_id = w.id and m.direction = 'off')),
  part as (
    select w.*, not w.id = any(w.cash_parts) fresh, (select min(o::text) from app.accounts_of_person(w.user_id) o) person
      from way w where w.direction = 'in' and w.user_id is not null
        and not exists (select from movements o where o.reverses_id = w.id and o.direction = 'off'))`;

/** Finds uncounted cash, with all cash of the same person on that day. Unassigned parts do not count yet. */
export async function findUncountedCash(tx: Db): Promise<PersonCash[]> {
  // Serializes counts, so that no cash counts twice.
  await sql`select pg_advisory_xact_lock(hashtextextended('cash is counted', 0))`.execute(tx);
  const { rows } = await sql<Omit<PersonCash, 'amounts'> & { jmd: string | null; usd: string | null }>`
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
  const toMoney = (currency: Currency, text: string | null) =>
    text === null ? [] : [money(currency, parseMinorUnits(text))];
  return rows.map(({ jmd, usd, ...cash }) => ({ ...cash, amounts: [...toMoney('JMD', jmd), ...toMoney('USD', usd)] }));
}

export const markCashCounted = (tx: Db, lines: PersonCash['lines'], now: Date) =>
  sql`update bank_lines l set cash_checked_at = ${now}, cash_counted = l.cash_counted + g.fresh,
          cash_parts = l.cash_parts || g.parts
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) g(id uuid, fresh numeric, parts uuid[])
       where l.id = g.id`.execute(tx);
