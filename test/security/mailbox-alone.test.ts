import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { cookieOf, serverWithoutFaults } from '../worker.ts';
import { accountsOf, tokenIn } from './account-security.ts';

/** Whoever reads somebody's mail for a moment has neither password nor factor, and must not come to have both. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { enter, somebody, withApp, letterOf } = accountsOf(server);

const thiefs = 'Thief-Secret-9081!';
const alarmOf = async (email: string) => tokenIn((await letterOf('accounts.new-device', email))?.links);

/** What a browser is known by, without its session. */
const deviceOf = (cookie: string) =>
  cookie
    .split('; ')
    .filter((one) => one.startsWith('device='))
    .join('; ');

/** As if strangers had guessed ten times. */
const spendTries = (email: string) =>
  owner.query(
    `insert into rate_limits (key, window_start, tries) values ($1, now(), 10)
    on conflict (key) do update set tries = 10, window_start = now()`,
    [`sign-in:account:${email}`],
  );

async function turnAppOn(cookie: string) {
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, cookie);
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect((await call('accounts/confirmAuthenticator', { code }, cookie)).status).toBe(200);
}

/** What the mailbox gives: the letter's button, then a new password. Answers what signing in with it asks for. */
async function byMailAlone(email: string, alarm: string) {
  expect((await call('accounts/thisWasNotMe', { token: alarm })).status).toBe(200);
  await call('accounts/requestPasswordReset', { email });
  const token = tokenIn((await letterOf('accounts.reset', email))?.links);
  expect((await call('accounts/resetPassword', { token, password: thiefs })).status).toBe(200);
  return (await enter(email, thiefs)).body.next;
}

test.each(['finance', 'compliance', 'admin', 'support'])(
  'a letter takes no factor from %s, also not one that was set up in that browser',
  async (role) => {
    const { email, id } = await somebody();
    await owner.query('insert into user_roles (user_id, role) values ($1, $2)', [id, role]);
    const cookie = cookieOf(await enter(email));
    const alarm = await alarmOf(email);
    await turnAppOn(cookie);
    expect(await byMailAlone(email, alarm)).toBe('second_step');
  },
);

test('a letter about one browser takes away no factor of another that the account knew before', async () => {
  const { email, id } = await somebody();
  const own = cookieOf(await enter(email));
  await enter(email);
  const alarm = await alarmOf(email);
  await turnAppOn(own);
  expect(await byMailAlone(email, alarm)).toBe('second_step');
  const { rows } = await owner.query('select from auth.recovery_code where user_id = $1', [id]);
  expect(rows).toHaveLength(10);
});

test('nor the factor of one that a new password made the account forget, if it is older than the sign-in', async () => {
  const { email, id } = await somebody();
  await turnAppOn(cookieOf(await enter(email)));
  await owner.query('delete from auth.known_device where user_id = $1', [id]);
  await owner.query('update auth."user" set second_factor = false where id = $1', [id]);
  await enter(email);
  const alarm = await alarmOf(email);
  await owner.query('update auth."user" set second_factor = true where id = $1', [id]);
  expect(await byMailAlone(email, alarm)).toBe('second_step');
});

/** The letter's button against a thief of the password: they are out, and the owner comes in without a factor. */
async function ownerIsBack(email: string, thief: string, alarm: string) {
  expect(await byMailAlone(email, alarm)).toBe('in');
  expect((await call('accounts/viewer', undefined, thief)).status).not.toBe(200);
}

test.each([2, 6])(
  'whoever has only the password does not keep the account by coming in from %i browsers',
  async (many) => {
    const { email } = await somebody();
    let [thief, first] = ['', ''];
    for (let n = 0; n < many; n++) {
      thief = cookieOf(await enter(email));
      first ||= await alarmOf(email);
    }
    await turnAppOn(thief);
    await ownerIsBack(email, thief, first);
  },
);

