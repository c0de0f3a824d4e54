import { describe, expect, test } from 'vitest';
import { formatJamaicaTime } from '../../../test/orders.ts';
import { buildChainReceipt, claimPlanInMahoni, solanaAddress, solanaHash } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
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

async function addAttendee(sessionId: string) {
  const attendee = await confirmRegistration(server, sessionId);
  expect(await act('checkIn', { sessionId, code: attendee.code }, support)).toBe('done');
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [attendee.id]);
  const awardId = award?.id ?? '';
  const named = await call('workshops/nameAwardWallet', { awardId, address: solanaAddress() }, attendee.cookie);
  expect(named.status).toBe(200);
  return { ...attendee, awardId };
}

test('two accounts of one person cannot release awards, and neither can release their own', async () => {
  const sessionId = await soon();
  const [one, own] = [await addAttendee(sessionId), await another('finance')];
  await addAttendee(sessionId);
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
  await addAttendee(sessionId);
  const read = await proposes(sessionId);
  expect(await decides(read.proposalId, 'withdraw', finance)).toBe('done');
  await addAttendee(sessionId);
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
  const [one, other] = [await addAttendee(sessionId), await addAttendee(sessionId)];
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
  const one = await addAttendee(sessionId);
  expect(await decides((await proposes(sessionId)).proposalId, 'approve')).toBe('done');
  const due = await claimPlanInMahoni(server, (await newCustomer(server, 'Una Brown')).cookie);
  const line = buildChainReceipt(due);
  expect((await call('paymentsDesk/receive', line, finance)).status).toBe(200);
  expect(await act('recordAward', { awardId: one.awardId, hash: line.reference })).toBe('workshops.award_hash_used');
});

describe('concurrent awards', async () => {
  const second = (await another('finance')).cookie;
  const act = server.actsAs(finance);
  async function addAttendee(sessionId: string) {
    const attendee = await confirmRegistration(server, sessionId);
    expect(await act('workshopsDesk/checkIn', { sessionId, code: attendee.code }, support)).toBe('done');
    const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [attendee.id]);
    const awardId = award?.id ?? '';
    const address = solanaAddress();
    expect(await act('workshops/nameAwardWallet', { awardId, address }, attendee.cookie)).toBe('done');
    return { ...attendee, awardId, address };
  }
  const rowOf = async (id: string) =>
    (
      await rowsOf<{ address: string; released: boolean; sent: boolean }>(
        'select address, released_at is not null released, sent_at is not null sent from lgm_awards where id = $1',
        [id],
      )
    )[0];

  test('changing the wallet during the release is refused or takes effect before it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
      const { awardId, address, cookie } = await addAttendee(sessionId);
      const { body } = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
      const decide = { proposalId: body.proposalId, decision: 'approve' };
      const holder = await owner.connect();
      await holder.query('begin');
      await holder.query('select from lgm_awards where id = $1 for update', [awardId]);
      const both = [
        () => act('workshopsDesk/decideAwards', decide, second),
        () => act('workshops/nameAwardWallet', { awardId, address: solanaAddress() }, cookie),
      ];
      const running = (round % 2 ? both.toReversed() : both).map((one, n) =>
        new Promise((done) => setTimeout(done, n * 250)).then(one),
      );
      await new Promise((done) => setTimeout(done, 700));
      await holder.query('commit');
      holder.release();
      const answers = await Promise.all(running);
      const row = await rowOf(awardId);
      if (row?.released) expect(row.address).toBe(address);
      const [decided, named] = round % 2 ? answers.toReversed() : answers;
      expect([decided, named, row?.address === address]).toEqual(
        decided === 'done' ? ['done', 'workshops.award_released', true] : [decided, 'done', false],
      );
    }
  });

  test('recording an award twice, or renaming its wallet meanwhile, sends it once to the first wallet', async () => {
    const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
    const { awardId, address, cookie } = await addAttendee(sessionId);
    const { body } = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
    expect(await act('workshopsDesk/decideAwards', { proposalId: body.proposalId, decision: 'approve' }, second)).toBe(
      'done',
    );
    const answers = await Promise.all([
      act('workshopsDesk/recordAward', { awardId, hash: solanaHash() }),
      act('workshopsDesk/recordAward', { awardId, hash: solanaHash() }, second),
      act('workshops/nameAwardWallet', { awardId, address: solanaAddress() }, cookie),
    ]);
    expect([answers, answers.filter((one) => one === 'done').length]).toEqual([answers, 1]);
    expect(answers[2]).toBe('workshops.award_released');
    expect(await rowOf(awardId)).toEqual({ address, released: true, sent: true });
  });
});

