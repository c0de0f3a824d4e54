import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { createAuthenticator } from './authenticator.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { submitSignIn, isSignedIn, createUser } = createAccountTools(server);
const { origin } = services.config;
const host = new URL(origin).hostname;

const none = { format: 'none', statement: () => new Map() };
const getCode = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? 'done' : (body as { code?: string }).code;
async function createUserWithPasskey() {
  const user = await createUser();
  const passkey = createAuthenticator(origin);
  const { body } = await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, user.cookie);
  const answer = passkey.register(body.challenge, none);
  const registered = await call<{ codes: string[] }>(
    'accounts/registerPasskey',
    { name: 'Phone', answer },
    user.cookie,
  );
  expect(registered.status).toBe(200);
  return { ...user, passkey, answer, codes: registered.body.codes };
}
const requestChallenge = async () => (await call<{ challenge: string }>('accounts/passkeyOptions')).body.challenge;
const signIn = async (passkey: object) => call('accounts/signInWithPasskey', { passkey });
const requestConfirmChallenge = async (cookie: string) =>
  (await call<{ passkey: { challenge: string } }>('accounts/reauthMethods', undefined, cookie)).body.passkey.challenge;

test('a repeated answer, or a second one to the same challenge, opens nothing, also concurrently', async () => {
  const { passkey } = await createUserWithPasskey();
  const challenge = await requestChallenge();
  const answer = passkey.sign(challenge);
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(answer)));
  expect(answers.map(getCode).filter((one) => one === 'done')).toHaveLength(1);
  expect(getCode(await signIn(answer))).not.toBe('done');
  expect(getCode(await signIn(passkey.sign(challenge)))).not.toBe('done');
});

test.each([
  ['of another site', { from: 'https://evil.example' }],
  ['of a host that starts like ours', { from: `${origin}.evil.example` }],
  ['of a subdomain of ours', { from: origin.replace(host, `pay.${host}`) }],
  ['of another port', { from: `http://${host}:6666` }],
  ['of no page', { from: 'null' }],
  ['for another site', { host: 'evil.example' }],
  ['of a registration', { act: 'create' }],
  ['without its user verified', { flags: 0x01 }],
  ['without its user present', { flags: 0x04 }],
  ['without its user present or verified', { flags: 0x00 }],
])('an answer %s opens nothing and uses up its challenge', async (_, overrides) => {
  const { passkey, cookie } = await createUserWithPasskey();
  const challenge = await requestChallenge();
  expect(getCode(await signIn(passkey.sign(challenge, overrides)))).not.toBe('done');
  expect(getCode(await signIn(passkey.sign(challenge)))).not.toBe('done');
  const confirm = { passkey: passkey.sign(await requestConfirmChallenge(cookie), overrides) };
  expect(getCode(await call('accounts/reauthenticate', confirm, cookie))).toBe('accounts.factor_wrong');
});

test('a challenge is valid for its purpose and its user only', async () => {
  const [ownUser, otherUser] = [await createUserWithPasskey(), await createUserWithPasskey()];
  const signForSignIn = async () => ownUser.passkey.sign(await requestChallenge());
  expect(getCode(await call('accounts/reauthenticate', { passkey: await signForSignIn() }, ownUser.cookie))).not.toBe(
    'done',
  );
  const forConfirm = ownUser.passkey.sign(await requestConfirmChallenge(ownUser.cookie));
  expect(getCode(await signIn(forConfirm))).not.toBe('done');
  const foreignProof = ownUser.passkey.sign(await requestConfirmChallenge(otherUser.cookie));
  expect(getCode(await call('accounts/reauthenticate', { passkey: foreignProof }, ownUser.cookie))).not.toBe('done');
  expect(getCode(await call('accounts/reauthenticate', { passkey: foreignProof }, otherUser.cookie))).not.toBe('done');
  const registerChallenge = (await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, ownUser.cookie))
    .body.challenge;
  expect(getCode(await signIn(ownUser.passkey.sign(registerChallenge)))).not.toBe('done');
  const answer = createAuthenticator(origin).register(await requestChallenge(), none);
  expect(getCode(await call('accounts/registerPasskey', { name: 'X', answer }, ownUser.cookie))).not.toBe('done');
  const otherOptions = (await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, otherUser.cookie))
    .body;
  const own = createAuthenticator(origin).register(otherOptions.challenge, none);
  expect(getCode(await call('accounts/registerPasskey', { name: 'X', answer: own }, ownUser.cookie))).not.toBe('done');
});

test('the passkey of another user is no second step of mine, whichever owner it names', async () => {
  const [ownUser, otherUser] = [await createUserWithPasskey(), await createUserWithPasskey()];
  const waiting = getCookie(await submitSignIn(ownUser.email));
  const requestStepChallenge = async () =>
    (await call<{ passkey: { challenge: string } }>('accounts/secondStep', undefined, waiting)).body.passkey.challenge;
  const userHandle = Buffer.from(ownUser.id).toString('base64url');
  for (const more of [{}, { userHandle }, { id: (await ownUser.passkey.sign('x')).id }]) {
    const passkey = { ...otherUser.passkey.sign(await requestStepChallenge()), ...more };
    expect(getCode(await call('accounts/confirmSignIn', { passkey }, waiting))).toBe('accounts.factor_wrong');
  }
  const right = await call(
    'accounts/confirmSignIn',
    { passkey: ownUser.passkey.sign(await requestStepChallenge()) },
    waiting,
  );
  expect([right.status, await isSignedIn(getCookie(right)), await isSignedIn(waiting)]).toEqual([200, true, false]);
});

