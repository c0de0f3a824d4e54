import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { exportAccount, joinRows, readExport } from '../../../test/bank-exports.ts';
import { testAccount, testFormat } from '../../../test/bank-lines.ts';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { decodeStatement } from './detect-format.ts';
import { parseCents } from './parse-cells.ts';
import { parseStatement } from './statement.ts';
import { convertFile, detectFileKind, getFileFormat, maxFileLength } from './statement-file.ts';
import { maxStatementLength, type StatementFormat } from './statement-format.ts';

type Entry = {
  amount?: string;
  ccy?: string;
  dir?: string;
  status?: string;
  more?: string;
  tx?: string[];
  day?: string;
};
const entry = ({ amount = '6000.00', ccy = 'JMD', dir = 'CRDT', status = 'BOOK', more = '', tx = [], day }: Entry) =>
  `<Ntry><Amt Ccy="${ccy}">${amount}</Amt><CdtDbtInd>${dir}</CdtDbtInd>${more}<Sts>${status}</Sts>
   <BookgDt><Dt>${day ?? '2026-11-23'}</Dt></BookgDt><ValDt><Dt>2026-11-24</Dt></ValDt><AcctSvcrRef>NCB77</AcctSvcrRef>
   <NtryDtls>${tx.map((one) => `<TxDtls>${one}</TxDtls>`).join('')}</NtryDtls></Ntry>`;
