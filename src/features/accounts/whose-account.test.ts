import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { accountsOf, tokenIn, tokenOf } from '../../../test/security/account-security.ts';
import { signUpFacts } from '../../../test/submissions.ts';
import { cookieOf, serverUnderTest } from '../../../test/worker.ts';
import type { Context } from '../../platform/procedure.ts';
import { enterAccount } from './enter-account.ts';
import { addPasskey, passkeysOf } from './passkey-store.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const { enter, isIn, somebody, withApp, letterOf } = accountsOf(server);
afterEach(() => server.setTime(null));
const token = async (email: string) => tokenIn((await letterOf('accounts.new-device', email))?.links);

const newestLinks = async (email: string): Promise<string[]> => {
  const mails = `select links from demo_mails where to_address = $1 order by id desc limit 1`;
  return (await owner.query<{ links: string[] }>(mails, [email])).rows[0]?.links ?? [];
};

const form = (email: string, password: string) => ({
  ...signUpFacts,
  ...{ email, password, firstName: 'Ann' },
});

test("'This was not me' forgets every browser of the account", async () => {
  const p = await somebody();
  await enter(p.email);
  const w = await token(p.email);
  expect((await call('accounts/thisWasNotMe', { token: w })).status).toBe(200);
  const { rows } = await owner.query('select 1 from auth.known_device where user_id=$1', [p.id]);
  expect(rows.length).toBe(0);
});

test('recovery codes that were drawn since are worth nothing', async () => {
  const p = await withApp();
  const thief = await enter(p.email);
  const inn = await call('accounts/confirmSignIn', { code: p.code(1) }, cookieOf(thief));
  expect(inn.status).toBe(200);
  const drawn = await call<{ codes: string[] }>('accounts/newCodes', undefined, cookieOf(inn));
  expect(drawn.status).toBe(200);
  server.setTime(null);
  const w = await token(p.email);
  expect((await call('accounts/thisWasNotMe', { token: w })).status).toBe(200);
  expect((await owner.query('select 1 from auth.authenticator where user_id=$1', [p.id])).rowCount).toBe(1);
  const { rows } = await owner.query('select 1 from auth.recovery_code where user_id=$1 and used_at is null', [p.id]);
  expect(rows.length).toBe(0);
});

test('a sign-in under way does not outlive it', async () => {
  const p = await somebody();
  await enter(p.email);
  const w = await token(p.email);
  const { passwords } = services;
  const real = passwords.fitting;
  const [gate, there] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  passwords.fitting = async (...given) => {
    const fits = await real(...given);
    there.resolve();
    await gate.promise;
    return fits;
  };
  const under = enter(p.email);
  await there.promise;
  passwords.fitting = real;
  expect((await call('accounts/thisWasNotMe', { token: w })).status).toBe(200);
  gate.resolve();
  const answer = await under;
  expect(await isIn(cookieOf(answer))).toBe(false);
});

test('nor does a second step that was waiting', async () => {
  const p = await withApp();
  const first = await call('accounts/confirmSignIn', { code: p.code(1) }, cookieOf(await enter(p.email)));
  expect(first.status).toBe(200);
  const w = await token(p.email);
  const waiting = cookieOf(await enter(p.email));
  // a recovery code takes ~60 ms of scrypt
  const step = call('accounts/confirmSignIn', { code: p.codes[0] }, waiting);
  await wait(15);
  expect((await call('accounts/thisWasNotMe', { token: w })).status).toBe(200);
  const answer = await step;
  if (answer.status === 200) expect(await isIn(cookieOf(answer))).toBe(false);
});

test('nor does a sign-in with a passkey that came since, whichever of the two is first', async () => {
  const p = await somebody();
  const thief = tokenOf(cookieOf(await enter(p.email)));
  const w = await token(p.email);
  const [{ id: sessionId }] = (await owner.query('select id from auth.session where token = $1', [thief])).rows;
  const passkey = { credentialId: randomUUID(), publicKey: Buffer.from('key'), counter: 0, transports: [], name: 'A' };
  await addPasskey(services.authDb, { id: p.id, sessionId }, passkey);
  const id = (await passkeysOf(services.authDb, p.id))[0]?.id ?? '';
  const reply = { setCookie: () => undefined };
  const context = { services, request: { cookies: {}, headers: {}, id: 'a' }, reply } as unknown as Context;
  const withPasskey = () => enterAccount(context, { userId: p.id, email: p.email, by: 'passkey', passkey: id });
  // Both come so far as the account itself lets them, one after the other.
  const held = await owner.connect();
  await held.query('begin');
  await held.query('select from auth."user" where id = $1 for update', [p.id]);
  const under = withPasskey().catch(() => undefined);
  await wait(200);
  const notMe = call('accounts/thisWasNotMe', { token: w });
  await wait(200);
  await held.query('commit');
  held.release();
  await under;
  expect((await notMe).status).toBe(200);
  await expect(withPasskey()).rejects.toThrow('accounts.passkey_refused');
  expect((await owner.query('select from auth.session where "userId" = $1', [p.id])).rowCount).toBe(0);
});

test('whoever signs up first with an address of somebody else does not get their account', async () => {
  const email = `${randomUUID()}@hijack.test`;
  expect((await call('accounts/signUp', form(email, 'Thief-Secret-9081!'))).status).toBe(200);
  expect((await call('accounts/signUp', form(email, 'Owner-Secret-9081!'))).status).toBe(200);
  await letterOf('accounts.welcome', email); // the newest: the owner's own sign-up
  const links = await newestLinks(email);
  const token = tokenIn(links);
  if (links[0]?.includes('type=recovery'))
    await call('accounts/resetPassword', { token, password: 'Owner-Secret-9081!' });
  else await call('accounts/verifyEmail', { token });
  const answers = [await enter(email, 'Thief-Secret-9081!'), await enter(email, 'Owner-Secret-9081!')];
  expect(answers.map(({ status }) => status)).toEqual([422, 200]);
});

test('a sign-up sent once more because its answer was lost is the same one', async () => {
  const email = `${randomUUID()}@weak-line.test`;
  const send = () => call('accounts/signUp', form(email, 'Owner-Secret-9081!'));
  // The cookie of the browser was in the lost answer, too.
  const [lost, answer] = [await send(), await send()];
  // As with any address: the answer tells nobody whether it was known.
  for (const { status, body } of [lost, answer]) expect([status, body]).toEqual([200, { email }]);
  await letterOf('accounts.welcome', email);
  const links = await newestLinks(email);
  expect(links[0]).toContain('type=signup');
  const verified = await call('accounts/verifyEmail', { token: tokenIn(links) }, cookieOf(answer));
  expect(verified.body).toMatchObject({ verified: true, choose: null });
  expect((await enter(email, 'Owner-Secret-9081!')).status).toBe(200);
  expect((await owner.query('select from auth."user" where email = $1', [email])).rowCount).toBe(1);
});

test('signing up again and again with one address sends four mails at the most', async () => {
  const email = `${randomUUID()}@flood.test`;
  for (let n = 0; n < 20; n++) await call('accounts/signUp', form(email, 'Owner-Secret-9081!'));
  const { rows } = await owner.query(
    `select count(*)::int n from pgboss.job where name='accounts.welcome' and data->>'email'=$1`,
    [email],
  );
  expect(rows[0].n).toBeLessThanOrEqual(4);
});
