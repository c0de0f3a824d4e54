import { expect, test } from 'vitest';
import { timeOf } from '../../../test/orders.ts';
import { bankLine, chainLine, claimedInMahoni, claimedPlan, solanaHash } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay, shiftDay } from '../../kernel/calendar.ts';
import { after, hours } from '../../kernel/clock.ts';
import { timeOf as momentOf } from '../receipts/receipt.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import type { PaymentReceipt } from './receipt-lines.ts';

/** The receipts of what is paid for, compared with what was charged. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');
const second = await another('finance');

const done = async (path: string, input: object, cookie = finance) =>
  expect([path, (await call(path, input, cookie)).status]).toEqual([path, 200]);
const receiptOf = async (paymentId: string, cookie: string) =>
  (await call<PaymentReceipt & { code?: string }>('payments/receipt', { paymentId }, cookie)).body;
/** A receipt as its parts say it. */
const said = ({ parts }: PaymentReceipt) =>
  Object.fromEntries(parts.flatMap(({ lines }) => lines.map(({ label, value }) => [label, value])));
const get = (url: string, cookie: string) => server.app.inject({ method: 'GET', url, headers: { cookie } });

/** Two people give it back, and one records what left. */
async function givesBack(paymentId: string, reference: string, movedTime = '') {
  const plain = { paymentId, note: '' };
  await done('paymentsDesk/prepareReturn', { ...plain, reasonCode: 'given_back_as_asked' });
  const proposalId = await server.openProposal(paymentId);
  await done('paymentsDesk/approveReturn', { ...plain, proposalId }, second?.cookie);
  const sent = { ...plain, reference, movedOn: jamaicaDay(server.services.clock()), movedTime };
  await done('paymentsDesk/recordReturned', sent);
}

test('it says what was charged, whatever the plan costs later, and on the same paper what went back', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  expect((await receiptOf(paymentId, who.cookie)).notes[0]).toContain('This is not paid.');
  await done('paymentsDesk/receive', bankLine(paymentId));
  const dearer = { ...demoSettings.plan_prices, personal: 9_000 };
  const { rows } = await owner.query<{ id: string }>(
    `insert into setting_versions (key, value) values ('plan_prices', $1) returning id`,
    [dearer],
  );
  const receipt = await receiptOf(paymentId, who.cookie);
  await owner.query('delete from setting_versions where id = $1', [rows[0]?.id]);
  const [row] = await rowsOf<{ reference: string }>('select reference from payments where id = $1', [paymentId]);
  expect(receipt).toMatchObject({ reference: row?.reference, word: 'Paid', heading: 'Personal plan, one month' });
  expect(receipt.parties).toMatchObject([{ lines: [{ value: 'Ina Brown' }, {}] }, { lines: [{}, {}, {}] }]);
  expect(said(receipt)).toMatchObject({
    For: 'Personal plan, one month',
    Price: 'J$6,000.00',
    Fee: 'JMD 0.00',
    Charged: 'J$6,000.00',
    Method: 'Bank transfer',
    'Bank reference': `LINE ${paymentId.slice(-12)}`,
    'Asked for': 'J$6,000.00',
    Received: expect.stringContaining('J$6,000.00'),
    'Received and not sent back': 'J$6,000.00',
  });
  expect(JSON.stringify(receipt)).not.toContain('404512345');
  await givesBack(paymentId, 'BACK 4711');
  const returned = await receiptOf(paymentId, who.cookie);
  expect(returned.word).toBe('Given back');
  expect(said(returned)).toMatchObject({
    Charged: 'J$6,000.00',
    'Sent back': expect.stringContaining('under BACK 4711'),
    'Received and not sent back': 'J$0.00',
    Why: 'You asked for it.',
  });
});

test('it says when the proof came, when the money, and when it was given up', async () => {
  const [shown, came, ended] = [1, 2, 3].map((count) => after(new Date(), hours(count)));
  const at = (moment: Date | undefined) => server.setTime(moment ?? null);
  const who = await newCustomer(server, 'Ina Brown');
  at(shown);
  const paymentId = await claimedPlan(server, who.cookie);
  at(came);
  await done('paymentsDesk/receive', bankLine(paymentId, { movedOn: jamaicaDay(server.services.clock()) }));
  at(ended);
  await givesBack(paymentId, 'BACK 4714');
  server.setTime(null);
  const course = (await receiptOf(paymentId, who.cookie)).parts.find(({ title }) => title === 'How far it is');
  expect(course?.lines.slice(1, 5)).toEqual([
    momentOf('Begun', shown ?? null),
    momentOf('Proof uploaded', shown ?? null),
    momentOf('Received', came ?? null),
    momentOf('Given up', ended ?? null),
  ]);
});

