import { expect, test } from 'vitest';
import { buildChainReceipt, claimPlanInMahoni, solanaAddress, solanaHash } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { confirmRegistration, insertWorkshop } from '../../../test/workshops.ts';

const server = await serverUnderTest();
const { another, rowsOf } = setUpSuspicions(server);
const [first, second] = [await createSession(server, 'finance'), await another('finance')];
const [support, officer] = [await createSession(server, 'support'), await another('compliance')];
const act = server.actsAs(first);
async function whoCame(sessionId: string, address = solanaAddress()) {
  const who = await confirmRegistration(server, sessionId);
  expect(await act('workshopsDesk/checkIn', { sessionId, code: who.code }, support)).toBe('done');
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  expect(await act('workshops/nameAwardWallet', { awardId: award?.id, address }, who.cookie)).toBe('done');
  return { ...who, awardId: award?.id };
}

test('an attendee with a refund gets no award', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const who = await whoCame(sessionId);
  const plain = { paymentId: who.paymentId, note: '' };
  expect(await act('paymentsDesk/prepareReturn', { ...plain, reasonCode: 'given_back_as_asked' })).toBe('done');
  expect(
    await act(
      'paymentsDesk/approveReturn',
      { ...plain, proposalId: await server.openProposal(who.paymentId) },
      second.cookie,
    ),
  ).toBe('done');
  expect(await act('workshopsDesk/proposeAwards', { sessionId })).toBe('workshops.no_awards');
});

test('a released award is not sent after a freeze', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const who = await whoCame(sessionId);
  expect(await act('workshopsDesk/proposeAwards', { sessionId })).toBe('done');
  const decision = { proposalId: await server.openProposal(sessionId), decision: 'approve' };
  expect(await act('workshopsDesk/decideAwards', decision, second.cookie)).toBe('done');
  expect(await act('compliance/freeze', { userId: who.id, reason: 'An authority asks' }, officer.cookie)).toBe('done');
  expect(await act('workshopsDesk/recordAward', { awardId: who.awardId, hash: solanaHash() })).toBe(
    'workshops.award_stopped',
  );
});

async function knownByWallet() {
  const fred = await newCustomer(server, 'Frozen Fred');
  const due = await claimPlanInMahoni(server, fred.cookie);
  expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('done');
  const freezes = () => act('compliance/freeze', { userId: fred.id, reason: 'An authority asks' }, officer.cookie);
  return { wallet: due.senderAddress, freezes };
}
const releases = async (sessionId: string) => {
  expect(await act('workshopsDesk/proposeAwards', { sessionId })).toBe('done');
  return act(
    'workshopsDesk/decideAwards',
    { proposalId: await server.openProposal(sessionId), decision: 'approve' },
    second.cookie,
  );
};

test('an award never goes to the wallet of a frozen customer', async () => {
  const { wallet, freezes } = await knownByWallet();
  expect(await freezes()).toBe('done');
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  await whoCame(sessionId, wallet);
  expect(await act('workshopsDesk/proposeAwards', { sessionId })).toBe('workshops.no_awards');
  const other = await whoCame(sessionId);
  expect(await releases(sessionId)).toBe('done');
  expect(await act('workshopsDesk/recordAward', { awardId: other.awardId, hash: solanaHash() })).toBe('done');
});

test('an award proposed or released before a freeze is not sent', async () => {
  const { wallet, freezes } = await knownByWallet();
  const [asked, released] = [
    await insertWorkshop(server, { startsIn: '1 hour' }),
    await insertWorkshop(server, { startsIn: '1 hour' }),
  ];
  const [, mule] = [await whoCame(asked, wallet), await whoCame(released, wallet)];
  expect(await releases(released)).toBe('done');
  expect(await act('workshopsDesk/proposeAwards', { sessionId: asked })).toBe('done');
  expect(await freezes()).toBe('done');
  const decision = { proposalId: await server.openProposal(asked), decision: 'approve' };
  expect(await act('workshopsDesk/decideAwards', decision, second.cookie)).toBe('approvals.changed_since');
  expect(await act('workshopsDesk/recordAward', { awardId: mule.awardId, hash: solanaHash() })).toBe(
    'workshops.award_stopped',
  );
});

test('the database refuses awards to frozen customers and their wallets', async () => {
  const { wallet, freezes } = await knownByWallet();
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const [mule, fine] = [await whoCame(sessionId, wallet), await whoCame(sessionId)];
  const own = await whoCame(sessionId);
  expect(await releases(sessionId)).toBe('done');
  expect(await freezes()).toBe('done');
  expect(await act('compliance/freeze', { userId: own.id, reason: 'An authority asks' }, officer.cookie)).toBe('done');
  const asFinance = async (awardId: string | undefined) => {
    const client = await server.owner.connect();
    await client.query(`begin; set local role cryptocommerce_app`);
    await client.query(
      `select set_config('app.user_id', $1, true), set_config('app.roles', 'finance', true),
        set_config('app.all_rows', 'yes', true)`,
      [second.id],
    );
    const write = `update lgm_awards set transaction_hash = $1, sent_at = now(), sent_by = $2 where id = $3`;
    const answer = await client.query(write, [solanaHash(), second.id, awardId]).then(
      ({ rowCount }) => rowCount,
      ({ constraint }: { constraint?: string }) => constraint,
    );
    await client.query('rollback');
    client.release();
    return answer;
  };
  const frozen = 'nothing_moves_while_frozen';
  expect([await asFinance(mule.awardId), await asFinance(own.awardId), await asFinance(fine.awardId)]).toEqual([
    frozen,
    frozen,
    1,
  ]);
});
