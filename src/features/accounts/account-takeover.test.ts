import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createAccountTools, getSessionToken, parseLinkToken } from '../../../test/security/account-security.ts';
import { signUpFacts } from '../../../test/submissions.ts';
import { getCookie, serverUnderTest } from '../../../test/worker.ts';
import type { Context } from '../../platform/http/procedure.ts';
import { hashPersonalParts } from '../../platform/limits/rate-limit.ts';
import { addPasskey, findPasskeys } from './mfa-store.ts';
import { budgets } from './quotas.ts';
import { startSession } from './sign-in.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;

const {
  submitSignIn: enter,
  isSignedIn: isIn,
  createUser,
  createUserWithApp: withApp,
  runEmailJob: letterOf,
} = createAccountTools(server);
afterEach(() => server.setTime(null));
const token = async (email: string) => parseLinkToken((await letterOf('accounts.new-device', email))?.links);

const newestLinks = async (email: string): Promise<string[]> => {
  const mails = `select links from demo_mails where to_address = $1 order by id desc limit 1`;
  return (await owner.query<{ links: string[] }>(mails, [email])).rows[0]?.links ?? [];
};

const form = (email: string, password: string) => ({
  ...signUpFacts,
  ...{ email, password, firstName: 'Ann' },
});

test("'This was not me' forgets every browser of the account", async () => {
  const person = await createUser();
  await enter(person.email);
  const alarmToken = await token(person.email);
  expect((await call('accounts/thisWasNotMe', { token: alarmToken })).status).toBe(200);
  const { rows } = await owner.query('select 1 from auth.known_device where user_id=$1', [person.id]);
  expect(rows.length).toBe(0);
});

test("'This was not me' removes recovery codes created since the sign-in", async () => {
  const person = await withApp();
  const thief = await enter(person.email);
  const confirmed = await call('accounts/confirmSignIn', { code: person.code(1) }, getCookie(thief));
  expect(confirmed.status).toBe(200);
  const newCodes = await call<{ codes: string[] }>('accounts/createRecoveryCodes', undefined, getCookie(confirmed));
  expect(newCodes.status).toBe(200);
  server.setTime(null);
  const alarmToken = await token(person.email);
  expect((await call('accounts/thisWasNotMe', { token: alarmToken })).status).toBe(200);
  expect((await owner.query('select 1 from auth.authenticator where user_id=$1', [person.id])).rowCount).toBe(1);
  const { rows } = await owner.query('select 1 from auth.recovery_code where user_id=$1 and used_at is null', [
    person.id,
  ]);
  expect(rows.length).toBe(0);
});

test("a sign-in under way does not survive 'This was not me'", async () => {
  const person = await createUser();
  await enter(person.email);
  const alarmToken = await token(person.email);
  const { passwords } = services;
  const real = passwords.verify;
  const [gate, isVerifying] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  passwords.verify = async (...input) => {
    const fits = await real(...input);
    isVerifying.resolve();
    await gate.promise;
    return fits;
  };
  const pendingSignIn = enter(person.email);
  await isVerifying.promise;
  passwords.verify = real;
  expect((await call('accounts/thisWasNotMe', { token: alarmToken })).status).toBe(200);
  gate.resolve();
  const answer = await pendingSignIn;
  expect(await isIn(getCookie(answer))).toBe(false);
});

test("a waiting second step does not survive 'This was not me'", async () => {
  const person = await withApp();
  const first = await call('accounts/confirmSignIn', { code: person.code(1) }, getCookie(await enter(person.email)));
  expect(first.status).toBe(200);
  const alarmToken = await token(person.email);
  const waiting = getCookie(await enter(person.email));
  const step = call('accounts/confirmSignIn', { code: person.codes[0] }, waiting);
  await wait(15);
  expect((await call('accounts/thisWasNotMe', { token: alarmToken })).status).toBe(200);
  const answer = await step;
  if (answer.status === 200) expect(await isIn(getCookie(answer))).toBe(false);
});

test("a sign-in with a later passkey does not survive 'This was not me', in either order", async () => {
  const person = await createUser();
  const thief = getSessionToken(getCookie(await enter(person.email)));
  const alarmToken = await token(person.email);
  const [{ id: sessionId }] = (await owner.query('select id from auth.session where token = $1', [thief])).rows;
  const passkey = { credentialId: randomUUID(), publicKey: Buffer.from('key'), counter: 0, transports: [], name: 'A' };
  await addPasskey(services.authDb, { id: person.id, sessionId }, passkey);
  const id = (await findPasskeys(services.authDb, person.id))[0]?.id ?? '';
  const reply = { setCookie: () => undefined };
  const context = { services, request: { cookies: {}, headers: {}, id: 'a' }, reply } as unknown as Context;
  const withPasskey = () =>
    startSession(context, { userId: person.id, email: person.email, by: 'passkey', passkey: id });
  // Both wait for the account's row lock, in this order.
  const held = await owner.connect();
  await held.query('begin');
  await held.query('select from auth."user" where id = $1 for update', [person.id]);
  const pendingSignIn = withPasskey().catch(() => undefined);
  await wait(200);
  const notMe = call('accounts/thisWasNotMe', { token: alarmToken });
  await wait(200);
  await held.query('commit');
  held.release();
  await pendingSignIn;
  expect((await notMe).status).toBe(200);
  await expect(withPasskey()).rejects.toThrow('accounts.passkey_refused');
  expect((await owner.query('select from auth.session where "userId" = $1', [person.id])).rowCount).toBe(0);
});

