import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook, startPlanByCard } from '../../../test/cards.ts';
import { newAccount } from '../../../test/frozen-scenario.ts';
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
import { jmd } from '../../kernel/money.ts';
import { withSystem } from '../../platform/database/database.ts';
import { type Amount, formatPlainAmount, minorUnitsOf, replaceUnits } from '../ledger/amount.ts';
import { buildPaymentEmail } from './emails.ts';
import type { PaymentReceipt } from './load-receipt.ts';
import { convertToMahoni, parseMahoni } from './mahoni.ts';
import { calculateShare, getWholeShare, getWorth } from './partial-refund.ts';
import { findPayment } from './store.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { rowsOf } = setUpSuspicions(server);
const { act, approves, backOf, compliance, finance, goesBack, prepares, records, second, stateOf } =
  await createRefundTools(server);
const done = ['done', 'done', 'done'];
const running = { pay_in: 'received', ended: null, awaits_staff: false };
const plansOf = (userId: string) => rowsOf('select status from subscriptions where user_id = $1', [userId]);

async function paidPlan(name = 'Ina Brown') {
  const customer = await newCustomer(server, name);
  const paymentId = await claimPlan(server, customer.cookie);
  // A new account, because a frozen customer's account is blocked for everyone.
  const line = buildBankReceipt(paymentId, { payerHolder: name, payerAccount: newAccount() });
  expect(await act('paymentsDesk/receive', line)).toBe('done');
  return { who: customer, paymentId };
}
const get = (url: string, cookie: string) => server.app.inject({ method: 'GET', url, headers: { cookie } });

test('a partial refund by two people keeps the plan and shows the amount everywhere', async () => {
  const { who: customer, paymentId } = await paidPlan();
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
    mine: ['prepareReturn', 'prepareUndo'],
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
  expect((await letters()).map(({ command }) => command)).toEqual(['receive', 'returnPart']);
  const payment = await withSystem(server.services.pool, (tx) => findPayment(tx, paymentId));
  if (!payment) throw new Error('no payment');
  const to = { name: 'Ina', email: 'ina@demo.test', firstName: null };
  const letter = buildPaymentEmail(payment, { command: 'returnPart', last: false }, { to, origin: 'https://x.test' });
  expect(letter?.subject).toBe(`Part of your payment is on its way back: ${payment.reference}`);
  expect(letter?.text).toContain('You asked for this refund.');
  expect(letter?.text).toMatch(/J\$1,500\.50, .* under BACK /);
  expect(letter?.text).toContain("We're keeping J$4,499.50. Personal plan, one month is still yours");
});

test('preparing a part of zero, of too much or of an ended payment is refused', async () => {
  const { paymentId } = await paidPlan();
  for (const [amount, code] of [
    ['0', 'payments.part_unreadable'],
    ['10.001', 'payments.part_unreadable'],
    ['6000.01', 'payments.more_than_left'],
  ] as const)
    expect([amount, await prepares(paymentId, amount)]).toEqual([amount, code]);
  expect(await goesBack(paymentId, '5000')).toEqual(done);
  expect(await prepares(paymentId, '1000.01')).toBe('payments.more_than_left');
  const late = await claimPlan(server, (await newCustomer(server, 'Ina Brown')).cookie);
  await owner.query(`update payments set ended = 'lapsed', closed_at = now() where id = $1`, [late]);
  expect(await act('paymentsDesk/receive', buildBankReceipt(late))).toBe('done');
  expect(await prepares(late, '1000')).toBe('payments.whole_only');
  expect(await prepares(late, null)).toBe('done');
});

