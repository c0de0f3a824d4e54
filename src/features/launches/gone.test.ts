import { afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { laidLaunch, launching, paperOf } from '../../../test/launches.ts';
import { backToToday, longGone } from '../../../test/long-gone.ts';
import { accountsOf } from '../../../test/security/account-security.ts';
import { layDownLaunch } from '../../../test/security/matrix-launches.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from '../compliance/erase.ts';

/** What of launches is kept, given away and erased. */
const server = await serverWithoutFaults();
const { call, services } = server;
const { somebody } = accountsOf(server);
const { another, rowsOf } = suspicionsOn(server);
afterEach(async () => {
  await backToToday(server);
});

const tables = [
  'launch_drafts',
  'launch_submissions',
  'launch_questions',
  'launch_conflicts',
  'launch_marks',
  'launch_decisions',
];
const countOf = async (userId: string) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => {
        const [row] = await rowsOf<{ n: number }>(`select count(*)::int n from ${table} where user_id = $1`, [userId]);
        return [table, row?.n];
      }),
    ),
  );

test('one’s own record has what one handed in and answered, and nothing of how it was judged', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  await layDownLaunch(server, id);
  const { status, body } = await call<Record<string, object[]>>('accounts/exportData', undefined, cookie);
  expect(status).toBe(200);
  expect(body['launches']).toHaveLength(2);
  expect(body).toMatchObject({
    launchQuestions: [{ question: 'Who holds the first million coins?', answer: null }],
    launchDrafts: [{ data: {} }],
  });
  expect(JSON.stringify(body)).not.toMatch(/asked_by|marked_by|Enough\.|reason_code|decided_by|request_hash/);
});

test('seven years after somebody left all of it goes with them; the decision is still counted', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const kept = await newCustomer(server, 'Oma Green');
  const whitepaper = await paperOf(server, cookie);
  expect((await call('launches/submit', launching(whitepaper), cookie)).status).toBe(200);
  const [file] = await rowsOf<{ path: string }>('select path from files where id = $1', [whitepaper]);
  await layDownLaunch(server, id);
  await layDownLaunch(server, kept.id);
  const outcomes = await rowsOf('select * from launch_outcomes order by id');
  const stays = await countOf(kept.id);
  await longGone(server, [{ id }]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, files: 3 });
  expect(Object.values(await countOf(id))).toEqual(tables.map(() => 0));
  expect(await rowsOf('select 1 from files where user_id = $1', [id])).toEqual([]);
  await expect(services.files.store.read(file?.path ?? '')).rejects.toThrow();
  expect(await rowsOf('select * from launch_outcomes order by id')).toEqual(outcomes);
  expect(JSON.stringify(outcomes)).not.toContain(id);
  expect(await countOf(kept.id)).toEqual(stays);
});

test('whoever judged here is forgotten by name, and what they decided stays', async () => {
  const judge = await another('compliance');
  const { id } = await newCustomer(server, 'Ina Brown');
  const launch = await laidLaunch(server, id, { judge: judge.id });
  await longGone(server, [judge]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  const [mark] = await rowsOf<{ name: string }>(
    `select p.display_name "name" from launch_marks m join profiles p on p.id = m.marked_by
      where m.submission_id = $1 limit 1`,
    [launch.id],
  );
  expect(mark).toEqual({ name: 'Erased' });
});

test('closing an account takes back what waits, and forgets what was being written', async () => {
  const { id, email, cookie } = await somebody();
  await layDownLaunch(server, id);
  const closed = await call('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
  expect(closed.status).toBe(200);
  const rows = await rowsOf<{ status: string }>('select status from launch_submissions where user_id = $1', [id]);
  expect(rows.map(({ status }) => status).sort()).toEqual(['accepted', 'withdrawn']);
  expect(await countOf(id)).toMatchObject({ launch_drafts: 0, launch_decisions: 1 });
});
