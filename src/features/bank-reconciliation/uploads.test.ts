import { expect, test } from 'vitest';
import {
  buildOtherUpload,
  buildUpload,
  insertAwaitedPayments,
  openBankReconciliation,
  testFormat,
} from '../../../test/bank-lines.ts';
import { placePaidBuy } from '../../../test/orders.ts';
import { buildBankReceipt } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import { parseCsv } from '../../kernel/csv.ts';
import { formatCsvCell } from '../../kernel/csv-format.ts';
import { emptyColumns } from './detect-format.ts';

/** Text from payers is inert in our exports and on our screens. */
const server = await serverWithoutFaults();
const { app, call, faults, owner } = server;
const { done, finance, act, customer, refused, support } = await setUpUnallocated(server);
const { confirming, lineNamed, payIn, upload } = openBankReconciliation(server, { done, finance });
const buyer = await newCustomer(server, 'Ina Brown');
/** Computed on each call, because midnight may pass during the test. */
const today = () => jamaicaDay(new Date());

const formulas = ['=HYPERLINK("https://evil.example";"Pay")', '+1876555', '-2+3', '@SUM(A1)', '\t=1+1'];

test("a reference that starts like a formula is text in the customer's CSV", async () => {
  const amounts = formulas.map((_, n) => `${7100 + n}`);
  const due = await insertAwaitedPayments(
    server,
    buyer.id,
    amounts.map((amount) => ({ amount })),
  );
  for (const [n, formula] of formulas.entries()) {
    const reference = `${formula} ABCD${n}`;
    await upload([{ reference, details: `pay ${due[n]?.reference}`, credit: `${amounts[n]}.00` }]);
    await done('bankLines/confirm', confirming(await lineNamed(due[n]?.reference ?? '')));
    expect(await payIn(due[n]?.id ?? '')).toBe('received');
  }
  const url = `/api/transactions.csv?from=${today()}&until=${today()}`;
  const { body, statusCode } = await app.inject({ method: 'GET', url, headers: { cookie: buyer.cookie } });
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

test('confirming a line stores the payer as the bank shows it', async () => {
  const [due] = await insertAwaitedPayments(server, buyer.id, [{ amount: '6100' }]);
  await upload([
    { reference: 'FROZEN 1', details: `pay ${due?.reference}`, credit: '6100.00', account: '99 88 77 66' },
  ]);
  const line = await lineNamed(due?.reference ?? '');
  await done('bankLines/confirm', confirming(line, { payerAccount: '11 11 11 11', payerHolder: 'Olive Other' }));
  const { rows } = await owner.query(
    `select holder, bank, account, reference, day_only, (moved_at at time zone 'America/Jamaica')::date::text "day"
       from movements where payment_id = $1`,
    [due?.id],
  );
  expect(rows).toEqual([
    {
      ...{ holder: 'Ina Brown', bank: 'Demo Bank of Jamaica', account: '99 88 77 66', reference: 'FROZEN 1' },
      ...{ day_only: true, day: today() },
    },
  ]);
  await refused('bank_lines.settled', 'bankLines/confirm', confirming(line));
  await refused('bank_lines.settled', 'bankLines/dismissLine', { lineId: line.id, reason: 'bank_matter', note: '' });
});

test('a line recorded manually under another reference joins that money only', async () => {
  const [due] = await insertAwaitedPayments(server, buyer.id, [{ amount: '6150' }]);
  const typed = 'TYPED 6150';
  await done('paymentsDesk/receive', buildBankReceipt(due?.id ?? '', { amount: '6150', reference: typed }));
  await upload([{ reference: 'SLIP 6150', details: 'TRANSFER of Ina 6150', credit: '6150.00' }]);
  const { id: lineId } = await lineNamed('TRANSFER of Ina 6150');
  const recorded = { lineId, reason: 'recorded', note: '' };
  expect((await act('bankLines/dismissLine', recorded)).status).toBe(400);
  for (const reference of ['SLIP 6150', 'x', 'UNKNOWN 1'])
    await refused('bank_lines.not_recorded', 'bankLines/dismissLine', { ...recorded, reference });
  await done('bankLines/dismissLine', { ...recorded, reference: typed.toLowerCase() });
  await refused('bank_lines.settled', 'bankLines/restoreLine', { lineId });
  await upload([{ reference: 'SLIP 6151', details: 'TRANSFER of Ina again', credit: '6150.00' }]);
  const repeated = { ...recorded, lineId: (await lineNamed('of Ina again')).id, reference: typed };
  await refused('bank_lines.not_recorded', 'bankLines/dismissLine', repeated);
});

test('confirming one line twice in parallel succeeds once', async () => {
  const [one, other] = await insertAwaitedPayments(server, buyer.id, [{ amount: '6200' }, { amount: '6200' }]);
  await upload([{ reference: 'RACE 1', details: `pay ${one?.reference}`, credit: '6200.00' }]);
  const line = await lineNamed(one?.reference ?? '');
  const answers = await Promise.all(
    [one, other].map((due) => act('bankLines/confirm', { ...confirming(line), kind: 'payment', id: due?.id })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a typed reference pays once, while two bank lines with one reference both pay', async () => {
  const [one, two, three] = await insertAwaitedPayments(server, buyer.id, [
    { amount: '6301' },
    { amount: '6302' },
    { amount: '6303' },
  ]);
  await done('unallocated/record', {
    ...{ asset: 'JMD', rail: 'bank', reference: 'SAME WORDS', part: '', amount: '1', movedOn: today(), movedTime: '' },
    ...{
      payerBank: 'Demo Bank',
      payerAccount: '404512345',
      payerHolder: 'Ina Brown',
      senderAddress: '',
      senderTag: '',
    },
    ...{ reason: 'nothing_known', note: '' },
  });
  await upload([
    { reference: 'Same-words', details: `x ${one?.reference}`, credit: '6301.00' },
    { reference: 'Rent', details: `y ${two?.reference}`, credit: '6302.00' },
    { reference: 'Rent', details: `z ${three?.reference}`, credit: '6303.00' },
  ]);
  await refused('bank_lines.may_be_same', 'bankLines/confirm', confirming(await lineNamed(`x ${one?.reference}`)));
  await done('bankLines/confirm', confirming(await lineNamed(`y ${two?.reference}`)));
  await done('bankLines/confirm', confirming(await lineNamed(`z ${three?.reference}`)));
});

test('confirming an order with money of another payer needs a note', async () => {
  const order = await placePaidBuy(server, customer ?? '', { amount: '20800' });
  await upload([{ reference: 'OTHER 1', details: `pay ${order.reference}`, credit: '20800.00', payer: 'Olive Other' }]);
  const line = await lineNamed(order.reference);
  await refused('bank_lines.name_differs', 'bankLines/confirm', confirming(line));
  await done('bankLines/askName', { lineId: line.id, kind: 'order', id: order.orderId, note: '' });
  const { rows } = await owner.query('select pay_in, status from transactions where id = $1', [order.orderId]);
  expect(rows).toEqual([{ pay_in: 'awaiting', status: 'pending' }]);
  const story = await call<{ story: { reason: string | null }[] }>(
    'trading/show',
    { orderId: order.orderId },
    customer,
  );
  expect(JSON.stringify(story.body)).toContain("The name on the payment isn't yours");
});

test('a payer is never read from the description of a transfer', async () => {
  const [due] = await insertAwaitedPayments(server, buyer.id, [{ amount: '6500' }]);
  await upload([
    {
      reference: 'WORDS 1',
      details: `INA BROWN ${due?.reference}`,
      credit: '6500.00',
      payer: '',
      account: '55 66 77 88',
    },
  ]);
  const line = await lineNamed(due?.reference ?? '');
  expect(line).toMatchObject({ certain: false, lacksPayer: true });
  await refused('desk.payer_missing', 'bankLines/confirm', confirming(line));
  const typed = { payerHolder: 'Una Browne' };
  await refused('payments.name_differs', 'bankLines/confirm', confirming(line, typed));
  await done('bankLines/confirm', confirming(line, { payerHolder: 'Ina Brown' }));
  const { rows } = await owner.query('select holder from movements where payment_id = $1', [due?.id]);
  expect(rows).toEqual([{ holder: 'Ina Brown' }]);
});

test('confirming own money, reading without the role and uploading no statement are refused', async () => {
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'finance@demo.test'`);
  const [due] = await insertAwaitedPayments(server, rows[0]?.id ?? '', [{ amount: '6400' }]);
  await upload([{ reference: 'OWN 1', details: `pay ${due?.reference}`, credit: '6400.00', payer: 'Una Unknown' }]);
  const line = await lineNamed(due?.reference ?? '');
  expect(line.matches).toEqual([]);
  const input = { ...confirming(line), kind: 'payment', id: due?.id, note: 'Mine' };
  await refused('approvals.own_matter', 'bankLines/confirm', input);
  expect((await act('bankLines/list', {}, support)).body.code).toBe('staff.not_allowed');
  await refused('bank_lines.unreadable', 'bankLines/upload', { ...buildUpload([]), text: 'Datum;Betrag' });
  const early = after(new Date(), days(3)).toISOString().slice(0, 10);
  const ahead = buildOtherUpload([{ reference: 'FUTURE 1', details: 'ahead', credit: '6400.00', day: early }]);
  expect(await done('bankLines/upload', ahead)).toEqual({ read: 0, added: 0, skipped: 1 });
});

test('a debit with a payment reference and money in another currency pay nothing', async () => {
  const [due] = await insertAwaitedPayments(server, buyer.id, [{ amount: '6450' }]);
  const [day, details] = [jamaicaDay(new Date()), `pay ${due?.reference}`];
  const text = (heads: string, ...cells: string[]) =>
    `Date,Details,Payer,${heads}\n${day},${details},Ina Brown,${cells}\n`;
  const columns = { ...emptyColumns, day: 'Date', details: 'Details', payer: 'Payer' };
  const send = (file: string, more: object) => ({
    ...{ currency: 'JMD', text: file },
    format: { separator: ',', decimal: '.', day: 'ymd', columns: { ...columns, ...more } },
  });
  const assertRefused = async (name: string, file: string, more: object) => {
    const { body } = await act('bankLines/upload', send(file, more));
    expect(body).toMatchObject({ code: 'bank_lines.unreadable', data: { why: expect.stringContaining(name) } });
  };
  const debit = text('Amount,Dr/Cr', '6450.00', 'DR');
  await assertRefused('"Dr/Cr"', debit, { amount: 'Amount' });
  await assertRefused('"Amount (USD)"', text('Amount (USD)', '6450.00'), { amount: 'Amount (USD)' });
  await assertRefused('"Status"', text('Amount,Status', '6450.00', 'Pending'), { amount: 'Amount' });
  const read = { read: 1, added: 1, skipped: 0 };
  expect(await done('bankLines/upload', send(debit, { amount: 'Amount', direction: 'Dr/Cr' }))).toEqual(read);
  const dollars = text('Amount,Ccy', '6450.00', 'USD');
  const none = { read: 0, added: 0, skipped: 1 };
  expect(await done('bankLines/upload', send(dollars, { amount: 'Amount', currency: 'Ccy' }))).toEqual(none);
  const { rows } = await owner.query('select credit, dismissal_reason dismissal from bank_lines where details = $1', [
    details,
  ]);
  expect(rows).toEqual([{ credit: false, dismissal: 'debit' }]);
  expect(await payIn(due?.id ?? '')).toBe('claimed');
});

test('a format saved without the newer columns is still listed', async () => {
  const { direction, currency, status, balance, ...older } = testFormat.columns;
  expect([direction, currency, status, balance].join('')).toBe('');
  await owner.query(
    `insert into bank_formats (name, format, changed_at, changed_by) select 'Older', $1, now(), id from profiles limit 1`,
    [JSON.stringify({ ...testFormat, columns: older })],
  );
  const { body } = await call<{ formats: object[] }>('bankLines/formats', {}, finance);
  expect(body.formats).toEqual([{ name: 'Older', format: testFormat }]);
});
