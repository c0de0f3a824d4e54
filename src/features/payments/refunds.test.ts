import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook, startPlanByCard } from '../../../test/cards.ts';
import { formatJamaicaTime } from '../../../test/orders.ts';
import {
  buildBankReceipt,
  buildChainReceipt,
  claimPlan,
  claimPlanInMahoni,
  solanaHash,
} from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { withSystem } from '../../platform/database/database.ts';
import { buildPaymentEmail } from './emails.ts';
import type { PaymentReceipt } from './load-receipt.ts';
import { findPayment } from './store.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf, another } = setUpSuspicions(server);
const { act, approves, backOf, finance, goesBack, prepares, records, second, stateOf } =
  await createRefundTools(server);
const done = ['done', 'done', 'done'];
const running = { pay_in: 'received', ended: null, awaits_staff: false };
const plansOf = (userId: string) => rowsOf('select status from subscriptions where user_id = $1', [userId]);

async function paidPlan(name = 'Ina Brown') {
  const customer = await newCustomer(server, name);
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { payerHolder: name }))).toBe('done');
  return { customer, paymentId };
}
const get = (url: string, cookie: string) => server.app.inject({ method: 'GET', url, headers: { cookie } });

test('a partial refund by two people keeps the plan and shows the amount everywhere', async () => {
  const { customer, paymentId } = await paidPlan();
  expect(await prepares(paymentId, '2,000')).toBe('done');
  expect(await approves(paymentId, finance)).toBe('approvals.second_person_needed');
  expect(await records(paymentId)).toBe('desk.not_approved');
  expect(await stateOf(paymentId)).toEqual(running);
  expect(await approves(paymentId)).toBe('done');
  expect(await stateOf(paymentId)).toEqual({ ...running, awaits_staff: true });
  const queued = await call<{ lines: object[] }>('paymentsDesk/queue', { search: '' }, finance);
  expect(queued.body.lines).toContainEqual(expect.objectContaining({ id: paymentId, nextAction: 'return_part' }));
  expect(await prepares(paymentId, '1000')).toBe('desk.leaves_already');
  expect(await records(paymentId, { reference: 'BACK PART 1' })).toBe('done');
  expect(await records(paymentId)).toBe('desk.not_approved');
  expect(await stateOf(paymentId)).toEqual(running);
  expect(await plansOf(customer.id)).toEqual([{ status: 'active' }]);

  const wentBack = { returned: { currency: 'JMD', minor: '200000' }, kept: { currency: 'JMD', minor: '400000' } };
  const own = await call<{ payment: object }>('payments/showOwn', { paymentId }, customer.cookie);
  expect(own.body.payment).toMatchObject({ wentBack, reason: 'You asked for this refund.', nextAction: null });
  expect(own.body.payment).not.toHaveProperty('partAgreed');
  const list = await call<{ payments: object[] }>('payments/listOwn', { paid: true }, customer.cookie);
  expect(list.body.payments).toMatchObject([{ id: paymentId, wentBack }]);
  const staffView = await call('paymentsDesk/show', { paymentId }, finance);
  expect(staffView.body).toMatchObject({
    wentBack,
    worthHere: { minor: '400000' },
    allowed: ['prepareReturn', 'prepareUndo'],
  });
  const receipt = (await call<PaymentReceipt>('payments/receipt', { paymentId }, customer.cookie)).body;
  expect(receipt.word).toBe('Partly refunded');
  const labels = Object.fromEntries(
    receipt.parts.flatMap(({ lines }) => lines.map(({ label, value }) => [label, value])),
  );
  expect(labels).toMatchObject({
    Charged: 'J$6,000.00',
    'Reason for the refund': 'You asked for this refund.',
    Refunded: expect.stringMatching(/^J\$2,000\.00, .* under BACK PART 1$/),
    'Received less refunds': 'J$4,000.00',
  });
  const day = jamaicaDay(new Date());
  const csv = (await get(`/api/transactions.csv?from=${day}&until=${day}`, customer.cookie)).body;
  expect(csv).toContain(',partly refunded,');
  expect(csv).toContain(',2000.00,BACK PART 1,4000.00,');
});

