import { describe, expect, test } from 'vitest';
import { openBankReconciliation, type ShownLine } from '../../../test/bank-lines.ts';
import { buildPayIn, buildSent, placePaidBuy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { buildUnallocated, setUpUnallocated, unlinkReason } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { addDays, jamaicaDay } from '../../kernel/calendar.ts';

const server = await serverWithoutFaults();
const { owner, call } = server;
const { act, admin, confirmOrder, done, finance, lineOf, recordFunds, refused } = await setUpUnallocated(server);
const second = await createSession(server, 'admin');
const { confirming, lineNamed, queue, upload } = openBankReconciliation(server, { done, finance });
const account = '404512345';

let next = 2000;
async function confirmBySlip(details: (second: string) => string, line: object = {}) {
  next += 1;
  const amount = `${next}`;
  const customer = await newCustomer(server, 'Ina Brown');
  const order = () => placePaidBuy(server, customer.cookie, { amount });
  const [first, other] = [await order(), await order()];
  const slip = { ...buildPayIn(first.orderId, { amount, reference: `SLIP ${amount}` }), payerHolder: 'Ina Brown' };
  await done('desk/confirmReceived', { ...slip, payerAccount: account });
  await upload([
    { reference: `FT ${amount}`, details: details(other.reference), credit: `${amount}.00`, account, ...line },
  ]);
  const shown = (await queue()).find(({ reference }) => reference === `FT ${amount}`) as ShownLine;
  return { amount, first, other, shown, input: { ...confirming(shown), kind: 'order', id: other.orderId } };
}
const payIn = async (orderId: string) =>
  (await owner.query(`select pay_in from transactions where id = $1`, [orderId])).rows[0].pay_in;

test('confirming a line for a second order is refused if its transfer was recorded by its slip', async () => {
  const { amount, other, shown, input } = await confirmBySlip(() => 'INTERNET TRF');
  expect(shown).toMatchObject({
    certain: false,
    matches: [{ kind: 'order', id: other.orderId }],
    sameAs: { reference: `SLIP ${amount}`, used: true, byHand: 'in' },
  });
  await refused('bank_lines.may_be_same', 'bankLines/confirm', input);
  const { kind: _kind, id: _id, ...split } = input;
  await refused('bank_lines.may_be_same', 'bankLines/split', { ...split, parts: [] });
  expect(await payIn(other.orderId)).toBe('claimed');
  await done('bankLines/dismissLine', { lineId: shown.id, reason: 'recorded', reference: `SLIP ${amount}`, note: '' });
  expect((await queue()).map(({ id }) => id)).not.toContain(shown.id);
});

test.each([
  ['its account with zeros in front', { account: '000404512345' }],
  ['the end of its account', { account: 'XXXXX2345' }],
  ['a name cut within a word', { payer: 'INA BRO' }],
])('confirming it is also refused if the statement shows %s', async (_how, line) => {
  const { other, input } = await confirmBySlip((reference) => `TRF ${reference}`, line);
  await refused('bank_lines.may_be_same', 'bankLines/confirm', { ...input, note: 'As the bank writes it' });
  expect(await payIn(other.orderId)).toBe('claimed');
});

test('a line that names a second order in its description is not certain after its slip was recorded', async () => {
  const { shown } = await confirmBySlip((reference) => `TRF ${reference}`);
  expect(shown).toMatchObject({ certain: false, sameAs: { used: true } });
});

test('two people confirming a different transfer allows the line to pay', async () => {
  const { other, shown, input } = await confirmBySlip((reference) => `TRF ${reference}`);
  const { proposalId } = (await done('bankLines/proposeDistinct', {
    lineId: shown.id,
    note: 'The bank shows both',
  })) as {
    proposalId: string;
  };
  expect((await act('bankLines/decideDistinct', { proposalId, decision: 'approve' }, second)).status).toBe(200);
  await done('bankLines/confirm', input);
  expect(await payIn(other.orderId)).toBe('received');
});

test.each([
  ['from another account', { account: '777888999' }],
  ['from another name', { payer: 'Olive Other' }],
  ['from weeks earlier', { day: addDays(jamaicaDay(new Date()), -20) }],
])('a transfer %s is no duplicate', async (_how, line) => {
  expect((await confirmBySlip((reference) => `TRF ${reference}`, line)).shown.sameAs).toBeNull();
});

test('unallocated and returned manual entries are found as duplicates', async () => {
  const movementId = await recordFunds('SLIP UNOWNED', {
    amount: '3311',
    payerHolder: 'Ina Brown',
    payerAccount: account,
  });
  const input = { movementId, note: '' };
  const findProposal = () => server.openProposal(movementId);
  const line = async (reference: string) => {
    await upload([{ reference, details: `TRF ${reference}`, credit: '3311.00', account }]);
    return lineNamed(`TRF ${reference}`);
  };
  const first = await line('FT UNOWNED');
  expect(first).toMatchObject({ sameAs: { reference: 'SLIP UNOWNED', byHand: 'in' } });
  await done('bankLines/dismissLine', { lineId: first.id, reason: 'recorded', reference: 'SLIP UNOWNED', note: '' });
  await done('unallocated/prepareReturn', { ...input, reasonCode: 'third_party_payer' });
  await done('unallocated/decide', { ...input, proposalId: await findProposal(), decision: 'approve' }, admin);
  const day = { movedOn: jamaicaDay(new Date()), movedTime: '' };
  await done('unallocated/recordReturned', { ...input, reference: 'OUT UNOWNED', ...day });
  const { rows } = await owner.query(`select id from proposals where subject = $1 and kind = 'return'`, [movementId]);
  const undo = { ...input, proposalId: rows[0].id, reasonCode: 'returned_by_bank', evidence: unlinkReason.evidence };
  await done('unallocated/undoReturn', { ...undo, reference: 'CAME AGAIN', ...day });
  await done('unallocated/decide', { ...input, proposalId: await findProposal(), decision: 'approve' }, admin);
  const bouncedLine = await line('FT BOUNCED');
  expect(bouncedLine).toMatchObject({ certain: false, sameAs: { reference: 'CAME AGAIN', byHand: 'bounced' } });
  await refused('bank_lines.may_be_same', 'bankLines/split', {
    ...confirming(bouncedLine),
    kind: undefined,
    id: undefined,
    parts: [],
  });
});

test('recording money in under the reference of an outgoing line is refused', async () => {
  await upload([{ reference: 'RENT 4711', debit: '3100.00' }]);
  const customer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '3100' });
  const slip = { ...buildPayIn(orderId, { amount: '3100', reference: 'rent-4711' }), payerHolder: 'Ina Brown' };
  await refused('desk.line_outgoing', 'desk/confirmReceived', slip);
  await refused('desk.line_outgoing', 'unallocated/record', buildUnallocated('RENT 4711', { amount: '3100' }));
});

