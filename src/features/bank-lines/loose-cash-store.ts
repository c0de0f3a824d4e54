import { sql } from 'kysely';
import { type Currency, type Money, minorUnits, money } from '../../kernel/money.ts';
import type { Db } from '../../platform/database.ts';

/** Money that stands on nothing and came in cash. */
export type LooseCash = {
  readonly movementId: string;
  readonly lineId: string;
  readonly seen: boolean;
  readonly above: boolean;
  /** All cash of its payer on that day, by currency, on whatever it stands. */
  readonly amounts: readonly Money[];
};

const name = (holder: string) => sql`regexp_replace(upper(${sql.ref(holder)}), '[^[:alnum:]]', '', 'g')`;
const digits = (account: string) => sql`regexp_replace(${sql.ref(account)}, '\\D', '', 'g')`;

/** All of it that is open. Whose it is nobody knows: a payer is told by the name or the account that the line shows. */
export async function looseCash(tx: Db): Promise<LooseCash[]> {
  const { rows } = await sql<Omit<LooseCash, 'amounts'> & { jmd: string | null; usd: string | null }>`
    with loose as materialized (
      select m.id, m.holder, m.account, app.cash_line_of(m.id) line
        from unassigned_open o join movements m on m.id = o.movement_id where m.rail = 'bank')
    select c.id "movementId", b.id "lineId", c.id = any(b.loose_seen) seen, c.id = any(b.loose_above) above,
        (sum(d.amount) filter (where d.currency = 'JMD'))::text jmd,
        (sum(d.amount) filter (where d.currency = 'USD'))::text usd
      from loose c join bank_lines b on b.id = c.line
        join bank_lines d on d.moved_on = b.moved_on and d.cash join movements m on m.id = d.movement_id
     where d.id = b.id or (${name('c.holder')} <> '' and ${name('c.holder')} = ${name('m.holder')})
       or (${digits('c.account')} <> '' and ${digits('c.account')} = ${digits('m.account')})
     group by c.id, b.id`.execute(tx);
  const read = (currency: Currency, text: string | null) => (text === null ? [] : [money(currency, minorUnits(text))]);
  return rows.map(({ jmd, usd, ...one }) => ({ ...one, amounts: [...read('JMD', jmd), ...read('USD', usd)] }));
}

/** It was looked at; what was above the ceiling once stays so. */
export const noteLooseCash = (tx: Db, { movementId, lineId, seen }: LooseCash, above: boolean) =>
  sql`update bank_lines set loose_seen = loose_seen || ${seen ? [] : [movementId]}::uuid[],
          loose_above = loose_above || ${above ? [movementId] : []}::uuid[]
       where id = ${lineId}`.execute(tx);