test('the email says how much is refunded and kept', async () => {
  const { paymentId } = await paidPlan();
  const letters = () =>
    rowsOf(
      `select data ->> 'command' command from pgboss.job where name = 'payments.send_email'
      and data ->> 'paymentId' = $1 order by created_on`,
      [paymentId],
    );
  expect(await goesBack(paymentId, '1500.50')).toEqual(done);
  expect((await letters()).map(({ command }) => command)).toEqual(['claim', 'receive', 'returnPart']);
  const payment = await withSystem(server.services.pool, (tx) => findPayment(tx, paymentId));
  if (!payment) throw new Error('no payment');
  const to = { name: 'Ina', email: 'ina@demo.test', firstName: null };
  const letter = buildPaymentEmail(payment, { command: 'returnPart', last: false }, { to, origin: 'https://x.test' });
  expect(letter?.subject).toBe(`Part of your payment is on its way back: ${payment.reference}`);
  expect(letter?.text).toContain('You asked for this refund.');
  expect(letter?.text).toMatch(/J\$1,500\.50, .* under BACK /);
  expect(letter?.text).toContain("We're keeping J$4,499.50. Personal plan, one month is still yours");
});

test('refunding all parts ends the plan with the last one', async () => {
  const { customer, paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '1000')).toEqual(done);
  expect(await goesBack(paymentId, '2000')).toEqual(done);
  expect(await goesBack(paymentId, '3000')).toEqual(done);
  expect(await backOf(paymentId)).toEqual(['1000', '2000', '3000']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'returned', ended: 'refunded', awaits_staff: false });
  expect(await plansOf(customer.id)).toEqual([{ status: 'cancelled' }]);
  expect(await goesBack(paymentId, null)).toEqual([
    ...['desk.nothing_to_return', 'approvals.not_found', 'desk.not_approved'],
  ]);
  const own = await call<{ payment: object; moved: object[] }>('payments/showOwn', { paymentId }, customer.cookie);
  expect(own.body.payment).toMatchObject({ wentBack: { returned: { minor: '600000' }, kept: { minor: '0' } } });
  expect(own.body.moved).toHaveLength(4);
});

test('preparing in parallel leaves one proposal, and recording in parallel counts once', async () => {
  const { paymentId } = await paidPlan();
  const prepared = await Promise.all([prepares(paymentId, '4000'), prepares(paymentId, '5000')]);
  expect(prepared.sort()).toEqual(['approvals.already_open', 'done']);
  expect(await approves(paymentId)).toBe('done');
  const sent = await Promise.all([records(paymentId), records(paymentId)]);
  expect(sent.sort()).toEqual(['desk.not_approved', 'done']);
  expect(await backOf(paymentId)).toHaveLength(1);
});

test('a charge with a partial refund is charged back for the rest', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  const charge = buildSandboxEvent(paymentId);
  const receiveEvent = async (labels: object) => {
    expect(await sendWebhook(server, labels)).toBe(200);
    await handleEvents(server);
  };
  await receiveEvent(charge);
  expect(await goesBack(paymentId, '2500', { reference: 'RF-PART-0001' })).toEqual(done);
  expect(await prepares(paymentId, '500')).toBe('done');
  expect(await approves(paymentId)).toBe('done');
  await receiveEvent(
    buildSandboxEvent(paymentId, { type: 'charged_back', transaction: charge.transaction, amount: '3500.00' }),
  );
  expect(await records(paymentId, { reference: 'CB-PART-0001' })).toBe('desk.charged_back');
  expect(await records(paymentId, { reference: 'CB-PART-0001', note: 'Charged back by the bank' })).toBe('done');
  expect(await prepares(paymentId, '100')).toBe('desk.charged_back');
  expect(await prepares(paymentId, null, 'charged_back')).toBe('done');
  expect([await approves(paymentId), await records(paymentId, { reference: 'CB-PART-0002' })]).toEqual([
    'done',
    'done',
  ]);
  expect(await backOf(paymentId)).toEqual(['2500', '500', '3000']);
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'returned', ended: 'refunded' });
  expect(await plansOf(customer.id)).toEqual([{ status: 'cancelled' }]);
});

