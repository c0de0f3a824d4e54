import { sql } from 'kysely';
import { type Currency, type Money, money, parseMinorUnits } from '../../kernel/money.ts';
import type { Db } from '../../platform/database/database.ts';

export type UnallocatedCash = {
  readonly movementId: string;
  readonly lineId: string;
  readonly seen: boolean;
  readonly above: boolean;
  readonly amounts: readonly Money[];
};

const normalizeName = (holder: string) => sql`regexp_replace(upper(${sql.ref(holder)}), '[^[:alnum:]]', '', 'g')`;
const keepDigits = (account: string) => sql`regexp_replace(${sql.ref(account)}, '\\D', '', 'g')`;

/** Finds open unassigned cash, each with all cash of that day from the same payer name or account. */
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