async function approveReturn(amount: string) {
  const { orderId } = await confirmOrder(amount);
  await done('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' });
  const returning = { orderId, movementId: await lineOf(orderId), reasonCode: 'order_stopped', note: '' };
  await done('desk/prepareReturn', returning);
  await done('desk/approveReturn', { orderId, note: '' }, admin);
  return (reference: string, note = '') => ({ ...buildSent(orderId, reference), note });
}

test('recording a sent transfer that the statement contradicts is refused or needs a note', async () => {
  const [one, other] = [await approveReturn('7200'), await approveReturn('7300')];
  await upload([
    { reference: 'FT IN 7200', credit: '1.00' },
    { reference: 'FT OUT 7200', debit: '7150.00' },
    { reference: 'FT OUT 7201', debit: '7200.00' },
    { reference: 'FT OUT 7300', debit: '7250.00' },
  ]);
  await refused('desk.line_incoming', 'desk/recordReturned', one('FT IN 7200', 'It is on the statement'));
  await refused('desk.sent_differs', 'desk/recordReturned', one('FT OUT 7200'));
  await done('desk/recordReturned', one('FT OUT 7201'));
  await done('desk/recordReturned', other('FT OUT 7300', 'The bank took its fee of J$50 from it'));
});

/** One member of staff must not record one customer's bank line as the money of another. */

const findPayIn = async (id: string) =>
  (await owner.query('select pay_in from transactions where id = $1', [id])).rows[0].pay_in;

async function placeEqualOrders(amount: string) {
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Theo Other')];
  const [hers, his] = [
    await placePaidBuy(server, customer.cookie, { amount }),
    await placePaidBuy(server, other.cookie, { amount }),
  ];
  const line = {
    reference: `FT INA ${amount}`,
    details: `TRF ${hers.reference}`,
    credit: `${amount}.00`,
    payer: 'Ina Brown',
  };
  const typed = {
    ...buildPayIn(his.orderId, { amount, reference: line.reference }),
    ...{ payerHolder: 'Theo Other', payerAccount: '999888777' },
  };
  return { hers, his, line, typed };
}

test('recording an open line of one customer for the order of another is refused', async () => {
  const { hers, his, line, typed } = await placeEqualOrders('2311');
  await upload([line]);
  const openLine = (await queue()).find(({ reference }) => reference === line.reference);
  expect(openLine).toMatchObject({ certain: true, matches: [{ id: hers.orderId }] });
  await refused('desk.line_known', 'desk/confirmReceived', typed);
  await done('bankLines/confirm', confirming(openLine as ShownLine));
  expect([await findPayIn(his.orderId), await findPayIn(hers.orderId)]).toEqual(['claimed', 'received']);
});

