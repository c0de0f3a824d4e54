import { afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { closeLongAgo, resetDates } from '../../../test/erasure-time.ts';
import { decisionInput, insertLaunch, launchInput, uploadWhitepaper } from '../../../test/launches.ts';
import { createAccountTools } from '../../../test/security/account-security.ts';
import { insertLaunchRows } from '../../../test/security/matrix-launches.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from '../compliance/erase.ts';

const server = await serverWithoutFaults();
const { call, services } = server;
const { createUser: createAccount } = createAccountTools(server);
const { another, rowsOf } = setUpSuspicions(server);
afterEach(async () => {
  await resetDates(server);
});

const tables = ['launch_drafts', 'launch_submissions', 'launch_questions', 'launch_decisions'];
const countOf = async (userId: string) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => {
        const [row] = await rowsOf<{ n: number }>(`select count(*)::int n from ${table} where user_id = $1`, [userId]);
        return [table, row?.n];
      }),
    ),
  );

test('a data export has submissions and answers, and nothing about the decision', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  await insertLaunchRows(server, id);
  const { status, body } = await call<Record<string, object[]>>('accounts/exportData', undefined, cookie);
  expect(status).toBe(200);
  expect(body['launches']).toHaveLength(2);
  expect(body).toMatchObject({
    launchQuestions: [{ question: 'Who holds the first million coins?', answer: null }],
    launchDrafts: [{ data: {} }],
  });
  expect(JSON.stringify(body)).not.toMatch(/asked_by|reason_code|decided_by|request_hash/);
});

test('erasing a founder after seven years removes all their launches and no others', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const other = await newCustomer(server, 'Oma Green');
  const whitepaper = await uploadWhitepaper(server, cookie);
  expect((await call('launches/submit', launchInput(whitepaper), cookie)).status).toBe(200);
  const [file] = await rowsOf<{ path: string }>('select path from files where id = $1', [whitepaper]);
  await insertLaunchRows(server, id);
  await insertLaunchRows(server, other.id);
  const rowsOfOther = await countOf(other.id);
  await closeLongAgo(server, [{ id }]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, files: 3 });
  expect(Object.values(await countOf(id))).toEqual(tables.map(() => 0));
  expect(await rowsOf('select 1 from files where user_id = $1', [id])).toEqual([]);
  await expect(services.files.store.read(file?.path ?? '')).rejects.toThrow();
  expect(await countOf(other.id)).toEqual(rowsOfOther);
});

test('erasing a reviewer removes the name and keeps the decision', async () => {
  const judge = await another('compliance');
  const { id } = await newCustomer(server, 'Ina Brown');
  const launch = await insertLaunch(server, id);
  expect((await call('launchesDesk/decide', decisionInput(launch.id), judge.cookie)).status).toBe(200);
  await closeLongAgo(server, [judge]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  const decisions = await rowsOf<{ name: string }>(
    `select p.display_name "name" from launch_decisions d join profiles p on p.id = d.decided_by
      where d.submission_id = $1`,
    [launch.id],
  );
  expect(decisions).toEqual([{ name: 'Erased' }]);
});

test('closing an account withdraws open launches and deletes the draft', async () => {
  const { id, email, cookie } = await createAccount();
  await insertLaunchRows(server, id);
  const closed = await call('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
  expect(closed.status).toBe(200);
  const rows = await rowsOf<{ status: string }>('select status from launch_submissions where user_id = $1', [id]);
  expect(rows.map(({ status }) => status).sort()).toEqual(['accepted', 'withdrawn']);
  expect(await countOf(id)).toMatchObject({ launch_drafts: 0, launch_decisions: 1 });
});