test('nor from a browser about which no letter went, whichever letter the owner answers', async () => {
  const { email } = await somebody();
  for (let n = 0; n < 5; n++) await enter(email);
  const thief = cookieOf(await enter(email));
  await turnAppOn(thief);
  server.setTime(new Date(Date.now() + 25 * 3600_000));
  await call('accounts/signOut', undefined, thief);
  await owner.query('update auth."user" set second_factor = false where email = $1', [email]);
  await enter(email);
  const later = await alarmOf(email);
  await owner.query('update auth."user" set second_factor = true where email = $1', [email]);
  server.setTime(null);
  await ownerIsBack(email, thief, later);
});

test('nor where the owner answers the letters from the last to the first', async () => {
  const { email, id } = await somebody();
  const thief = cookieOf(await enter(email));
  const first = await alarmOf(email);
  await enter(email);
  const second = await alarmOf(email);
  await turnAppOn(thief);
  expect((await call('accounts/thisWasNotMe', { token: second })).status).toBe(200);
  await ownerIsBack(email, thief, first);
  expect((await owner.query('select from auth.recovery_code where user_id = $1', [id])).rows).toEqual([]);
});

test('a letter is good for a week, and once', async () => {
  const { email, id } = await somebody();
  await enter(email);
  const alarm = await alarmOf(email);
  const { rows } = await owner.query(
    'select expires_at - now() <= $2::interval short from auth.one_use_word where user_id = $1',
    [id, '7 days'],
  );
  expect(rows).toEqual([{ short: true }]);
  expect((await call('accounts/thisWasNotMe', { token: alarm })).status).toBe(200);
  expect((await call('accounts/thisWasNotMe', { token: alarm })).body).toMatchObject({
    code: 'accounts.alarm_invalid',
  });
});

test('after a new password no browser of before is known any more, but the one that chose it', async () => {
  const { email } = await somebody();
  const [thief, own] = [cookieOf(await enter(email)), cookieOf(await enter(email))];
  await call('accounts/requestPasswordReset', { email });
  const token = tokenIn((await letterOf('accounts.reset', email))?.links);
  expect((await call('accounts/resetPassword', { token, password: thiefs }, deviceOf(own))).status).toBe(200);
  // Ten guesses of strangers close the door for strangers; a browser that is known has ten of its own.
  await spendTries(email);
  expect((await enter(email, thiefs, deviceOf(thief))).status).toBe(429);
  expect((await enter(email, thiefs, deviceOf(own))).status).toBe(200);
});

test('nor after one that was changed inside', async () => {
  const { email } = await somebody();
  const [thief, own] = [cookieOf(await enter(email)), cookieOf(await enter(email))];
  const change = { email, currentPassword: demoPassword, newPassword: thiefs };
  expect((await call('accounts/changePassword', change, own)).status).toBe(200);
  await spendTries(email);
  expect((await enter(email, thiefs, deviceOf(thief))).status).toBe(429);
  expect((await enter(email, thiefs, deviceOf(own))).status).toBe(200);
});

test('wrong codes of whoever knows the password do not keep the owner out', async () => {
  const person = await withApp();
  const first = await call('accounts/confirmSignIn', { code: person.code(1) }, cookieOf(await enter(person.email)));
  expect(first.status).toBe(200);
  const device = deviceOf(cookieOf(first));
  const thief = cookieOf(await enter(person.email));
  for (let n = 0; n < 12; n++) await call('accounts/confirmSignIn', { code: '000000' }, thief);
  // One session that waits spends half of what strangers have.
  const strange = cookieOf(await enter(person.email));
  expect((await call('accounts/confirmSignIn', { code: person.code(1) }, strange)).status).toBe(200);
  for (const thieves of [cookieOf(await enter(person.email)), cookieOf(await enter(person.email))])
    for (let n = 0; n < 6; n++) await call('accounts/confirmSignIn', { code: '000000' }, thieves);
  const late = cookieOf(await enter(person.email));
  expect((await call('accounts/confirmSignIn', { code: person.code(1) }, late)).status).toBe(429);
  // And nothing of what a known browser has.
  const own = `${cookieOf(await enter(person.email, undefined, device))}; ${device}`;
  expect((await call('accounts/confirmSignIn', { code: person.code() }, own)).status).toBe(200);
});
