import { expect, test } from 'vitest';
import { countLockWaits, waitForLock } from '../../../test/lock-waits.ts';
import { declaration, enhancedForm, newCustomer, type Outcome } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** A riskier declaration, submitted during the approval of an earlier declaration, still raises the risk. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const [first, second] = [await server.signIn('compliance'), await server.signIn('admin')];
const waits = (atLeast: number) =>
  expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBeGreaterThanOrEqual(atLeast);

async function scene() {
  const ina = await newCustomer(server);
  await owner.query(
    `insert into kyc_submissions (user_id, tier, status, decided_at, created_at)
     select $1, tier, 'approved', now(), now() - interval '1 day' from generate_series(1, 2) tier`,
    [ina.id],
  );
  const mild = await enhancedForm(server, ina.id);
  const hands = (form: object): Promise<Outcome> => call('identity/submitEnhanced', form, ina.cookie);
  expect((await hands(mild)).status).toBe(200);
  expect((await call('identity/approve', { submissionId: mild.id }, first)).status).toBe(200);
  const worse = { ...declaration, pep: true, pepDetails: 'A minister' };
  const form = await enhancedForm(server, ina.id, { declaration: worse });
  const { rows } = await owner.query<{ id: string }>(`select id from proposals where subject = $1 and state = 'open'`, [
    mild.id,
  ]);
  const read = { submissionId: mild.id, proposalId: rows[0]?.id };
  const approves = async () => {
    const { status, body }: Outcome = await call('identity/approve', read, second);
    return status === 200 ? 'done' : body.code;
  };
  const declares = () => hands(form);
  const isPep = async () =>
    (await owner.query('select pep_status pep from enhanced_kyc_data where user_id = $1', [ina.id])).rows[0]?.pep;
  return { id: ina.id, mild: mild.id, approves, declares, isPep };
}

async function holding(sql: string, id: string) {
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query(sql, [id]);
  return async () => {
    await holder.query('commit');
    holder.release();
  };
}

test('a declaration counts when the second approval waits for a lock on the same document', async () => {
  const { mild, approves, declares, isPep } = await scene();
  const letGo = await holding('select from kyc_submissions where id = $1 for no key update', mild);
  const approving = approves();
  await waits(1);
  const declaring = declares();
  // Wait until the submission blocks on the approval's lock.
  await waitForLock(server, declaring, 2);
  await letGo();
  const answer = await approving;
  expect((await declaring).status).toBe(200);
  expect(['done', 'identity.superseded']).toContain(answer);
  expect([answer, await isPep()]).toEqual([answer, true]);
});

test('a declaration counts when its transaction is open as the second approval begins', async () => {
  const { id, approves, declares, isPep } = await scene();
  const letGo = await holding('select from profiles where id = $1 for no key update', id);
  const declaring = declares();
  await waits(1);
  const approving = approves();
  await waits(2);
  await letGo();
  expect((await declaring).status).toBe(200);
  expect([await approving, await isPep()]).toEqual(['identity.superseded', true]);
});
