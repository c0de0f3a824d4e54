import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  buildOtherUpload,
  buildUpload,
  insertAwaitedPayments,
  openBankReconciliation,
  type ShownLine,
  type StatementRow,
} from '../../../test/bank-lines.ts';
import { buildPayIn, buildSent, placePaidBuy, sell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { buildAttachment, setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** Money that the bank may have taken back or corrected stays unused until two people decide. */
const server = await serverWithoutFaults();
const { act, done, finance, refused } = await setUpUnallocated(server);
const { confirming, lineNamed, payIn, upload, queue } = openBankReconciliation(server, { done, finance });
const admin = await createSession(server, 'admin');
const code = async (path: string, input: object, cookie = finance) =>
  (await act(path, input, cookie)).body.code ?? 'done';

let next = 3600;
async function createOrder(confirm = true) {
  next += 1;
  const amount = `${next}`;
  const buyer = await newCustomer(server, 'Ina Brown');
  const order = await placePaidBuy(server, buyer.cookie, { amount });
  const credit = { reference: `CHQ ${amount}91`, details: `CHEQUE ${order.reference}`, credit: `${amount}.00` };
  await upload([credit]);
  if (confirm) {
    const line = await lineNamed(order.reference);
    await done('bankLines/confirm', { ...confirming(line), kind: 'order', id: order.orderId });
    await done('desk/startProcessing', { orderId: order.orderId, note: '' });
  }
  const preparePayout = () => code('desk/preparePayout', { orderId: order.orderId, note: '' });
  return { ...order, amount, number: credit.reference, preparePayout };
}
type Paid = Awaited<ReturnType<typeof createOrder>>;

async function findDismissed(details: string): Promise<ShownLine> {
  const { body } = await server.call<{ lines: ShownLine[] }>(
    'bankLines/list',
    { which: 'dismissed', after: null },
    finance,
  );
  const line = body.lines.find((one) => one.details.includes(details));
  if (!line) throw new Error(`no dismissed line ${details}`);
  return line;
}

async function decideDistinct(lineId: string): Promise<void> {
  const proposal = (await done('bankLines/proposeDistinct', { lineId, note: 'The bank shows two payments' })) as {
    proposalId: string;
  };
  const approval = { proposalId: proposal.proposalId, decision: 'approve' };
  expect(await code('bankLines/decideDistinct', approval, admin)).toBe('done');
}

const debits: [string, (paid: Paid) => StatementRow][] = [
  ['under its number', ({ number, amount }) => ({ reference: number, details: 'REFER TO DRAWER', debit: amount })],
  ['of its amount with our reference', ({ amount, reference }) => ({ details: `RTN ${reference}`, debit: amount })],
  ['of its amount with its number in the text', ({ amount, number }) => ({ details: `RTN ${number}`, debit: amount })],
];

test.each(debits)('a payout of money with a later debit %s waits for two people', async (_how, toDebit) => {
  const paid = await createOrder();
  const debit = { ...toDebit(paid), details: `${toDebit(paid).details} ${paid.amount}` };
  await upload([debit]);
  expect(await paid.preparePayout()).toBe('desk.line_reversed');
  const line = await findDismissed(debit.details);
  expect(line).toMatchObject({ sameAs: { against: 'credit', reference: paid.number } });
  await decideDistinct(line.id);
  expect(await paid.preparePayout()).toBe('done');
  expect(await findDismissed(debit.details)).toMatchObject({ sameAs: null });
});

test('a prepared payout is not approved after the bank takes the money back', async () => {
  const paid = await createOrder();
  expect(await paid.preparePayout()).toBe('done');
  await upload([{ reference: paid.number, details: 'RETURNED', debit: paid.amount }]);
  expect(await code('desk/approvePayout', { orderId: paid.orderId, note: '' }, admin)).toBe('desk.line_reversed');
});

test('a payout waits if the number comes again with another amount', async () => {
  const paid = await createOrder();
  await upload([{ reference: paid.number, details: `CORRECTED ${paid.reference}`, credit: '36.01' }]);
  expect(await paid.preparePayout()).toBe('desk.line_corrected');
  const line = await lineNamed(`CORRECTED ${paid.reference}`);
  expect(line).toMatchObject({ certain: false, sameAs: { against: 'corrected' } });
  await decideDistinct(line.id);
  expect(await paid.preparePayout()).toBe('done');
});

test('money that the bank took back is not refunded', async () => {
  const paid = await createOrder();
  await upload([{ reference: paid.number, details: 'RETURNED', debit: paid.amount }]);
  await done('desk/fail', { orderId: paid.orderId, reasonCode: 'out_of_stock', note: 'x' });
  const found = await server.owner.query(`select id from movements where order_id = $1 and direction = 'in'`, [
    paid.orderId,
  ]);
  const refund = { movementId: found.rows[0]?.id, reasonCode: 'order_stopped', note: '' };
  const input = { orderId: paid.orderId, ...refund, payerBank: '', payerAccount: '', payerHolder: '' };
  expect(await code('desk/prepareReturn', input)).toBe('desk.line_reversed');
});

test('unallocated money that the bank took back is neither attached nor refunded', async () => {
  const paid = await createOrder(false);
  const line = await lineNamed(paid.reference);
  const { kind: _kind, id: _id, ...split } = confirming(line);
  const { movementId } = (await done('bankLines/split', { ...split, parts: [] })) as { movementId: string };
  await upload([{ reference: paid.number, details: 'RETURNED', debit: paid.amount }]);
  await refused('desk.line_reversed', 'unallocated/attach', buildAttachment(movementId, paid, paid.amount));
  const refund = { movementId, reasonCode: 'order_stopped', note: '' };
  await refused('desk.line_reversed', 'unallocated/prepareReturn', refund);
});

test('a line with a debit in the same file is not certain, and two people confirm it', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const [due] = await insertAwaitedPayments(server, buyer.id, [{ amount: '6110' }]);
  await upload([
    { reference: 'CHQ 2', details: `CHEQUE ${due?.reference}`, credit: '6110.00' },
    { reference: 'CHQ 2', details: `RETURNED ${due?.reference}`, debit: '6110.00' },
  ]);
  const line = await lineNamed(`CHEQUE ${due?.reference}`);
  expect(line).toMatchObject({ certain: false, sameAs: { against: 'debit' } });
  await refused('desk.line_reversed', 'bankLines/confirm', confirming(line));
  await decideDistinct(line.id);
  await done('bankLines/confirm', confirming(line));
  expect(await payIn(due?.id ?? '')).toBe('received');
});

test.each<[string, (paid: Paid) => StatementRow]>([
  [
    'the fee of the bank under its number',
    ({ number }) => ({ reference: number, details: 'WIRE FEE', debit: '100.00' }),
  ],
  ['a debit of its amount for something else', ({ amount }) => ({ details: 'RENT TRANSFER', debit: amount })],
])('%s does not stop a payout', async (_what, toRow) => {
  const paid = await createOrder();
  await upload([toRow(paid)]);
  expect(await paid.preparePayout()).toBe('done');
});

/** A returned payout must not pay for another order of the same customer. */
const customer = await server.signIn('tier2');

async function payOutSell(reference: string) {
  const { orderId } = (await sell(server, customer)).body;
  const step = { orderId, note: '' };
  await done(
    'desk/confirmReceived',
    buildPayIn(orderId, { amount: '0.001', reference: randomBytes(32).toString('hex') }),
  );
  for (const path of ['desk/startProcessing', 'desk/preparePayout']) await done(path, step);
  expect((await act('desk/approvePayout', { ...step, note: 'looked' }, admin)).body.code).toBeUndefined();
  await done('desk/recordSent', buildSent(orderId, reference));
  const { rows } = await server.owner.query<{ amount: string; holder: string; account: string }>(
    `select amount::numeric(18, 2)::text amount, holder, account from movements where order_id = $1 and direction = 'out'`,
    [orderId],
  );
  return rows[0] ?? { amount: '', holder: '', account: '' };
}

test.each<[string, StatementRow]>([
  ['the payee and the account', {}],
  ['the account only', { payer: '' }],
  ['neither', { payer: '', account: '' }],
])('a credit of the amount we sent that shows %s is decided by two people', async (how, hidden) => {
  const { amount, holder, account } = await payOutSell(`OUT ${how.length} 7788`);
  const buy = await placePaidBuy(server, customer, { amount });
  await upload([
    {
      reference: `RTN ${how}`,
      details: `EFT RETURNED ${buy.reference}`,
      credit: amount,
      payer: holder,
      account,
      ...hidden,
    },
  ]);
  const line = await lineNamed(buy.reference);
  expect(line).toMatchObject({ certain: false, sameAs: { against: 'returned', reference: `OUT ${how.length} 7788` } });
  const payer = { payerBank: 'NCB', payerAccount: account, payerHolder: holder, note: 'x' };
  const confirmation = { ...confirming(line, payer), kind: 'order', id: buy.orderId };
  await refused('desk.line_returned', 'bankLines/confirm', confirmation);
  const proposal = (await done('bankLines/proposeDistinct', { lineId: line.id, note: 'A new transfer' })) as {
    proposalId: string;
  };
  const approval = { proposalId: proposal.proposalId, decision: 'approve' };
  expect((await act('bankLines/decideDistinct', approval, admin)).body.code).toBeUndefined();
  await done('bankLines/confirm', confirmation);
});

test('a credit of another person at the amount we sent is certain', async () => {
  const { amount } = await payOutSell('OUT OTHER 7788');
  const other = await server.signIn('tier1');
  const buy = await placePaidBuy(server, other, { amount });
  const { rows } = await server.owner.query<{ name: string }>(
    `select concat_ws(' ', first_name, last_name) name from profiles p join transactions t on t.user_id = p.id where t.id = $1`,
    [buy.orderId],
  );
  await upload([
    {
      reference: 'FT 9917788',
      details: buy.reference,
      credit: amount,
      payer: rows[0]?.name ?? '',
      account: '909000111',
    },
  ]);
  expect(await lineNamed(buy.reference)).toMatchObject({ certain: true, sameAs: null });
});

test.each(['routingNumber', 'bankName'])('a sell with a reference of ours in its %s is refused', async (field) => {
  const buy = await placePaidBuy(server, customer, { amount: '16418' });
  const spaced = buy.reference.replace('-', ' ').split('').join(' ');
  const answers = [buy.reference, spaced].map((text) => sell(server, customer, { [field]: `HWT ${text}` }));
  for (const { body } of await Promise.all(answers)) expect(body.code).toBe('trading.reference_in_bank');
});

const doneBy = async (cookie: string | undefined, path: string, input: object) =>
  expect([path, (await act(path, input, cookie)).body.code]).toEqual([path, undefined]);

const lineOf = async (row: StatementRow, other = false) => {
  const line = (await queue()).find(({ reference, details }) =>
    other ? details.startsWith(`${row.reference} /`) : reference === row.reference,
  );
  if (!line) throw new Error(`no line ${row.reference}`);
  return line;
};
let nextUploaded = 2600;

async function createUploaded() {
  nextUploaded += 1;
  const amount = `${nextUploaded}`;
  const buyer = await newCustomer(server, 'Ina Brown');
  const order = await placePaidBuy(server, buyer.cookie, { amount });
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

describe('a line that another person uploads again', () => {
  test('preparing a payout is refused after another upload shows the line, until someone else checks it', async () => {
    const { line, confirm, of: input, preparePayout } = await createUploaded();
    await doneBy(finance, 'bankLines/upload', buildUpload([line]));
    await confirm();
    await doneBy(finance, 'desk/startProcessing', input);
    await doneBy(admin, 'bankLines/upload', buildOtherUpload([line]));
    const secondLine = await lineOf(line, true);
    expect(secondLine).toMatchObject({ sameAs: { used: true } });
    expect(await preparePayout()).toBe('desk.line_again');
    await doneBy(finance, 'bankLines/dismissLine', { lineId: secondLine.id, reason: 'same_line', note: '' });
    expect(await preparePayout()).toBe('desk.line_again');
    await doneBy(admin, 'bankLines/restoreLine', { lineId: secondLine.id });
    await doneBy(admin, 'bankLines/dismissLine', { lineId: secondLine.id, reason: 'same_line', note: '' });
    expect(await preparePayout()).toBe('done');
  });

  test('a line uploaded by another person allows the payout', async () => {
    const { line, confirm, of: input, preparePayout } = await createUploaded();
    await doneBy(admin, 'bankLines/upload', buildUpload([line]));
    await confirm();
    await doneBy(finance, 'desk/startProcessing', input);
    await doneBy(finance, 'bankLines/upload', buildOtherUpload([line]));
    expect(await preparePayout()).toBe('done');
  });

  test('two people confirming distinct payments allows the payout', async () => {
    const { line, confirm, of: input, preparePayout } = await createUploaded();
    await doneBy(finance, 'bankLines/upload', buildUpload([line]));
    await confirm();
    await doneBy(finance, 'desk/startProcessing', input);
    await doneBy(admin, 'bankLines/upload', buildOtherUpload([line]));
    const secondLine = await lineOf(line, true);
    const { proposalId } = (await done('bankLines/proposeDistinct', {
      lineId: secondLine.id,
      note: 'Ina paid twice',
    })) as {
      proposalId: string;
    };
    await doneBy(admin, 'bankLines/decideDistinct', { proposalId, decision: 'approve' });
    expect(await preparePayout()).toBe('done');
  });
});
