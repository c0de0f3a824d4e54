import { expect, test } from 'vitest';
import { formatJamaicaTime } from '../../../test/orders.ts';
import { buildChainReceipt, claimPlanInMahoni, solanaAddress, solanaHash } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { confirmRegistration, insertWorkshop } from '../../../test/workshops.ts';

/** The hash of an award transfer cannot also prove a payment or a refund. */
const server = await serverUnderTest();
const { call } = server;
const { another, rowsOf } = setUpSuspicions(server);
const { act, approves, prepares, records } = await createRefundTools(server);
const [finance, support] = [await createSession(server, 'finance'), await createSession(server, 'support')];
const second = (await another('finance')).cookie;

async function sent(): Promise<string> {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const who = await confirmRegistration(server, sessionId);
  await call('workshopsDesk/checkIn', { sessionId, code: who.code }, support);
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  await call('workshops/nameAwardWallet', { awardId: award?.id, address: solanaAddress() }, who.cookie);
  const asked = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
  await call('workshopsDesk/decideAwards', { proposalId: asked.body.proposalId, decision: 'approve' }, second);
  const hash = solanaHash();
  expect((await call('workshopsDesk/recordAward', { awardId: award?.id, hash }, finance)).status).toBe(200);
  return hash;
}

test('a customer cannot use the hash of an award for a payment', async () => {
  const hash = await sent();
  const who = await newCustomer(server, 'Una Brown');
  await expect(claimPlanInMahoni(server, who.cookie, { transactionHash: hash })).rejects.toThrow('payments.hash_taken');
});

test('the hash of an award cannot be recorded as received money or as a refund', async () => {
  const hash = await sent();
  const due = await claimPlanInMahoni(server, (await newCustomer(server, 'Una Brown')).cookie);
  expect(await act('paymentsDesk/receive', buildChainReceipt(due, { reference: hash }))).toBe('desk.reference_used');
  expect(await act('paymentsDesk/receive', buildChainReceipt(due))).toBe('done');
  expect([await prepares(due.paymentId, null), await approves(due.paymentId)]).toEqual(['done', 'done']);
  const now = { movedTime: formatJamaicaTime(new Date()) };
  expect(await records(due.paymentId, { ...now, reference: hash })).toBe('desk.reference_used');
});

test('recording a hash concurrently as payment and award keeps only one', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const who = await confirmRegistration(server, sessionId);
  await call('workshopsDesk/checkIn', { sessionId, code: who.code }, support);
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  await call('workshops/nameAwardWallet', { awardId: award?.id, address: solanaAddress() }, who.cookie);
  const asked = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
  await call('workshopsDesk/decideAwards', { proposalId: asked.body.proposalId, decision: 'approve' }, second);
  const due = await claimPlanInMahoni(server, (await newCustomer(server, 'Una Brown')).cookie);
  const hash = solanaHash();
  const answers = await Promise.all([
    act('paymentsDesk/receive', buildChainReceipt(due, { reference: hash })),
    act('workshopsDesk/recordAward', { awardId: award?.id, hash }),
  ]);
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
});
