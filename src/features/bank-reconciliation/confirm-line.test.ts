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
import { setUpUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import { emptyColumns } from './detect-format.ts';

const server = await serverUnderTest();
const { call, owner } = server;
const { act, customer, done, finance, refused, support } = await setUpUnallocated(server);
const { confirming, lineNamed, payIn, upload } = openBankReconciliation(server, { done, finance });
const ina = await newCustomer(server, 'Ina Brown');
/** Computed on each call, because midnight may pass during the test. */
const today = () => jamaicaDay(new Date());

test('confirming a line stores the payer as the bank shows it', async () => {
  const [due] = await insertAwaitedPayments(server, ina.id, [{ amount: '6100' }]);
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
  const [due] = await insertAwaitedPayments(server, ina.id, [{ amount: '6150' }]);
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
  const again = { ...recorded, lineId: (await lineNamed('of Ina again')).id, reference: typed };
  await refused('bank_lines.not_recorded', 'bankLines/dismissLine', again);
});

test('confirming one line twice in parallel succeeds once', async () => {
  const [one, other] = await insertAwaitedPayments(server, ina.id, [{ amount: '6200' }, { amount: '6200' }]);
  await upload([{ reference: 'RACE 1', details: `pay ${one?.reference}`, credit: '6200.00' }]);
  const line = await lineNamed(one?.reference ?? '');
  const answers = await Promise.all(
    [one, other].map((due) => act('bankLines/confirm', { ...confirming(line), kind: 'payment', id: due?.id })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a typed reference pays once, while two bank lines with one reference both pay', async () => {
  const [one, two, three] = await insertAwaitedPayments(server, ina.id, [
    { amount: '6301' },
    { amount: '6302' },
    { amount: '6303' },
  ]);
  await done('unassigned/record', {
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
  const [due] = await insertAwaitedPayments(server, ina.id, [{ amount: '6500' }]);
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
  const [due] = await insertAwaitedPayments(server, ina.id, [{ amount: '6450' }]);
  const [day, words] = [jamaicaDay(new Date()), `pay ${due?.reference}`];
  const text = (heads: string, ...cells: string[]) =>
    `Date,Details,Payer,${heads}\n${day},${words},Ina Brown,${cells}\n`;
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
    words,
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
