import { expect, test } from 'vitest';
import { buildChainReceipt, claimPlanInMahoni, solanaAddress, solanaHash } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { confirmRegistration, insertWorkshop } from '../../../test/workshops.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const [second, third] = [await another('finance'), await another('finance')];
const support = await createSession(server, 'support');

type Answer = { code?: string; proposalId?: string; count?: number };
const act = server.actsAs(finance, 'workshopsDesk/');
const proposes = async (sessionId: string, cookie = finance) => {
  const { status, body } = await call<Answer>('workshopsDesk/proposeAwards', { sessionId }, cookie);
  if (status !== 200 || !body.proposalId) throw new Error(`not proposed: ${JSON.stringify(body)}`);
  return { proposalId: body.proposalId, count: body.count };
};
const decides = (proposalId: string, decision: string, cookie = second.cookie) =>
  act('decideAwards', { proposalId, decision }, cookie);
const joined = (...ids: string[]) =>
  owner.query('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [ids, ids[0]]);
const soon = () => insertWorkshop(server, { startsIn: '1 hour' });
const released = async (sessionId: string) => {
  const rows = await rowsOf('select from lgm_awards where session_id = $1 and released_at is not null', [sessionId]);
  return rows.length;
};

async function whoCame(sessionId: string) {
  const who = await confirmRegistration(server, sessionId);
  expect(await act('checkIn', { sessionId, code: who.code }, support)).toBe('done');
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  const awardId = award?.id ?? '';
  const named = await call('workshops/nameAwardWallet', { awardId, address: solanaAddress() }, who.cookie);
  expect(named.status).toBe(200);
  return { ...who, awardId };
}

test('two accounts of one person cannot release awards, and neither can release their own', async () => {
  const sessionId = await soon();
  const [one, own] = [await whoCame(sessionId), await another('finance')];
  await whoCame(sessionId);
  const [first, alias] = [await another('finance'), await another('finance')];
  await joined(first.id, alias.id);
  await joined(own.id, one.id);
  const { proposalId, count } = await proposes(sessionId, first.cookie);
  expect(count).toBe(2);
  expect(await decides(proposalId, 'approve', alias.cookie)).toBe('approvals.second_person_needed');
  expect(await decides(proposalId, 'approve', own.cookie)).toBe('approvals.own_matter');
  expect(await released(sessionId)).toBe(0);
  expect(await decides(proposalId, 'approve')).toBe('done');
  expect(await act('recordAward', { awardId: one.awardId, hash: solanaHash() }, own.cookie)).toBe(
    'approvals.own_matter',
  );
});

test('approving a changed list or a proposal of another kind is refused', async () => {
  const sessionId = await soon();
  await whoCame(sessionId);
  const read = await proposes(sessionId);
  expect(await decides(read.proposalId, 'withdraw', finance)).toBe('done');
  await whoCame(sessionId);
  const newer = await proposes(sessionId);
  expect([read.count, newer.count]).toEqual([1, 2]);
  expect(await decides(read.proposalId, 'approve')).toBe('approvals.already_decided');
  expect(await released(sessionId)).toBe(0);
  const [setting] = await rowsOf<{ id: string }>(
    `insert into proposals (kind, subject, payload, proposed_by) select 'return', $1, '{"awards": []}', id
       from profiles where email = 'finance@demo.test' returning id`,
    [sessionId],
  );
  expect(await decides(setting?.id ?? '', 'approve')).toBe('approvals.not_found');
});

test('of concurrent decisions and concurrent records only one counts', async () => {
  const sessionId = await soon();
  const [one, other] = [await whoCame(sessionId), await whoCame(sessionId)];
  const { proposalId } = await proposes(sessionId);
  const answers = await Promise.all([
    decides(proposalId, 'approve'),
    decides(proposalId, 'approve', third.cookie),
    decides(proposalId, 'approve', (await another('admin')).cookie),
  ]);
  expect(answers.sort()).toEqual(['approvals.already_decided', 'approvals.already_decided', 'done']);
  expect(await released(sessionId)).toBe(2);
  const hash = solanaHash();
  const twice = await Promise.all([
    act('recordAward', { awardId: one.awardId, hash }),
    act('recordAward', { awardId: other.awardId, hash: `https://solscan.io/tx/${hash}` }, second.cookie),
  ]);
  expect(twice.sort()).toEqual(['done', 'workshops.award_hash_used']);
  const [left] = await rowsOf<{ id: string }>('select id from lgm_awards where session_id = $1 and sent_at is null', [
    sessionId,
  ]);
  const same = await Promise.all([
    act('recordAward', { awardId: left?.id, hash: solanaHash() }),
    act('recordAward', { awardId: left?.id, hash: solanaHash() }, second.cookie),
  ]);
  expect(same.sort()).toEqual(['done', 'workshops.award_not_released']);
});

test('the hash of a customer payment cannot be recorded for an award', async () => {
  const sessionId = await soon();
  const one = await whoCame(sessionId);
  expect(await decides((await proposes(sessionId)).proposalId, 'approve')).toBe('done');
  const due = await claimPlanInMahoni(server, (await newCustomer(server, 'Una Brown')).cookie);
  const line = buildChainReceipt(due);
  expect((await call('paymentsDesk/receive', line, finance)).status).toBe(200);
  expect(await act('recordAward', { awardId: one.awardId, hash: line.reference })).toBe('workshops.award_hash_used');
});
