import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buy, type PlacedOrder, sell } from '../../../../test/orders.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { formatCsvCell } from '../../../kernel/csv-format.ts';
import { csvHead } from './history-csv.ts';
import { parsePeriod } from './history-csv-period.ts';

const server = await serverUnderTest();
const get = (url: string, cookie?: string) =>
  server.app.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} });

const now = new Date();

server.setTime(now);

const thisYear = jamaicaDay(now).slice(0, 4);
const year = `/api/transactions.csv?from=${thisYear}-01-01&until=${thisYear}-12-31`;
let owner = '';
let other = '';
let staff = '';
let order: PlacedOrder;

beforeAll(async () => {
  owner = await server.signIn('tier2');
  other = await server.signIn('enhanced');
  staff = await server.signIn('support');
  order = (await buy(server, owner)).body;
  await sell(server, owner);
});

describe('a receipt', () => {
  const url = () => `/api/receipts/${order.orderId}.pdf`;

  it('downloads for its customer under its reference, uncached', async () => {
    const answer = await get(url(), owner);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="receipt-${order.reference}.pdf"`);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is not found for another customer and readable for staff', async () => {
    expect((await get(url(), other)).statusCode).toBe(404);
    expect((await get(url(), staff)).statusCode).toBe(200);
  });

  it('requires sign-in whether the order exists or not', async () => {
    expect((await get(url())).statusCode).toBe(401);
    expect((await get(`/api/receipts/${randomUUID()}.pdf`)).statusCode).toBe(401);
  });

  it.each(['x.pdf', '..%2f..%2fetc%2fpasswd.pdf', `${randomUUID()}`, `${randomUUID()}.exe`])(
    'answers %s with 404',
    async (file) => {
      expect((await get(`/api/receipts/${file}`, owner)).statusCode).toBe(404);
    },
  );

  it('matches the screen and stays hidden from others', async () => {
    const shown = await server.call('trading/receipt', { orderId: order.orderId }, owner);
    expect(shown.body).toMatchObject({ reference: order.reference, side: 'buy', status: 'pending' });
    const strange = await server.call('trading/receipt', { orderId: order.orderId }, other);
    expect(strange.body).toMatchObject({ code: 'trading.order_not_found', defined: true });
  });
});

describe('the CSV of a period', () => {
  const rows = async (cookie: string) =>
    (await get(year, cookie)).body
      .trimEnd()
      .split('\r\n')
      .filter((line) => !line.includes(',plan,'));

  it("contains the customer's own orders only", async () => {
    const lines = await rows(owner);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`${order.reference},buy,pending,`);
    expect(await rows(other)).toHaveLength(1);
    expect(await rows(staff)).toHaveLength(1);
  });

  it('downloads as UTF-8 with a byte order mark, uncached', async () => {
    const answer = await get(year, owner);
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
  });

  it('covers more than 500 orders, each once', async () => {
    const { rows: columns } = await server.owner.query(
      `select string_agg(quote_ident(column_name), ',') names from information_schema.columns
        where table_name = 'transactions' and table_schema = 'public' and is_generated = 'NEVER'
          and column_name not in ('id', 'reference', 'quote_id', 'idempotency_key')`,
    );
    const names = columns[0].names;
    await server.owner.query(
      `insert into transactions (reference, quote_id, ${names})
       select 'T' || n, gen_random_uuid(), ${names} from transactions, generate_series(1, 1200) n where reference = $1`,
      [order.reference],
    );
    const references = (await rows(owner)).slice(1).map((line) => line.split(',')[0]);
    expect(references).toHaveLength(1202);
    expect(new Set(references).size).toBe(1202);
  });

  it('requires sign-in', async () => expect((await get(year)).statusCode).toBe(401));

  it.each([
    ['', 'Enter both dates'],
    ['?from=2026-02-30&until=2026-03-01', 'Enter both dates'],
    ['?from=2026-01-01&from=2026-01-02&until=2026-03-01', 'Enter both dates'],
    ['?from=2026-03-02&until=2026-03-01', "can't be after"],
    ['?from=2025-01-01&until=2026-12-31', 'up to 366 days'],
  ])('refuses %s with a reason', async (query, text) => {
    const answer = await get(`/api/transactions.csv${query}`, owner);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().text).toContain(text);
  });
});

const readCell = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

describe('a cell', () => {
  it.each(['=1+1', '+876', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is not read as a formula', (text) => {
    expect(readCell(formatCsvCell(text))).toBe(`'${text}`);
  });

  it('is quoted when it has a comma, quote or line break', () => {
    expect(formatCsvCell('Kingston, "New"')).toBe('"Kingston, ""New"""');
    expect(formatCsvCell('a\nb')).toBe('"a\nb"');
    expect(formatCsvCell('plain')).toBe('plain');
  });

  it('any other text is read back unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[=+\-@\t\r]/.test(text));
        expect(readCell(formatCsvCell(text))).toBe(text);
      }),
    );
  });
});

it('the file starts with a byte order mark and names both currencies', () => {
  expect(csvHead().charCodeAt(0)).toBe(0xfeff);
  expect(csvHead()).toContain('Amount J$,Amount US$');
  expect(csvHead().endsWith('\r\n')).toBe(true);
});

describe('a period', () => {
  it('counts in Jamaican days, both inclusive', () => {
    expect(parsePeriod('2026-11-20', '2026-11-20')).toEqual({
      from: new Date('2026-11-20T05:00:00Z'),
      until: new Date('2026-11-21T05:00:00Z'),
      name: '2026-11-20-to-2026-11-20',
    });
  });

  it('can be a leap year, but no longer', () => {
    expect(parsePeriod('2028-01-01', '2028-12-31')).toBeTypeOf('object');
    expect(parsePeriod('2026-01-01', '2027-01-01')).toBeTypeOf('object');
    expect(parsePeriod('2026-01-01', '2027-01-02')).toBe('trading.csv_long');
  });

  it('cannot end before it starts', () => {
    expect(parsePeriod('2026-03-02', '2026-03-01')).toBe('trading.csv_order');
  });

  it.each([
    [undefined, '2026-01-01'],
    ['2026-02-30', '2026-03-01'],
    ['2026-13-01', '2026-13-02'],
    ['20260101', '2026-01-02'],
    [['2026-01-01', '2026-01-02'], '2026-01-03'],
    ["2026-01-01'--", '2026-01-02'],
  ])('rejects %j to %j', (from, until) => {
    expect(parsePeriod(from, until)).toBe('trading.csv_dates');
  });

  it('never throws for any input', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (from, until) => {
        parsePeriod(from, until);
      }),
    );
  });
});
