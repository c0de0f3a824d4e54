import { type AuditEntry, audit } from '../../../platform/audit.ts';
import type { Db, SessionUser } from '../../../platform/database/database.ts';
import { getConnectionKey } from '../../../platform/http/client-network.ts';
import { authed, publicProcedure } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { generateCode, parseCode } from '../../learning/certificates/issue.ts';
import type { Receipt } from '../../receipts/receipt.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { refuse } from '../messages.ts';
import { CheckStatement } from '../schema.ts';
import { findReceiptCustomer } from './receipt-store.ts';
import {
  findCompletedIn,
  findStatementByCode,
  findStatementYears,
  findUnchangedStatement,
  insertStatement,
  type StoredStatement,
} from './statement-store.ts';
import type { CheckedStatement, StatementTotals } from './statement-totals.ts';
import { buildYearStatement, type StatementYear, sumYear } from './year-statement.ts';

export type StatementRequest = {
  readonly period: StatementYear;
  readonly now: Date;
  readonly requestId: string;
  readonly origin: string;
};

async function storeStatement(
  tx: Db,
  statement: { readonly year: number; readonly totals: StatementTotals; readonly issuedAt: Date },
  by: Pick<AuditEntry, 'actorId' | 'requestId'>,
): Promise<StoredStatement> {
  const stored = { ...statement, code: generateCode() };
  await insertStatement(tx, stored);
  await audit(tx, {
    ...by,
    actorRole: 'customer',
    action: 'trading.statement_issued',
    subjectType: 'year_statement',
    subjectId: stored.code,
    after: { year: statement.year, totals: statement.totals },
  });
  return stored;
}

/** Issues the statement of a year, or returns the newest one with its code and date if its totals are unchanged. */
export async function issueStatement(
  tx: Db,
  person: SessionUser,
  { period, now, requestId, origin }: StatementRequest,
): Promise<Receipt> {
  const orders = await findCompletedIn(tx, period);
  const customer = await findReceiptCustomer(tx, person.id);
  if (orders.length === 0 || !customer) return refuse('trading.statement_empty', { year: String(period.year) });
  const { year } = period;
  const { deals, totals } = sumYear(orders, period);
  const { code, issuedAt } =
    (await findUnchangedStatement(tx, { year, totals })) ??
    (await storeStatement(tx, { year, totals, issuedAt: now }, { actorId: person.id, requestId }));
  const { company } = await loadCurrentSettings(tx);
  return buildYearStatement({ year, code, issuedAt, deals, totals, origin }, { customer, company });
}

export const listStatementYears = authed.handler(async function listStatementYears({ context: { tx } }) {
  return { years: await findStatementYears(tx) };
});

/** Returns the public part of a statement, without a name; null for an unknown code. */
export const checkStatement = publicProcedure.input(CheckStatement).handler(async function checkStatement({
  context: { services, request },
  input,
}): Promise<{ statement: CheckedStatement | null }> {
  checkRateLimit(services, 'verify', getConnectionKey(request.ip));
  const code = parseCode(input.code);
  return { statement: code === null ? null : await findStatementByCode(services.db, code) };
});
