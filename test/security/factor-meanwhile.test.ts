import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { kyselyOn, openPool } from '../../src/platform/database.ts';
import { buildServer } from '../../src/server.ts';
import { cookieOf, serverWithoutFaults } from '../worker.ts';
import { accountsOf } from './account-security.ts';
import { sessionFor } from './actors.ts';
import { authenticatorAt } from './authenticator.ts';

/** A password is looked at for a while. What the account asks for when that is over, counts. */
const server = await serverWithoutFaults();
const { call, services } = server;
const { enter, isIn, somebody } = accountsOf(server);
const { passwords } = services;
const plain = passwords.fitting;
afterEach(() => {
  Object.assign(passwords, { fitting: plain });
});
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? 'done' : (body as { code?: string }).code;

/** The next password is looked at until this is called. */
function slowly() {
  let go: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const until = new Promise<void>((done) => {
    go = done;
  });
  const reached = new Promise<void>((done) => {
    begun = done;
  });
  const fitting: typeof plain = async (...asked) => {
    const found = await plain.apply(passwords, asked);
    begun();
    await until;
    return found;
  };
  Object.assign(passwords, { fitting });
  return { go, reached };
}

/** Another process on the same database: within one, whoever proves something waits for their own act before it. */
const otherPool = openPool({ url: services.appUrl, role: 'cryptocommerce_app', asGiven: true, max: 4 });
const other = await buildServer({
  ...services,
  ...{ pool: otherPool, db: kyselyOn(otherPool), passwords: { ...passwords } },
});
afterAll(async () => {
  await other.close();
  await otherPool.end();
});

async function setsUpApp(cookie: string) {
  const asks = async (path: string, input: object | undefined) => {
    const headers = { 'content-type': 'application/json', cookie };
    const payload = JSON.stringify({ json: input });
    const { statusCode, body } = await other.inject({
      method: 'POST',
      url: `/api/rpc/accounts/${path}`,
      headers,
      payload,
    });
    return { status: statusCode, body: JSON.parse(body || '{}').json };
  };
  const { body } = await asks('startAuthenticator', undefined);
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect(codeOf(await asks('confirmAuthenticator', { code }))).toBe('done');
}

test('who signs in by password while the first factor comes has not shown it', async () => {
  const owner = await somebody();
  const held = slowly();
  const entering = enter(owner.email);
  await held.reached;
  await setsUpApp(owner.cookie);
  held.go();
  const entered = await entering;
  const thief = cookieOf(entered);
  expect([entered.body.next, await isIn(thief)]).not.toEqual(['in', true]);
  expect(codeOf(await call('accounts/removeAuthenticator', undefined, thief))).not.toBe('done');
});

test('nor has who proves by password that they are there', async () => {
  const owner = await somebody();
  const thief = await sessionFor(server, owner.email);
  const held = slowly();
  const proving = call('accounts/confirmAgain', { password: demoPassword }, thief);
  await held.reached;
  await setsUpApp(owner.cookie);
  held.go();
  await proving;
  for (const path of ['accounts/newCodes', 'accounts/removeAuthenticator'])
    expect([path, codeOf(await call(path, undefined, thief))]).not.toEqual([path, 'done']);
});

test('who changes the password in a session that knew of no factor needs one that came meanwhile', async () => {
  const owner = await somebody();
  const thief = await sessionFor(server, owner.email);
  const held = slowly();
  const newPassword = 'Canary-Secret-9081!';
  const changing = call(
    'accounts/changePassword',
    { email: owner.email, currentPassword: demoPassword, newPassword },
    thief,
  );
  await held.reached;
  await setsUpApp(owner.cookie);
  held.go();
  expect(codeOf(await changing)).not.toBe('done');
});

test('who signs in while the password changes, or the account closes, comes in by neither', async () => {
  const owner = await somebody();
  const held = slowly();
  const entering = enter(owner.email);
  await held.reached;
  Object.assign(passwords, { fitting: plain });
  const newPassword = 'Canary-Secret-9081!';
  const change = { email: owner.email, currentPassword: demoPassword, newPassword };
  expect(codeOf(await call('accounts/changePassword', change, owner.cookie))).toBe('done');
  held.go();
  expect(codeOf(await entering)).toBe('accounts.wrong_password');
  const neighbour = await somebody();
  const again = slowly();
  const late = enter(neighbour.email);
  await again.reached;
  Object.assign(passwords, { fitting: plain });
  const close = { email: neighbour.email, password: demoPassword, confirmed: true };
  expect(codeOf(await call('accounts/closeAccount', close, neighbour.cookie))).toBe('done');
  again.go();
  expect(codeOf(await late)).not.toBe('done');
});

test('who closes an account in a session that ended meanwhile closes nothing', async () => {
  const owner = await somebody();
  const thief = await sessionFor(server, owner.email);
  const held = slowly();
  const closing = call('accounts/closeAccount', { email: owner.email, password: demoPassword, confirmed: true }, thief);
  await held.reached;
  Object.assign(passwords, { fitting: plain });
  expect(codeOf(await call('accounts/endOtherSessions', undefined, owner.cookie))).toBe('done');
  held.go();
  expect(codeOf(await closing)).not.toBe('done');
  expect(await isIn(owner.cookie)).toBe(true);
});

test('nor does who closes the account by password alone, where a factor came meanwhile', async () => {
  const owner = await somebody();
  const thief = await sessionFor(server, owner.email);
  const held = slowly();
  const closing = call('accounts/closeAccount', { email: owner.email, password: demoPassword, confirmed: true }, thief);
  await held.reached;
  await setsUpApp(owner.cookie);
  held.go();
  expect(codeOf(await closing)).not.toBe('done');
});

test('nobody makes a passkey beside the first app of another session without having shown that app', async () => {
  const kept: unknown[] = [];
  for (let round = 0; round < 5; round += 1) {
    const owner = await somebody();
    const thief = await sessionFor(server, owner.email);
    const begun = await call<{ text: string }>('accounts/startAuthenticator', undefined, owner.cookie);
    const options = await call<{ challenge: string }>('accounts/newPasskeyOptions', undefined, thief);
    const passkey = authenticatorAt(services.config.origin);
    const answer = passkey.makes(options.body.challenge, { format: 'none', statement: () => new Map() });
    const code = new TOTP({ secret: Secret.fromBase32(begun.body.text) }).generate();
    const order: string[] = [];
    const noting = (who: string) => (done: { status: number; body: unknown }) => {
      order.push(`${who} ${codeOf(done)}`);
      return done;
    };
    const confirming = call<{ codes: string[] }>('accounts/confirmAuthenticator', { code }, owner.cookie).then(
      noting('owner'),
    );
    const making = new Promise((done) => setTimeout(done, 40 + round * 40)).then(() =>
      call('accounts/registerPasskey', { name: 'Phone', answer }, thief).then(noting('thief')),
    );
    const [on] = await Promise.all([confirming, making]);
    if (order[0] !== 'owner done' || order[1] !== 'thief done') continue;
    // The owner was first: whoever came after had to show the app.
    const drawn = await call<{ challenge: string }>('accounts/passkeyOptions');
    const entered = await call('accounts/signInWithPasskey', { passkey: passkey.signs(drawn.body.challenge) });
    const codes = (on as { body: { codes: string[] } }).body.codes;
    const waiting = cookieOf(await enter(owner.email));
    const mine = await call('accounts/confirmSignIn', { code: codes[0] }, waiting);
    kept.push([round, 'the thief comes in', codeOf(entered), 'with their codes the owner', codeOf(mine)]);
  }
  expect(kept).toEqual([]);
});
