import { describe, expect, it } from 'vitest';
import { exportAccount, joinRows, readDescriptions, readStated } from '../../../test/bank-exports.ts';
import { detectFormat, getStatementDateReadings } from './detect-format.ts';
import { parseStatement } from './statement.ts';

/** The file must show direction, currency, status and day. Otherwise an error names the row or the file. */

describe('statements with difficult rows', () => {
  it('list pending and reversed rows as skipped with the reason', () => {
    const text = joinRows(
      'Date,Description,Amount,Status',
      '2026-11-26,ACH CREDIT M. LEWIN,15000.00,Pending',
      '2026-11-26,ACH CREDIT P. GAYLE,9000.00,Reversed',
      '2026-11-26,ACH CREDIT D. REID,8000.00,Completed',
    );
    expect(readStated(text)).toEqual({ lines: ['2026-11-26 +800000'], skipped: ['2 not_booked', '3 reversed'] });
    const unnamed = { fault: 'status_unassigned', name: 'Status' };
    expect(readStated(text, { columns: { status: '' } })).toEqual(unnamed);
    expect(readStated(text, { columns: { status: '', reference: 'Status' } })).toEqual(unnamed);
  });

  it('skip opening and closing balances with a day and an amount', () => {
    const text = joinRows(
      'Date,Description,Amount,Balance',
      '26/11/2026,Opening balance,1500000.00,1500000.00',
      '26/11/2026,ACH CREDIT D. REID,8000.00,1508000.00',
      '26/11/2026,Closing balance,1508000.00,1508000.00',
    );
    expect(readStated(text)).toEqual({ lines: ['2026-11-26 +800000'], skipped: ['2 balance', '4 balance'] });
  });

  it('are read with inner quotation marks, leading blanks and text formulas', () => {
    const inner = joinRows(
      'Date,Description,Amount',
      '26/11/2026,ACH CREDIT D. REID,8000.00',
      '26/11/2026,CHQ JOE "BIGGA" REID,15000.00',
      '26/11/2026,"CHQ JOE "BIGGA" REID",15000.00',
    );
    const bigga = ['CHQ JOE "BIGGA" REID', ''];
    expect(readDescriptions(inner)).toEqual([['ACH CREDIT D. REID', ''], bigga, bigga]);
    const blank = joinRows('Date, Description, Amount', '26/11/2026, "REID, DAVE", "8,000.00"');
    expect(readStated(blank)).toEqual({ lines: ['2026-11-26 +800000'], skipped: [] });
    expect(readDescriptions(blank)).toEqual([['REID, DAVE', '']]);
    const formula = joinRows('Date,Description,Reference,Amount', '26/11/2026,ACH CREDIT D. REID,="0001234",8000.00');
    expect(readDescriptions(formula)).toEqual([['ACH CREDIT D. REID', '0001234']]);
    expect(readDescriptions(formula.replace('="0001234"', '"=""0001234"""'))).toEqual([
      ['ACH CREDIT D. REID', '0001234'],
    ]);
  });

  it('name a row with ambiguous quotation marks and keep the rest', () => {
    const text = joinRows(
      'Date,Description,Amount',
      '25/11/2026,"OPEN ,100.00',
      '26/11/2026,ACH CREDIT D. REID,8000.00',
      '26/11/2026,"SWALLOWS,9000.00',
      '27/11/2026,THE NEXT ",1.00',
      '27/11/2026,"TWO',
      'LINES",7000.00',
      '27/11/2026,REID, DAVE,5000.00',
    );
    expect(readStated(text)).toEqual({
      lines: ['2026-11-26 +800000', '2026-11-27 +700000'],
      skipped: ['2 odd_quotes', '4 odd_quotes', '5 odd_quotes', '8 too_many_cells'],
    });
  });

  it('read a dash as an empty amount', () => {
    const text = joinRows(
      'Date,Description,Debit,Credit,Balance',
      '26/11/2026,ACH CREDIT D. REID,-,"8,000.00","108,000.00"',
      '26/11/2026,FEE,"50.00",-,"107,950.00"',
      '27/11/2026,EMPTY,J$ -  , –,"107,950.00"',
    );
    expect(readStated(text)).toEqual({ lines: ['2026-11-26 +800000', '2026-11-26 -5000'], skipped: ['4 no_amount'] });
  });
});