test('a line that contradicts a manual entry joins nothing and blocks the payout until settled', async () => {
  const { hers, his, line, typed } = await placeEqualOrders('2312');
  expect((await call('desk/confirmReceived', typed, finance)).status).toBe(200);
  await upload([line]);
  const openLine = (await queue()).find(({ reference }) => reference === line.reference) as ShownLine;
  expect(openLine).toMatchObject({ certain: false, sameAs: { reference: line.reference, used: true, byHand: 'in' } });
  expect([await findPayIn(his.orderId), await findPayIn(hers.orderId)]).toEqual(['received', 'claimed']);
  const of = { orderId: his.orderId, note: '' };
  await done('desk/startProcessing', of);
  await refused('desk.line_differs', 'desk/preparePayout', of);
  const confirmation = { ...confirming(openLine), kind: 'order', id: hers.orderId };
  await refused('bank_lines.may_be_same', 'bankLines/confirm', confirmation);
  const { proposalId } = (await done('bankLines/proposeDistinct', { lineId: openLine.id, note: 'Ina paid this' })) as {
    proposalId: string;
  };
  const admin = await server.signIn('admin');
  expect((await call('bankLines/decideDistinct', { proposalId, decision: 'approve' }, admin)).status).toBe(200);
  await done('bankLines/confirm', confirmation);
  expect(await findPayIn(hers.orderId)).toBe('received');
});

test("preparing a refund to an account other than the bank's payer is refused", async () => {
  const { his, line, typed } = await placeEqualOrders('2313');
  await done('desk/confirmReceived', typed);
  await upload([line]);
  const { orderId } = his;
  await done('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' });
  const { rows: lines } = await owner.query(`select id from movements where order_id = $1 and direction = 'in'`, [
    orderId,
  ]);
  const payer = { payerBank: '', payerAccount: '', payerHolder: '' };
  const back = { orderId, movementId: lines[0].id, reasonCode: 'order_stopped', note: '', ...payer };
  await refused('desk.line_differs', 'desk/prepareReturn', back);
});

test('uploading a line that agrees with its manual entry joins it, with a branch code before the account', async () => {
  const { his, line, typed } = await placeEqualOrders('2314');
  await done('desk/confirmReceived', { ...typed, payerAccount: '40 999-888 777' });
  await upload([{ ...line, details: 'TRF', payer: 'THEO OTHER', account: '999888777' }]);
  expect((await queue()).some(({ reference }) => reference === line.reference)).toBe(false);
  await done('desk/startProcessing', { orderId: his.orderId, note: '' });
  await done('desk/preparePayout', { orderId: his.orderId, note: '' });
});

test('refunding a line with a mistyped account pays the account that the bank shows', async () => {
  const { hers, line } = await placeEqualOrders('2315');
  const typed = {
    ...buildPayIn(hers.orderId, { amount: '2315', reference: line.reference }),
    payerHolder: 'Ina Brown',
  };
  await done('desk/confirmReceived', { ...typed, payerAccount: '111222333' });
  await upload([line]);
  const openLine = (await queue()).find(({ reference }) => reference === line.reference);
  const joining = {
    lineId: openLine?.id,
    reason: 'recorded',
    reference: line.reference,
    note: 'The account was misread',
  };
  expect((await call('bankLines/dismissLine', joining, second)).status).toBe(200);
  const { orderId } = hers;
  await done('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' });
  const { rows: lines } = await owner.query(`select id from movements where order_id = $1`, [orderId]);
  const payer = { payerBank: '', payerAccount: '', payerHolder: '' };
  await done('desk/prepareReturn', {
    ...{ orderId, movementId: lines[0].id, reasonCode: 'order_stopped', note: '', ...payer },
  });
  const { rows } = await owner.query(`select payload ->> 'account' account from proposals where subject = $1`, [
    orderId,
  ]);
  expect(rows).toEqual([{ account: '404512345' }]);
});

/** The day of the transfer sets the price, so staff who entered an earlier day cannot confirm that entry alone. */
describe('an entry before its line', () => {
  async function recordEarly(amount: string, daysEarly: number) {
    const customer = await newCustomer(server, 'Ina Brown');
    const { orderId } = await placePaidBuy(server, customer.cookie, { amount });
    await owner.query(`update transactions set created_at = now() - interval '9 days' where id = $1`, [orderId]);
    const movedOn = addDays(jamaicaDay(new Date()), -daysEarly);
    const slip = { ...buildPayIn(orderId, { amount, reference: `SLIP ${amount}`, movedOn }), payerHolder: 'Ina Brown' };
    await done('desk/confirmReceived', { ...slip, payerAccount: '404512345' });
    await upload([
      { reference: `FT ${amount}`, details: 'INTERNET TRF', credit: `${amount}.00`, account: '404512345' },
    ]);
    const lineId = (await queue()).find(({ reference }) => reference === `FT ${amount}`)?.id;
    return { lineId, reason: 'recorded', reference: `SLIP ${amount}`, note: '' };
  }

  test.each([1, 3])('joining a line of %i days later needs someone other than the typist', async (daysEarly) => {
    const input = await recordEarly(`${2810 + daysEarly}`, daysEarly);
    await refused('bank_lines.typed_early', 'bankLines/dismissLine', input);
    expect((await act('bankLines/dismissLine', input, second)).body.code).toBe(undefined);
  });

  test('joining a line of the typed day is allowed to the typist', async () => {
    await done('bankLines/dismissLine', await recordEarly('2820', 0));
  });
});