test('a cloned passkey is detected by its count: an older count opens nothing', async () => {
  const { passkey } = await createUserWithPasskey();
  expect(getCode(await signIn(passkey.sign(await requestChallenge(), { count: 7 })))).toBe('done');
  for (const count of [7, 6, 1, 0])
    expect([count, getCode(await signIn(passkey.sign(await requestChallenge(), { count })))]).not.toEqual([
      count,
      'done',
    ]);
  expect(getCode(await signIn(passkey.sign(await requestChallenge(), { count: 8 })))).toBe('done');
});

test('a removed passkey, or one of a closed account, opens nothing, also with an old challenge', async () => {
  const removed = await createUserWithPasskey();
  const [challenge, other] = [await requestChallenge(), await requestChallenge()];
  const { body } = await call<{ passkeys: { id: string }[] }>('accounts/security', undefined, removed.cookie);
  expect((await call('accounts/removePasskey', { id: body.passkeys[0]?.id }, removed.cookie)).status).toBe(200);
  expect(getCode(await signIn(removed.passkey.sign(challenge)))).not.toBe('done');
  const closed = await createUserWithPasskey();
  const close = { email: closed.email, password: demoPassword, confirmed: true };
  expect((await call('accounts/closeAccount', close, closed.cookie)).status).toBe(200);
  expect(getCode(await signIn(closed.passkey.sign(other)))).not.toBe('done');
});

test('no one removes, renames or registers the passkey of another user', async () => {
  const [ownUser, otherUser] = [await createUserWithPasskey(), await createUserWithPasskey()];
  const { body } = await call<{ passkeys: { id: string }[] }>('accounts/security', undefined, otherUser.cookie);
  const [{ id }] = body.passkeys as [{ id: string }];
  expect(getCode(await call('accounts/removePasskey', { id }, ownUser.cookie))).toBe('accounts.not_there');
  expect(getCode(await call('accounts/renamePasskey', { id, name: 'Mine' }, ownUser.cookie))).toBe(
    'accounts.not_there',
  );
  const options = await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, ownUser.cookie);
  // Registers their key again under my challenge; the key already has an owner.
  const again = otherUser.passkey.register(options.body.challenge, none);
  expect(getCode(await call('accounts/registerPasskey', { name: 'Mine', answer: again }, ownUser.cookie))).toBe(
    'accounts.passkey_refused',
  );
  const entered = await signIn(otherUser.passkey.sign(await requestChallenge()));
  const viewer = await call<{ email?: string }>('accounts/viewer', undefined, getCookie(entered));
  expect(JSON.stringify(viewer.body)).not.toContain(ownUser.id);
});

test('a challenge expires, and no answer reveals whether a key is known', async () => {
  const { passkey } = await createUserWithPasskey();
  const challenge = await requestChallenge();
  await owner.query(`update auth.one_time_token set expires_at = now() - interval '1 second' where expires_at > now()`);
  const late = await signIn(passkey.sign(challenge));
  const unknown = await signIn(createAuthenticator(origin).sign(await requestChallenge()));
  const wrong = await signIn({ ...passkey.sign(await requestChallenge()), signature: 'AAAA' });
  const malformed = await signIn({
    ...passkey.sign(await requestChallenge()),
    clientDataJSON: Buffer.from('{').toString('base64url'),
  });
  const responses = [late, unknown, wrong, malformed].map(({ status, body, headers }) => [
    status,
    body,
    headers['set-cookie'],
  ]);
  expect(new Set(responses.map((one) => JSON.stringify(one).replaceAll(/"reference":"[^"]*"/g, ''))).size).toBe(1);
  expect(responses[0]?.[0]).not.toBe(200);
});

test('a recovery code works once; new codes or the last factor’s removal end it', async () => {
  const { cookie, codes, email, passkey } = await createUserWithPasskey();
  expect(codes).toHaveLength(10);
  expect(getCode(await call('accounts/reauthenticate', { code: codes[0] }, cookie))).toBe('done');
  const waiting = async () => getCookie(await submitSignIn(email));
  expect(getCode(await call('accounts/confirmSignIn', { code: codes[0] }, await waiting()))).toBe(
    'accounts.factor_wrong',
  );
  const both = await Promise.all([waiting(), waiting()]);
  const answers = await Promise.all(both.map((one) => call('accounts/confirmSignIn', { code: codes[1] }, one)));
  expect(answers.map(getCode).filter((one) => one === 'done')).toHaveLength(1);
  expect(getCode(await call('accounts/createRecoveryCodes', undefined, cookie))).toBe('done');
  expect(getCode(await call('accounts/confirmSignIn', { code: codes[2] }, await waiting()))).toBe(
    'accounts.factor_wrong',
  );
  const other = await createUserWithPasskey();
  expect(getCode(await call('accounts/reauthenticate', { code: other.codes[0] }, cookie))).toBe(
    'accounts.factor_wrong',
  );
  const confirmed = { passkey: passkey.sign(await requestConfirmChallenge(cookie)) };
  expect(getCode(await call('accounts/reauthenticate', confirmed, cookie))).toBe('done');
});
