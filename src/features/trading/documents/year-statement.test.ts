import { beforeEach, describe, expect, it, test } from 'vitest';
import { markAccountsClosed } from '../../../../test/erasure-time.ts';
import { insertPastOrders } from '../../../../test/past-orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jmd, usd } from '../../../kernel/money.ts';
import { eraseRecords } from '../../compliance/erase.ts';
import { setRetentionDeadlines } from '../../compliance/jobs.ts';
import { formatCode } from '../../learning/certificates/certificate.ts';
import { generateCode } from '../../learning/certificates/issue.ts';
import { receiptPdf } from '../../receipts/receipt-pdf.ts';
import type { CheckedStatement } from './statement-totals.ts';
import {
  buildYearStatement,
  parseStatementYear,
  type StatementOrder,
  statementNotes,
  sumYear,
} from './year-statement.ts';

const now = new Date('2026-11-24T22:00:00Z');

describe('the year of a statement', () => {
  it('runs from midnight to midnight in Jamaica', () => {
    expect(parseStatementYear('2025', now)).toEqual({
      year: 2025,
      from: new Date('2025-01-01T05:00:00Z'),
      until: new Date('2026-01-01T05:00:00Z'),
      hasEnded: true,
    });
  });

  it('cannot be later than the current year in Jamaica', () => {
    const newYearsEve = new Date('2027-01-01T04:59:59Z');
    expect(parseStatementYear('2026', newYearsEve)).toMatchObject({ year: 2026, hasEnded: false });
    expect(parseStatementYear('2027', newYearsEve)).toBe('trading.statement_future');
    expect(parseStatementYear('2027', new Date('2027-01-01T05:00:00Z'))).toMatchObject({ year: 2027 });
  });

  it.each(['', '26', '1999', '20260', '2026x', '../2026', '٢٠٢٦'])('is refused as %j', (text) => {
    expect(parseStatementYear(text, now)).toBe('trading.statement_year');
  });
});

const bitcoin = (base: bigint) => ({ symbol: 'BTC', base, decimals: 8 });
const bought: StatementOrder = {
  side: 'buy',
  coins: bitcoin(1_000n),
  fiat: jmd(10_000n),
  gross: jmd(10_000n),
  net: jmd(9_200n),
  fee: jmd(800n),
  networkCost: jmd(100n),
  rate: '175',
  isDemo: false,
};
const boughtInUsd: StatementOrder = { ...bought, fiat: usd(5_713n), gross: jmd(999_775n) };
const sold: StatementOrder = { ...bought, side: 'sell', networkCost: jmd(0n), rate: '160', isDemo: true };

describe('the totals of a year', () => {
  it('are the sums of orders in J$ and US$, each order rounded down to the cent', () => {
    const { totals, deals } = sumYear([bought, bought, boughtInUsd, sold], { hasEnded: true });
    expect(totals).toEqual({
      orders: 4,
      boughtJmd: '10197.75', // 100.00 + 100.00 + 9,997.75
      boughtUsd: '58.27', // 0.57 + 0.57 + 57.13
      soldJmd: '92.00',
      soldUsd: '0.57', // 0.575
      feesJmd: '35.00', // 9.00 × 3 + 8.00
      feesUsd: '0.20', // 0.0514 × 3 and 0.05
      isWholeYear: true,
      isDemo: true,
    });
    expect(deals.buy).toEqual([{ coins: bitcoin(3_000n), jmd: jmd(1_019_775n), usd: usd(5_827n) }]);
    expect(deals.sell).toEqual([{ coins: bitcoin(1_000n), jmd: jmd(9_200n), usd: usd(57n) }]);
  });

  it('keep coins apart', () => {
    const tether: StatementOrder = { ...bought, coins: { symbol: 'USDT', base: 5n, decimals: 6 } };
    const { deals } = sumYear([tether, bought], { hasEnded: true });
    expect(deals.buy.map(({ coins }) => coins)).toEqual([bitcoin(1_000n), tether.coins]);
    expect(deals.sell).toEqual([]);
  });
});

const build = (orders: readonly StatementOrder[], hasEnded: boolean) =>
  buildYearStatement(
    {
      ...sumYear(orders, { hasEnded }),
      year: 2026,
      code: '7K3M9QX2R5WBT0AE',
      issuedAt: now,
      origin: 'https://shop.example',
    },
    {
      customer: { name: 'Ina Brown', email: 'ina@example.com' },
      company: { name: 'Cryptocommerce', supportEmail: 'support@example.com', phone: '+1 876 555 0100' },
    },
  );

test('the PDF names customer, year, issue date, amounts and code, and leads to the check page', async () => {
  const paper = build([bought], false);
  expect(paper).toMatchObject({ kind: 'Year statement', reference: '2026', issued: 'Tue 24 Nov 2026, 5:00 pm' });
  expect(paper.parties[0]?.lines[0]).toEqual({ label: 'Name', value: 'Ina Brown' });
  expect(paper.parts.map(({ lines }) => lines[0]?.value.replaceAll('\u00a0', ' '))).toEqual([
    'J$100.00',
    '0.00001000 BTC for J$100.00 (US$0.57)',
    'US$0.57',
    'None',
  ]);
  expect(paper.ticket?.code).toBe('https://shop.example/statements/7K3M-9QX2-R5WB-T0AE');
  expect(paper.notes).toContain(statementNotes.unfinished);
  expect(build([bought], true).notes).not.toContain(statementNotes.unfinished);
  expect((await receiptPdf(paper, now)).subarray(0, 5).toString()).toBe('%PDF-');
});

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const get = (year: number | string, cookie?: string) =>
  server.app.inject({
    method: 'GET',
    url: `/api/year-statements/${year}.pdf`,
    headers: cookie ? { cookie } : {},
  });
