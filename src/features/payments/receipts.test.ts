import { expect, test } from 'vitest';
import { formatJamaicaTime } from '../../../test/orders.ts';
import {
  buildBankReceipt,
  buildChainReceipt,
  claimPlan,
  claimPlanInMahoni,
  solanaHash,
} from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';
import { after, hours } from '../../kernel/clock.ts';
import { createTimeLine as momentOf } from '../receipts/receipt.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import type { PaymentReceipt } from './load-receipt.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const second = await another('finance');

const done = async (path: string, input: object, cookie = finance) =>
  expect([path, (await call(path, input, cookie)).status]).toEqual([path, 200]);
const receiptOf = async (paymentId: string, cookie: string) =>
  (await call<PaymentReceipt & { code?: string }>('payments/receipt', { paymentId }, cookie)).body;
const readLabels = ({ parts }: PaymentReceipt) =>
  Object.fromEntries(parts.flatMap(({ lines }) => lines.map(({ label, value }) => [label, value])));
const get = (url: string, cookie: string) => server.app.inject({ method: 'GET', url, headers: { cookie } });

async function refund(paymentId: string, reference: string, rail: 'bank' | 'chain' = 'bank') {
  const plain = { paymentId, note: '' };
  await done('paymentsDesk/prepareReturn', { ...plain, reasonCode: 'given_back_as_asked' });
  const proposalId = await server.openProposal(paymentId);
  await done('paymentsDesk/approveReturn', { ...plain, proposalId }, second?.cookie);
  const now = server.services.clock();
  const movedTime = rail === 'chain' ? formatJamaicaTime(now) : '';
  const sent = { ...plain, reference, movedOn: jamaicaDay(now), movedTime };
  await done('paymentsDesk/recordReturned', sent);
}

test('a receipt shows the charged price and refunds, also after a price change', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  expect((await receiptOf(paymentId, customer.cookie)).notes[0]).toContain('This payment is not complete.');
  await done('paymentsDesk/receive', buildBankReceipt(paymentId));
  const dearer = { ...demoSettings.plan_prices, personal: 9_000 };
  const { rows } = await owner.query<{ id: string }>(
    `insert into setting_versions (key, value) values ('plan_prices', $1) returning id`,
    [dearer],
  );
  const receipt = await receiptOf(paymentId, customer.cookie);
  await owner.query('delete from setting_versions where id = $1', [rows[0]?.id]);
  const [row] = await rowsOf<{ reference: string }>('select reference from payments where id = $1', [paymentId]);
  expect(receipt).toMatchObject({ reference: row?.reference, word: 'Paid', heading: 'Personal plan, one month' });
  expect(receipt.parties).toMatchObject([{ lines: [{ value: 'Ina Brown' }, {}] }, { lines: [{}, {}, {}] }]);
  expect(readLabels(receipt)).toMatchObject({
    For: 'Personal plan, one month',
    Price: 'J$6,000.00',
    Fee: 'JMD 0.00',
    Charged: 'J$6,000.00',
    Method: 'Bank transfer',
    'Bank reference': `LINE ${paymentId.slice(-12)}`,
    'Amount due': 'J$6,000.00',
    Received: expect.stringContaining('J$6,000.00'),
    'Received less refunds': 'J$6,000.00',
  });
  expect(JSON.stringify(receipt)).not.toContain('404512345');
  await refund(paymentId, 'BACK 4711');
  const returned = await receiptOf(paymentId, customer.cookie);
  expect(returned.word).toBe('Refunded');
  expect(readLabels(returned)).toMatchObject({
    Charged: 'J$6,000.00',
    Refunded: expect.stringContaining('under BACK 4711'),
    'Received less refunds': 'J$0.00',
    Reason: 'You asked for this refund.',
  });
});

test('a receipt shows when the proof and the money came and when it ended', async () => {
  const [claimedAt, receivedAt, endedAt] = [1, 2, 3].map((count) => after(new Date(), hours(count)));
  const at = (moment: Date | undefined) => server.setTime(moment ?? null);
  const customer = await newCustomer(server, 'Ina Brown');
  at(claimedAt);
  const paymentId = await claimPlan(server, customer.cookie);
  at(receivedAt);
  await done('paymentsDesk/receive', buildBankReceipt(paymentId, { movedOn: jamaicaDay(server.services.clock()) }));
  at(endedAt);
  await refund(paymentId, 'BACK 4714');
  server.setTime(null);
  const course = (await receiptOf(paymentId, customer.cookie)).parts.find(({ title }) => title === 'Status');
  expect(course?.lines.slice(1, 5)).toEqual([
    momentOf('Started', claimedAt ?? null),
    momentOf('Proof uploaded', claimedAt ?? null),
    momentOf('Received', receivedAt ?? null),
    momentOf('Ended', endedAt ?? null),
  ]);
});

