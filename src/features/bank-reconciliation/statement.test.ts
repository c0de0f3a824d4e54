import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { joinRows, readExport } from '../../../test/bank-exports.ts';
import { testAccount } from '../../../test/bank-lines.ts';
import { separators } from '../../kernel/csv.ts';
import { decodeStatement, detectFormat } from './detect-format.ts';
import { parseCents, parseDay } from './parse-cells.ts';
import { parseStatement } from './statement.ts';
import { maxLines, maxStatementLength, type StatementFormat } from './statement-format.ts';

const columns = {
  ...{ day: 'Date', amount: '', credit: 'Credit', debit: 'Debit', reference: 'Reference', details: 'Description' },
  ...{ payer: 'Payer', account: 'Payer account', bank: 'Payer bank' },
  ...{ direction: '', currency: '', status: '', balance: '' },
};
const plain: StatementFormat = { separator: ',', decimal: '.', day: 'dmy', columns };
const head = 'Date,Description,Reference,Debit,Credit,Payer,Payer account,Payer bank';
const lines = (text: string, format = plain) => {
  const read = parseStatement(text, format, testAccount);
  return read.ok ? read.lines : read.fault;
};

describe('the day of a line', () => {
  it.each([
    ['23/11/2026', 'dmy', '2026-11-23'],
    ['11/23/2026', 'mdy', '2026-11-23'],
    ['2026-11-23', 'dmy', '2026-11-23'],
    ['2026-11-23 14:05:01', 'mdy', '2026-11-23'],
    ['23.11.26', 'dmy', '2026-11-23'],
    ['3-Nov-2026', 'dmy', '2026-11-03'],
    ['Nov 3, 2026', 'mdy', '2026-11-03'],
    ['20261123', 'dmy', '2026-11-23'],
  ] as const)('%s (%s) is %s', (written, form, day) => expect(parseDay(written, form)).toBe(day));

  it.each(['31/02/2026', '23/11', '00/01/2026', '13/13/2026', 'Closing balance', '', '1999-01-01', '23/11/2026/1'])(
    '%j is invalid',
    (written) => expect(parseDay(written, 'dmy')).toBeNull(),
  );

  it('is read back in every notation', () => {
    const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom('/', '-', '.', ' '), (moment, sign) => {
        const day = moment.toISOString().slice(0, 10);
        const [year = '', month = '', date = ''] = day.split('-');
        expect(parseDay([date, month, year].join(sign), 'dmy')).toBe(day);
        expect(parseDay([month, date, year].join(sign), 'mdy')).toBe(day);
        expect(parseDay([year, month, date].join(sign), 'ymd')).toBe(day);
      }),
    );
  });
});

describe('the amount of a line', () => {
  it.each([
    ['6,000.00', '.', 600000n],
    ['J$ 6,000.5', '.', 600050n],
    ['JMD 6000', '.', 600000n],
    ['(1,234.50)', '.', -123450n],
    ['1,234.50-', '.', -123450n],
    ['1,234.50 DR', '.', -123450n],
    ['1,234.50 CR', '.', 123450n],
    ['6.000,00', ',', 600000n],
    ['6 000,00', ',', 600000n],
    ['-12.3400', '.', -1234n],
  ] as const)('%s with %s is %s', (written, decimal, cents) => expect(parseCents(written, decimal)).toBe(cents));

  it.each([
    ['1,23', '.'],
    ['1.234', ','],
    ['1.234,5', '.'],
    ['12.345', '.'],
    ['1.2.3', '.'],
    ['--5', '.'],
    ['', '.'],
    ['six', '.'],
    ['1e5', '.'],
    ['9'.repeat(20), '.'],
  ] as const)('%j with %s is invalid or differs from its look', (written, decimal) =>
    expect(written === '1.234' ? parseCents(written, decimal) === 123400n : parseCents(written, decimal) === null).toBe(
      true,
    ),
  );

  it('is read back with any grouping', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.boolean(), (cents, comma) => {
        const size = cents < 0n ? -cents : cents;
        const integerPart = (size / 100n).toString().replace(/\B(?=(\d{3})+(?!\d))/g, comma ? '.' : ',');
        const written = `${cents < 0n ? '-' : ''}${integerPart}${comma ? ',' : '.'}${(size % 100n).toString().padStart(2, '0')}`;
        expect(parseCents(written, comma ? ',' : '.')).toBe(cents);
      }),
    );
  });
});

