import { call as callProcedure } from '@orpc/server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newCustomer, signUpFacts } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { Context } from '../../platform/http/procedure.ts';
import { allLegalDocuments, legalDocuments, missingAgreements, versionsInForce } from './agreements/legal-documents.ts';
import { demoPeople } from './auth-page.ts';
import { buildResetEmail, buildVerificationEmail } from './emails.ts';
import { authTabs, buildSearch, isRecovery, isVerified, parseMailLink, parseTab } from './mail-link.ts';

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

describe('demo people', () => {
  const inMode = (mode: 'demo' | 'production') =>
    callProcedure(demoPeople, undefined, {
      context: { services: { config: { mode } }, request: { ip: '192.0.2.1' } } as Context,
    });

  test('the demo lists its customers with their shared password', async () => {
    const people = await inMode('demo');
    expect(people.map(({ email }) => email)).toContain('tier1@demo.test');
    for (const { password } of people) expect(password).toBe('Demo-Pass-2026!');
  });

  test('production has no demo customers', async () => expect(await inMode('production')).toEqual([]));
});

describe('links in e-mails', () => {
  const token = 'eyJh.bGci-Oi_J';

  test('parseMailLink reads the verification link, with the token only in its fragment', () => {
    const url = new URL(buildVerificationEmail('https://ours.example', 'a@b.example', token).links[0] ?? '');
    expect(parseMailLink(url.hash)).toEqual({ type: 'signup', token });
    expect(isVerified(url.search)).toBe(true);
    expect(url.pathname + url.search).not.toContain(token);
  });

  test('parseMailLink reads the reset link, which opens recovery', () => {
    const url = new URL(buildResetEmail('https://ours.example', 'a@b.example', token).links[0] ?? '');
    expect(parseMailLink(url.hash)).toEqual({ type: 'recovery', token });
    expect(isRecovery(url.search)).toBe(true);
    expect(url.pathname + url.search).not.toContain(token);
  });

  test.each(['', '#', '#main', '#type=signup', '#access_token=&type=signup', `#access_token=${token}`])(
    'parseMailLink refuses the fragment %j',
    (hash) => expect(parseMailLink(hash)).toBeNull(),
  );

  test('parseMailLink accepts recovery without a token, so that the form can say the link is invalid', () => {
    expect(parseMailLink('#type=recovery')).toEqual({ type: 'recovery', token: null });
  });

  test('isRecovery accepts type and from [000 §2]', () => {
    expect(isRecovery('?type=recovery')).toBe(true);
    expect(isRecovery('?from=recovery')).toBe(true);
    expect(isRecovery('?type=signup&from=mail')).toBe(false);
  });

  test('parseTab returns each tab by name, and sign-in for anything else', () => {
    for (const tab of authTabs) expect(parseTab(buildSearch(tab, ''))).toBe(tab);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(authTabs).toContain(parseTab(`?tab=${text}`));
      }),
    );
    expect(parseTab('?tab=nonsense')).toBe('signin');
  });

  test('buildSearch keeps the return path and drops the banner', () => {
    const search = buildSearch('signup', '?type=signup&next=%2Ftrading%3Fside%3Dsell');
    expect(new URLSearchParams(search).get('next')).toBe('/trading?side=sell');
    expect(isVerified(search)).toBe(false);
  });
});