test('a Mahoni receipt shows amount, price, wallets and hash', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const due = await claimPlanInMahoni(server, customer.cookie, { walletType: 'solflare' });
  const { paymentId, senderAddress } = due;
  const line = buildChainReceipt(due);
  await done('paymentsDesk/receive', line);
  const claimedAt = readLabels(await receiptOf(paymentId, customer.cookie));
  expect(claimedAt).toMatchObject({
    Charged: 'J$6,000.00',
    Fee: 'JMD 0.00',
    'In Mahoni': `504,${due.amount.slice(3)}\u00a0MHI`,
    'Price used': 'US$0.000068 per MHI',
    'Rate used': 'J$175 per US$1',
    Method: 'Crypto (MHI)',
    Network: 'Solana',
    'Our wallet': demoSettings.company_wallets.solana.address,
    'Your wallet': senderAddress,
    'Wallet type': 'Solflare Wallet',
    'Transaction hash': line.reference,
    'Received less refunds': `504,${due.amount.slice(3)}\u00a0MHI`,
  });
  await refund(paymentId, solanaHash(), 'chain');
  expect(readLabels(await receiptOf(paymentId, customer.cookie))).toMatchObject({
    Refunded: expect.stringContaining(`504,${due.amount.slice(3)}\u00a0MHI`),
    'Received less refunds': '0.000000\u00a0MHI',
  });
});

test('a receipt of late money charges nothing and shows what we hold', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  await rowsOf(`update payments set ended = 'lapsed', closed_at = now() where id = $1`, [paymentId]);
  await done('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: '4500' }));
  const receipt = await receiptOf(paymentId, customer.cookie);
  expect(readLabels(receipt)).toMatchObject({
    Price: 'J$6,000.00',
    Charged: 'J$0.00',
    Status: 'Refund pending',
    'Received less refunds': 'J$4,500.00',
  });
  await refund(paymentId, 'BACK 4712');
  expect(readLabels(await receiptOf(paymentId, customer.cookie))).toMatchObject({
    Charged: 'J$0.00',
    Status: 'Refunded',
  });
});

test('a receipt is visible to its customer and, audited, to staff', async () => {
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const paymentId = await claimPlan(server, customer.cookie);
  await done('paymentsDesk/receive', buildBankReceipt(paymentId));
  expect((await receiptOf(paymentId, other.cookie)).code).toBe('payments.not_found');
  const url = `/api/receipts/${paymentId}.pdf`;
  const pdf = await get(url, customer.cookie);
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
  expect((await get(url, other.cookie)).statusCode).toBe(404);
  const findViews = () =>
    rowsOf(`select from audit_log where action = 'payments.receipt_viewed' and subject_id = $1`, [paymentId]);
  expect(await findViews()).toHaveLength(0);
  expect((await get(url, finance)).statusCode).toBe(200);
  expect(await findViews()).toHaveLength(1);
});

test('the receipt lists contain paid payments of their kind only', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const list = async (payable: string) =>
    (
      await call<{ payments: { id: string }[] }>(
        'payments/listOwn',
        { before: null, payable, paid: true },
        customer.cookie,
      )
    ).body.payments.map(({ id }) => id);
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await list('plan')).toEqual([]);
  await done('paymentsDesk/receive', buildBankReceipt(paymentId));
  expect([await list('plan'), await list('workshop')]).toEqual([[paymentId], []]);
});

test('the CSV of a day contains the payments started on that day only', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  await rowsOf(`update payments set created_at = created_at - interval '3 days' where id = $1`, [paymentId]);
  const today = jamaicaDay(new Date());
  const fileOf = async (daysAgo: number) => {
    const day = addDays(today, -daysAgo);
    return (await get(`/api/transactions.csv?from=${day}&until=${day}`, customer.cookie)).body;
  };
  expect(await fileOf(3)).toContain('Personal plan, one month');
  for (const daysAgo of [4, 2, 0]) expect(await fileOf(daysAgo)).not.toContain('Personal plan, one month');
});

test('the CSV of a period has a row for each payment', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const byBank = await claimPlan(server, customer.cookie);
  await done('paymentsDesk/receive', buildBankReceipt(byBank));
  const due = await claimPlanInMahoni(server, customer.cookie);
  const { senderAddress } = due;
  const line = buildChainReceipt(due);
  await done('paymentsDesk/receive', line);
  const day = jamaicaDay(new Date());
  const csv = (await get(`/api/transactions.csv?from=${day}&until=${day}`, customer.cookie)).body;
  const [head = '', ...rows] = csv.replace('\uFEFF', '').trimEnd().split('\r\n');
  const cellsOf = (row: string) =>
    [...row.matchAll(/("[^"]*"|[^,]*)(,|$)/g)].map(([, cell = '']) => cell.replaceAll('"', ''));
  const names = cellsOf(head);
  const cells = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, cellsOf(row)[at]])));
  expect(cells).toMatchObject([
    {
      Type: 'plan',
      Status: 'paid',
      Currency: 'JMD',
      'Amount J$': '6000.00',
      'Fee J$': '0.00',
      'Net J$': '6000.00',
      Asset: '',
      Received: '6000.00',
      'Received reference': `LINE ${byBank.slice(-12)}`,
      Kept: '6000.00',
      'Unit received': 'JMD',
      For: 'Personal plan, one month',
    },
    {
      Asset: 'MHI',
      Coins: due.amount,
      'Amount J$': '6000.00',
      'Price US$ per coin': '0.000068',
      'Rate J$ per US$': '175',
      Network: 'Solana (Sol)',
      Wallet: senderAddress,
      Received: due.amount,
      'Received reference': line.reference,
      'Unit received': 'MHI',
    },
  ]);
});