describe('a statement', () => {
  it("is read below the bank's introduction, and other rows are named", () => {
    const text = `\uFEFFDemo Bank,Account 123\n${head}\r\n23/11/2026,"TRANSFER, ""K7M4-9QX""\nJOSÉ MÜLLER",NCB 77,,"6,000.00",José Müller,404 512,Scotia\n24/11/2026,Charge,F1,100.00,,,,\nClosing balance,,,,"5,900.00",,,\n`;
    const read = parseStatement(text, plain, testAccount);
    expect(read).toMatchObject({
      ok: true,
      lines: [
        {
          ...{ day: '2026-11-23', credit: true, minor: 600000n, reference: 'NCB 77', payer: 'José Müller' },
          ...{ details: 'TRANSFER, "K7M4-9QX" JOSÉ MÜLLER', account: '404 512', bank: 'Scotia' },
        },
        { day: '2026-11-24', credit: false, minor: 10000n },
      ],
      skipped: [{ why: 'no_day' }],
    });
  });

  it('is read by column numbers with one signed amount', () => {
    const byNumber = { ...columns, day: '#1', credit: '', debit: '', amount: '#3', reference: '', details: '#2' };
    const format: StatementFormat = {
      ...{ separator: '\t', decimal: ',', day: 'dmy' },
      columns: { ...byNumber, payer: '', account: '', bank: '' },
    };
    expect(lines('23.11.2026\tVON INA\t6.000,00\n23.11.2026\tGEBÜHR\t-12,50', format)).toMatchObject([
      { minor: 600000n, credit: true, details: 'VON INA' },
      { minor: 1250n, credit: false },
    ]);
  });

  it('is refused as a whole if it is unreadable', () => {
    expect(lines('Datum;Betrag\n1;2')).toBe('no_heading');
    expect(lines('x'.repeat(maxStatementLength + 1))).toBe('too_long');
    expect(lines(`${head}\n${'1,\n'.repeat(maxLines + 1)}`)).toBe('too_many_lines');
    expect(lines(head, { ...plain, columns: { ...columns, credit: '', debit: '' } })).toBe('no_columns');
  });

  it('returns every written line for any text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const line = fc.record({ cents: fc.integer({ min: 1, max: 10 ** 9 }), credit: fc.boolean(), text, payer: text });
    const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.constantFrom(...separators), (written, separator) => {
        const rows = written.map(({ cents, credit, text: details, payer }) => {
          const sum = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
          return ['01/02/2026', quoted(details), 'REF 1', credit ? '' : sum, credit ? sum : '', quoted(payer), '', ''];
        });
        const csv = [head.split(','), ...rows].map((row) => row.join(separator)).join('\n');
        const read = lines(csv, { ...plain, separator });
        expect(read).toHaveLength(written.length);
        expect(
          Array.from(read as readonly { minor: bigint; credit: boolean }[], ({ minor, credit }) => [minor, credit]),
        ).toEqual(written.map(({ cents, credit }) => [BigInt(cents), credit]));
      }),
    );
  });

  it('never throws or invents a line for any upload', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const read = parseStatement(`${head}\n${text}`, plain, testAccount);
        if (read.ok) expect(read.lines.every(({ minor }) => minor > 0n)).toBe(true);
        expect(() => detectFormat(text, testAccount)).not.toThrow();
      }),
    );
  });
});

describe('detecting the format', () => {
  it('recognises typical exports', () => {
    const swiss = 'Auszug\nDatum;Beschreibung;Details;Betrag\n13.11.2026;x;VON INA;6.000,00\n14.11.2026;x;GEB;-12,50';
    expect(detectFormat(swiss, testAccount)).toMatchObject({
      separator: ';',
      decimal: ',',
      day: 'dmy',
      columns: { amount: 'Betrag' },
    });
    const american = `${head}\n11/23/2026,a,b,,"6,000.00",c,d,e`;
    expect(detectFormat(american, testAccount)).toEqual({ ...plain, day: 'mdy' });
    expect(lines(american, detectFormat(american, testAccount))).toHaveLength(1);
  });
});

describe('a file', () => {
  it('is decoded in every encoding', () => {
    const text = 'José Müller';
    const le = Buffer.from(`\uFEFF${text}`, 'utf16le');
    for (const bytes of [Buffer.from(text), Buffer.from(text, 'latin1'), le, Buffer.from(le).swap16()])
      expect(decodeStatement(bytes).replace('\uFEFF', '')).toBe(text);
  });
});