describe('the direction of a row', () => {
  const money = (heading: string, ...words: string[]) =>
    joinRows(
      `Date,Description,Amount,${heading}`,
      ...words.map((word, at) => `26/11/2026,PAY K7M4-9QX ${at},8000.00,${word}`),
    );

  it.each([
    ['CR/DR', 'CR', 'DR'],
    ['D/C', 'C', 'D'],
    ['In/Out', 'In', 'Out'],
    ['Debit/Credit', 'Credit', 'Debit'],
    ['Type', 'CREDIT', 'DEBIT'],
    ['Transaction Type', 'Deposit', 'Withdrawal'],
    ['+/-', '+', '-'],
    ['DB/CR', 'CRDT', 'DBIT'],
    ['CR/DR Ind.', 'Cdt', 'Dbt'],
    ['Debit or Credit', 'CRDT', 'DBIT'],
    ['CdtDbtInd', 'CRDT', 'DBIT'],
    ['Nature', 'CRDT', 'DBIT'],
  ])('comes from the column %s', (heading, incoming, outgoing) => {
    const text = money(heading, incoming, outgoing, incoming);
    expect(readStated(text).lines).toEqual(['2026-11-26 +800000', '2026-11-26 -800000', '2026-11-26 +800000']);
    expect(readStated(text, { columns: { direction: '' } })).toEqual({ fault: 'direction_unassigned', name: heading });
  });

  it.each(['Transfer Out', 'Outgoing Transfer', 'Payment sent', 'Transfer (out)', 'OUT - ACH', 'DR Transfer'])(
    'is unclear if an unsigned row says %s',
    (description) =>
      expect(readStated(money('Type', description, 'Deposit by ACH'))).toEqual({
        lines: ['2026-11-26 +800000'],
        skipped: ['2 direction_differs'],
      }),
  );

  it('is unclear if its column is empty, unknown or contradicts the sign', () => {
    expect(readStated(money('CR/DR', 'CR', '', 'REV'))).toEqual({
      lines: ['2026-11-26 +800000'],
      skipped: ['3 no_direction', '4 no_direction'],
    });
    const signed = joinRows('Date,Description,Amount,CR/DR', '26/11/2026,A,-5.00,CR', '26/11/2026,B,-5.00,DR');
    expect(readStated(signed)).toEqual({ lines: ['2026-11-26 -500'], skipped: ['2 direction_differs'] });
  });

  it('is detected by its values without a matching heading', () => {
    const text = joinRows('26/11/2026\tPAY K7M4-9QX\t8000.00\tD', '26/11/2026\tPAY K7M4-9QY\t8000.00\tC');
    const byNumber = { day: '#1', details: '#2', amount: '#3', reference: '', direction: '' };
    const format = { separator: '\t', decimal: '.', day: 'dmy' } as const;
    const columns = { ...detectFormat('', exportAccount).columns, ...byNumber };
    expect(parseStatement(text, { ...format, columns }, exportAccount)).toMatchObject({
      ...{ ok: false, fault: 'direction_unassigned', name: '#4' },
    });
    expect(parseStatement(text, { ...format, columns: { ...columns, direction: '#4' } }, exportAccount)).toMatchObject({
      lines: [{ credit: false }, { credit: true }],
    });
  });

  it('is not money in if a cell says money out', () => {
    const text = joinRows('Date,Description,Amount', '26/11/2026,DEPOSIT,8000.00', '26/11/2026,WITHDRAWAL,5000.00');
    expect(readStated(text, { columns: { direction: '' } })).toEqual({
      fault: 'direction_unassigned',
      name: 'Description',
    });
    const mixed = joinRows('Date,Description,Amount', '26/11/2026,REID,8000.00', '26/11/2026,Withdrawal,5000.00');
    expect(readStated(mixed)).toEqual({ lines: ['2026-11-26 +800000'], skipped: ['3 direction_differs'] });
  });
});