test('a partial refund of Mahoni refunds the same share, rounded down, and the rest with the whole', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const due = await claimPlanInMahoni(server, customer.cookie);
  const { paymentId, amount } = due;
  expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('done');
  const sent = () => ({ reference: solanaHash(), movedTime: formatJamaicaTime(new Date()) });
  expect(await goesBack(paymentId, '1000', sent())).toEqual(done);
  const arrived = BigInt(amount.replace('.', ''));
  const sixth = arrived / 6n;
  const text = (base: bigint) => `${base / 1_000_000n}.${String(base % 1_000_000n).padStart(6, '0')}`;
  expect((await backOf(paymentId)).map(Number)).toEqual([Number(text(sixth))]);
  const staffView = await call('paymentsDesk/show', { paymentId }, finance);
  expect(staffView.body).toMatchObject({
    worthHere: { minor: '500000' },
    wentBack: { kept: { base: String(arrived - sixth) } },
  });
  expect(await goesBack(paymentId, null, sent())).toEqual(done);
  const [{ left } = { left: '' }] = await rowsOf<{ left: string }>(
    `select app.movement_remaining(id)::text "left" from movements where payment_id = $1 and direction = 'in'`,
    [paymentId],
  );
  expect(Number(left)).toBe(0);
});

type Read = { readonly paymentId: string; readonly proposalId: string };
const decide = (what: 'approveReturn' | 'declineReturn', read: Read, cookie: string) =>
  act(`paymentsDesk/${what}`, { ...read, note: 'Looked at' }, cookie);
const recordAs = (paymentId: string, reference: string, more: object = {}) =>
  records(paymentId, { reference, ...more });

test('approving a proposal that replaced the one read is refused', async () => {
  const { paymentId } = await paidPlan();
  expect(await prepares(paymentId, '100')).toBe('done');
  const read = await server.openProposal(paymentId);
  expect(await decide('declineReturn', { paymentId, proposalId: read }, finance)).toBe('done');
  expect(await prepares(paymentId, '5900')).toBe('done');
  expect(await decide('approveReturn', { paymentId, proposalId: read }, second)).toBe('approvals.already_decided');
  expect(await recordAs(paymentId, `BACK ${paymentId}`)).toBe('desk.not_approved');
  const other = await paidPlan('Una Brown');
  expect(await prepares(other.paymentId, '200')).toBe('done');
  const foreign = await server.openProposal(other.paymentId);
  const ownProposal = await server.openProposal(paymentId);
  expect(await decide('approveReturn', { paymentId, proposalId: foreign }, second)).toBe('approvals.not_found');
  expect(await decide('approveReturn', { paymentId: other.paymentId, proposalId: ownProposal }, second)).toBe(
    'approvals.not_found',
  );
  expect(await decide('declineReturn', { paymentId, proposalId: foreign }, second)).toBe('approvals.not_found');
  const open = await rowsOf(`select state from proposals where id = any($1)`, [[ownProposal, foreign]]);
  expect(open).toEqual([{ state: 'open' }, { state: 'open' }]);
});

