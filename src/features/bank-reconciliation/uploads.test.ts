import { expect, test } from 'vitest';
import {
  buildOtherUpload,
  buildUpload,
  insertAwaitedPayments,
  openBankReconciliation,
  type StatementRow,
  testAccount,
  testFormat,
} from '../../../test/bank-lines.ts';
import { placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { parseCsv } from '../../kernel/csv.ts';
import { formatCsvCell } from '../../kernel/csv-format.ts';
import { decodeStatement } from './detect-format.ts';
import { convertFile, detectFileKind } from './statement-file.ts';

/** Text from payers is inert in our exports and on our screens. */
const server = await serverWithoutFaults();
const { app, call, faults, owner } = server;
const { done, finance, act } = await setUpUnallocated(server);
const { confirming, lineNamed, payIn, upload, queue } = openBankReconciliation(server, { done, finance });
const ina = await newCustomer(server, 'Ina Brown');

/** Computed on each call, because midnight may pass during the test. */
const today = () => jamaicaDay(new Date());

const formulas = ['=HYPERLINK("https://evil.example";"Pay")', '+1876555', '-2+3', '@SUM(A1)', '\t=1+1'];

test("a reference that starts like a formula is text in the customer's CSV", async () => {
  const amounts = formulas.map((_, n) => `${7100 + n}`);
  const due = await insertAwaitedPayments(
    server,
    ina.id,
    amounts.map((amount) => ({ amount })),
  );
  for (const [n, formula] of formulas.entries()) {
    const reference = `${formula} ABCD${n}`;
    await upload([{ reference, details: `pay ${due[n]?.reference}`, credit: `${amounts[n]}.00` }]);
    await done('bankLines/confirm', confirming(await lineNamed(due[n]?.reference ?? '')));
    expect(await payIn(due[n]?.id ?? '')).toBe('received');
  }
  const url = `/api/transactions.csv?from=${today()}&until=${today()}`;
  const { body, statusCode } = await app.inject({ method: 'GET', url, headers: { cookie: ina.cookie } });
  expect(statusCode).toBe(200);
  const [heads = [], ...rows] = [...parseCsv(body)].map(({ cells }) => cells);
  const cells = rows.map((row) => row[heads.indexOf('Received reference')] ?? '');
  expect(cells).toHaveLength(formulas.length);
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@]/);
});