describe('the amount of a row', () => {
  it('is not money in if the description says debit and no amount is signed', () => {
    const text = joinRows(
      'Date,Description,Amount',
      '26/11/2026,ACH DEBIT K7M4-9QX,8000.00',
      '26/11/2026,REID,9000.00',
    );
    expect(readStated(text)).toEqual({ lines: ['2026-11-26 +900000'], skipped: ['2 direction_differs'] });
    const signed = `${text}26/11/2026,FEE,-5.00\n`;
    expect(readStated(signed)).toMatchObject({ lines: expect.arrayContaining(['2026-11-26 +800000']), skipped: [] });
  });

  it('with three digits after the sign is in thousands', () => {
    expect(readStated(joinRows('Date;Details;Amount', '26.11.2026;REID;8.000')).lines).toEqual(['2026-11-26 +800000']);
    expect(readStated(joinRows('Date;Details;Amount', '26.11.2026;REID;8,000')).lines).toEqual(['2026-11-26 +800000']);
  });

  it('in two notations is refused, and an unassigned one is named', () => {
    const text = joinRows('Date,Description,Amount,Debit,Credit', '26/11/2026,REID,8000.00,8000.00,');
    expect(readStated(text)).toEqual({ lines: ['2026-11-26 -800000'], skipped: [] });
    expect(readStated(text, { columns: { amount: 'Amount' } })).toEqual({ fault: 'two_amounts', name: 'Amount' });
    expect(readStated(text, { columns: { amount: 'Amount', debit: '', credit: '' } })).toEqual({
      ...{ fault: 'money_unassigned', name: 'Debit' },
    });
  });

  it('is checked against the running balance if amounts are unsigned', () => {
    const text = joinRows(
      'Date,Description,Amount,Balance',
      '24/11/2026,CARD PURCHASE,100.00,"9,900.00"',
      '25/11/2026,TRF K7M4-9QX,8000.00,"17,900.00"',
      '26/11/2026,TRF K7M4-9QY,8000.00,"9,900.00"',
    );
    const unsigned = ['2 no_direction', '4 balance_differs'];
    expect(readStated(text)).toEqual({ lines: ['2026-11-25 +800000'], skipped: unsigned });
    const [head = '', ...newestLast] = text.trim().split('\n');
    expect(readStated(joinRows(head, ...newestLast.reverse()))).toEqual({
      ...{ lines: ['2026-11-25 +800000'], skipped: ['2 balance_differs', '4 no_direction'] },
    });
    const twoAlike = joinRows(head, '26/11/2026,REID,8000.00,17000.00', '25/11/2026,GAYLE,8000.00,9000.00');
    expect(readStated(twoAlike)).toEqual({ lines: ['2026-11-26 +800000'], skipped: ['3 no_direction'] });
    const inAndOut = joinRows(head, '25/11/2026,REID,8000.00,9000.00', '26/11/2026,GAYLE,8000.00,1000.00');
    expect(readStated(inAndOut)).toEqual({ lines: [], skipped: ['2 no_direction', '3 balance_differs'] });
  });
});