const camt = (entries: string, version = '02') =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
   <BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><Othr><Id>404</Id></Othr></Id></Acct>
   <Bal><Amt Ccy="JMD">99.00</Amt></Bal>${entries}</Stmt></BkToCstmrStmt></Document>`;
const customer = (remark = 'K7M4-9QX', name = '<Nm>Ina Brown</Nm>') =>
  `<Refs><AcctSvcrRef>TX9</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
   <RltdPties><Dbtr>${name}</Dbtr><DbtrAcct><Id><Othr><Id>55 66</Id></Othr></Id></DbtrAcct></RltdPties>
   <RltdAgts><DbtrAgt><FinInstnId><Nm>Demo Bank</Nm></FinInstnId></DbtrAgt></RltdAgts>
   <RmtInf><Ustrd>pay</Ustrd><Ustrd>${remark}</Ustrd></RmtInf>`;

function linesOf(file: string, currency: 'JMD' | 'USD' = 'JMD') {
  const account = { ...testAccount, currency };
  const kind = detectFileKind(file);
  if (kind === 'csv') throw new Error('unexpected CSV');
  const text = convertFile(file, kind, account);
  if (!text.ok) return text.fault;
  const read = parseStatement(text.text, text.format, account);
  if (!read.ok) throw new Error(read.fault);
  expect(read.skipped).toEqual([]);
  return { lines: read.lines, skipped: text.skipped.map(({ why }) => why) };
}
const paid = {
  day: '2026-11-23',
  credit: true,
  minor: 600000n,
  payer: 'Ina Brown',
  account: '55 66',
  bank: 'Demo Bank',
};

describe('CAMT.053', () => {
  it('returns payer, amount, reference and details in each version', () => {
    const line = { ...paid, reference: 'TX9', details: 'pay K7M4-9QX' };
    expect(linesOf(camt(entry({ tx: [customer()] })))).toEqual({ lines: [line], skipped: [] });
    const later = camt(entry({ tx: [customer('K7M4-9QX', '<Pty><Nm>Ina Brown</Nm></Pty>')] }), '08')
      .replace('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>')
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1c:')
      .replace('xmlns=', 'xmlns:c=');
    expect(linesOf(later)).toEqual({ lines: [line], skipped: [] });
  });

  it('splits a batch if its transfers add up to the whole', () => {
    const part = (amount: string) => `${customer()}<AmtDtls><TxAmt><Amt Ccy="JMD">${amount}</Amt></TxAmt></AmtDtls>`;
    const both = linesOf(camt(entry({ tx: [part('1000.5'), part('4999.50')] })));
    expect(both).toMatchObject({ lines: [{ minor: 100050n }, { minor: 499950n, payer: 'Ina Brown' }] });
    for (const tx of [
      [part('1000'), part('4000')],
      [part('6000'), customer()],
      [part('7000'), part('-1000')],
    ])
      expect(linesOf(camt(entry({ tx })))).toMatchObject({
        lines: [{ minor: 600000n, payer: '', account: '', details: 'BATCH OF 2' }],
      });
  });

  it('separates money out, and reversals from payments', () => {
    expect(linesOf(camt(entry({ dir: 'DBIT', tx: [customer()] })))).toMatchObject({
      lines: [{ credit: false, payer: '' }],
    });
    const back = linesOf(camt(entry({ more: '<RvslInd>true</RvslInd>', tx: [customer()] })));
    expect(back).toMatchObject({ lines: [{ credit: true, details: 'REVERSAL pay K7M4-9QX' }] });
  });

  it.each([
    ['another currency', { ccy: 'USD' }, 'other_currency'],
    ['an announced booking', { status: 'PDNG' }, 'not_booked'],
    ['an amount below zero', { amount: '-5.00' }, 'no_amount'],
    ['zero', { amount: '0.00' }, 'no_amount'],
    ['a part of a cent', { amount: '5.005' }, 'no_amount'],
    ['no direction', { dir: 'BOTH' }, 'no_amount'],
    ['no day', { day: '2026-02-31' }, 'no_day'],
  ] as const)('skips %s with a reason', (_what, change, why) =>
    expect(linesOf(camt(entry(change) + entry({ tx: [customer()] })))).toMatchObject({
      ...{ lines: [paid], skipped: [why] },
    }),
  );

  it('is decoded regardless of its declared encoding', () => {
    const file = camt(entry({ tx: [customer('für K7M4-9QX', '<Nm>José Müller &amp; Söhne</Nm>')] }));
    const utf16 = Buffer.from(`\uFEFF${file}`, 'utf16le');
    for (const bytes of [Buffer.from(file), Buffer.from(file, 'latin1'), utf16])
      expect(linesOf(decodeStatement(bytes))).toMatchObject({ lines: [{ payer: 'José Müller & Söhne' }] });
  });

  it('is refused if it is damaged, expands entities or is another message', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>`;
    const file = camt(entry({ tx: [customer('&b;')] }));
    expect(linesOf(file.replace('?>', `?>${bomb}`))).toBe('not_whole');
    expect(linesOf(file)).toBe('not_whole');
    expect(linesOf(camt('').slice(0, -12))).toBe('not_whole');
    expect(linesOf(camt(entry({ tx: ['<x>'.repeat(60)] })))).toBe('not_whole');
    expect(linesOf(camt(entry({ tx: [customer('x'.repeat(3_000))] })))).toBe('not_whole');
    expect(linesOf(camt('').replace('camt.053', 'camt.054'))).toBe('other_message');
    expect(linesOf('<html><body>Sign in</body></html>')).toBe('other_message');
    expect(linesOf(`<a>${' '.repeat(maxFileLength)}</a>`)).toBe('file_too_long');
    expect(linesOf(camt(entry({}).repeat(1_001)))).toBe('file_too_long');
  });
});

