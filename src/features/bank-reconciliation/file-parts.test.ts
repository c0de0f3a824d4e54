import { expect, test } from 'vitest';
import { joinRows, readExport } from '../../../test/bank-exports.ts';
import { buildUpload, openBankReconciliation } from '../../../test/bank-lines.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest();
const { done, finance } = await setUpUnallocated(server);
const { lineNamed, upload } = openBankReconciliation(server, { done, finance });
const head = 'Date,Description,Debit,Credit';
const [first, second] = ['26/11/2026,A,,80.00', '27/11/2026,K7M4-9QX,,120.00'];

test.each([
  ['a second account below', joinRows('Account 404 USD', head, first, 'Account 405 JMD', head, second), 'JMD'],
  ['a last line that names J$', joinRows(head, first, 'All amounts in JMD'), 'JMD'],
  ['a full name above the headings', joinRows('Currency,Jamaican Dollars', head, first), 'JMD'],
])('reading a file for US$ with %s is refused by name', (_what, text, name) =>
  expect(readExport(text, { currency: 'USD' })).toEqual({ fault: 'currency_of_file', name }),
);

test('reading repeated headings without a page break is refused, and after a page break returns all lines', () => {
  expect(readExport(joinRows(head, first, head, second))).toEqual({ fault: 'heading_repeated', name: '' });
  const pages = joinRows('Account 404512', head, first, 'Page 1 of 2', 'Account 404512', head, second);
  expect(readExport(pages).lines).toEqual(['2026-11-26 +8000', '2026-11-27 +12000']);
});

test('reading a column of several accounts is refused until it is assigned', () => {
  const text = joinRows(`Account,${head}`, `404,${first}`, `405,${second}`);
  expect(readExport(text)).toEqual({ fault: 'several_accounts', name: 'Account' });
  expect(readExport(text, { columns: { account: 'Account' } }).lines).toHaveLength(2);
});

test.each(['Jamaica Dollar', '388', 'JMD'])('reading a row in %s for US$ skips it', (name) =>
  expect(
    readExport(joinRows('Date,Description,Debit,Credit,Cur.', `${first},${name}`, `${second},USD`), {
      currency: 'USD',
    }),
  ).toEqual({ lines: ['2026-11-27 +12000'], skipped: ['2 other_currency'] }),
);

test('uploading one file for J$ and for US$ shows the second line as a possible duplicate', async () => {
  const row = { reference: 'FT263309', details: 'PAY ONCE', credit: '5000.00' };
  await upload([row]);
  const none = { parts: [], payerBank: '', payerAccount: '', payerHolder: '', note: '' };
  await done('bankLines/split', { lineId: (await lineNamed('PAY ONCE')).id, ...none });
  await done('bankLines/upload', { ...buildUpload([row]), currency: 'USD' });
  expect((await lineNamed('PAY ONCE')).sameAs).toMatchObject({ used: true });
});