test('refunding all parts ends the plan with the last one', async () => {
  const { who: customer, paymentId } = await paidPlan();
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
  const asked = await Promise.all([prepares(paymentId, '4000'), prepares(paymentId, '5000')]);
  expect(asked.sort()).toEqual(['approvals.already_open', 'done']);
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

test('refunding part to a frozen customer is refused before and after the approval', async () => {
  const { who: customer, paymentId } = await paidPlan();
  expect([await prepares(paymentId, '1000'), await approves(paymentId)]).toEqual(['done', 'done']);
  const freeze = { userId: customer.id, reason: 'An authority asks' };
  expect(await act('compliance/freeze', freeze, compliance)).toBe('done');
  expect(await records(paymentId)).toBe('desk.customer_frozen');
  const other = await paidPlan('Una Brown');
  expect(await act('compliance/freeze', { ...freeze, userId: other.who.id }, compliance)).toBe('done');
  expect(await prepares(other.paymentId, '1000')).toBe('desk.customer_frozen');
});

test('withdrawing or rejecting a partial refund leaves the payment unchanged', async () => {
  const { paymentId } = await paidPlan();
  expect(await prepares(paymentId, '1000')).toBe('done');
  const silent = { paymentId, proposalId: await server.openProposal(paymentId), note: '' };
  expect(await act('paymentsDesk/declineReturn', silent, second)).toBe('approvals.reason_missing');
  const answer = { ...silent, note: 'They asked for nothing back' };
  expect(await act('paymentsDesk/declineReturn', answer, second)).toBe('done');
  expect(await stateOf(paymentId)).toEqual(running);
});

// rules of a partial refund

const price = jmd(600_000n);
const terms = { priceUsd: '0.000068', rate: '175' };
const inMahoni = (amount = price, its = terms) => ({
  amount,
  coins: { ...its, amount: convertToMahoni(amount, its), address: 'ours' },
});

test('a share of money is the requested amount, and the rest is the whole', () => {
  const byBank = { amount: price, coins: null };
  expect(calculateShare(byBank, price, jmd(200_000n))).toEqual({ amount: jmd(200_000n), kept: jmd(400_000n) });
  expect(calculateShare(byBank, jmd(400_000n), jmd(400_000n))).toEqual(getWholeShare(jmd(400_000n)));
  expect(calculateShare(byBank, jmd(400_000n), jmd(400_001n))).toBeNull();
  expect(calculateShare(byBank, price, jmd(0n))).toBeNull();
});

test('a share of crypto is proportional and rounded down', () => {
  const due = inMahoni();
  const received: Amount = due.coins.amount;
  expect(formatPlainAmount(received)).toBe('504201.680673');
  const share = calculateShare(due, received, jmd(100_000n));
  // Exactly one sixth would be 84,033.6134455.
  expect(share && [formatPlainAmount(share.amount), formatPlainAmount(share.kept)]).toEqual([
    '84033.613445',
    '420168.067228',
  ]);
  expect(share && getWorth(due, share.kept)).toEqual(jmd(500_000n));
});

test('a share below one unit of the token is refused', () => {
  const due = { ...inMahoni(jmd(1_000_000n)), coins: { ...terms, amount: parseMahoni('0.000100'), address: 'ours' } };
  expect(calculateShare(due, due.coins.amount, jmd(1n))).toBeNull();
});

test('shares in any order never exceed the received amount, and the last one refunds every unit', () => {
  const cents = fc.bigInt({ min: 100n, max: 5_000_000n });
  const prices = fc.record({
    amount: cents.map(jmd),
    priceUsd: fc.bigInt({ min: 1n, max: 10n ** 9n }).map((units) => `0.${String(units).padStart(12, '0')}`),
  });
  const requests = fc.array(fc.bigInt({ min: 1n, max: 2_000_000n }), { maxLength: 30 });
  fc.assert(
    fc.property(prices, requests, fc.boolean(), ({ amount, priceUsd }, asked, byBank) => {
      const due = byBank ? { amount, coins: null } : inMahoni(amount, { priceUsd, rate: '175' });
      const received: Amount = due.coins?.amount ?? amount;
      let [left, requested] = [received, 0n];
      for (const minor of asked) {
        const share = calculateShare(due, left, jmd(minor));
        if (share === null) {
          expect(minor > getWorth(due, left).minor || minorUnitsOf(received) < amount.minor).toBe(true);
          continue;
        }
        requested += minor;
        expect(minorUnitsOf(share.amount) + minorUnitsOf(share.kept)).toBe(minorUnitsOf(left));
        expect(minorUnitsOf(share.kept) >= 0n).toBe(true);
        left = share.kept;
        // The refund never exceeds its J$ value, and rounding loses less than one base unit.
        const exact = minorUnitsOf(received) * requested;
        const refunded = (minorUnitsOf(received) - minorUnitsOf(left)) * amount.minor;
        if (minorUnitsOf(left) > 0n)
          expect(refunded <= exact && exact - refunded < BigInt(asked.length) * amount.minor).toBe(true);
        if (minorUnitsOf(left) > 0n && minorUnitsOf(received) > 30n * amount.minor)
          expect(getWorth(due, left)).toEqual(jmd(amount.minor - requested));
        if (minorUnitsOf(left) === 0n) return;
      }
      expect(calculateShare(due, left, getWorth(due, left))).toEqual({ amount: left, kept: replaceUnits(left, 0n) });
    }),
    { numRuns: 500 },
  );
});
