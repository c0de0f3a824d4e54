import { expect, test } from 'vitest';
import { newCustomer, signUpFacts } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { allPapers, papers, stillToAgree, versionsInForce } from './papers.ts';

const server = await serverUnderTest();
const { call, owner } = server;

type Due = { kind: string; version: string; changed: string; again: boolean }[];
const dueFor = async (cookie: string) => (await call<Due>('agreements/due', undefined, cookie)).body;
const agreedBy = async (email: string) =>
  (
    await owner.query<{ document: string; version: string }>(
      `select document, version from agreements a join auth."user" u on u.id = a.user_id where u.email = $1
        order by document, version`,
      [email],
    )
  ).rows;
const sorted = [...versionsInForce].sort((a, b) => a.document.localeCompare(b.document));

test('whoever opens an account has agreed to the versions in force, and that is written down', async () => {
  const email = 'paper@agreements.test';
  const answer = await call('accounts/signUp', {
    email,
    password: 'Blue-Mountain-2256!',
    ...signUpFacts,
  });
  expect(answer.status).toBe(200);
  expect(await agreedBy(email)).toEqual(sorted);
});

test('the people of the demo are asked nothing', async () => {
  expect(await dueFor(await server.signIn('tier1'))).toEqual([]);
});

test('a new version is asked for with the sentence that says what changed, until it is agreed to', async () => {
  const { email, cookie, id } = await newCustomer(server);
  for (const { document } of versionsInForce)
    await owner.query(`insert into agreements (user_id, document, version) values ($1, $2, $3)`, [
      id,
      document,
      document === 'terms' ? '0.9' : '1.0',
    ]);
  server.setTime(new Date('2026-12-24T15:00:00Z'));
  const due = await dueFor(cookie);
  expect(due).toEqual([{ ...papers.terms, again: true }]);
  expect(due[0]?.changed).toMatch(/^[^.]+\.$/);
  const agreed = [{ document: 'terms', version: papers.terms.version }];
  expect((await call('agreements/agree', { agreed }, cookie)).status).toBe(200);
  expect(await dueFor(cookie)).toEqual([]);
  expect((await call('agreements/agree', { agreed }, cookie)).status).toBe(200);
  expect((await agreedBy(email)).filter(({ document }) => document === 'terms')).toEqual([
    { document: 'terms', version: '0.9' },
    { document: 'terms', version: papers.terms.version },
  ]);
  const { rows } = await owner.query(`select 1 from audit_log where action = 'agreements.agreed' and actor_id = $1`, [
    id,
  ]);
  expect(rows).toHaveLength(1);
});

test('a version is not asked for before the sign-in that follows its day', async () => {
  const { cookie } = await newCustomer(server);
  // The session began now; long before the version came into force.
  server.setTime(new Date('2026-01-05T15:00:00Z'));
  expect(await dueFor(cookie)).toEqual([]);
});

test('nobody agrees to a version that is not in force', async () => {
  const { cookie } = await newCustomer(server);
  const agreed = [{ document: 'terms', version: '0.9' }];
  const answer = await call('agreements/agree', { agreed }, cookie);
  expect([answer.status, (answer.body as { code?: string }).code]).toEqual([409, 'agreements.outdated']);
});

test('each text says of its version when it begins and in one sentence what changed', () => {
  expect(stillToAgree([])).toEqual(allPapers);
  for (const { version, from, changed } of allPapers) {
    expect(version).toMatch(/^\d+\.\d+$/);
    expect(from).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(changed).toMatch(/^[A-Z].+\.$/);
  }
});
