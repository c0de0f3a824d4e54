import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildPayIn, buildSent, formatJamaicaTime, placePaidBuy } from '../../../test/orders.ts';
import {
  buildBankReceipt,
  buildChainReceipt,
  claimPlan,
  claimPlanInMahoni,
  solanaHash,
} from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';

const server = await serverWithoutFaults();
const { owner } = server;
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const [approver, third] = [await another('finance'), await another('finance')];

const actAtDesk = server.actsAs(finance, 'paymentsDesk/');
const prepareRefund = (paymentId: string, amount: string | null, cookie = finance) =>
  actAtDesk('prepareReturn', { paymentId, amount, reasonCode: 'given_back_as_asked', note: '' }, cookie);
type Read = { readonly paymentId: string; readonly proposalId: string };
const decide = (what: 'approveReturn' | 'declineReturn', read: Read, cookie: string) =>
  actAtDesk(what, { ...read, note: 'Looked at' }, cookie);
const approve = async (paymentId: string, cookie = approver.cookie) =>
  decide('approveReturn', { paymentId, proposalId: await server.openProposal(paymentId) }, cookie);
const record = (paymentId: string, reference: string, more: object = {}) => {
  const moved = { movedOn: jamaicaDay(new Date()), movedTime: '', note: '', ...more };
  return actAtDesk('recordReturned', { paymentId, reference, ...moved });
};
const loadRefunds = async (paymentId: string) =>
  (
    await rowsOf<{ amount: string }>(
      `select trim_scale(amount)::text amount from movements where payment_id = $1 and direction = 'back' order by id`,
      [paymentId],
    )
  ).map(({ amount }) => amount);
const joinAccounts = (...ids: string[]) =>
  owner.query('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [ids, ids[0]]);

async function paidPlan(name = 'Ina Brown') {
  const customer = await newCustomer(server, name);
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await actAtDesk('receive', buildBankReceipt(paymentId, { payerHolder: name }))).toBe('done');
  return { who: customer, paymentId };
}
const { act, approves, answers, backOf, goesBack, prepares, records, second, stateOf, undoes } =
  await createRefundTools(server);

test('approving from a joined account of the proposer is refused', async () => {
  const { paymentId } = await paidPlan();
  const proposer = await another('finance');
  await joinAccounts(proposer.id, third.id);
  expect(await prepareRefund(paymentId, '1000', proposer.cookie)).toBe('done');
  expect(await approve(paymentId, third.cookie)).toBe('approvals.second_person_needed');
  const read = { paymentId, proposalId: await server.openProposal(paymentId) };
  expect(await decide('declineReturn', read, third.cookie)).toBe('approvals.second_person_needed');
  expect(await loadRefunds(paymentId)).toEqual([]);
  expect(await record(paymentId, `BACK ${paymentId}`)).toBe('desk.not_approved');
});