const sgml = (transactions: string) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>JMD<BANKACCTFROM><BANKID>1<ACCTID>404</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101${transactions}</BANKTRANLIST><LEDGERBAL><BALAMT>9.00<DTASOF>20261123</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
const transaction = (amount: string, more = '') =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261123120000[-5:EST]<TRNAMT>${amount}<FITID>F1<NAME>INA BROWN<MEMO>K7M4-9QX &amp; CO${more}</STMTTRN>`;

describe('OFX', () => {
  const line = {
    ...{ day: '2026-11-23', credit: true, minor: 600000n, reference: 'F1', details: 'INA BROWN K7M4-9QX & CO' },
    ...{ payer: '', account: '', bank: '' },
  };

  it('is read in both forms, and a free-text name is no payer', () => {
    expect(linesOf(sgml(transaction('6000.00')))).toEqual({ lines: [line], skipped: [] });
    const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?>${sgml(transaction('6000.00'))
      .slice(40)
      .replaceAll(/<([A-Z]+)>([^<\n]+)/g, '<$1>$2</$1>')}`;
    expect(linesOf(xml)).toEqual({ lines: [line], skipped: [] });
    const named = transaction('6,000.00'.replace(',', ''), '<PAYEE><NAME>Ina Brown<CITY>Kingston</PAYEE><REFNUM>R9');
    expect(linesOf(sgml(named))).toMatchObject({ lines: [{ payer: 'Ina Brown', reference: 'R9' }] });
  });

  it('returns money out and skips invalid amounts and other currencies', () => {
    const transactions = ['-12,50', '+1', '1e3', '', '0', '1.005'].map((amount) => transaction(amount)).join('');
    expect(linesOf(sgml(transactions))).toMatchObject({
      lines: [
        { credit: false, minor: 1250n },
        { credit: true, minor: 100n },
      ],
      skipped: ['no_amount', 'no_amount', 'no_amount', 'no_amount'],
    });
    expect(linesOf(sgml(transaction('5', '<CURRENCY><CURRATE>160<CURSYM>USD</CURRENCY>')))).toMatchObject({
      ...{ lines: [], skipped: ['other_currency'] },
    });
    expect(linesOf(sgml(transaction('5')), 'USD')).toMatchObject({ lines: [], skipped: ['other_currency'] });
  });

  it('is refused if it is cut off or declares a document type', () => {
    expect(linesOf(sgml(transaction('1')).slice(0, -10))).toBe('not_whole');
    expect(linesOf(sgml('').replace('<OFX>', '<!DOCTYPE x [<!ENTITY a "a">]><OFX>'))).toBe('not_whole');
  });
});

it('a file is recognised by its content, and random content throws nothing', () => {
  expect(detectFileKind('Date,Amount\n1,2')).toBe('csv');
  expect(['PK\u0003\u0004xl', '%PDF-1.7', 'a\u0000b'].map(detectFileKind)).toEqual(['other', 'other', 'other']);
  expect(linesOf('PK\u0003\u0004')).toBe('not_text');
  fc.assert(
    fc.property(fc.constantFrom('camt', 'ofx'), fc.string({ unit: 'binary', maxLength: 200 }), (kind, text) => {
      const statement = kind === 'camt' ? camt(entry({ tx: [text] })) : sgml(transaction(text));
      const read = convertFile(statement, kind as 'camt' | 'ofx', testAccount);
      if (read.ok) expect(parseStatement(read.text, read.format, testAccount).ok).toBe(true);
    }),
  );
});

it('remarks are bounded in any notation', () => {
  const long = 'a'.repeat(50_000);
  const remarks = Array.from({ length: 100 }, () => 'a'.repeat(1_000)).join('</Ustrd><Ustrd>');
  for (const remark of [long, `<![CDATA[${long}]]>`, remarks])
    expect(linesOf(camt(entry({ tx: [customer(remark)] })))).toBe('not_whole');
});

