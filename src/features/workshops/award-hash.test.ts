import { expect, test } from 'vitest';
import { givingBack } from '../../../test/giving-back.ts';
import { timeOf } from '../../../test/orders.ts';
import { chainLine, claimedInMahoni, solanaAddress, solanaHash } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { confirmedIn, sessionOn } from '../../../test/workshops.ts';

/** A transaction under which training coins were sent is nothing else: no payment of a customer, no return of one. */
const server = await serverUnderTest();
const { call } = server;
const { another, rowsOf } = suspicionsOn(server);
const { act, approves, prepares, records } = await givingBack(server);
const [finance, support] = [await sessionFor(server, 'finance'), await sessionFor(server, 'support')];
const second = (await another('finance')).cookie;

/** The hash of an award that was sent. */
async function sent(): Promise<string> {
  const sessionId = await sessionOn(server, { startsIn: '1 hour' });
  const who = await confirmedIn(server, sessionId);
  await call('workshopsDesk/checkIn', { sessionId, code: who.code }, support);
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  await call('workshops/nameAwardWallet', { awardId: award?.id, address: solanaAddress() }, who.cookie);
  const asked = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
  await call('workshopsDesk/decideAwards', { proposalId: asked.body.proposalId, decision: 'approve' }, second);
  const hash = solanaHash();
  expect((await call('workshopsDesk/recordAward', { awardId: award?.id, hash }, finance)).status).toBe(200);
  return hash;
}

test('no customer names it as their payment', async () => {
  const hash = await sent();
  const who = await newCustomer(server, 'Una Brown');
  await expect(claimedInMahoni(server, who.cookie, { transactionHash: hash })).rejects.toThrow('payments.hash_taken');
});

test('it is not taken in as money, nor recorded as what went back', async () => {
  const hash = await sent();
  const due = await claimedInMahoni(server, (await newCustomer(server, 'Una Brown')).cookie);
  expect(await act('paymentsDesk/receive', chainLine(due, { reference: hash }))).toBe('desk.reference_used');
  expect(await act('paymentsDesk/receive', chainLine(due))).toBe('done');
  expect([await prepares(due.paymentId, null), await approves(due.paymentId)]).toEqual(['done', 'done']);
  const now = { movedTime: timeOf(new Date()) };
  expect(await records(due.paymentId, { ...now, reference: hash })).toBe('desk.reference_used');
});

test('a hash that came in, or went back, is not the one of an award, when both are recorded at once', async () => {
  const sessionId = await sessionOn(server, { startsIn: '1 hour' });
  const who = await confirmedIn(server, sessionId);
  await call('workshopsDesk/checkIn', { sessionId, code: who.code }, support);
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  await call('workshops/nameAwardWallet', { awardId: award?.id, address: solanaAddress() }, who.cookie);
  const asked = await call<{ proposalId: string }>('workshopsDesk/proposeAwards', { sessionId }, finance);
  await call('workshopsDesk/decideAwards', { proposalId: asked.body.proposalId, decision: 'approve' }, second);
  const due = await claimedInMahoni(server, (await newCustomer(server, 'Una Brown')).cookie);
  const hash = solanaHash();
  const answers = await Promise.all([
    act('paymentsDesk/receive', chainLine(due, { reference: hash })),
    act('workshopsDesk/recordAward', { awardId: award?.id, hash }),
  ]);
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
});