test('preparing, approving, rejecting and recording a refund to an own joined account is refused', async () => {
  const { who: customer, paymentId } = await paidPlan();
  const own = await another('finance');
  await joinAccounts(own.id, customer.id);
  expect(await prepareRefund(paymentId, '1000', own.cookie)).toBe('approvals.own_matter');
  expect(await prepareRefund(paymentId, '1000')).toBe('done');
  const proposalId = await server.openProposal(paymentId);
  expect(await decide('approveReturn', { paymentId, proposalId }, own.cookie)).toBe('approvals.not_found');
  expect(await decide('declineReturn', { paymentId, proposalId }, own.cookie)).toBe('approvals.own_matter');
  expect(await approve(paymentId)).toBe('done');
  const sent = { paymentId, reference: `BACK ${paymentId}`, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' };
  expect(await actAtDesk('recordReturned', sent, own.cookie)).toBe('approvals.own_matter');
  expect(await loadRefunds(paymentId)).toEqual([]);
});

test('approving a proposal that replaced the one read is refused', async () => {
  const { paymentId } = await paidPlan();
  expect(await prepareRefund(paymentId, '100')).toBe('done');
  const read = await server.openProposal(paymentId);
  expect(await decide('declineReturn', { paymentId, proposalId: read }, finance)).toBe('done');
  expect(await prepareRefund(paymentId, '5900')).toBe('done');
  expect(await decide('approveReturn', { paymentId, proposalId: read }, approver.cookie)).toBe(
    'approvals.already_decided',
  );
  expect(await record(paymentId, `BACK ${paymentId}`)).toBe('desk.not_approved');
  const other = await paidPlan('Una Brown');
  expect(await prepareRefund(other.paymentId, '200')).toBe('done');
  const foreign = await server.openProposal(other.paymentId);
  const mine = await server.openProposal(paymentId);
  expect(await decide('approveReturn', { paymentId, proposalId: foreign }, approver.cookie)).toBe(
    'approvals.not_found',
  );
  expect(await decide('approveReturn', { paymentId: other.paymentId, proposalId: mine }, approver.cookie)).toBe(
    'approvals.not_found',
  );
  expect(await decide('declineReturn', { paymentId, proposalId: foreign }, approver.cookie)).toBe(
    'approvals.not_found',
  );
  const open = await rowsOf(`select state from proposals where id = any($1)`, [[mine, foreign]]);
  expect(open).toEqual([{ state: 'open' }, { state: 'open' }]);
});

test('approving twice or approving and rejecting in parallel decides once', async () => {
  const { paymentId } = await paidPlan();
  const fourth = await another('finance');
  expect(await prepareRefund(paymentId, '1000')).toBe('done');
  const id = await server.openProposal(paymentId);
  const agreed = await Promise.all(
    [approver.cookie, fourth.cookie].map((customer) =>
      decide('approveReturn', { paymentId, proposalId: id }, customer),
    ),
  );
  expect(agreed.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(await record(paymentId, `BACK ONE ${paymentId}`)).toBe('done');
  expect(await prepareRefund(paymentId, '1000')).toBe('done');
  const next = await server.openProposal(paymentId);
  const both = await Promise.all([
    decide('approveReturn', { paymentId, proposalId: next }, approver.cookie),
    decide('declineReturn', { paymentId, proposalId: next }, fourth.cookie),
  ]);
  expect(both.filter((answer) => answer === 'done')).toHaveLength(1);
  const sent = await record(paymentId, `BACK TWO ${paymentId}`);
  expect(sent).toBe(both[0] === 'done' ? 'done' : 'desk.not_approved');
  expect(await loadRefunds(paymentId)).toEqual(both[0] === 'done' ? ['1000', '1000'] : ['1000']);
});

test('recording a used reference in another spelling is refused', async () => {
  const [one, other] = [await paidPlan(), await paidPlan('Una Brown')];
  for (const { paymentId } of [one, other])
    expect([await prepareRefund(paymentId, '1000'), await approve(paymentId)]).toEqual(['done', 'done']);
  const line = `LINE ${one.paymentId.slice(-12)}`;
  for (const spelling of [line, line.toLowerCase(), line.replace(' ', '-'), ` ${line.replaceAll('', ' ').trim()} `])
    expect([spelling, await record(one.paymentId, spelling)]).toEqual([spelling, 'desk.reference_used']);
  const tail = randomUUID().slice(0, 8);
  expect(await record(one.paymentId, `RF-${tail}/7`)).toBe('done');
  for (const spelling of [`rf ${tail} 7`, `RF${tail.toUpperCase()}7`, `R.F.${tail}.7`, `rf-${tail} /7`])
    expect([spelling, await record(other.paymentId, spelling)]).toEqual([spelling, 'desk.reference_used']);
  expect(await loadRefunds(other.paymentId)).toEqual([]);
});

test('recording one reference in two spellings in parallel succeeds once', async () => {
  const [one, other] = [await paidPlan(), await paidPlan('Una Brown')];
  for (const { paymentId } of [one, other])
    expect([await prepareRefund(paymentId, '1000'), await approve(paymentId)]).toEqual(['done', 'done']);
  const tail = randomUUID().slice(0, 8);
  const sent = await Promise.all([
    record(one.paymentId, `RF-${tail}`),
    record(other.paymentId, `rf ${tail.toUpperCase()}`),
  ]);
  expect(sent.sort()).toEqual(['desk.reference_used', 'done']);
  expect([...(await loadRefunds(one.paymentId)), ...(await loadRefunds(other.paymentId))]).toEqual(['1000']);
});

test('preparing an invalid amount is refused', async () => {
  const { paymentId } = await paidPlan();
  const wrong = [
    ...['-1', '+1', '1e3', '0x10', '٢٠٠٠', '２０００', '1.2.3', '1,00', 'NaN', 'Infinity', '', '0.00', '0.001', '.'],
    ...['999999999999999', '6000.01', '6,000.01', '6000.010', "1000'; --", '10 00 00', '1\u0000000'],
  ];
  for (const amount of wrong) expect([amount, await prepareRefund(paymentId, amount)]).not.toEqual([amount, 'done']);
  expect(await rowsOf('select from proposals where subject = $1', [paymentId])).toEqual([]);
  expect(
    await actAtDesk('prepareReturn', { paymentId, amount: 1000, reasonCode: 'given_back_as_asked', note: '' }),
  ).toBe('BAD_REQUEST');
  expect(await actAtDesk('prepareReturn', { paymentId, amount: '1000', reasonCode: 'because', note: '' })).toBe(
    'desk.reason_unknown',
  );
});

test('recording a refund sent before its approval or in the future is refused', async () => {
  const { paymentId } = await paidPlan();
  expect([await prepareRefund(paymentId, '1000'), await approve(paymentId)]).toEqual(['done', 'done']);
  const on = (inDays: number) => ({ movedOn: jamaicaDay(new Date(Date.now() + inDays * 86_400_000)) });
  expect(await record(paymentId, `BACK ${paymentId}`, on(-1))).toBe('desk.before_approval');
  expect(await record(paymentId, `BACK ${paymentId}`, on(1))).toBe('desk.moment_ahead');
  expect(await record(paymentId, `BACK ${paymentId}`, { movedOn: '2026-02-30' })).toBe('desk.moment_unreadable');
  expect(await loadRefunds(paymentId)).toEqual([]);
});

// returned refunds

const approveUndo = answers('approveUndo');

async function createPaid(): Promise<string> {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, who.cookie);
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId))).toBe('done');
  return paymentId;
}
async function recordReturned(paymentId: string, index: number): Promise<unknown[]> {
  const returns = await rowsOf<{ id: string }>(
    `select id from proposals where subject = $1 and kind = 'return' order by proposed_at`,
    [paymentId],
  );
  const undo = {
    ...{ paymentId, proposalId: returns[index]?.id, reasonCode: 'returned_by_bank', note: '' },
    ...{ evidence: 'See line four of the statement of today', movedOn: jamaicaDay(new Date()) },
  };
  return [await act('paymentsDesk/prepareUndo', undo), await approveUndo(paymentId, second)];
}

