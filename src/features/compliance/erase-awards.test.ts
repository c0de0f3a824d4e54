import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { longGone } from '../../../test/long-gone.ts';
import { solanaAddress, solanaHash } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { confirmedIn, sessionOn } from '../../../test/workshops.ts';
import { eraseRecords } from './erase.ts';

/** What two people read before they sent somebody training coins says no more whose they were once they are erased. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { another, rowsOf } = suspicionsOn(server);
const [finance, second] = [await sessionFor(server, 'finance'), (await another('finance')).cookie];
const support = await sessionFor(server, 'support');
const act = async (path: string, input: object, cookie = finance) => {
  const answer = await call<{ proposalId?: string }>(path, input, cookie);
  expect([path, answer]).toMatchObject([path, { status: 200 }]);
  return answer.body;
};

/** Somebody who came and named a wallet. */
async function whoCame(sessionId: string) {
  const who = await confirmedIn(server, sessionId);
  const name = `Erasmus Q${randomUUID().slice(0, 8)}`;
  await owner.query('update workshop_registrations set attendee = $1 where user_id = $2', [name, who.id]);
  await act('workshopsDesk/checkIn', { sessionId, code: who.code }, support);
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  const [awardId, address] = [award?.id ?? '', solanaAddress()];
  await act('workshops/nameAwardWallet', { awardId, address }, who.cookie);
  return { ...who, name, awardId, address };
}
const inLog = (words: string) =>
  rowsOf(`select action from audit_log l where to_jsonb(l)::text like $1`, [`%${words}%`]);
const standingIn = (words: string) =>
  rowsOf(`select state from proposals p where to_jsonb(p)::text like $1`, [`%${words}%`]);

test('name and wallet of whoever had training coins stand in no proposal, and those of others stay', async () => {
  const sessionId = await sessionOn(server, { startsIn: '1 hour' });
  const [gone, stays] = [await whoCame(sessionId), await whoCame(sessionId)];
  for (const decision of ['reject', 'approve']) {
    const { proposalId } = await act('workshopsDesk/proposeAwards', { sessionId });
    const { body } = await call<{ proposal: { awards: object[] } }>('workshopsDesk/awards', { sessionId }, second);
    const read = [gone, stays].map(({ name, address }) => expect.objectContaining({ attendee: name, address }));
    expect(body.proposal.awards).toEqual(expect.arrayContaining(read));
    await act('workshopsDesk/decideAwards', { proposalId, decision, reason: `Not to ${gone.address}` }, second);
  }
  await act('workshopsDesk/recordAward', { awardId: gone.awardId, hash: solanaHash() });
  expect(await standingIn(gone.name)).toEqual([]);
  expect(await standingIn(gone.address)).toHaveLength(2);

  await longGone(server, [gone]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0 });
  expect(await rowsOf('select id from profiles where id = $1', [gone.id])).toEqual([]);
  expect([await standingIn(gone.name), await standingIn(gone.address)]).toEqual([[], []]);
  expect([await inLog(gone.name), await inLog(gone.address)]).toEqual([[], []]);
  expect(await inLog(stays.address)).toHaveLength(1);
  expect(await standingIn(stays.address)).toHaveLength(2);
  const left = await rowsOf(`select payload -> 'awards' awards from proposals where subject = $1`, [sessionId]);
  const blank = { id: gone.awardId, lgm: 5000 };
  for (const { awards } of left) expect(awards).toEqual(expect.arrayContaining([blank]));
});
