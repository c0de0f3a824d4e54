import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { cookieOf, serverWithoutFaults } from '../worker.ts';
import { accountsOf } from './account-security.ts';
import { authenticatorAt } from './authenticator.ts';

/** A passkey opens its own account, on our page, with its person there, once for each challenge that we drew. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { enter, isIn, somebody } = accountsOf(server);
const { origin } = services.config;
const host = new URL(origin).hostname;

const none = { format: 'none', statement: () => new Map() };
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? 'done' : (body as { code?: string }).code;
async function withPasskey() {
  const person = await somebody();
  const passkey = authenticatorAt(origin);
  const { body } = await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, person.cookie);
  const answer = passkey.makes(body.challenge, none);
  const kept = await call<{ codes: string[] }>('accounts/registerPasskey', { name: 'Phone', answer }, person.cookie);
  expect(kept.status).toBe(200);
  return { ...person, passkey, answer, codes: kept.body.codes };
}
const drawn = async () => (await call<{ challenge: string }>('accounts/passkeyOptions')).body.challenge;
const signIn = async (passkey: object) => call('accounts/signInWithPasskey', { passkey });
const toConfirm = async (cookie: string) =>
  (await call<{ passkey: { challenge: string } }>('accounts/confirmWays', undefined, cookie)).body.passkey.challenge;

test('the same answer, or one to the same challenge, opens nothing again, nor eight times at once', async () => {
  const { passkey } = await withPasskey();
  const challenge = await drawn();
  const answer = passkey.signs(challenge);
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(answer)));
  expect(answers.map(codeOf).filter((one) => one === 'done')).toHaveLength(1);
  expect(codeOf(await signIn(answer))).not.toBe('done');
  expect(codeOf(await signIn(passkey.signs(challenge)))).not.toBe('done');
});

test.each([
  ['of another site', { from: 'https://evil.example' }],
  ['of a name that begins as ours', { from: `${origin}.evil.example` }],
  ['of a host below ours', { from: origin.replace(host, `pay.${host}`) }],
  ['of another port', { from: `http://${host}:6666` }],
  ['of no page', { from: 'null' }],
  ['for another site', { host: 'evil.example' }],
  ['that makes a key', { act: 'create' }],
  ['without its person verified', { flags: 0x01 }],
  ['without its person there', { flags: 0x04 }],
  ['without anybody', { flags: 0x00 }],
])('an answer %s opens nothing, and has used its challenge up', async (_, says) => {
  const { passkey, cookie } = await withPasskey();
  const challenge = await drawn();
  expect(codeOf(await signIn(passkey.signs(challenge, says)))).not.toBe('done');
  expect(codeOf(await signIn(passkey.signs(challenge)))).not.toBe('done');
  const confirm = { passkey: passkey.signs(await toConfirm(cookie), says) };
  expect(codeOf(await call('accounts/confirmAgain', confirm, cookie))).toBe('accounts.factor_wrong');
});

test('a challenge is good for what it was drawn for, and for whom', async () => {
  const [mine, theirs] = [await withPasskey(), await withPasskey()];
  const forSignIn = async () => mine.passkey.signs(await drawn());
  expect(codeOf(await call('accounts/confirmAgain', { passkey: await forSignIn() }, mine.cookie))).not.toBe('done');
  const forConfirm = mine.passkey.signs(await toConfirm(mine.cookie));
  expect(codeOf(await signIn(forConfirm))).not.toBe('done');
  const ofOther = mine.passkey.signs(await toConfirm(theirs.cookie));
  expect(codeOf(await call('accounts/confirmAgain', { passkey: ofOther }, mine.cookie))).not.toBe('done');
  expect(codeOf(await call('accounts/confirmAgain', { passkey: ofOther }, theirs.cookie))).not.toBe('done');
  const made = (await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, mine.cookie)).body.challenge;
  expect(codeOf(await signIn(mine.passkey.signs(made)))).not.toBe('done');
  const answer = authenticatorAt(origin).makes(await drawn(), none);
  expect(codeOf(await call('accounts/registerPasskey', { name: 'X', answer }, mine.cookie))).not.toBe('done');
  const forTheirs = (await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, theirs.cookie)).body;
  const own = authenticatorAt(origin).makes(forTheirs.challenge, none);
  expect(codeOf(await call('accounts/registerPasskey', { name: 'X', answer: own }, mine.cookie))).not.toBe('done');
});

test('the passkey of another is no second step of mine, whatever it says whose it is', async () => {
  const [mine, theirs] = [await withPasskey(), await withPasskey()];
  const waiting = cookieOf(await enter(mine.email));
  const step = async () =>
    (await call<{ passkey: { challenge: string } }>('accounts/secondStep', undefined, waiting)).body.passkey.challenge;
  const userHandle = Buffer.from(mine.id).toString('base64url');
  for (const more of [{}, { userHandle }, { id: (await mine.passkey.signs('x')).id }]) {
    const passkey = { ...theirs.passkey.signs(await step()), ...more };
    expect(codeOf(await call('accounts/confirmSignIn', { passkey }, waiting))).toBe('accounts.factor_wrong');
  }
  const right = await call('accounts/confirmSignIn', { passkey: mine.passkey.signs(await step()) }, waiting);
  expect([right.status, await isIn(cookieOf(right)), await isIn(waiting)]).toEqual([200, true, false]);
});

test('a copy of a passkey is told by its count: an older one opens nothing', async () => {
  const { passkey } = await withPasskey();
  expect(codeOf(await signIn(passkey.signs(await drawn(), { count: 7 })))).toBe('done');
  for (const count of [7, 6, 1, 0])
    expect([count, codeOf(await signIn(passkey.signs(await drawn(), { count })))]).not.toEqual([count, 'done']);
  expect(codeOf(await signIn(passkey.signs(await drawn(), { count: 8 })))).toBe('done');
});

test('one that was taken away, or of a closed account, opens nothing, also with a challenge of before', async () => {
  const gone = await withPasskey();
  const [challenge, other] = [await drawn(), await drawn()];
  const { body } = await call<{ passkeys: { id: string }[] }>('accounts/security', undefined, gone.cookie);
  expect((await call('accounts/removePasskey', { id: body.passkeys[0]?.id }, gone.cookie)).status).toBe(200);
  expect(codeOf(await signIn(gone.passkey.signs(challenge)))).not.toBe('done');
  const closed = await withPasskey();
  const close = { email: closed.email, password: demoPassword, confirmed: true };
  expect((await call('accounts/closeAccount', close, closed.cookie)).status).toBe(200);
  expect(codeOf(await signIn(closed.passkey.signs(other)))).not.toBe('done');
});

test('nobody takes away, names or keeps the passkey of another', async () => {
  const [mine, theirs] = [await withPasskey(), await withPasskey()];
  const { body } = await call<{ passkeys: { id: string }[] }>('accounts/security', undefined, theirs.cookie);
  const [{ id }] = body.passkeys as [{ id: string }];
  expect(codeOf(await call('accounts/removePasskey', { id }, mine.cookie))).toBe('accounts.not_there');
  expect(codeOf(await call('accounts/renamePasskey', { id, name: 'Mine' }, mine.cookie))).toBe('accounts.not_there');
  const options = await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, mine.cookie);
  // The same key under a challenge of mine: it is somebody's already.
  const again = theirs.passkey.makes(options.body.challenge, none);
  expect(codeOf(await call('accounts/registerPasskey', { name: 'Mine', answer: again }, mine.cookie))).toBe(
    'accounts.passkey_refused',
  );
  const entered = await signIn(theirs.passkey.signs(await drawn()));
  const viewer = await call<{ email?: string }>('accounts/viewer', undefined, cookieOf(entered));
  expect(JSON.stringify(viewer.body)).not.toContain(mine.id);
});

test('a challenge has an end, and nobody is told whether a key is known', async () => {
  const { passkey } = await withPasskey();
  const challenge = await drawn();
  await owner
    .query(`update auth.one_use_token set expires_at = now() - interval '1 second' where expires_at > now()`)
    .catch(async () =>
      owner.query(`update auth.one_use_word set expires_at = now() - interval '1 second' where expires_at > now()`),
    );
  const late = await signIn(passkey.signs(challenge));
  const unknown = await signIn(authenticatorAt(origin).signs(await drawn()));
  const wrong = await signIn({ ...passkey.signs(await drawn()), signature: 'AAAA' });
  const odd = await signIn({ ...passkey.signs(await drawn()), clientDataJSON: Buffer.from('{').toString('base64url') });
  const seen = [late, unknown, wrong, odd].map(({ status, body, headers }) => [status, body, headers['set-cookie']]);
  expect(new Set(seen.map((one) => JSON.stringify(one).replaceAll(/"reference":"[^"]*"/g, ''))).size).toBe(1);
  expect(seen[0]?.[0]).not.toBe(200);
});

test('a recovery code confirms or opens, once; after new ones, or when no factor is left, none does', async () => {
  const { cookie, codes, email, passkey } = await withPasskey();
  expect(codes).toHaveLength(10);
  expect(codeOf(await call('accounts/confirmAgain', { code: codes[0] }, cookie))).toBe('done');
  const waiting = async () => cookieOf(await enter(email));
  expect(codeOf(await call('accounts/confirmSignIn', { code: codes[0] }, await waiting()))).toBe(
    'accounts.factor_wrong',
  );
  const both = await Promise.all([waiting(), waiting()]);
  const answers = await Promise.all(both.map((one) => call('accounts/confirmSignIn', { code: codes[1] }, one)));
  expect(answers.map(codeOf).filter((one) => one === 'done')).toHaveLength(1);
  expect(codeOf(await call('accounts/newCodes', undefined, cookie))).toBe('done');
  expect(codeOf(await call('accounts/confirmSignIn', { code: codes[2] }, await waiting()))).toBe(
    'accounts.factor_wrong',
  );
  const other = await withPasskey();
  expect(codeOf(await call('accounts/confirmAgain', { code: other.codes[0] }, cookie))).toBe('accounts.factor_wrong');
  const confirmed = { passkey: passkey.signs(await toConfirm(cookie)) };
  expect(codeOf(await call('accounts/confirmAgain', confirmed, cookie))).toBe('done');
});
