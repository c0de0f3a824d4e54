import { Secret, TOTP } from 'otpauth';
import { afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { forgetOldTries } from '../../src/features/accounts/store.ts';
import { cookieOf, serverUnderTest } from '../worker.ts';
import { accountsOf } from './account-security.ts';

/**
 * Six digits, three of which fit at a time: whoever has a stolen password and may guess ten in each quarter of an hour
 * would be in with one account of three within a hundred days.
 */
const server = await serverUnderTest();
const { call, owner } = server;
const { enter, idOf, isIn, somebody, withApp } = accountsOf(server);
afterEach(() => server.setTime(null));

/** The cookie by which a browser is known, of all that it was given. */
const deviceIn = (cookie: string) => cookie.split('; ').find((one) => one.startsWith('device=')) ?? '';
const guess = async (waiting: string, code = '000000') =>
  (await call<{ code: string }>('accounts/confirmSignIn', { code }, waiting)).body.code;
/** How many letters went to an address about codes that somebody guesses. */
const told = async (email: string) =>
  (
    await owner.query<{ told: number }>(
      `select count(*)::int told from pgboss.job where name = 'accounts.letter'
         and data->>'email' = $1 and data->>'about' = 'codes_guessed'`,
      [email],
    )
  ).rows[0]?.told;
/** Ten wrong codes in each of so many quarters of an hour, each after the right password: how many were looked at. */
async function guessFrom(device: string, email: string, quarters: number): Promise<number> {
  const begun = Date.now() + 120_000;
  let wrong = 0;
  for (let quarter = 0; quarter < quarters; quarter++) {
    server.setTime(new Date(begun + quarter * 901_000));
    const waiting = `${cookieOf(await enter(email, undefined, device))}; ${device}`;
    for (let n = 0; n < 10; n++) if ((await guess(waiting)) === 'accounts.factor_wrong') wrong += 1;
  }
  return wrong;
}

test('wrong codes at the second step come to an end, however patiently a thief of a password guesses', async () => {
  const { email } = await withApp();
  const begun = Date.now();
  let wrong = 0;
  for (let quarter = 1; quarter <= 8; quarter++) {
    server.setTime(new Date(begun + quarter * 901_000));
    for (let session = 0; session < 2; session++) {
      const waiting = cookieOf(await enter(email));
      for (let n = 0; n < 5; n++)
        if ((await call('accounts/confirmSignIn', { code: '000000' }, waiting)).status === 422) wrong += 1;
    }
  }
  // What is asked of whoever checks second factors (NIST SP 800-63B, 3.2.2): no more than a hundred in a row.
  expect(wrong).toBe(50);
  expect(await told(email)).toBe(1);
}, 240_000);

test('a browser from before the first factor has no more codes than strangers; the owner hears of it', async () => {
  const { email } = await somebody();
  const own = cookieOf(await enter(email));
  const device = deviceIn(cookieOf(await enter(email)));
  expect(device).not.toBe('');
  // The owner answers the letter about the other browser by setting up an app.
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, own);
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect((await call('accounts/confirmAuthenticator', { code }, own)).status).toBe(200);
  expect([await guessFrom(device, email, 12), await told(email)]).toEqual([50, 1]);
  const { rows } = await owner.query('select from auth.known_device where user_id = $1', [await idOf(email)]);
  expect(rows).toHaveLength(1);
}, 240_000);

test('a known browser has fifty wrong codes in a row; the owner is told, and goes on in another one', async () => {
  const { email, code } = await withApp();
  const known = async () => {
    const waiting = cookieOf(await enter(email));
    const entered = await call('accounts/confirmSignIn', { code: code(1) }, waiting);
    expect(entered.status).toBe(200);
    return cookieOf(entered);
  };
  const [device, ownCookie] = [deviceIn(await known()), await known()];
  const own = deviceIn(ownCookie);
  expect([await guessFrom(device, email, 7), await told(email)]).toEqual([50, 1]);
  expect(await guess(`${cookieOf(await enter(email, undefined, device))}; ${device}`)).toBe('accounts.too_many_codes');
  server.setTime(null);
  const inOwn = async (password = demoPassword) => `${cookieOf(await enter(email, password, own))}; ${own}`;
  // Slips before a right code are no guesses.
  expect(await guess(await inOwn())).toBe('accounts.factor_wrong');
  const entered = await call('accounts/confirmSignIn', { code: code(40) }, await inOwn());
  expect([entered.status, await isIn(cookieOf(entered))]).toEqual([200, true]);
  const left = `select from rate_limits where key like '%:password:device:%' and starts_with(key, $1)`;
  const rowsLeft = async () => (await owner.query(left, [`second-step:${await idOf(email)}:`])).rows.length;
  expect(await rowsLeft()).toBe(1);
  const change = { email, currentPassword: demoPassword, newPassword: 'Canary-Secret-7741!' };
  expect((await call('accounts/changePassword', change, `${cookieOf(entered)}; ${own}`)).status).toBe(200);
  expect(await rowsLeft()).toBe(0);
}, 240_000);

test('fifty wrong codes shut the second step until another password, also after the sweep of a later day', async () => {
  const { email } = await withApp();
  const id = await idOf(email);
  // A stranger with the password used up the fifty, the first of them months ago.
  const lay = `insert into rate_limits (key, window_start, tries) values ($1, now() - $2::interval, 50)`;
  await owner.query(lay, [`second-step:${id}:password`, '300 days']);
  await owner.query(lay, [`second-step:${id}:password:device:one`, '300 days']);
  await owner.query(lay, [`confirm:${id}:session:one:code`, '6 days']);
  await owner.query(lay, [`second-step:${id}`, '25 hours']);
  const guessed = async () => guess(cookieOf(await enter(email)));
  expect(await guessed()).toBe('accounts.too_many_codes');
  // The job `accounts.forget-tries` of each hour.
  await forgetOldTries(server.services.authDb);
  expect(await guessed()).toBe('accounts.too_many_codes');
  const { rows } = await owner.query(
    `select split_part(key, $1, 1) || '..' || split_part(key, $1, 2) "where" from rate_limits
      where key like '%' || $1 || '%' and window_start < now() - interval '1 day' order by key collate "C"`,
    [id],
  );
  expect(rows.map((row) => row.where)).toEqual([
    'confirm:..:session:one:code',
    'second-step:..:password',
    'second-step:..:password:device:one',
  ]);
}, 240_000);