const check = async (code: string) =>
  (await call<{ statement: CheckedStatement | null }>('trading/checkStatement', { code })).body.statement;
const loadCodes = async (userId: string) =>
  (
    await owner.query<{ code: string }>('select code from year_statements where user_id = $1 order by issued_at', [
      userId,
    ])
  ).rows.map(({ code }) => code);

async function insertOrdersClosed(userId: string, ...closedAt: string[]): Promise<void> {
  const ids = await insertPastOrders(
    server,
    userId,
    closedAt.map(() => 'completed'),
  );
  for (const [at, id] of ids.entries())
    await owner.query('update transactions set closed_at = $2 where id = $1', [id, closedAt[at]]);
}

const totalsOfTwo = {
  orders: 2,
  boughtJmd: '40000.00',
  boughtUsd: '228.56',
  soldJmd: '0.00',
  soldUsd: '0.00',
  feesJmd: '3200.00',
  feesUsd: '18.28',
  isWholeYear: true,
  isDemo: false,
};

describe('a downloaded statement', () => {
  beforeEach(() => server.setTime(now));

  it('counts completed orders that closed within the year in Jamaica', async () => {
    const { id, cookie } = await newCustomer(server);
    await insertPastOrders(server, id, ['pending', 'failed', 'cancelled']);
    await insertOrdersClosed(
      id,
      '2025-01-01T04:59:59Z',
      '2025-01-01T05:00:00Z',
      '2026-01-01T04:59:59Z',
      '2026-01-01T05:00:00Z',
    );
    const answer = await get(2025, cookie);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="year-statement-2025.pdf"',
    });
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const [code = ''] = await loadCodes(id);
    expect(await check(formatCode(code).toLowerCase())).toEqual({
      year: 2025,
      issuedAt: now.toISOString(),
      isReplaced: false,
      totals: totalsOfTwo,
    });
    const { body } = await call<{ years: number[] }>('trading/statementYears', undefined, cookie);
    expect(body.years).toEqual([2026, 2025, 2024]);
  });

  it('keeps its code while nothing changes, and is replaced after a change', async () => {
    const { id, cookie } = await newCustomer(server);
    await insertOrdersClosed(id, '2026-03-01T12:00:00Z');
    await Promise.all([get(2026, cookie), get(2026, cookie)]);
    const [first = '', ...more] = await loadCodes(id);
    expect(more).toEqual([]);
    await insertOrdersClosed(id, '2026-04-01T12:00:00Z');
    server.setTime(new Date(now.getTime() + 60_000));
    await get(2026, cookie);
    server.setTime(now);
    const second = (await loadCodes(id))[1] ?? '';
    expect(await check(first)).toMatchObject({ isReplaced: true, totals: { orders: 1, isWholeYear: false } });
    expect(await check(second)).toMatchObject({ isReplaced: false, totals: { orders: 2 } });
    const { rows } = await owner.query('select action, subject_id "subjectId" from audit_log where actor_id = $1', [
      id,
    ]);
    expect(rows).toEqual([first, second].map((subjectId) => ({ action: 'trading.statement_issued', subjectId })));
  });

  it('is refused without orders, for a later year, and without a session', async () => {
    const { id, cookie } = await newCustomer(server);
    await insertPastOrders(server, id, ['pending']);
    const refused = async (year: number | string) => (await get(year, cookie)).json<{ code: string; text: string }>();
    expect(await refused(2026)).toMatchObject({
      code: 'trading.statement_empty',
      text: 'You have no completed orders in 2026. Please choose another year.',
    });
    expect((await refused(2027)).code).toBe('trading.statement_future');
    expect((await refused('x')).code).toBe('trading.statement_year');
    expect((await get(2026)).statusCode).toBe(401);
    expect(await loadCodes(id)).toEqual([]);
  });

  it('is not found by another code', async () => {
    expect(await check(generateCode())).toBeNull();
    expect(await check("' or true --")).toBeNull();
  });
});

test('an issued statement cannot be changed or deleted by the application', async () => {
  const { rows } = await owner.query(`select privilege_type "right" from information_schema.role_table_grants
    where table_name = 'year_statements' and grantee = 'cryptocommerce_app' order by 1`);
  expect(rows).toEqual([{ right: 'INSERT' }, { right: 'SELECT' }]);
});

test('a statement is erased with its customer', async () => {
  const { id, cookie } = await newCustomer(server);
  await insertOrdersClosed(id, '2026-03-01T12:00:00Z');
  await get(2026, cookie);
  const [code = ''] = await loadCodes(id);
  expect(await check(code)).not.toBeNull();
  await markAccountsClosed(server, id);
  await setRetentionDeadlines(services);
  const later = new Date(Date.now() + 2_600 * 86_400_000);
  server.setTime(later);
  await owner.query(`create or replace function app.today() returns date language sql stable as
    $$ select date '${later.toISOString().slice(0, 10)}' $$`);
  await eraseRecords(services);
  expect(await check(code)).toBeNull();
});
