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
    select w.*, not w.id = any(w.cash_parts) fresh, (select min(o::text) from app.list_same_person_accounts(w.user_id) o) person
      from way w where w.direction = 'in' and w.user_id is not null
        and not exists (select from movements o where o.reverses_id = w.id and o.direction = 'off'))`;

/** Finds uncounted cash, with all cash of the same person on that day. Unallocated parts do not count yet. */
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

export type UnallocatedCash = {
  readonly movementId: string;
  readonly lineId: string;
  readonly seen: boolean;
  readonly above: boolean;
  readonly amounts: readonly Money[];
};

const normalizeName = (holder: string) => sql`regexp_replace(upper(${sql.ref(holder)}), '[^[:alnum:]]', '', 'g')`;
const keepDigits = (account: string) => sql`regexp_replace(${sql.ref(account)}, '\\D', '', 'g')`;

/** Finds open unallocated cash, each with all cash of that day from the same payer name or account. */
export async function findUnallocatedCash(tx: Db): Promise<UnallocatedCash[]> {
  const { rows } = await sql<Omit<UnallocatedCash, 'amounts'> & { jmd: string | null; usd: string | null }>`
    with loose as materialized (
      select m.id, m.holder, m.account, app.cash_line_of(m.id) line
        from unallocated_funds o join movements m on m.id = o.movement_id where m.rail = 'bank')
    select c.id "movementId", b.id "lineId", c.id = any(b.unallocated_cash_checked) seen, c.id = any(b.unallocated_cash_over_limit) above,
        (sum(d.amount) filter (where d.currency = 'JMD'))::text jmd,
        (sum(d.amount) filter (where d.currency = 'USD'))::text usd
      from loose c join bank_lines b on b.id = c.line
        join bank_lines d on d.moved_on = b.moved_on and d.cash join movements m on m.id = d.movement_id
     where d.id = b.id or (${normalizeName('c.holder')} <> '' and ${normalizeName('c.holder')} = ${normalizeName('m.holder')})
       or (${keepDigits('c.account')} <> '' and ${keepDigits('c.account')} = ${keepDigits('m.account')})
     group by c.id, b.id`.execute(tx);
  const toMoney = (currency: Currency, text: string | null) =>
    text === null ? [] : [money(currency, parseMinorUnits(text))];
  return rows.map(({ jmd, usd, ...cash }) => ({ ...cash, amounts: [...toMoney('JMD', jmd), ...toMoney('USD', usd)] }));
}

/** Stores the cash as counted. Once true, `above` stays true. */
export const markUnallocatedCash = (tx: Db, { movementId, lineId, seen }: UnallocatedCash, above: boolean) =>
  sql`update bank_lines set unallocated_cash_checked = unallocated_cash_checked || ${seen ? [] : [movementId]}::uuid[],
          unallocated_cash_over_limit = unallocated_cash_over_limit || ${above ? [movementId] : []}::uuid[]
       where id = ${lineId}`.execute(tx);
