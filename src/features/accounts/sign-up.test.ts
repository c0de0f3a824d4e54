import { call as callProcedure } from '@orpc/server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bitcoinAddress, sell as placeSell } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { createPolicyTools } from '../../../test/security/row-policies.ts';
import { newCustomer, signUpFacts, tier1Form } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { renderEmail } from '../../kernel/email.ts';
import { formatMessages } from '../../kernel/message-template.ts';
import type { Context } from '../../platform/http/procedure.ts';
import { letterFrame } from '../notifications/email.ts';
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

const start = async () => {
  const email = `${crypto.randomUUID()}@short.test`;
  const form = { email, password: 'Blue-Mountain-2256!', dateOfBirth: '1990-04-12', agreed: true };
  expect((await call('accounts/signUp', form)).status).toBe(200);
  await owner.query(`update auth."user" set "emailVerified" = true, signed_up_in = null where email = $1`, [email]);
  return createSession(server, email);
};
const save = async (cookie: string, input: object) =>
  (await call<{ isComplete?: boolean; code?: string }>('accounts/saveProfile', input, cookie)).body;
const name = { firstName: 'Ina', lastName: 'Brown', phoneNumber: '+18765550100' };

describe('a profile after sign-up', () => {
  test('each step is saved, and the last one names the account and screens it', async () => {
    const cookie = await start();
    const { id } = (await call<{ id: string }>('accounts/viewer', undefined, cookie)).body;
    expect(await save(cookie, name)).toEqual({ isComplete: false });
    expect(await save(cookie, { countryOfResidence: 'JM', nationality: 'CA' })).toEqual({ isComplete: false });
    const { body } = await call('accounts/startedProfile', undefined, cookie);
    expect(body).toEqual({
      profile: { ...name, countryOfResidence: 'JM', nationality: 'CA', occupation: '', isPep: false },
      isComplete: false,
    });
    expect(await save(cookie, { occupation: 'Teacher', isPep: true })).toEqual({ isComplete: true });
    expect((await call('accounts/viewer', undefined, cookie)).body).toMatchObject({ name: 'Ina Brown' });
    const jobs = `select name from pgboss.job where data ->> 'userId' = $1 and name = any($2) order by name`;
    const { rows } = await owner.query(jobs, [id, ['screening.names', 'identity.links']]);
    expect(new Set(rows.map((job: { name: string }) => job.name))).toEqual(
      new Set(['identity.links', 'screening.names']),
    );
    expect(await save(cookie, name)).toMatchObject({ code: 'accounts.profile_complete' });
    const change = 'update profiles set is_pep = false where id = $1';
    expect(await createPolicyTools(server).outcome({ user: id }, change, [id])).toBe('failed 23514');
  });

  test('an occupation without the PEP answer is refused, so that no profile is complete without it', async () => {
    const { isPep: _, ...unanswered } = signUpFacts;
    const { dateOfBirth: __, agreed: ___, ...profile } = unanswered;
    const form = { ...unanswered, email: `${crypto.randomUUID()}@short.test`, password: 'Blue-Mountain-2256!' };
    expect((await call('accounts/signUp', form)).status).toBe(400);
    expect(await save(await start(), profile)).toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('staff see an account without a complete profile by its email, and mails greet it without a name', async () => {
    const cookie = await start();
    const { id, email } = (await call<{ id: string; email: string }>('accounts/viewer', undefined, cookie)).body;
    const support = await createSession(server, 'support');
    const name = `${email} (profile not complete)`;
    expect((await call('identity/customers', { search: email }, support)).body).toMatchObject({
      lines: [{ id, name }],
    });
    expect((await call('identity/customer', { userId: id }, support)).body).toMatchObject({ profile: { name } });
    const letter = { ...formatMessages(letterFrame, { name: '' }), subject: 'News', paragraphs: [], button: 'See it' };
    expect(renderEmail(email, { ...letter, url: 'https://example.test' }).text).toMatch(/^Hello,\n/);
  });

  test('without a complete profile, buys, sells, checks and changes are refused', async () => {
    const cookie = await start();
    await save(cookie, name);
    const { id } = (await call<{ id: string }>('accounts/viewer', undefined, cookie)).body;
    const codeOf = async (path: string, input: object) =>
      (await call<{ code?: string }>(path, input, cookie)).body.code;
    const tier1 = await tier1Form(server, id);
    expect(await codeOf('identity/submitTier1', tier1)).toBe('accounts.profile_incomplete');
    expect(await codeOf('accountPages/updateProfile', { displayName: 'Ina' })).toBe('accounts.profile_incomplete');
    const sell = { symbol: 'BTC', network: 'bitcoin', amount: '0.001', senderWalletAddress: bitcoinAddress };
    expect(await codeOf('trading/sellWallet', sell)).toBe('accounts.profile_incomplete');
    // A client that knows our wallet skips that step.
    const placed = await placeSell(server, cookie, { holder: 'Ina Brown' });
    expect(placed.body.code).toBe('accounts.profile_incomplete');
    const guarded = `select tgrelid::regclass::text "table" from pg_trigger where tgname = 'profile_is_complete' order by 1`;
    expect((await owner.query(guarded)).rows.map(({ table }) => table)).toEqual([
      ...['kyc_submissions', 'launch_submissions', 'payees', 'payments'],
    ]);
  });
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

describe('links in emails', () => {
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
