import { expect, test } from 'vitest';
import { sessionFor } from '../../../test/security/actors.ts';
import { linkAccounts, newCustomer, openHit } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { waitingHere } from '../../../test/waiting.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** Somebody takes a role in the very moment in which one officer stops them: the officer reads why that does not go. */
const server = await serverWithoutFaults();
const { owner } = server;
const { caseAbout, rowsOf } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');
const act = server.actsAs(compliance);

/** What would stop somebody, prepared up to its last step. */
const stops: Record<string, (userId: string) => Promise<() => Promise<unknown>>> = {
  'frozen by hand': async (userId) => () => act('compliance/freeze', { userId, reason: 'An authority asks' }),
  'found to be a listed party': async (userId) => {
    const hitId = await openHit(server, userId);
    const found = { hitId, decision: 'confirm', reasonCode: 'papers_agree', note: 'Name and papers agree.' };
    return () => act('screening/decideHit', found);
  },
  'a case that ends the relationship': async (userId) => {
    const caseId = await caseAbout(userId, compliance);
    expect(await act('compliance/startReview', { caseId })).toBe('done');
    return () => act('compliance/closeCase', { caseId, outcome: 'relationship_ends', text: 'x' });
  },
  'joined with somebody frozen': async (userId) => {
    const mule = await newCustomer(server);
    expect(await act('compliance/freeze', { userId: mule.id, reason: 'A mule' })).toBe('done');
    await linkAccounts(server, [userId, mule.id]);
    return () => act('identity/decideLink', { userId, otherId: mule.id, decision: 'join', note: 'One TRN, one face' });
  },
};

test.each(Object.entries(stops))('%s', async (_, prepare) => {
  const { id } = await newCustomer(server);
  const stop = await prepare(id);
  const giver = await owner.connect();
  await giver.query('begin');
  // As the database gives a role: nobody is stopped meanwhile.
  await giver.query(`select pg_advisory_xact_lock_shared(hashtextextended('standing ' || $1::uuid, 0))`, [id]);
  await giver.query(`insert into user_roles (user_id, role) values ($1, 'support')`, [id]);
  const stopping = stop();
  await expect.poll(() => waitingHere(server), { timeout: 8_000 }).toBeGreaterThan(0);
  await giver.query('commit');
  giver.release();
  expect(await stopping).toBe('approvals.works_at_desk');
  expect(await rowsOf('select 1 from account_freezes where user_id = $1', [id])).toEqual([]);
});
