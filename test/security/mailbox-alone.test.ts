import { Secret, TOTP } from 'otpauth';
import { afterEach, expect, test } from 'vitest';
import { cookieOf, serverUnderTest } from '../worker.ts';
import { accountsOf, wordIn } from './account-security.ts';

/** Whoever reads somebody's mail for a moment has neither password nor factor, and must not come to have both. */
const server = await serverUnderTest();
const { call, owner } = server;
const { enter, somebody, letterOf } = accountsOf(server);
afterEach(() => expect(server.faults).toEqual([]));

const thiefs = 'Thief-Secret-9081!';
const alarmOf = async (email: string) => wordIn((await letterOf('accounts.new-device', email))?.links);

async function turnAppOn(cookie: string) {
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, cookie);
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect((await call('accounts/confirmAuthenticator', { code }, cookie)).status).toBe(200);
}

/** What the mailbox gives: the letter's button, then a new password. Answers what signing in with it asks for. */
async function byMailAlone(email: string, alarm: string) {
  expect((await call('accounts/thisWasNotMe', { token: alarm })).status).toBe(200);
  await call('accounts/requestPasswordReset', { email });
  const token = wordIn((await letterOf('accounts.reset', email))?.links);
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

test('a letter about one browser takes away no factor of another', async () => {
  const { email, id, cookie } = await somebody();
  await enter(email);
  const alarm = await alarmOf(email);
  await owner.query(`update auth.alarm set signed_in_at = now() - interval '6 days' where user_id = $1`, [id]);
  await turnAppOn(cookie);
  expect(await byMailAlone(email, alarm)).toBe('second_step');
  const { rows } = await owner.query('select from auth.recovery_code where user_id = $1', [id]);
  expect(rows).toHaveLength(10);
});

test('nor does it take away the factor of the browser in which its owner signed in once more', async () => {
  const { email } = await somebody();
  await enter(email);
  const alarm = await alarmOf(email);
  await turnAppOn(cookieOf(await enter(email)));
  expect(await byMailAlone(email, alarm)).toBe('second_step');
});

test('a letter is good for a week, and once', async () => {
  const { email, id } = await somebody();
  await enter(email);
  const alarm = await alarmOf(email);
  const { rows } = await owner.query('select expires_at - now() <= $2::interval short from auth.alarm where user_id = $1', [
    id,
    '7 days',
  ]);
  expect(rows).toEqual([{ short: true }]);
  expect((await call('accounts/thisWasNotMe', { token: alarm })).status).toBe(200);
  expect((await call('accounts/thisWasNotMe', { token: alarm })).body).toMatchObject({ code: 'accounts.alarm_spoilt' });
});