describe('converted files', () => {
  const booked =
    '<Amt Ccy="JMD">8000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-26</Dt></BookgDt>';
  const camt = (texts: readonly string[]) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>${texts
      .map(
        (one) => `<Ntry>${booked}<NtryDtls><TxDtls><RmtInf><Ustrd>${one}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
      )
      .join('')}</Stmt></BkToCstmrStmt></Document>`;
  const ofx = (texts: readonly string[]) =>
    `OFXHEADER:100\n<OFX><STMTRS><CURDEF>JMD<BANKTRANLIST>${texts
      .map(
        (one, at) =>
          `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261126<TRNAMT>8000.00<FITID>F${at}<NAME>${one}<PAYEE><NAME>${one}</PAYEE></STMTTRN>`,
      )
      .join('\n')}</BANKTRANLIST></STMTRS></OFX>`;

  const payerTexts = [
    ...['12 HOPE DR', 'DR BROWN', 'funds sent', 'VOID', 'Total', 'Debit', 'Pending', 'USD', 'Payment for US$50', 'out'],
    ...['Cancelled', '1.00', 'Closing balance'],
  ];

  test.each([...payerTexts, ''])(
    'reading a booked credit of CAMT or OFX returns it despite the payer text: %s',
    (one) => {
      for (const [file, kind] of [
        [camt([one]), 'camt'],
        [camt([one, 'RENT']), 'camt'],
        [ofx([one]), 'ofx'],
        [ofx([one, 'RENT']), 'ofx'],
      ] as const) {
        const converted = convertFile(file, kind, exportAccount);
        if (!converted.ok) throw new Error(converted.fault);
        const read = parseStatement(converted.text, converted.format, exportAccount);
        expect(read).toMatchObject({ ok: true, skipped: [] });
        expect(read.ok && read.lines.length).toBe(file.split('8000.00').length - 1);
      }
    },
  );

  test('stating that an export was converted has no effect on a CSV file of a bank', () =>
    expect(
      readExport(joinRows('Date,Description,Amount', '26/11/2026,A,8000.00'), {
        amounts: getFileFormat('ofx').amounts,
      }),
    ).toEqual({ fault: 'direction_unknown', name: '' }));
});

describe('long cells', () => {
  /** Parsing blocks the process, so its time must be linear in the cell length. */
  const format = testFormat as StatementFormat;
  const head = 'Date,Description,Reference,Debit,Credit,Payer,Payer account,Payer bank';
  const plain = ['24/11/2026', 'a', 'b', '', '1.00', 'Ina Brown', '404512345', 'Demo Bank'];

  /** Returns the CPU time in µs to parse one cell of maximum length. */
  function measureCost(column: number, cell: string) {
    const row = plain.map((one, at) => (at === column ? cell : one)).join(',');
    const text = `${head}\n${row}\n`.slice(0, maxStatementLength);
    const startMicros = getCpuMicros();
    expect(parseStatement(text, format, testAccount).ok).toBe(true);
    return getCpuMicros() - startMicros;
  }
  const length = maxStatementLength - 200;

  test.each(['1 ', '1\u00A0', '-', '(', '1(', 'CR ', "1'000", '1-', '1/1/', '\uFDFA'])(
    'a cell of repeated %j is read as quickly as one of letters',
    (sign) => {
      for (const column of plain.keys()) {
        measureCost(column, 'x'.repeat(length));
        const letters = measureCost(column, 'x'.repeat(length));
        const [begin = '', rest = ''] = sign.length > 1 ? [sign.slice(0, 1), sign.slice(1)] : ['', sign];
        for (const cell of [sign.repeat(length / sign.length), `${begin}${rest.repeat((length - 2) / rest.length)}x`])
          expect(measureCost(column, cell)).toBeLessThan(letters * 20 + 100_000);
      }
    },
  );

  test('an amount longer than 60 characters is refused', () => {
    expect(parseCents(`J$ ${' '.repeat(40)}1.00`, '.')).toBe(100n);
    expect(parseCents(`J$ ${' '.repeat(60)}1.00`, '.')).toBeNull();
  });
});

test('XML and OFX files with entities, a document type or deep nesting are refused', () => {
  const camt = (inside: string, before = '') =>
    `<?xml version="1.0"?>${before}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">${inside}</Document>`;
  const bomb = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};&a${n};">`).join('');
  const wrong = [
    camt('&a9;', `<!DOCTYPE x [<!ENTITY a0 "x">${bomb}]>`),
    camt('&x;', '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    camt('', '<!DOCTYPE x SYSTEM "http://evil.example/x.dtd">'),
    camt('&unknown;'),
    camt('<a>'.repeat(5_000)),
    camt(`<Ntry><AddtlNtryInf>${'x'.repeat(3_000)}</AddtlNtryInf></Ntry>`),
    camt('<Ntry></Wrong>'),
  ];
  for (const file of wrong) {
    const read = detectFileKind(file) === 'camt' ? convertFile(file, 'camt', testAccount) : null;
    expect([file.slice(21, 80), read?.ok]).toEqual([file.slice(21, 80), false]);
  }
  for (const file of ['<!DOCTYPE OFX [<!ENTITY a "b">]><OFX></OFX>', '<OFX><!ENTITY a "b"></OFX>'])
    expect(convertFile(file, 'ofx', testAccount)).toEqual({ ok: false, fault: 'not_whole' });
  expect(decodeStatement(new Uint8Array([0xff, 0xfe, 0x00, 0xd8]))).toBe('\uFFFD');
});