test('signing up first with another address does not give access to its account', async () => {
  const email = `${randomUUID()}@hijack.test`;
  expect((await call('accounts/signUp', form(email, 'Thief-Secret-9081!'))).status).toBe(200);
  expect((await call('accounts/signUp', form(email, 'Owner-Secret-9081!'))).status).toBe(200);
  await letterOf('accounts.welcome', email); // the newest: the owner's own sign-up
  const links = await newestLinks(email);
  expect(links[0]).toContain('type=recovery');
  await call('accounts/resetPassword', { token: parseLinkToken(links), password: 'Owner-Secret-9081!' });
  const answers = [await enter(email, 'Thief-Secret-9081!'), await enter(email, 'Owner-Secret-9081!')];
  expect(answers.map(({ status }) => status)).toEqual([422, 200]);
});

test('a repeated sign-up after a lost answer counts as the same one', async () => {
  const email = `${randomUUID()}@weak-line.test`;
  const send = () => call('accounts/signUp', form(email, 'Owner-Secret-9081!'));
  const [lost, answer] = [await send(), await send()];
  for (const { status, body } of [lost, answer]) expect([status, body]).toEqual([200, { email }]);
  await letterOf('accounts.welcome', email);
  const links = await newestLinks(email);
  expect(links[0]).toContain('type=signup');
  const verified = await call('accounts/verifyEmail', { token: parseLinkToken(links) }, getCookie(answer));
  expect(verified.body).toEqual({ next: 'signed_in', token: null });
  expect((await enter(email, 'Owner-Secret-9081!')).status).toBe(200);
  expect((await owner.query('select from auth."user" where email = $1', [email])).rowCount).toBe(1);
});

test('repeated sign-ups with one address send at most four emails', async () => {
  const email = `${randomUUID()}@flood.test`;
  for (let n = 0; n < 20; n++) await call('accounts/signUp', form(email, 'Owner-Secret-9081!'));
  const { rows } = await owner.query(
    `select count(*)::int n from pgboss.job where name='accounts.welcome' and data->>'email'=$1`,
    [email],
  );
  expect(rows[0].n).toBeLessThanOrEqual(4);
});

test('the twenty-first session ends the least recently used one', async () => {
  const { id, email } = await createUser();
  const first = getCookie(await enter(email));
  const second = getCookie(await enter(email));
  await owner.query(
    `update auth.session set used_at = now() - interval '1 hour' * n
       from (select id, row_number() over (order by "createdAt" desc) n from auth.session where "userId" = $1) s
      where s.id = auth.session.id`,
    [id],
  );
  for (let n = 0; n < 19; n++) await enter(email);
  const { rows } = await owner.query(`select count(*)::int n from auth.session where "userId" = $1`, [id]);
  expect(rows).toEqual([{ n: 20 }]);
  expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
});

test('right passwords have a quota per account', async () => {
  const { email, id } = await createUser();
  await enter(email);
  await owner.query(`update rate_limits set tries = $1 where key = $2`, [budgets.signedIn.tries, `signed-in:${id}`]);
  expect((await enter(email)).body).toMatchObject({ code: 'accounts.too_many_tries' });
  expect((await enter((await createUser()).email)).status).toBe(200);
});

test('exporting beyond the quota is refused and writes no audit entries', async () => {
  const { cookie, id } = await createUser();
  const maxTries = budgets.exported.tries;
  const take = () => call('accounts/exportData', undefined, cookie);
  for (let n = 0; n < maxTries; n++) expect((await take()).status).toBe(200);
  for (let n = 0; n < 3; n++) expect((await take()).body).toMatchObject({ code: 'general.busy' });
  const { rows } = await owner.query(
    `select count(*)::int n from audit_log where actor_id = $1 and action = 'accounts.exported'`,
    [id],
  );
  expect(rows).toEqual([{ n: maxTries }]);
});

test('changing the profile beyond the quota is refused and writes no audit entries', async () => {
  const { cookie, id } = await createUser();
  const maxTries = budgets.changed.tries;
  const change = (n: number) => call('accountPages/updateProfile', { avatarUrl: `https://x.example/${n}.png` }, cookie);
  for (let n = 0; n < maxTries; n++) expect((await change(n)).status).toBe(200);
  for (let n = 0; n < 3; n++) expect((await change(maxTries + n)).body).toMatchObject({ code: 'general.busy' });
  const { rows } = await owner.query(
    `select count(*)::int n from audit_log where actor_id = $1 and action = 'account_pages.profile_changed'`,
    [id],
  );
  expect(rows).toEqual([{ n: maxTries }]);
});

test('a used-up connection limit creates no rows for other addresses', async () => {
  const rows = async () => (await owner.query('select count(*)::int n from rate_limits')).rows[0].n;
  await owner.query(
    `insert into rate_limits (key, window_start, tries) values ($1, now(), 1000)
    on conflict (key) do update set tries = 1000, window_start = now()`,
    [hashPersonalParts('sign-in:address:127.0.0.1')],
  );
  const guess = (n: number) => call('accounts/signIn', { email: `unknown${n}@sign-in.test`, password: 'x' });
  expect((await guess(0)).body).toMatchObject({ code: 'accounts.too_many_tries' });
  const before = await rows();
  for (let n = 1; n < 5; n++) await guess(n);
  expect(await rows()).toBe(before);
});