describe('the currency of a file', () => {
  it('is checked in headings, above them, in columns and in cells', () => {
    const named = joinRows('Date,Description,Amount (USD)', '26/11/2026,REID,20.00');
    expect(readStated(named)).toEqual({ fault: 'currency_of_heading', name: 'Amount (USD)' });
    expect(readStated(named, { currency: 'USD' }).lines).toEqual(['2026-11-26 +2000']);
    const above = joinRows('Account,12345', 'Currency:,USD', 'Date,Description,Amount', '26/11/2026,REID,20.00');
    expect(readStated(above)).toEqual({ fault: 'currency_of_file', name: 'USD' });
    const column = joinRows('Date,Description,Amount,Ccy', '26/11/2026,REID,20.00,USD', '26/11/2026,REID,8000.00,JMD');
    expect(readStated(column)).toEqual({ lines: ['2026-11-26 +800000'], skipped: ['2 other_currency'] });
    expect(readStated(column, { columns: { currency: '' } })).toEqual({ fault: 'currency_unassigned', name: 'Ccy' });
    const cell = joinRows('Date,Description,Amount', '26/11/2026,REID,US$20.00', '26/11/2026,REID,"J$8,000.00"');
    expect(readStated(cell)).toEqual({ lines: ['2026-11-26 +800000'], skipped: ['2 other_currency'] });
  });

  it('selects the matching one of two amount columns', () => {
    const text = joinRows('Date,Description,Amount (USD),Amount (JMD)', '26/11/2026,REID,50.00,8000.00');
    expect(readStated(text).lines).toEqual(['2026-11-26 +800000']);
  });
});

describe('the day of a row', () => {
  const on = (...days: string[]) => joinRows('Date,Description,Amount', ...days.map((day) => `${day},REID,8000.00`));
  const readings = (text: string) =>
    getStatementDateReadings(text, detectFormat(text, exportAccount), exportAccount).map(
      ({ form, examples: [first], isFuture }) => [...[form, first?.written, first?.day, isFuture]],
    );

  it('has two readings if its order is ambiguous, and a future one is refused', () => {
    expect(readings(on('11/11/2026', '03/11/2026', '05/11/2026'))).toEqual([
      ['dmy', '03/11/2026', '2026-11-03', false],
      ['mdy', '03/11/2026', '2026-03-11', false],
    ]);
    expect(readings(on('03/11/2026', '26/11/2026'))).toHaveLength(1);
    expect(readings(on('11/11/2026'))).toHaveLength(1);
    expect(readings(on('26/11/23'))).toEqual([
      ['dmy', '26/11/23', '2023-11-26', false],
      ['ymd', '26/11/23', '2026-11-23', false],
    ]);
    const early = on('03/12/2026');
    expect(readings(early)).toEqual([
      ['dmy', '03/12/2026', '2026-12-03', true],
      ['mdy', '03/12/2026', '2026-03-12', false],
    ]);
    expect(readStated(early, { day: 'dmy' })).toEqual({ fault: 'day_in_future', name: '03/12/2026' });
    expect(readStated(early).lines).toEqual(['2026-03-12 +800000']);
  });

  it('in the future is skipped', () => {
    expect(readStated(on('2026-11-28', '2026-11-29'))).toEqual({
      lines: ['2026-11-28 +800000'],
      skipped: ['3 future_day'],
    });
  });

  it('is converted to Jamaica if a time and a zone follow', () => {
    const text = on(
      ...['2026-11-27T02:00:00Z', '2026-11-27 02:00 GMT', '2026-11-26 23:30:00 -0500', '2026-11-27 00:00:00Z'],
      ...['2026-11-26 09:00 PM', '2026-11-27 00:30 EDT', '2026-11-27 02:00 XYZ'],
    );
    expect(readStated(text)).toEqual({
      lines: ['26', '26', '26', '27', '26', '26'].map((day) => `2026-11-${day} +800000`),
      skipped: ['8 no_day'],
    });
    const utc = joinRows('Date (UTC),Description,Amount', '2026-11-27 02:00,REID,8000.00');
    expect(readStated(utc).lines).toEqual(['2026-11-26 +800000']);
    const zone = joinRows('Date,Time,TimeZone,Description,Amount', '2026-11-27,02:00,GMT,REID,8000.00');
    expect(readStated(zone)).toEqual({ fault: 'zone_unassigned', name: 'TimeZone' });
    expect(readStated(zone.replace('GMT', 'EST')).lines).toEqual(['2026-11-27 +800000']);
  });
});