test.each(['=1', '+1', '-1', '@a', '\t=1', '\r=1', '\n=1', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF20a'])(
  'a cell that starts with %j is no formula',
  (text) => {
    const [cell = ''] = [...parseCsv(formatCsvCell(text))][0]?.cells ?? [];
    expect(cell.normalize('NFKC').replace(/^[\s\p{Cf}]+/u, '')).not.toMatch(/^[=+\-@]/);
  },
);

test('names with direction marks, invisible characters and markup become plain text', async () => {
  const names = [
    '\u202EnworB anI',
    'Ina\u200B\u2066Brown',
    '<img src=x onerror=alert(1)>',
    'Ina\u0001Brown\u0085',
    'I\u0301na',
  ];
  for (const [n, payer] of names.entries())
    await upload([{ payer, reference: `ODD-NAME-${n}`, details: `odd name ${n}`, credit: '71.10' }]);
  const { rows } = await owner.query<{ payer: string }>(
    `select payer from bank_lines where reference like 'ODD-NAME-%' order by reference`,
  );
  expect(rows.map(({ payer }) => payer)).toEqual([
    ...['nworB anI', 'Ina Brown', '<img src=x onerror=alert(1)>', 'Ina Brown', '\u00CDna'],
  ]);
  expect(faults).toEqual([]);
});

test('very wide, long and large files are read or refused within two seconds', async () => {
  const head = 'Date,Description,Reference,Debit,Credit,Payer,Payer account,Payer bank';
  const line = `${today().split('-').reverse().join('/')},x,WIDE-1,,71.20,Ina Brown,1,B`;
  const send = async (text: string) => {
    const before = process.cpuUsage();
    const { status, body } = await call<{ code?: string; added?: number }>(
      'bankLines/upload',
      { currency: 'JMD', text, format: testFormat },
      finance,
    );
    const { user, system } = process.cpuUsage(before);
    return { result: status === 200 ? body.added : (body.code ?? status), ms: (user + system) / 1000 };
  };
  const wide = ','.repeat(49_000);
  const tries = [
    [`${head}${wide}\n${line}${wide}`, 1],
    [`${','.repeat(99_900)}\n`, 'bank_lines.unreadable'],
    [`${head}\n${'"'.repeat(99_000)}`, expect.anything()],
    [`${head}\n${'""'.repeat(40_000)}x`, 0],
    [`${head}\n${'"a'.repeat(49_000)}`, 0],
    [`${head}\n${'"x\n'.repeat(30_000)}`, 'bank_lines.unreadable'],
    [`${head}\n${'"x,\n'.repeat(900)}`, 0],
    [`${head}\n${'\n'.repeat(90_000)}`, 0],
    [`${head}\n${'\r'.repeat(90_000)}`, expect.anything()],
    [`${head}\n${'x\n'.repeat(40_000)}`, 'bank_lines.unreadable'],
    [`${'Date,'.repeat(10_000)}\n${'Date,'.repeat(9_000)}`, 'bank_lines.unreadable'],
    [' '.repeat(99_999), expect.anything()],
  ] as const;
  for (const [text, result] of tries) {
    const answer = await send(text);
    expect([text.slice(0, 20), answer.result]).toEqual([text.slice(0, 20), result]);
    expect([text.slice(0, 20), answer.ms < 2_000]).toEqual([text.slice(0, 20), true]);
  }
  expect((await send('x'.repeat(100_001))).result).not.toBe(0);
  expect(faults).toEqual([]);
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

test('uploading without the finance role is refused', async () => {
  for (const name of ['support', 'compliance', 'instructor', 'tier1']) {
    const cookie = await createSession(server, name).catch(() => null);
    if (!cookie) continue;
    const answer = await call('bankLines/upload', buildUpload([{ reference: 'NOT YOURS', credit: '71.30' }]), cookie);
    expect([name, answer.status]).toEqual([name, 403]);
  }
  const { rows } = await owner.query(`select from bank_lines where reference = 'NOT YOURS'`);
  expect(rows).toEqual([]);
});

/** If another person uploads a line again, the payout waits for a check. */

const admin = await createSession(server, 'admin');

const doneBy = async (cookie: string | undefined, path: string, input: object) =>
  expect([path, (await act(path, input, cookie)).body.code]).toEqual([path, undefined]);
const lineOf = async (row: StatementRow, other = false) => {
  const line = (await queue()).find(({ reference, details }) =>
    other ? details.startsWith(`${row.reference} /`) : reference === row.reference,
  );
  if (!line) throw new Error(`no line ${row.reference}`);
  return line;
};

let next = 2600;
async function createOrder() {
  next += 1;
  const amount = `${next}`;
  const ina = await newCustomer(server, 'Ina Brown');
  const order = await placePaidBuy(server, ina.cookie, { amount });
  const line = { reference: `FT ${amount}`, details: `TRF ${order.reference}`, credit: `${amount}.00` };
  const confirm = async (cookie = finance, other = false) => {
    const found = await lineOf(line, other);
    const to = { ...confirming(found), kind: 'order', id: order.orderId };
    await doneBy(cookie, 'bankLines/confirm', to);
  };
  const input = { orderId: order.orderId, note: '' };
  return {
    line,
    confirm,
    of: input,
    preparePayout: async () => (await act('desk/preparePayout', input)).body.code ?? 'done',
  };
}

test('preparing a payout is refused after another upload shows the line, until someone else checks it', async () => {
  const { line, confirm, of: input, preparePayout } = await createOrder();
  await doneBy(finance, 'bankLines/upload', buildUpload([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', input);
  await doneBy(admin, 'bankLines/upload', buildOtherUpload([line]));
  const again = await lineOf(line, true);
  expect(again).toMatchObject({ sameAs: { used: true } });
  expect(await preparePayout()).toBe('desk.line_again');
  await doneBy(finance, 'bankLines/dismissLine', { lineId: again.id, reason: 'same_line', note: '' });
  expect(await preparePayout()).toBe('desk.line_again');
  await doneBy(admin, 'bankLines/restoreLine', { lineId: again.id });
  await doneBy(admin, 'bankLines/dismissLine', { lineId: again.id, reason: 'same_line', note: '' });
  expect(await preparePayout()).toBe('done');
});

test('approving a payout prepared before the second upload is refused', async () => {
  const { line, confirm, of: input, preparePayout } = await createOrder();
  await doneBy(finance, 'bankLines/upload', buildUpload([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', input);
  expect(await preparePayout()).toBe('done');
  await doneBy(admin, 'bankLines/upload', buildOtherUpload([line]));
  expect((await act('desk/approvePayout', input, admin)).body.code).toBe('desk.line_again');
});

test('preparing a payout is refused if the line had been uploaded by another person before', async () => {
  const { line, confirm, of: input, preparePayout } = await createOrder();
  await doneBy(admin, 'bankLines/upload', buildUpload([line]));
  await doneBy(finance, 'bankLines/upload', buildOtherUpload([line]));
  await confirm(finance, true);
  await doneBy(finance, 'desk/startProcessing', input);
  expect(await preparePayout()).toBe('desk.line_again');
});

test('a line uploaded by another person allows the payout', async () => {
  const { line, confirm, of: input, preparePayout } = await createOrder();
  await doneBy(admin, 'bankLines/upload', buildUpload([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', input);
  await doneBy(finance, 'bankLines/upload', buildOtherUpload([line]));
  expect(await preparePayout()).toBe('done');
});

test('two people confirming distinct payments allows the payout', async () => {
  const { line, confirm, of: input, preparePayout } = await createOrder();
  await doneBy(finance, 'bankLines/upload', buildUpload([line]));
  await confirm();
  await doneBy(finance, 'desk/startProcessing', input);
  await doneBy(admin, 'bankLines/upload', buildOtherUpload([line]));
  const again = await lineOf(line, true);
  const { proposalId } = (await done('bankLines/proposeDistinct', { lineId: again.id, note: 'Ina paid twice' })) as {
    proposalId: string;
  };
  await doneBy(admin, 'bankLines/decideDistinct', { proposalId, decision: 'approve' });
  expect(await preparePayout()).toBe('done');
});
