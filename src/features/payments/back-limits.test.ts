import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bankLine, claimedPlan } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';

/** What goes back is what two people read, once, under a reference of its own, and no more than came. */
const server = await serverWithoutFaults();
const { owner } = server;
const { another, rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');
const [second, third] = [await another('finance'), await another('finance')];

const act = server.actsAs(finance, 'paymentsDesk/');
const prepares = (paymentId: string, amount: string | null, cookie = finance) =>
  act('prepareReturn', { paymentId, amount, reasonCode: 'given_back_as_asked', note: '' }, cookie);
type Read = { readonly paymentId: string; readonly proposalId: string };
const answers = (what: 'approveReturn' | 'declineReturn', read: Read, cookie: string) =>
  act(what, { ...read, note: 'Looked at' }, cookie);
const approves = async (paymentId: string, cookie = second.cookie) =>
  answers('approveReturn', { paymentId, proposalId: await server.openProposal(paymentId) }, cookie);
const records = (paymentId: string, reference: string, more: object = {}) => {
  const moved = { movedOn: jamaicaDay(new Date()), movedTime: '', note: '', ...more };
  return act('recordReturned', { paymentId, reference, ...moved });
};
const backOf = async (paymentId: string) =>
  (
    await rowsOf<{ amount: string }>(
      `select trim_scale(amount)::text amount from movements where payment_id = $1 and direction = 'back' order by id`,
      [paymentId],
    )
  ).map(({ amount }) => amount);
const joined = (...ids: string[]) =>
  owner.query('insert into joined_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [ids, ids[0]]);

async function paidPlan(name = 'Ina Brown') {
  const who = await newCustomer(server, name);
  const paymentId = await claimedPlan(server, who.cookie);
  expect(await act('receive', bankLine(paymentId, { payerHolder: name }))).toBe('done');
  return { who, paymentId };
}

test('two accounts of one person are not two people', async () => {
  const { paymentId } = await paidPlan();
  const proposer = await another('finance');
  await joined(proposer.id, third.id);
  expect(await prepares(paymentId, '1000', proposer.cookie)).toBe('done');
  expect(await approves(paymentId, third.cookie)).toBe('staff.not_allowed');
  expect(await backOf(paymentId)).toEqual([]);
  expect(await records(paymentId, `BACK ${paymentId}`)).toBe('payments.not_approved');
});

test('nobody prepares, agrees to, takes off or records what goes back to another account of theirs', async () => {
  const { who, paymentId } = await paidPlan();
  const own = await another('finance');
  await joined(own.id, who.id);
  expect(await prepares(paymentId, '1000', own.cookie)).toBe('approvals.own_matter');
  expect(await prepares(paymentId, '1000')).toBe('done');
  const proposalId = await server.openProposal(paymentId);
  // No proposal about them is shown to them; the rest is refused by name.
  expect(await answers('approveReturn', { paymentId, proposalId }, own.cookie)).toBe('approvals.not_found');
  expect(await answers('declineReturn', { paymentId, proposalId }, own.cookie)).toBe('approvals.own_matter');
  expect(await approves(paymentId)).toBe('done');
  const sent = { paymentId, reference: `BACK ${paymentId}`, movedOn: jamaicaDay(new Date()), movedTime: '', note: '' };
  expect(await act('recordReturned', sent, own.cookie)).toBe('approvals.own_matter');
  expect(await backOf(paymentId)).toEqual([]);
});

test('what was swapped between reading and agreeing is not agreed on', async () => {
  const { paymentId } = await paidPlan();
  expect(await prepares(paymentId, '100')).toBe('done');
  const read = await server.openProposal(paymentId);
  expect(await answers('declineReturn', { paymentId, proposalId: read }, finance)).toBe('done');
  expect(await prepares(paymentId, '5900')).toBe('done');
  expect(await answers('approveReturn', { paymentId, proposalId: read }, second.cookie)).toBe(
    'approvals.already_decided',
  );
  expect(await records(paymentId, `BACK ${paymentId}`)).toBe('payments.not_approved');
  // Nor is what was read of another payment, in either direction.
  const other = await paidPlan('Una Brown');
  expect(await prepares(other.paymentId, '200')).toBe('done');
  const foreign = await server.openProposal(other.paymentId);
  const mine = await server.openProposal(paymentId);
  expect(await answers('approveReturn', { paymentId, proposalId: foreign }, second.cookie)).toBe('approvals.not_found');
  expect(await answers('approveReturn', { paymentId: other.paymentId, proposalId: mine }, second.cookie)).toBe(
    'approvals.not_found',
  );
  expect(await answers('declineReturn', { paymentId, proposalId: foreign }, second.cookie)).toBe('approvals.not_found');
  const open = await rowsOf(`select state from proposals where id = any($1)`, [[mine, foreign]]);
  expect(open).toEqual([{ state: 'open' }, { state: 'open' }]);
});

test('of two who agree at once, or agree and decline at once, one decides', async () => {
  const { paymentId } = await paidPlan();
  const fourth = await another('finance');
  expect(await prepares(paymentId, '1000')).toBe('done');
  const id = await server.openProposal(paymentId);
  const agreed = await Promise.all(
    [second.cookie, fourth.cookie].map((who) => answers('approveReturn', { paymentId, proposalId: id }, who)),
  );
  expect(agreed.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(await records(paymentId, `BACK ONE ${paymentId}`)).toBe('done');
  expect(await prepares(paymentId, '1000')).toBe('done');
  const next = await server.openProposal(paymentId);
  const both = await Promise.all([
    answers('approveReturn', { paymentId, proposalId: next }, second.cookie),
    answers('declineReturn', { paymentId, proposalId: next }, fourth.cookie),
  ]);
  expect(both.filter((answer) => answer === 'done')).toHaveLength(1);
  const sent = await records(paymentId, `BACK TWO ${paymentId}`);
  expect(sent).toBe(both[0] === 'done' ? 'done' : 'payments.not_approved');
  expect(await backOf(paymentId)).toEqual(both[0] === 'done' ? ['1000', '1000'] : ['1000']);
});

test('a reference that was used, in or out, is not used again in another spelling', async () => {
  const [one, other] = [await paidPlan(), await paidPlan('Una Brown')];
  for (const { paymentId } of [one, other])
    expect([await prepares(paymentId, '1000'), await approves(paymentId)]).toEqual(['done', 'done']);
  const line = `LINE ${one.paymentId.slice(-12)}`;
  for (const spelt of [line, line.toLowerCase(), line.replace(' ', '-'), ` ${line.replaceAll('', ' ').trim()} `])
    expect([spelt, await records(one.paymentId, spelt)]).toEqual([spelt, 'desk.reference_used']);
  const tail = randomUUID().slice(0, 8);
  expect(await records(one.paymentId, `RF-${tail}/7`)).toBe('done');
  for (const spelt of [`rf ${tail} 7`, `RF${tail.toUpperCase()}7`, `R.F.${tail}.7`, `rf-${tail} /7`])
    expect([spelt, await records(other.paymentId, spelt)]).toEqual([spelt, 'desk.reference_used']);
  expect(await backOf(other.paymentId)).toEqual([]);
});

test('of two returns that are recorded at once under one reference in two spellings, one counts', async () => {
  const [one, other] = [await paidPlan(), await paidPlan('Una Brown')];
  for (const { paymentId } of [one, other])
    expect([await prepares(paymentId, '1000'), await approves(paymentId)]).toEqual(['done', 'done']);
  const tail = randomUUID().slice(0, 8);
  const sent = await Promise.all([
    records(one.paymentId, `RF-${tail}`),
    records(other.paymentId, `rf ${tail.toUpperCase()}`),
  ]);
  expect(sent.sort()).toEqual(['desk.reference_used', 'done']);
  expect([...(await backOf(one.paymentId)), ...(await backOf(other.paymentId))]).toEqual(['1000']);
});

test('what is no amount, or of other digits, is no part; nothing is prepared', async () => {
  const { paymentId } = await paidPlan();
  const wrong = [
    ...['-1', '+1', '1e3', '0x10', '٢٠٠٠', '２０００', '1.2.3', '1,00', 'NaN', 'Infinity', '', '0.00', '0.001', '.'],
    ...['999999999999999', '6000.01', '6,000.01', '6000.010', "1000'; --", '10 00 00', '1\u0000000'],
  ];
  for (const amount of wrong) expect([amount, await prepares(paymentId, amount)]).not.toEqual([amount, 'done']);
  expect(await rowsOf('select from proposals where subject = $1', [paymentId])).toEqual([]);
  expect(await act('prepareReturn', { paymentId, amount: 1000, reasonCode: 'given_back_as_asked', note: '' })).toBe(
    'BAD_REQUEST',
  );
  expect(await act('prepareReturn', { paymentId, amount: '1000', reasonCode: 'because', note: '' })).toBe(
    'payments.reason_unknown',
  );
});

test('what left before it was agreed on, or in the future, is not recorded', async () => {
  const { paymentId } = await paidPlan();
  expect([await prepares(paymentId, '1000'), await approves(paymentId)]).toEqual(['done', 'done']);
  const on = (inDays: number) => ({ movedOn: jamaicaDay(new Date(Date.now() + inDays * 86_400_000)) });
  expect(await records(paymentId, `BACK ${paymentId}`, on(-1))).toBe('payments.before_approval');
  expect(await records(paymentId, `BACK ${paymentId}`, on(1))).toBe('desk.moment_ahead');
  expect(await records(paymentId, `BACK ${paymentId}`, { movedOn: '2026-02-30' })).toBe('desk.moment_unreadable');
  expect(await backOf(paymentId)).toEqual([]);
});
