import { expect, test } from 'vitest';
import { handleEvents, planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { givingBack } from '../../../test/giving-back.ts';
import { timeOf } from '../../../test/orders.ts';
import { bankLine, chainLine, claimedInMahoni, claimedPlan, solanaHash } from '../../../test/payments.ts';
import { newAccount } from '../../../test/stopped.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { asSystem } from '../../platform/database.ts';
import { paymentLetter } from './letters.ts';
import type { PaymentReceipt } from './receipt-lines.ts';
import { paymentById } from './store.ts';

/** A part of what was paid goes back by two people, and what was bought goes on; never more than came. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf } = suspicionsOn(server);
const { act, approves, backOf, compliance, finance, goesBack, prepares, records, second, stateOf } =
  await givingBack(server);
const done = ['done', 'done', 'done'];
const runs = { pay_in: 'received', ended: null, awaits_staff: false };
const plansOf = (userId: string) => rowsOf('select status from subscriptions where user_id = $1', [userId]);

async function paidPlan(name = 'Ina Brown') {
  const who = await newCustomer(server, name);
  const paymentId = await claimedPlan(server, who.cookie);
  // From an account of their own: what somebody frozen paid from is stopped for everybody.
  const line = bankLine(paymentId, { payerHolder: name, payerAccount: newAccount() });
  expect(await act('paymentsDesk/receive', line)).toBe('done');
  return { who, paymentId };
}
const get = (url: string, cookie: string) => server.app.inject({ method: 'GET', url, headers: { cookie } });

test('a part goes back by two people, the plan goes on, and everybody reads how much went', async () => {
  const { who, paymentId } = await paidPlan();
  expect(await prepares(paymentId, '2,000')).toBe('done');
  expect(await approves(paymentId, finance)).toBe('approvals.second_person_needed');
  expect(await records(paymentId)).toBe('payments.not_approved');
  expect(await stateOf(paymentId)).toEqual(runs);
  expect(await approves(paymentId)).toBe('done');
  // Until it is sent it is work for staff, and nothing new is asked for.
  expect(await stateOf(paymentId)).toEqual({ ...runs, awaits_staff: true });
  const queued = await call<{ lines: object[] }>('paymentsDesk/queue', { search: '' }, finance);
  expect(queued.body.lines).toContainEqual(expect.objectContaining({ id: paymentId, nextAction: 'return_part' }));
  expect(await prepares(paymentId, '1000')).toBe('approvals.already_open');
  expect(await records(paymentId, { reference: 'BACK PART 1' })).toBe('done');
  expect(await records(paymentId)).toBe('payments.not_approved');
  expect(await stateOf(paymentId)).toEqual(runs);
  expect(await plansOf(who.id)).toEqual([{ status: 'active' }]);

  const wentBack = { returned: { currency: 'JMD', minor: '200000' }, kept: { currency: 'JMD', minor: '400000' } };
  const own = await call<{ payment: object }>('payments/showOwn', { paymentId }, who.cookie);
  expect(own.body.payment).toMatchObject({ wentBack, reason: 'You asked for it.', nextAction: null });
  expect(own.body.payment).not.toHaveProperty('partAgreed');
  const list = await call<{ payments: object[] }>('payments/listOwn', { paid: true }, who.cookie);
  expect(list.body.payments).toMatchObject([{ id: paymentId, wentBack }]);
  const desk = await call('paymentsDesk/show', { paymentId }, finance);
  expect(desk.body).toMatchObject({ wentBack, worthHere: { minor: '400000' }, mine: ['prepareReturn', 'prepareUndo'] });
  const receipt = (await call<PaymentReceipt>('payments/receipt', { paymentId }, who.cookie)).body;
  expect(receipt.word).toBe('Part given back');
  const said = Object.fromEntries(
    receipt.parts.flatMap(({ lines }) => lines.map(({ label, value }) => [label, value])),
  );
  expect(said).toMatchObject({
    Charged: 'J$6,000.00',
    'Why a part went back': 'You asked for it.',
    'Sent back': expect.stringMatching(/^J\$2,000\.00, .* under BACK PART 1$/),
    'Received and not sent back': 'J$4,000.00',
  });
  const day = jamaicaDay(new Date());
  const csv = (await get(`/api/transactions.csv?from=${day}&until=${day}`, who.cookie)).body;
  expect(csv).toContain(',part given back,');
  expect(csv).toContain(',2000.00,BACK PART 1,4000.00,');
});

test('the letter says how much goes back and how much is kept', async () => {
  const { paymentId } = await paidPlan();
  const letters = () =>
    rowsOf(
      `select data ->> 'command' command from pgboss.job where name = 'payments.letter'
      and data ->> 'paymentId' = $1 order by created_on`,
      [paymentId],
    );
  expect(await goesBack(paymentId, '1500.50')).toEqual(done);
  expect((await letters()).map(({ command }) => command)).toEqual(['receive', 'returnPart']);
  const payment = await asSystem(server.services.pool, (tx) => paymentById(tx, paymentId));
  if (!payment) throw new Error('no payment');
  const to = { name: 'Ina', email: 'ina@demo.test', firstName: null };
  const letter = paymentLetter(payment, { command: 'returnPart', last: false }, { to, origin: 'https://x.test' });
  expect(letter?.subject).toBe(`A part of your payment is on its way back: ${payment.reference}`);
  expect(letter?.text).toContain('You asked for it.');
  expect(letter?.text).toMatch(/J\$1,500\.50, .* under BACK /);
  expect(letter?.text).toContain(
    'We keep J$4,499.50 of it, and nothing else changes: Personal plan, one month is yours',
  );
});

test('a part is above zero and no more than is left, and of what has ended the whole alone goes back', async () => {
  const { paymentId } = await paidPlan();
  for (const [amount, code] of [
    ['0', 'payments.part_unreadable'],
    ['10.001', 'payments.part_unreadable'],
    ['6000.01', 'payments.more_than_left'],
  ] as const)
    expect([amount, await prepares(paymentId, amount)]).toEqual([amount, code]);
  expect(await goesBack(paymentId, '5000')).toEqual(done);
  expect(await prepares(paymentId, '1000.01')).toBe('payments.more_than_left');
  const late = await claimedPlan(server, (await newCustomer(server, 'Ina Brown')).cookie);
  await owner.query(`update payments set ended = 'lapsed', closed_at = now() where id = $1`, [late]);
  expect(await act('paymentsDesk/receive', bankLine(late))).toBe('done');
  expect(await prepares(late, '1000')).toBe('payments.whole_only');
  expect(await prepares(late, null)).toBe('done');
});

test('parts follow each other, and what is left goes back as the whole, with what was paid for', async () => {
  const { who, paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '1000')).toEqual(done);
  expect(await goesBack(paymentId, '2000')).toEqual(done);
  expect(await goesBack(paymentId, '3000')).toEqual(done);
  expect(await backOf(paymentId)).toEqual(['1000', '2000', '3000']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'returned', ended: 'refunded', awaits_staff: false });
  expect(await plansOf(who.id)).toEqual([{ status: 'cancelled' }]);
  expect(await goesBack(paymentId, null)).toEqual([
    ...['payments.nothing_here', 'approvals.not_found', 'payments.not_approved'],
  ]);
  const own = await call<{ payment: object; moved: object[] }>('payments/showOwn', { paymentId }, who.cookie);
  expect(own.body.payment).toMatchObject({ wentBack: { returned: { minor: '600000' }, kept: { minor: '0' } } });
  expect(own.body.moved).toHaveLength(4);
});

test('of two who ask at once one waits for a second person, and of two who record at once one counts', async () => {
  const { paymentId } = await paidPlan();
  const asked = await Promise.all([prepares(paymentId, '4000'), prepares(paymentId, '5000')]);
  expect(asked.sort()).toEqual(['approvals.already_open', 'done']);
  expect(await approves(paymentId)).toBe('done');
  const sent = await Promise.all([records(paymentId), records(paymentId)]);
  expect(sent.sort()).toEqual(['done', 'payments.not_approved']);
  expect(await backOf(paymentId)).toHaveLength(1);
});

test('a charge of which a part went back is taken back by its bank for the rest', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  const charge = sandboxSays(paymentId);
  const told = async (said: object) => {
    expect(await sendHook(server, said)).toBe(200);
    await handleEvents(server);
  };
  await told(charge);
  expect(await goesBack(paymentId, '2500', { reference: 'RF-PART-0001' })).toEqual(done);
  expect(await prepares(paymentId, '500')).toBe('done');
  expect(await approves(paymentId)).toBe('done');
  await told(sandboxSays(paymentId, { type: 'charged_back', transaction: charge.transaction, amount: '3500.00' }));
  // What two had agreed on is sent by nobody any more: it is recorded as taken, and the rest after it.
  expect(await records(paymentId, { reference: 'CB-PART-0001' })).toBe('desk.charged_back');
  expect(await records(paymentId, { reference: 'CB-PART-0001', note: 'Taken back by the bank' })).toBe('done');
  expect(await prepares(paymentId, '100')).toBe('desk.charged_back');
  expect(await prepares(paymentId, null, 'charged_back')).toBe('done');
  expect([await approves(paymentId), await records(paymentId, { reference: 'CB-PART-0002' })]).toEqual([
    'done',
    'done',
  ]);
  expect(await backOf(paymentId)).toEqual(['2500', '500', '3000']);
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'returned', ended: 'refunded' });
  expect(await plansOf(who.id)).toEqual([{ status: 'cancelled' }]);
});

test('of Mahoni the same share of the coins goes back, rounded down, and the rest of them with the whole', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const due = await claimedInMahoni(server, who.cookie);
  const { paymentId, amount } = due;
  expect(await act('paymentsDesk/receive', chainLine(due))).toBe('done');
  const sent = () => ({ reference: solanaHash(), movedTime: timeOf(new Date()) });
  expect(await goesBack(paymentId, '1000', sent())).toEqual(done);
  const came = BigInt(amount.replace('.', ''));
  const sixth = came / 6n;
  const text = (base: bigint) => `${base / 1_000_000n}.${String(base % 1_000_000n).padStart(6, '0')}`;
  expect((await backOf(paymentId)).map(Number)).toEqual([Number(text(sixth))]);
  const desk = await call('paymentsDesk/show', { paymentId }, finance);
  expect(desk.body).toMatchObject({
    worthHere: { minor: '500000' },
    wentBack: { kept: { base: String(came - sixth) } },
  });
  expect(await goesBack(paymentId, null, sent())).toEqual(done);
  const [{ left } = { left: '' }] = await rowsOf<{ left: string }>(
    `select app.line_left(id)::text "left" from movements where payment_id = $1 and direction = 'in'`,
    [paymentId],
  );
  expect(Number(left)).toBe(0);
});

test('nothing goes back in part for somebody frozen, before it was agreed on or after', async () => {
  const { who, paymentId } = await paidPlan();
  expect([await prepares(paymentId, '1000'), await approves(paymentId)]).toEqual(['done', 'done']);
  const freeze = { userId: who.id, reason: 'An authority asks' };
  expect(await act('compliance/freeze', freeze, compliance)).toBe('done');
  expect(await records(paymentId)).toBe('payments.stopped');
  const other = await paidPlan('Una Brown');
  expect(await act('compliance/freeze', { ...freeze, userId: other.who.id }, compliance)).toBe('done');
  expect(await prepares(other.paymentId, '1000')).toBe('payments.stopped');
});

test('a proposed part is taken back or rejected, and leaves no trace on the payment', async () => {
  const { paymentId } = await paidPlan();
  expect(await prepares(paymentId, '1000')).toBe('done');
  const silent = { paymentId, proposalId: await server.openProposal(paymentId), note: '' };
  expect(await act('paymentsDesk/declineReturn', silent, second)).toBe('approvals.reason_missing');
  const answer = { ...silent, note: 'They asked for nothing back' };
  expect(await act('paymentsDesk/declineReturn', answer, second)).toBe('done');
  expect(await stateOf(paymentId)).toEqual(runs);
});