test('recording a returned part is allowed while another part waits to be sent', async () => {
  const paymentId = await createPaid();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect([await prepares(paymentId, '2000'), await approves(paymentId)]).toEqual(['done', 'done']);
  expect(await recordReturned(paymentId, 0)).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null, awaits_staff: true });
  expect(await records(paymentId)).toBe('done');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null, awaits_staff: false });
});

test('two returned parts are both recorded, and everything can be refunded again', async () => {
  const paymentId = await createPaid();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect([await recordReturned(paymentId, 0), await recordReturned(paymentId, 1)]).toEqual(
    Array(2).fill(['done', 'done']),
  );
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'returned', ended: 'refunded', awaits_staff: false });
});

test('recording a returned part is refused until the approved rest is recorded', async () => {
  const paymentId = await createPaid();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect(await recordReturned(paymentId, 0)).toEqual(['payments.rest_leaves', 'approvals.not_found']);
  expect(await records(paymentId)).toBe('done');
  expect(await recordReturned(paymentId, 0)).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: 'refunded', awaits_staff: true });
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await backOf(paymentId)).toEqual(['1000', '5000', '1000']);
});

test('undoing an unsent rest allows recording a returned part', async () => {
  const paymentId = await createPaid();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect([await undoes(paymentId), await approveUndo(paymentId, second)]).toEqual(['done', 'done']);
  expect(await recordReturned(paymentId, 0)).toEqual(['done', 'done']);
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await backOf(paymentId)).toEqual(['1000', '6000']);
});

test('preparing a refund is refused while an undo proposal is open', async () => {
  const paymentId = await createPaid();
  expect(await goesBack(paymentId, '1000')).toEqual(['done', 'done', 'done']);
  const returnedToday = { reasonCode: 'returned_by_bank', movedOn: jamaicaDay(new Date()) };
  expect(await undoes(paymentId, returnedToday)).toBe('done');
  expect(await prepares(paymentId, null)).toBe('approvals.already_open');
});

describe('a refund sent before approval', async () => {
  const { finance } = await createRefundTools(server);
  const admin = await createSession(server, 'admin');
  const seenAt = (moment: Date) => ({ movedOn: jamaicaDay(moment), movedTime: formatJamaicaTime(moment) });
  const early = () => seenAt(after(new Date(), -minutes(2)));

  test('recording a refund that a block shows before its approval is refused', async () => {
    const due = await claimPlanInMahoni(server, (await newCustomer(server, 'Ina Brown')).cookie);
    expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('done');
    expect(await goesBack(due.paymentId, null, { reference: solanaHash(), ...early() })).toEqual([
      'done',
      'done',
      'desk.before_approval',
    ]);
  });

  test('recording a payout from before its approval is refused, and in the same minute accepted', async () => {
    const { cookie } = await newCustomer(server, 'Ina Brown');
    const { orderId } = await placePaidBuy(server, cookie, { amount: '4000' });
    const incoming = buildPayIn(orderId, { amount: '4000' });
    expect(await act('desk/confirmReceived', { ...incoming, payerHolder: 'Ina Brown' })).toBe('done');
    for (const path of ['startProcessing', 'preparePayout'])
      expect(await act(`desk/${path}`, { orderId, note: '' }, finance)).toBe('done');
    expect(await act('desk/approvePayout', { orderId, note: '' }, admin)).toBe('done');
    const sent = buildSent(orderId, randomBytes(32).toString('hex'));
    expect(await act('desk/recordSent', { ...sent, ...early() })).toBe('desk.before_approval');
    expect(await act('desk/recordSent', { ...sent, ...seenAt(new Date()) })).toBe('done');
  });
});
