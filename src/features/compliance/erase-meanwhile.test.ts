import { beforeEach, expect, test } from 'vitest';
import { accountClosed, databaseDay } from '../../../test/long-gone.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { waitingHere } from '../../../test/waiting.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';
import { markRecords } from './jobs.ts';

/** Somebody's day of being erased is here, and in that very moment something is written that keeps them. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { rowsOf, caseAbout, idOf } = suspicionsOn(server);
const compliance = await sessionFor(server, 'compliance');
const officerId = await idOf('compliance');
const past = new Date(Date.now() + 2_600 * 86_400_000);
beforeEach(async () => {
  server.setTime(null);
  await databaseDay(server, 'current_date');
  // Nobody but the one of each test is due.
  await owner.query('update retention_marks set erased_at = now() where erased_at is null');
});

/** Somebody who left, and of whom nothing is open. */
async function whoLeft() {
  const { id } = await newCustomer(server, 'Erasmus Gone');
  await accountClosed(server, id);
  await markRecords(services);
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
const sibling = async (userId: string) => {
  const other = await newCustomer(server);
  await linkAccounts(server, [userId, other.id]);
  const joined = { userId, otherId: other.id, decision: 'join', note: 'Seen both faces' };
  expect((await call('identity/decideLink', joined, compliance)).status).toBe(200);
};

const frozen = `insert into account_freezes (user_id, cause, frozen_by, reason) select `;
const writes: Record<string, { before?: (userId: string) => Promise<void>; sql: string }> = {
  'an alert': {
    sql: `insert into transaction_alerts (user_id, alert_type, priority, risk_score, description, details, sla_deadline, created_at)
      values ($1, 'manual', 'low', 0, 'Seen', '{}', now(), now())`,
  },
  'a case': {
    sql: `insert into cases (user_id, kind, title, opened_at, updated_at) values ($1, 'manual', 'Seen', now(), now())`,
  },
  'a case that is opened again': {
    before: closedCase,
    sql: `update cases set state = 'under_review', outcome = null, outcome_text = null, closed_at = null, closed_by = null
      where user_id = $1`,
  },
  'a freeze': { sql: `${frozen} $1::uuid, 'by_hand', id, 'x' from profiles where email = 'compliance@demo.test'` },
  'a freeze of another account of theirs': {
    before: sibling,
    sql: `${frozen} j.user_id, 'by_hand', p.id, 'x' from joined_accounts j, profiles p
      where j.person_id = (select person_id from joined_accounts where user_id = $1) and j.user_id <> $1
        and p.email = 'compliance@demo.test'`,
  },
};

test.each(Object.entries(writes))('%s keeps them, written in the same moment', async (_, { before, sql }) => {
  const id = await whoLeft();
  await before?.(id);
  server.setTime(past);
  await databaseDay(server, `date '${past.toISOString().slice(0, 10)}'`);
  const writer = await owner.connect();
  await writer.query('begin');
  expect((await writer.query(sql, [id])).rowCount).toBe(1);
  const erasing = eraseRecords(services);
  await expect.poll(() => waitingHere(server), { timeout: 8_000 }).toBeGreaterThan(0);
  await writer.query('commit');
  writer.release();
  expect(await erasing).toMatchObject({ people: 0, keptBack: 1 });
  expect(await rowsOf('select display_name from profiles where id = $1', [id])).toEqual([
    { display_name: 'Erasmus Gone' },
  ]);
});

test('whose alert was taken back again is erased', async () => {
  const id = await whoLeft();
  server.setTime(past);
  await databaseDay(server, `date '${past.toISOString().slice(0, 10)}'`);
  const writer = await owner.connect();
  await writer.query('begin');
  await writer.query(writes['an alert']?.sql ?? '', [id]);
  const erasing = eraseRecords(services);
  await expect.poll(() => waitingHere(server), { timeout: 8_000 }).toBeGreaterThan(0);
  await writer.query('rollback');
  writer.release();
  expect(await erasing).toMatchObject({ people: 1, keptBack: 0 });
  expect(await rowsOf('select 1 from profiles where id = $1', [id])).toEqual([]);
});
