import { sql } from 'kysely';
import { jmd, parseMinorUnits } from '../../../kernel/money.ts';
import { allRows, currentUserId, type Db, firstRow } from '../../../platform/database/database.ts';
import { readSummary, type SummaryRow, summaryColumns } from '../order/order-row.ts';
import type { CheckedStatement, StatementTotals } from './statement-totals.ts';
import type { StatementOrder, StatementYear } from './year-statement.ts';

type Row = SummaryRow & { fee: string; networkCost: string; rate: string; isDemo: boolean };

const pageSize = 1_000;
const closedAt = sql`coalesce(t.closed_at, t.created_at)`;

const readStatementOrder = ({ fee, networkCost, ...row }: Row): StatementOrder => ({
  ...readSummary(row),
  fee: jmd(parseMinorUnits(fee)),
  networkCost: jmd(parseMinorUnits(networkCost)),
});

/** The user's completed orders that closed in the year. */
export async function findCompletedIn(tx: Db, { from, until }: StatementYear): Promise<StatementOrder[]> {
  const found: StatementOrder[] = [];
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await allRows<Row>(tx)`
      select ${summaryColumns}, t.fee_amount_jmd fee, t.network_cost_jmd "networkCost", t.rate_used rate,
             coalesce(t.receipt ->> 'demo' = 'true', false) "isDemo"
        from transactions t
       where t.user_id = ${currentUserId} and t.status = 'completed' and ${closedAt} >= ${from}
         and ${closedAt} < ${until} ${after === null ? sql`` : sql`and t.id > ${after}`}
       order by t.id limit ${pageSize}`;
    found.push(...rows.map(readStatementOrder));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return found;
    after = last.id;
  }
}

/** Years in which the user's orders completed, newest first. */
export const findStatementYears = async (tx: Db): Promise<number[]> =>
  (
    await allRows<{ year: number }>(tx)`
      select distinct extract(year from ${closedAt} at time zone 'America/Jamaica')::integer "year"
        from transactions t where t.user_id = ${currentUserId} and t.status = 'completed' order by 1 desc limit 50`
  ).map(({ year }) => year);

export type StoredStatement = { readonly code: string; readonly issuedAt: Date };
type YearTotals = { readonly year: number; readonly totals: StatementTotals };

/** Returns the user's newest statement of the year if its totals are the same. */
export const findUnchangedStatement = (tx: Db, { year, totals }: YearTotals) =>
  firstRow<StoredStatement>(tx)`
    select code, issued_at "issuedAt" from (
        select * from year_statements where user_id = ${currentUserId} and year = ${year}
         order by issued_at desc, id desc limit 1) newest
     where totals = ${JSON.stringify(totals)}::jsonb`;

export const insertStatement = (tx: Db, { year, totals, code, issuedAt }: StoredStatement & YearTotals) =>
  sql`insert into year_statements (user_id, year, code, totals, issued_at)
      values (${currentUserId}, ${year}, ${code}, ${JSON.stringify(totals)}, ${issuedAt})`.execute(tx);

export const findStatementByCode = (db: Db, code: string) =>
  firstRow<CheckedStatement>(db)`
    select year, totals, issued_at "issuedAt", replaced "isReplaced" from app.find_year_statement(${code})`;
