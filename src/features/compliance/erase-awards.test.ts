import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { closeLongAgo } from '../../../test/erasure-time.ts';
import { solanaAddress, solanaHash } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { confirmRegistration, insertWorkshop } from '../../../test/workshops.ts';
import { eraseRecords } from './erase.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { another, rowsOf } = setUpSuspicions(server);
const [finance, second] = [await createSession(server, 'finance'), (await another('finance')).cookie];
const support = await createSession(server, 'support');
const run = async (path: string, input: object, cookie = finance) => {
  const answer = await call<{ proposalId?: string }>(path, input, cookie);
  expect([path, answer]).toMatchObject([path, { status: 200 }]);
  return answer.body;
};

async function checkInParticipant(sessionId: string) {
  const who = await confirmRegistration(server, sessionId);
  const name = `Erasmus Q${randomUUID().slice(0, 8)}`;
  await owner.query('update workshop_registrations set attendee = $1 where user_id = $2', [name, who.id]);
  await run('workshopsDesk/checkIn', { sessionId, code: who.code }, support);
  const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [who.id]);
  const [awardId, address] = [award?.id ?? '', solanaAddress()];
  await run('workshops/nameAwardWallet', { awardId, address }, who.cookie);
  return { ...who, name, awardId, address };
}
const findAuditEntries = (words: string) =>
  rowsOf(`select action from audit_log l where to_jsonb(l)::text like $1`, [`%${words}%`]);
const findProposals = (words: string) =>
  rowsOf(`select state from proposals p where to_jsonb(p)::text like $1`, [`%${words}%`]);

test('erasing a participant removes name and wallet from award proposals, and keeps those of others', async () => {
  const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
  const [gone, stays] = [await checkInParticipant(sessionId), await checkInParticipant(sessionId)];
  for (const decision of ['reject', 'approve']) {
    const { proposalId } = await run('workshopsDesk/proposeAwards', { sessionId });
    const { body } = await call<{ proposal: { awards: object[] } }>('workshopsDesk/awards', { sessionId }, second);
    const read = [gone, stays].map(({ name, address }) => expect.objectContaining({ attendee: name, address }));
    expect(body.proposal.awards).toEqual(expect.arrayContaining(read));
    await run('workshopsDesk/decideAwards', { proposalId, decision, reason: `Not to ${gone.address}` }, second);
  }
  await run('workshopsDesk/recordAward', { awardId: gone.awardId, hash: solanaHash() });
  expect(await findProposals(gone.name)).toEqual([]);
  expect(await findProposals(gone.address)).toHaveLength(2);

  await closeLongAgo(server, [gone]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0 });
  expect(await rowsOf('select id from profiles where id = $1', [gone.id])).toEqual([]);
  expect([await findProposals(gone.name), await findProposals(gone.address)]).toEqual([[], []]);
  expect([await findAuditEntries(gone.name), await findAuditEntries(gone.address)]).toEqual([[], []]);
  expect(await findAuditEntries(stays.address)).toHaveLength(1);
  expect(await findProposals(stays.address)).toHaveLength(2);
  const left = await rowsOf(`select payload -> 'awards' awards from proposals where subject = $1`, [sessionId]);
  const blank = { id: gone.awardId, lgm: 5000 };
  for (const { awards } of left) expect(awards).toEqual(expect.arrayContaining([blank]));
});
