import { beforeEach, expect, test } from 'vitest';
import { databaseDay, markAccountsClosed } from '../../../test/erasure-time.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { createSession } from '../../../test/security/actors.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf, caseAbout, idOf } = setUpSuspicions(server);
const compliance = await createSession(server, 'compliance');
const officerId = await idOf('compliance');
const past = new Date(Date.now() + 2_600 * 86_400_000);
beforeEach(async () => {
  server.setTime(null);
  await databaseDay(server, 'current_date');
  // Marks all earlier records as erased, so that only the test's customer is due.
  await owner.query('update retention_deadlines set erased_at = now() where erased_at is null');
});

async function closeCustomer() {
  const { id } = await newCustomer(server, 'Erasmus Gone');
  await markAccountsClosed(server, id);
  await setRetentionDeadlines(services);
  return id;
}
const closedCase = async (userId: string) => {
  const caseId = await caseAbout(userId, compliance);
  await owner.query(
    `update cases set state = 'closed', outcome = 'explained', outcome_text = 'x', closed_at = now(), closed_by = $2
      where id = $1`,
    [caseId, officerId],
  );
};
const mergeSibling = async (userId: string) => {
  const other = await newCustomer(server);
  await linkAccounts(server, [userId, other.id]);
  const joined = { userId, otherId: other.id, decision: 'join', note: 'Seen both faces' };
  expect((await call('identity/decideLink', joined, compliance)).status).toBe(200);
};

const insertFreeze = `insert into account_freezes (user_id, cause, frozen_by, reason) select `;
const writes: Record<string, { before?: (userId: string) => Promise<void>; sql: string }> = {
  'an alert': {
    sql: `insert into transaction_alerts (user_id, alert_type, priority, risk_score, description, details, sla_deadline, created_at)
      values ($1, 'manual', 'low', 0, 'Seen', '{}', now(), now())`,
  },
  'a case': {
    sql: `insert into cases (user_id, kind, title, opened_at, updated_at) values ($1, 'manual', 'Seen', now(), now())`,
  },
  'a reopened case': {
    before: closedCase,
    sql: `update cases set state = 'under_review', outcome = null, outcome_text = null, closed_at = null, closed_by = null
      where user_id = $1`,
  },
  'a freeze': {
    sql: `${insertFreeze} $1::uuid, 'by_hand', id, 'x' from profiles where email = 'compliance@demo.test'`,
  },
  'a freeze of another account of the person': {
    before: mergeSibling,
    sql: `${insertFreeze} j.user_id, 'by_hand', p.id, 'x' from merged_accounts j, profiles p
      where j.person_id = (select person_id from merged_accounts where user_id = $1) and j.user_id <> $1
        and p.email = 'compliance@demo.test'`,
  },
};

test.each(Object.entries(writes))('%s written concurrently retains the customer', async (_, { before, sql }) => {
  const id = await closeCustomer();
  await before?.(id);
  server.setTime(past);
  await databaseDay(server, `date '${past.toISOString().slice(0, 10)}'`);
  const writer = await owner.connect();
  await writer.query('begin');
  expect((await writer.query(sql, [id])).rowCount).toBe(1);
  const erasing = eraseRecords(services);
  await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBeGreaterThan(0);
  await writer.query('commit');
  writer.release();
  expect(await erasing).toMatchObject({ people: 0, keptBack: 1 });
  expect(await rowsOf('select display_name from profiles where id = $1', [id])).toEqual([
    { display_name: 'Erasmus Gone' },
  ]);
});

test('a customer is erased if the concurrent alert is rolled back', async () => {
  const id = await closeCustomer();
  server.setTime(past);
  await databaseDay(server, `date '${past.toISOString().slice(0, 10)}'`);
  const writer = await owner.connect();
  await writer.query('begin');
  await writer.query(writes['an alert']?.sql ?? '', [id]);
  const erasing = eraseRecords(services);
  await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBeGreaterThan(0);
  await writer.query('rollback');
  writer.release();
  expect(await erasing).toMatchObject({ people: 1, keptBack: 0 });
  expect(await rowsOf('select 1 from profiles where id = $1', [id])).toEqual([]);
});