test('approving twice or approving and rejecting in parallel decides once', async () => {
  const { paymentId } = await paidPlan();
  const fourth = await another('finance');
  expect(await prepares(paymentId, '1000')).toBe('done');
  const id = await server.openProposal(paymentId);
  const agreed = await Promise.all(
    [second, fourth.cookie].map((customer) => decide('approveReturn', { paymentId, proposalId: id }, customer)),
  );
  expect(agreed.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(await recordAs(paymentId, `BACK ONE ${paymentId}`)).toBe('done');
  expect(await prepares(paymentId, '1000')).toBe('done');
  const next = await server.openProposal(paymentId);
  const both = await Promise.all([
    decide('approveReturn', { paymentId, proposalId: next }, second),
    decide('declineReturn', { paymentId, proposalId: next }, fourth.cookie),
  ]);
  expect(both.filter((answer) => answer === 'done')).toHaveLength(1);
  const sent = await recordAs(paymentId, `BACK TWO ${paymentId}`);
  expect(sent).toBe(both[0] === 'done' ? 'done' : 'desk.not_approved');
  expect(await backOf(paymentId)).toEqual(both[0] === 'done' ? ['1000', '1000'] : ['1000']);
});

test('recording a used reference in another spelling is refused', async () => {
  const [one, other] = [await paidPlan(), await paidPlan('Una Brown')];
  for (const { paymentId } of [one, other])
    expect([await prepares(paymentId, '1000'), await approves(paymentId)]).toEqual(['done', 'done']);
  const line = `LINE ${one.paymentId.slice(-12)}`;
  for (const spelling of [line, line.toLowerCase(), line.replace(' ', '-'), ` ${line.replaceAll('', ' ').trim()} `])
    expect([spelling, await recordAs(one.paymentId, spelling)]).toEqual([spelling, 'desk.reference_used']);
  const tail = randomUUID().slice(0, 8);
  expect(await recordAs(one.paymentId, `RF-${tail}/7`)).toBe('done');
  for (const spelling of [`rf ${tail} 7`, `RF${tail.toUpperCase()}7`, `R.F.${tail}.7`, `rf-${tail} /7`])
    expect([spelling, await recordAs(other.paymentId, spelling)]).toEqual([spelling, 'desk.reference_used']);
  expect(await backOf(other.paymentId)).toEqual([]);
});

test('recording one reference in two spellings in parallel succeeds once', async () => {
  const [one, other] = [await paidPlan(), await paidPlan('Una Brown')];
  for (const { paymentId } of [one, other])
    expect([await prepares(paymentId, '1000'), await approves(paymentId)]).toEqual(['done', 'done']);
  const tail = randomUUID().slice(0, 8);
  const sent = await Promise.all([
    recordAs(one.paymentId, `RF-${tail}`),
    recordAs(other.paymentId, `rf ${tail.toUpperCase()}`),
  ]);
  expect(sent.sort()).toEqual(['desk.reference_used', 'done']);
  expect([...(await backOf(one.paymentId)), ...(await backOf(other.paymentId))]).toEqual(['1000']);
});

test('preparing an invalid amount is refused', async () => {
  const { paymentId } = await paidPlan();
  const wrong = [
    ...['-1', '+1', '1e3', '0x10', '٢٠٠٠', '２０００', '1.2.3', '1,00', 'NaN', 'Infinity', '', '0.00', '0.001', '.'],
    ...['999999999999999', '6000.01', '6,000.01', '6000.010', "1000'; --", '10 00 00', '1\u0000000'],
  ];
  for (const amount of wrong) expect([amount, await prepares(paymentId, amount)]).not.toEqual([amount, 'done']);
  expect(await rowsOf('select from proposals where subject = $1', [paymentId])).toEqual([]);
  for (const amount of ['0', '10.001']) expect(await prepares(paymentId, amount)).toBe('payments.part_unreadable');
  expect(await prepares(paymentId, '6000.01')).toBe('payments.more_than_left');
  expect(await goesBack(paymentId, '5000')).toEqual(done);
  expect(await prepares(paymentId, '1000.01')).toBe('payments.more_than_left');
  expect(
    await act('paymentsDesk/prepareReturn', { paymentId, amount: 1000, reasonCode: 'given_back_as_asked', note: '' }),
  ).toBe('BAD_REQUEST');
  expect(await act('paymentsDesk/prepareReturn', { paymentId, amount: '1000', reasonCode: 'because', note: '' })).toBe(
    'desk.reason_unknown',
  );
});

test('recording a refund sent before its approval or in the future is refused', async () => {
  const { paymentId } = await paidPlan();
  expect([await prepares(paymentId, '1000'), await approves(paymentId)]).toEqual(['done', 'done']);
  const on = (inDays: number) => ({ movedOn: jamaicaDay(new Date(Date.now() + inDays * 86_400_000)) });
  expect(await recordAs(paymentId, `BACK ${paymentId}`, on(-1))).toBe('desk.before_approval');
  expect(await recordAs(paymentId, `BACK ${paymentId}`, on(1))).toBe('desk.moment_ahead');
  expect(await recordAs(paymentId, `BACK ${paymentId}`, { movedOn: '2026-02-30' })).toBe('desk.moment_unreadable');
  expect(await backOf(paymentId)).toEqual([]);
});

test('preparing part of a late payment is refused, and the whole is accepted', async () => {
  const late = await claimPlan(server, (await newCustomer(server, 'Ina Brown')).cookie);
  await owner.query(`update payments set ended = 'lapsed', closed_at = now() where id = $1`, [late]);
  expect(await act('paymentsDesk/receive', buildBankReceipt(late))).toBe('done');
  expect(await prepares(late, '1000')).toBe('payments.whole_only');
  expect(await prepares(late, null)).toBe('done');
});
