import { expect, test } from 'vitest';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { createSession } from '../../../test/security/actors.ts';
import { insertOpenHit, linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

const server = await serverWithoutFaults();
const { owner } = server;
const { caseAbout, rowsOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const act = server.actsAs(compliance);

const stops: Record<string, (userId: string) => Promise<() => Promise<unknown>>> = {
  'manual freeze': async (userId) => () => act('compliance/freeze', { userId, reason: 'An authority asks' }),
  'confirmed match': async (userId) => {
    const hitId = await insertOpenHit(server, userId);
    const found = { hitId, decision: 'confirm', reasonCode: 'papers_agree', note: 'Name and documents match.' };
    return () => act('screening/decideHit', found);
  },
  'case closed with relationship_ends': async (userId) => {
    const caseId = await caseAbout(userId, compliance);
    expect(await act('compliance/startReview', { caseId })).toBe('done');
    return () => act('compliance/closeCase', { caseId, outcome: 'relationship_ends', text: 'x' });
  },
  'merge with a frozen account': async (userId) => {
    const mule = await newCustomer(server);
    expect(await act('compliance/freeze', { userId: mule.id, reason: 'A mule' })).toBe('done');
    await linkAccounts(server, [userId, mule.id]);
    return () => act('identity/decideLink', { userId, otherId: mule.id, decision: 'join', note: 'One TRN, one face' });
  },
};

test.each(Object.entries(stops))(
  'freezing a customer who gets a staff role meanwhile is refused: %s',
  async (_, prepare) => {
    const { id } = await newCustomer(server);
    const stop = await prepare(id);
    const client = await owner.connect();
    await client.query('begin');
    // Lock taken by the database when it grants a role.
    await client.query(`select pg_advisory_xact_lock_shared(hashtextextended('standing ' || $1::uuid, 0))`, [id]);
    await client.query(`insert into user_roles (user_id, role) values ($1, 'support')`, [id]);
    const stopping = stop();
    await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBeGreaterThan(0);
    await client.query('commit');
    client.release();
    expect(await stopping).toBe('approvals.works_at_desk');
    expect(await rowsOf('select 1 from account_freezes where user_id = $1', [id])).toEqual([]);
  },
);
