import { expect, test } from 'vitest';
import { exportAccount, joinRows, readExport } from '../../../test/bank-exports.ts';
import { parseStatement } from './statement.ts';
import { convertFile, getFileFormat } from './statement-file.ts';

const booked =
  '<Amt Ccy="JMD">8000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-26</Dt></BookgDt>';
const camt = (words: readonly string[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>${words
    .map((one) => `<Ntry>${booked}<NtryDtls><TxDtls><RmtInf><Ustrd>${one}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`)
    .join('')}</Stmt></BkToCstmrStmt></Document>`;
const ofx = (words: readonly string[]) =>
  `OFXHEADER:100\n<OFX><STMTRS><CURDEF>JMD<BANKTRANLIST>${words
    .map(
      (one, at) =>
        `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261126<TRNAMT>8000.00<FITID>F${at}<NAME>${one}<PAYEE><NAME>${one}</PAYEE></STMTTRN>`,
    )
    .join('\n')}</BANKTRANLIST></STMTRS></OFX>`;

const words = [
  ...['12 HOPE DR', 'DR BROWN', 'funds sent', 'VOID', 'Total', 'Debit', 'Pending', 'USD', 'Payment for US$50', 'out'],
  ...['Cancelled', '1.00', 'Closing balance'],
];

test.each([...words, ''])('reading a booked credit of CAMT or OFX returns it despite the payer text: %s', (one) => {
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
});

test('stating that an export was converted has no effect on a CSV file of a bank', () =>
  expect(
    readExport(joinRows('Date,Description,Amount', '26/11/2026,A,8000.00'), { amounts: getFileFormat('ofx').amounts }),
  ).toEqual({ fault: 'direction_unknown', name: '' }));