describe('balance rows', () => {
  const labels = [
    ...[
      'Total for November',
      'Net total',
      'Ending Bal',
      'BAL B/FWD',
      'Balance at 30 Nov',
      'Carried fwd',
      'Opening Bal.',
    ],
    ...[
      'Closing Bal',
      'Opening Ledger Balance',
      'Available Bal',
      'Previous Bal',
      'BALANCE',
      'Balance forward',
      'Bal fwd',
    ],
    ...['Page total', 'Sub total', 'Sum', 'Saldo', 'Brought fwd', 'Account balance', 'Total Credits:', 'Totals:'],
    ...[
      '*** Total ***',
      'Statement total',
      'Daily balance',
      'Ledger balance',
      'Cleared balance',
      'Total amount credited',
    ],
  ];

  test.each(labels)('reading a row called %s skips it as a balance or total', (label) => {
    const text = joinRows('Date,Description,Debit,Credit', '25/11/2026,A,,8000.00', `26/11/2026,${label},,108000.00`);
    expect(readExport(text)).toEqual({ lines: ['2026-11-25 +800000'], skipped: ['3 balance'] });
  });

  test.each([
    'Balance for course',
    'Balance on order K7M4-9QX',
    'Total solutions',
    'Summer course',
    'Net balance sheet course',
  ])('reading a payment for %s returns it', (description) =>
    expect(
      readExport(joinRows('Date,Description,Debit,Credit', `25/11/2026,${description},,80.00`)).lines,
    ).toHaveLength(1),
  );

  test('reading a row that repeats the unchanged balance skips it', () => {
    const rows = ['25/11/2026,A,,8000.00,108000.00', '26/11/2026,Stand am Monatsende,,108000.00,108000.00'];
    expect(readExport(joinRows('Date,Description,Debit,Credit,Balance', ...rows))).toEqual({
      lines: ['2026-11-25 +800000'],
      skipped: ['3 balance'],
    });
  });
});

describe('status of a row', () => {
  const [head, booked] = ['Date,Description,Debit,Credit', '26/11/2026,A,,8000.00'];
  const other = '26/11/2026,K7M4-9QX,,5000.00';
  const withColumn = (heading: string, ...[first, second]: string[]) =>
    joinRows(`${head},${heading}`, `${booked},${first}`, `${other},${second}`);

  test.each([
    ['Txn Status', 'Posted', 'In progress', 'not_booked'],
    ['State', 'Completed', 'PEND', 'not_booked'],
    ['Cheque Status', 'Cleared', 'Unpaid', 'reversed'],
    ['Status code', 'OK', 'Z9', 'status_unknown'],
    ['Cleared (Y/N)', 'Y', 'N', 'not_booked'],
    ['Cleared (Y/N)', 'Y', 'Q', 'status_unknown'],
    ['Posting', 'Y', 'On hold', 'not_booked'],
    ['Reversal', 'N', 'Y', 'reversed'],
    ['Rev', '', 'R', 'reversed'],
    ['Hold', '0.00', '5000.00', 'not_booked'],
    ['Remark', 'Rent', 'Uncleared', 'not_booked'],
    ['Remarks (bank)', '', 'Hold until 03/12', 'not_booked'],
    ['Notes', '', 'Returned unpaid', 'reversed'],
    ['Value Date', '26/11/2026', '03/12/2026', 'not_booked'],
    ['Available on', '26/11/2026', '03/12/2026', 'not_booked'],
  ])('reading the column %s returns rows with %j and skips %j', (heading, final, open, why) =>
    expect(readExport(withColumn(heading, final, open))).toEqual({
      lines: ['2026-11-26 +800000'],
      skipped: [`3 ${why}`],
    }),
  );

  test('reading two status columns skips a row that either of them calls undone', () => {
    const text = joinRows(`${head},Status,Reversed`, `${booked},Posted,N`, `${other},Posted,Y`);
    expect(readExport(text)).toEqual({ lines: ['2026-11-26 +800000'], skipped: ['3 reversed'] });
  });

  test.each(['Pending:', 'Pending transactions (3)', 'Pending authorisations', 'Uncleared effects'])(
    'reading a section %s skips the rows below it as pending',
    (heading) =>
      expect(readExport(joinRows(head, booked, `${heading},,,`, other))).toEqual({
        lines: ['2026-11-26 +800000'],
        skipped: ['3 no_day', '4 not_booked'],
      }),
  );
});
