import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';

const server = await serverWithoutFaults();
const { owner } = server;
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const [second, third] = [await another('finance'), await another('finance')];

const act = server.actsAs(finance, 'paymentsDesk/');
const prepareRefund = (paymentId: string, amount: string | null, cookie = finance) =>
  act('prepareReturn', { paymentId, amount, reasonCode: 'given_back_as_asked', note: '' }, cookie);
type Read = { readonly paymentId: string; readonly proposalId: string };
const decide = (what: 'approveReturn' | 'declineReturn', read: Read, cookie: string) =>
  act(what, { ...read, note: 'Looked at' }, cookie);
const approve = async (paymentId: string, cookie = second.cookie) =>
  decide('approveReturn', { paymentId, proposalId: await server.openProposal(paymentId) }, cookie);
const record = (paymentId: string, reference: string, more: object = {}) => {
  const moved = { movedOn: jamaicaDay(new Date()), movedTime: '', note: '', ...more };
  return act('recordReturned', { paymentId, reference, ...moved });
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
  expect(await act('receive', buildBankReceipt(paymentId, { payerHolder: name }))).toBe('done');
  return { who: customer, paymentId };
}

test('approving from a joined account of the proposer is refused', async () => {
  const { paymentId } = await paidPlan();
  const proposer = await another('finance');
  await joinAccounts(proposer.id, third.id);
  expect(await prepareRefund(paymentId, '1000', proposer.cookie)).toBe('done');
  expect(await approve(paymentId, third.cookie)).toBe('approvals.second_person_needed');
  const read = { paymentId, proposalId: await server.openProposal(paymentId) };
  expect(await decide('declineReturn', read, third.cookie)).toBe('approvals.second_person_needed');
  expect(await loadRefunds(paymentId)).toEqual([]);
  expect(await record(paymentId, `BACK ${paymentId}`)).toBe('payments.not_approved');
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
  expect(await act('recordReturned', sent, own.cookie)).toBe('approvals.own_matter');
  expect(await loadRefunds(paymentId)).toEqual([]);
});

test('approving a proposal that replaced the one read is refused', async () => {
  const { paymentId } = await paidPlan();
  expect(await prepareRefund(paymentId, '100')).toBe('done');
  const read = await server.openProposal(paymentId);
  expect(await decide('declineReturn', { paymentId, proposalId: read }, finance)).toBe('done');
  expect(await prepareRefund(paymentId, '5900')).toBe('done');
  expect(await decide('approveReturn', { paymentId, proposalId: read }, second.cookie)).toBe(
    'approvals.already_decided',
  );
  expect(await record(paymentId, `BACK ${paymentId}`)).toBe('payments.not_approved');
  const other = await paidPlan('Una Brown');
  expect(await prepareRefund(other.paymentId, '200')).toBe('done');
  const foreign = await server.openProposal(other.paymentId);
  const mine = await server.openProposal(paymentId);
  expect(await decide('approveReturn', { paymentId, proposalId: foreign }, second.cookie)).toBe('approvals.not_found');
  expect(await decide('approveReturn', { paymentId: other.paymentId, proposalId: mine }, second.cookie)).toBe(
    'approvals.not_found',
  );
  expect(await decide('declineReturn', { paymentId, proposalId: foreign }, second.cookie)).toBe('approvals.not_found');
  const open = await rowsOf(`select state from proposals where id = any($1)`, [[mine, foreign]]);
  expect(open).toEqual([{ state: 'open' }, { state: 'open' }]);
});

test('approving twice or approving and rejecting in parallel decides once', async () => {
  const { paymentId } = await paidPlan();
  const fourth = await another('finance');
  expect(await prepareRefund(paymentId, '1000')).toBe('done');
  const id = await server.openProposal(paymentId);
  const agreed = await Promise.all(
    [second.cookie, fourth.cookie].map((customer) => decide('approveReturn', { paymentId, proposalId: id }, customer)),
  );
  expect(agreed.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(await record(paymentId, `BACK ONE ${paymentId}`)).toBe('done');
  expect(await prepareRefund(paymentId, '1000')).toBe('done');
  const next = await server.openProposal(paymentId);
  const both = await Promise.all([
    decide('approveReturn', { paymentId, proposalId: next }, second.cookie),
    decide('declineReturn', { paymentId, proposalId: next }, fourth.cookie),
  ]);
  expect(both.filter((answer) => answer === 'done')).toHaveLength(1);
  const sent = await record(paymentId, `BACK TWO ${paymentId}`);
  expect(sent).toBe(both[0] === 'done' ? 'done' : 'payments.not_approved');
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
  expect(await act('prepareReturn', { paymentId, amount: 1000, reasonCode: 'given_back_as_asked', note: '' })).toBe(
    'BAD_REQUEST',
  );
  expect(await act('prepareReturn', { paymentId, amount: '1000', reasonCode: 'because', note: '' })).toBe(
    'payments.reason_unknown',
  );
});

test('recording a refund sent before its approval or in the future is refused', async () => {
  const { paymentId } = await paidPlan();
  expect([await prepareRefund(paymentId, '1000'), await approve(paymentId)]).toEqual(['done', 'done']);
  const on = (inDays: number) => ({ movedOn: jamaicaDay(new Date(Date.now() + inDays * 86_400_000)) });
  expect(await record(paymentId, `BACK ${paymentId}`, on(-1))).toBe('payments.before_approval');
  expect(await record(paymentId, `BACK ${paymentId}`, on(1))).toBe('desk.moment_ahead');
  expect(await record(paymentId, `BACK ${paymentId}`, { movedOn: '2026-02-30' })).toBe('desk.moment_unreadable');
  expect(await loadRefunds(paymentId)).toEqual([]);
});
