import { expect, test } from 'vitest';
import { solanaAddress, solanaHash } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { confirmedIn, sessionOn } from '../../../test/workshops.ts';

/** Training coins that may not be handed out any more: of who had their money back, and of who was frozen since. */
const server = await serverUnderTest();
const { call } = server;
const { another, rowsOf } = suspicionsOn(server);
const [first, second] = [await sessionFor(server, 'finance'), await another('finance')];
const [support, officer] = [await sessionFor(server, 'support'), await another('compliance')];
const act = async (path: string, input: object, cookie = first) => {
  const { status, body } = await call<Record<string, string>>(path, input, cookie);
  return status === 200 ? 'done' : body['code'];
};
async function whoCame(sessionId: string) {
  const who = await confirmedIn(server, sessionId);
  expect(await act('workshopsDesk/checkIn', { sessionId, code: who.code }, support)).toBe('done');
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  expect(await act('workshops/nameAwardWallet', { awardId: award?.id, address: solanaAddress() }, who.cookie)).toBe(
    'done',
  );
  return { ...who, awardId: award?.id };
}
const openOn = async (subject: string) =>
  (await rowsOf<{ id: string }>(`select id from proposals where subject = $1 and state = 'open'`, [subject]))[0]?.id;

test('whoever came and had their money back is given nothing', async () => {
  const sessionId = await sessionOn(server, { startsIn: '1 hour' });
  const who = await whoCame(sessionId);
  const plain = { paymentId: who.paymentId, note: '' };
  expect(await act('paymentsDesk/prepareReturn', { ...plain, reasonCode: 'given_back_as_asked' })).toBe('done');
  expect(
    await act('paymentsDesk/approveReturn', { ...plain, proposalId: await openOn(who.paymentId) }, second.cookie),
  ).toBe('done');
  expect(await act('workshopsDesk/proposeAwards', { sessionId })).toBe('workshops.no_awards');
});

test('what was released is not sent to whoever was frozen since', async () => {
  const sessionId = await sessionOn(server, { startsIn: '1 hour' });
  const who = await whoCame(sessionId);
  expect(await act('workshopsDesk/proposeAwards', { sessionId })).toBe('done');
  const decision = { proposalId: await openOn(sessionId), decision: 'approve' };
  expect(await act('workshopsDesk/decideAwards', decision, second.cookie)).toBe('done');
  expect(await act('compliance/freeze', { userId: who.id, reason: 'An authority asks' }, officer.cookie)).toBe('done');
  expect(await act('workshopsDesk/recordAward', { awardId: who.awardId, hash: solanaHash() })).toBe(
    'workshops.award_stopped',
  );
});