test('of a payment in Mahoni it says how much, by which price, where to, from where and under which hash', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const due = await claimedInMahoni(server, who.cookie, { walletType: 'solflare' });
  const { paymentId, senderAddress } = due;
  const line = chainLine(due);
  await done('paymentsDesk/receive', line);
  const shown = said(await receiptOf(paymentId, who.cookie));
  expect(shown).toMatchObject({
    Charged: 'J$6,000.00',
    Fee: 'JMD 0.00',
    'In Mahoni': `504,${due.amount.slice(3)}\u00a0MHI`,
    'Price used': 'US$0.000068 per MHI',
    'Rate used': 'J$175 per US$1',
    Method: 'Crypto (MHI)',
    Network: 'Solana',
    'Our wallet': demoSettings.company_wallets.solana.address,
    'Your wallet': senderAddress,
    'Kind of wallet': 'Solflare Wallet',
    'Transaction hash': line.reference,
    'Received and not sent back': `504,${due.amount.slice(3)}\u00a0MHI`,
  });
  await givesBack(paymentId, solanaHash(), timeOf(new Date()));
  expect(said(await receiptOf(paymentId, who.cookie))).toMatchObject({
    'Sent back': expect.stringContaining(`504,${due.amount.slice(3)}\u00a0MHI`),
    'Received and not sent back': '0.000000\u00a0MHI',
  });
});

test('of what came after the end nothing was charged, and it says how much is with us', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  await rowsOf(`update payments set ended = 'lapsed', closed_at = now() where id = $1`, [paymentId]);
  await done('paymentsDesk/receive', bankLine(paymentId, { amount: '4500' }));
  const receipt = await receiptOf(paymentId, who.cookie);
  expect(said(receipt)).toMatchObject({
    Price: 'J$6,000.00',
    Charged: 'J$0.00',
    Status: 'Going back',
    'Received and not sent back': 'J$4,500.00',
  });
  await givesBack(paymentId, 'BACK 4712');
  expect(said(await receiptOf(paymentId, who.cookie))).toMatchObject({ Charged: 'J$0.00', Status: 'Given back' });
});

test('it is its own customer who reads it, and staff, whose look is written down', async () => {
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const paymentId = await claimedPlan(server, who.cookie);
  await done('paymentsDesk/receive', bankLine(paymentId));
  expect((await receiptOf(paymentId, other.cookie)).code).toBe('payments.not_found');
  const url = `/api/receipts/${paymentId}.pdf`;
  const pdf = await get(url, who.cookie);
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
  expect((await get(url, other.cookie)).statusCode).toBe(404);
  const looks = () =>
    rowsOf(`select from audit_log where action = 'payments.receipt_viewed' and subject_id = $1`, [paymentId]);
  expect(await looks()).toHaveLength(0);
  expect((await get(url, finance)).statusCode).toBe(200);
  expect(await looks()).toHaveLength(1);
});

test('the lists hold what was paid of their kind, and no other', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const list = async (payable: string) =>
    (
      await call<{ payments: { id: string }[] }>('payments/listOwn', { before: null, payable, paid: true }, who.cookie)
    ).body.payments.map(({ id }) => id);
  const paymentId = await claimedPlan(server, who.cookie);
  expect(await list('plan')).toEqual([]);
  await done('paymentsDesk/receive', bankLine(paymentId));
  expect([await list('plan'), await list('workshop')]).toEqual([[paymentId], []]);
});

test('a payment stands in the file of the day on which it was begun, and of no other', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  await rowsOf(`update payments set created_at = created_at - interval '3 days' where id = $1`, [paymentId]);
  const today = jamaicaDay(new Date());
  const fileOf = async (daysAgo: number) => {
    const day = shiftDay(today, -daysAgo);
    return (await get(`/api/transactions.csv?from=${day}&until=${day}`, who.cookie)).body;
  };
  expect(await fileOf(3)).toContain('Personal plan, one month');
  for (const daysAgo of [4, 2, 0]) expect(await fileOf(daysAgo)).not.toContain('Personal plan, one month');
});

test('the file of a period has a line for each payment beside those of the orders', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const byBank = await claimedPlan(server, who.cookie);
  await done('paymentsDesk/receive', bankLine(byBank));
  const due = await claimedInMahoni(server, who.cookie);
  const { senderAddress } = due;
  const line = chainLine(due);
  await done('paymentsDesk/receive', line);
  const day = jamaicaDay(new Date());
  const csv = (await get(`/api/transactions.csv?from=${day}&until=${day}`, who.cookie)).body;
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
      'Received under': `LINE ${byBank.slice(-12)}`,
      Kept: '6000.00',
      'In, kept and back in': 'JMD',
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
      'Received under': line.reference,
      'In, kept and back in': 'MHI',
    },
  ]);
});
