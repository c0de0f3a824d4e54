import { describe, expect, it, test } from 'vitest';
import { exportAccount } from '../../../test/bank-exports.ts';
import { parseStatement } from './statement.ts';
import { convertFile, detectFileKind } from './statement-file.ts';

describe('OFX', () => {
  const ofx = (...transactions: string[]) =>
    `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>JMD<BANKTRANLIST>
${transactions.map((one) => `<STMTTRN>${one}</STMTTRN>`).join('\n')}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`;
  const one = (type: string, amount: string, on = '20261126') =>
    `<TRNTYPE>${type}<DTPOSTED>${on}<TRNAMT>${amount}<FITID>1<NAME>PAY K7M4-9QX`;
  function linesOf(text: string) {
    const file = convertFile(text, 'ofx', exportAccount);
    if (!file.ok) return file.fault;
    const found = parseStatement(file.text, file.format, exportAccount);
    if (!found.ok) return found.fault;
    return {
      lines: found.lines.map(({ day, credit, minor }) => `${day} ${credit ? '+' : '-'}${minor}`),
      skipped: [...file.skipped, ...found.skipped].map(({ row, why }) => `${row} ${why}`),
    };
  }

  it('converts an evening in Greenwich to the day in Kingston', () => {
    const gmt = one('CREDIT', '15000.00', '20261127020000.000[0:GMT]');
    expect(linesOf(ofx(gmt))).toEqual({ lines: ['2026-11-26 +1500000'], skipped: [] });
    const days = ['20261127000000[0:GMT]', '20261127020000', '20261126233000[-5:EST]', '20261127013000[+1.30:X]'];
    expect(linesOf(ofx(...days.map((day) => one('CREDIT', '1.00', day))))).toMatchObject({
      lines: ['27', '27', '26', '26'].map((day) => `2026-11-${day} +100`),
    });
  });

  it('reads an unsigned debit as money out and skips unclear transactions', () => {
    expect(linesOf(ofx(one('DEBIT', '8000.00'), one('CREDIT', '8000.00'), one('XFER', '8000.00')))).toEqual({
      lines: ['2026-11-26 -800000', '2026-11-26 +800000'],
      skipped: ['3 no_direction'],
    });
    expect(linesOf(ofx(one('XFER', '8000.00'), one('OTHER', '-5.00'), one('FEE', '5.00')))).toEqual({
      ...{ lines: ['2026-11-26 -500'], skipped: ['1 no_direction', '3 direction_differs'] },
    });
  });

  it('ignores markup in CDATA written by a payer', () => {
    const forged = one('CREDIT', '900000.00');
    const text = ofx(`${one('CREDIT', '1.00')}<MEMO><![CDATA[a]<STMTTRN>${forged}]]></MEMO>`);
    expect(linesOf(text)).toEqual({ lines: ['2026-11-26 +100'], skipped: [] });
  });

  it('skips held and pending transactions, and reads a correction of an earlier file as money out', () => {
    const text = ofx(one('HOLD', '5.00'), `${one('CREDIT', '5.00')}<CORRECTFITID>7<CORRECTACTION>DELETE`).replace(
      '</BANKTRANLIST>',
      `</BANKTRANLIST><BANKTRANLISTP><STMTTRNP>${one('CREDIT', '6.00')}</STMTTRNP></BANKTRANLISTP>`,
    );
    expect(linesOf(text)).toEqual({ lines: ['2026-11-26 -500'], skipped: ['1 not_booked', '3 not_booked'] });
  });

  it.each(['DELETE', 'REPLACE'])('skips a transaction and its %s in one file', (action) => {
    const text = ofx(one('CREDIT', '5.00'), `${one('CREDIT', '6.00')}<CORRECTFITID>1<CORRECTACTION>${action}`);
    expect(linesOf(text)).toEqual({ lines: [], skipped: ['1 reversed', '2 correction'] });
  });
});

describe('CAMT.053', () => {
  const entry = (more: string, day = '<Dt>2026-11-26</Dt>') =>
    `<Ntry><Amt Ccy="JMD">8000.00</Amt>${more}<Sts>BOOK</Sts><BookgDt>${day}</BookgDt><NtryDtls><TxDtls>
     <Refs><EndToEndId>E1</EndToEndId></Refs><RltdPties><Dbtr><Nm>Ina Brown</Nm></Dbtr></RltdPties>
     <RmtInf><Ustrd>K7M4-9QX</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  const linesOf = (...entries: string[]) =>
    convertFile(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`,
      'camt',
      exportAccount,
    );
  const credit = '<CdtDbtInd>CRDT</CdtDbtInd>';
  const debit = '<CdtDbtInd>DBIT</CdtDbtInd>';
  const reversal = '<RvslInd>true</RvslInd>';

  it('converts a time with a zone to the day in Kingston', () => {
    for (const [time, day] of [
      ['2026-11-27T02:00:00Z', '2026-11-26'],
      ['2026-11-27T02:00:00.000+01:00', '2026-11-26'],
      ['2026-11-27T02:00:00', '2026-11-27'],
    ] as const)
      expect(linesOf(entry(credit, `<DtTm>${time}</DtTm>`))).toMatchObject({
        text: expect.stringContaining(`"${day}"`),
      });
  });

  it('skips a payment reversed in the same file, and names no payer of our returned transfers', () => {
    const back = linesOf(entry(credit), entry(debit + reversal));
    expect(back).toMatchObject({ skipped: [{ row: 1, why: 'reversed' }] });
    expect(back).toMatchObject({ text: expect.stringContaining('"-8000.00"') });
    const returned = entry(debit).replace('<RmtInf>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf><RmtInf>');
    expect(linesOf(entry(credit), returned)).toMatchObject({ skipped: [{ row: 1, why: 'reversed' }] });
    const withoutRemark = entry(debit + reversal).replace(/<RmtInf>.*<\/RmtInf>/, '');
    expect(linesOf(entry(credit), withoutRemark)).toMatchObject({ skipped: [{ row: 1, why: 'reversed' }] });
    expect(linesOf(entry(credit), withoutRemark.replace('E1', 'E2'))).toMatchObject({ skipped: [] });
    const bounced = linesOf(entry(credit + reversal));
    expect(bounced).toMatchObject({ skipped: [], text: expect.stringContaining('REVERSAL') });
    expect(bounced).toMatchObject({ text: expect.not.stringContaining('Ina Brown') });
  });
});

test('files of unsupported formats are refused', () => {
  for (const text of ['!Type:Bank\nD26/11/2026\nT8000.00\n^\n', ':20:STARTUMS\n:25:404/512\n', '{1:F01DEMOJMKN}{4:\n'])
    expect(convertFile(text, detectFileKind(text) as 'other', exportAccount)).toMatchObject({
      ok: false,
      fault: 'other_message',
    });
});
