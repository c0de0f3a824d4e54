import { expect, test } from 'vitest';
import { newCustomer, signUpFacts } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { allLegalDocuments, legalDocuments, missingAgreements, versionsInForce } from './legal-documents.ts';

const server = await serverUnderTest();
const { call, owner } = server;

type Due = { kind: string; version: string; changed: string; again: boolean }[];
const listDue = async (cookie: string) => (await call<Due>('agreements/due', undefined, cookie)).body;
const findAgreed = async (email: string) =>
  (
    await owner.query<{ document: string; version: string }>(
      `select document, version from agreements a join auth."user" u on u.id = a.user_id where u.email = $1
        order by document, version`,
      [email],
    )
  ).rows;
const sorted = [...versionsInForce].sort((a, b) => a.document.localeCompare(b.document));

test('opening an account stores agreement to the versions in force', async () => {
  const email = 'paper@agreements.test';
  const answer = await call('accounts/signUp', {
    email,
    password: 'Blue-Mountain-2256!',
    ...signUpFacts,
  });
  expect(answer.status).toBe(200);
  expect(await findAgreed(email)).toEqual(sorted);
});

test('demo customers have nothing to agree to', async () => {
  expect(await listDue(await server.signIn('tier1'))).toEqual([]);
});

test('a new version stays due, with its change in one sentence, until the customer agrees', async () => {
  const { email, cookie, id } = await newCustomer(server);
  for (const { document } of versionsInForce)
    await owner.query(`insert into agreements (user_id, document, version) values ($1, $2, $3)`, [
      id,
      document,
      document === 'terms' ? '0.9' : '1.0',
    ]);
  server.setTime(new Date('2026-12-24T15:00:00Z'));
  const due = await listDue(cookie);
  expect(due).toEqual([{ ...legalDocuments.terms, again: true }]);
  expect(due[0]?.changed).toMatch(/^[^.]+\.$/);
  const agreed = [{ document: 'terms', version: legalDocuments.terms.version }];
  expect((await call('agreements/agree', { agreed }, cookie)).status).toBe(200);
  expect(await listDue(cookie)).toEqual([]);
  expect((await call('agreements/agree', { agreed }, cookie)).status).toBe(200);
  expect((await findAgreed(email)).filter(({ document }) => document === 'terms')).toEqual([
    { document: 'terms', version: '0.9' },
    { document: 'terms', version: legalDocuments.terms.version },
  ]);
  const { rows } = await owner.query(`select 1 from audit_log where action = 'agreements.agreed' and actor_id = $1`, [
    id,
  ]);
  expect(rows).toHaveLength(1);
});

test('a version is due from the first sign-in after its first day', async () => {
  const { cookie } = await newCustomer(server);
  // The session starts before the version comes into force.
  server.setTime(new Date('2026-01-05T15:00:00Z'));
  expect(await listDue(cookie)).toEqual([]);
});

test('agreeing to a version that is not in force is refused', async () => {
  const { cookie } = await newCustomer(server);
  const agreed = [{ document: 'terms', version: '0.9' }];
  const answer = await call('agreements/agree', { agreed }, cookie);
  expect([answer.status, (answer.body as { code?: string }).code]).toEqual([409, 'agreements.outdated']);
});

test('each version has a first day and one sentence about its change', () => {
  expect(missingAgreements([])).toEqual(allLegalDocuments);
  for (const { version, from, changed } of allLegalDocuments) {
    expect(version).toMatch(/^\d+\.\d+$/);
    expect(from).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(changed).toMatch(/^[A-Z].+\.$/);
  }
});