/** The hash of an award transfer cannot also prove a payment or a refund. */
describe('hash of an award', async () => {
  const { act, approves, prepares, records } = await createRefundTools(server);
  const [finance, support] = [await createSession(server, 'finance'), await createSession(server, 'support')];
  const second = (await another('finance')).cookie;

  async function sendAward(): Promise<string> {
    const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
    const attendee = await confirmRegistration(server, sessionId);
    await call('workshopsDesk/checkIn', { sessionId, code: attendee.code }, support);
    const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [attendee.id]);
    await call('workshops/nameAwardWallet', { awardId: award?.id, address: solanaAddress() }, attendee.cookie);
    const proposed = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
    await call('workshopsDesk/decideAwards', { proposalId: proposed.body.proposalId, decision: 'approve' }, second);
    const hash = solanaHash();
    expect((await call('workshopsDesk/recordAward', { awardId: award?.id, hash }, finance)).status).toBe(200);
    return hash;
  }

  test('a customer cannot use the hash of an award for a payment', async () => {
    const hash = await sendAward();
    const customer = await newCustomer(server, 'Una Brown');
    await expect(claimPlanInMahoni(server, customer.cookie, { transactionHash: hash })).rejects.toThrow(
      'payments.hash_taken',
    );
  });

  test('the hash of an award cannot be recorded as received money or as a refund', async () => {
    const hash = await sendAward();
    const due = await claimPlanInMahoni(server, (await newCustomer(server, 'Una Brown')).cookie);
    expect(await act('paymentsDesk/receive', buildChainReceipt(due, { reference: hash }))).toBe('desk.reference_used');
    expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('done');
    expect([await prepares(due.paymentId, null), await approves(due.paymentId)]).toEqual(['done', 'done']);
    const now = { movedTime: formatJamaicaTime(new Date()) };
    expect(await records(due.paymentId, { ...now, reference: hash })).toBe('desk.reference_used');
  });

  test('recording a hash concurrently as payment and award keeps only one', async () => {
    const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
    const attendee = await confirmRegistration(server, sessionId);
    await call('workshopsDesk/checkIn', { sessionId, code: attendee.code }, support);
    const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [attendee.id]);
    await call('workshops/nameAwardWallet', { awardId: award?.id, address: solanaAddress() }, attendee.cookie);
    const proposed = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
    await call('workshopsDesk/decideAwards', { proposalId: proposed.body.proposalId, decision: 'approve' }, second);
    const due = await claimPlanInMahoni(server, (await newCustomer(server, 'Una Brown')).cookie);
    const hash = solanaHash();
    const answers = await Promise.all([
      act('paymentsDesk/receive', buildChainReceipt(due, { reference: hash })),
      act('workshopsDesk/recordAward', { awardId: award?.id, hash }),
    ]);
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  });
});

describe('erased attendees', async () => {
  const [support, finance] = [await createSession(server, 'support'), await createSession(server, 'finance')];

  async function runAsFinance(userId: string, statement: string, values: unknown[]) {
    const client = await owner.connect();
    await client.query('begin; set local role cryptocommerce_app');
    // Testing the permission to erase must erase nothing.
    await client.query(`select set_config('app.user_id', '', true), set_config('app.all_rows', 'yes', true)`);
    await client.query(`select app.can_erase_customer('00000000-0000-0000-0000-000000000000', current_date)`);
    await client.query(
      `select set_config('app.user_id', $1, true), set_config('app.roles', 'finance', true),
            set_config('app.all_rows', 'yes', true), set_config('app.erasing', 'yes', true)`,
      [userId],
    );
    const answer = await client.query(statement, values).then(
      ({ rowCount }) => rowCount,
      ({ message, constraint }: { message: string; constraint?: string }) => constraint ?? message,
    );
    await client.query('rollback');
    client.release();
    return answer;
  }

  test('a statement that claims an erasure cannot move or release awards', async () => {
    const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
    const attendee = await confirmRegistration(server, sessionId);
    await call('workshopsDesk/checkIn', { sessionId, code: attendee.code }, support);
    const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [attendee.id]);
    await call('workshops/nameAwardWallet', { awardId: award?.id, address: solanaAddress() }, attendee.cookie);
    const proposed = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
    const [me] = await rowsOf<{ id: string }>(`select id from profiles where email = 'finance@demo.test'`);
    const theft = `update lgm_awards set address = $1, named_at = now(), proposal_id = $2, released_at = now(),
      transaction_hash = $3, sent_at = now(), sent_by = $4 where id = $5`;
    expect(
      await runAsFinance(me?.id ?? '', theft, [
        solanaAddress(),
        proposed.body.proposalId,
        solanaHash(),
        me?.id,
        award?.id,
      ]),
    ).toBe('the caller cannot change this row');
  });
});
