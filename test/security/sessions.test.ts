import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { accountsJobs } from '../../src/features/accounts/jobs.ts';
import type { Mail } from '../../src/platform/mail.ts';
import { type Answer, cookieOf, serverUnderTest } from '../worker.ts';
import { addPerson, sessionFor } from './actors.ts';

const server = await serverUnderTest();
const { call, owner, services, faults } = server;
const newPassword = 'Canary-Secret-9081!';
afterEach(() => {
  server.setTime(null);
  expect(faults).toEqual([]);
});

const enter = (email: string, password = demoPassword, cookie?: string) =>
  call<{ next: string }>('accounts/signIn', { email, password }, cookie);
const isIn = async (cookie: string) => (await call('accounts/viewer', undefined, cookie)).status === 200;
const idOf = async (email: string) =>
  (await owner.query<{ id: string }>('select id from auth."user" where email = $1', [email])).rows[0]?.id ?? '';

/** Somebody new, signed in, with what the test needs to know of them. */
async function somebody() {
  const email = `${randomUUID().slice(0, 8)}@sessions.test`;
  await addPerson(server, email, true);
  await owner.query(
    `insert into profiles (id, email, first_name, last_name, display_name, phone_number, date_of_birth,
       country_of_residence, declared_country, nationality, occupation)
     select id, email, 'Test', 'Person', 'Test Person', '+18765550100', '1990-04-12', 'JM', 'JM', 'JM', 'Teacher'
       from auth."user" where email = $1`,
    [email],
  );
  return { email, id: await idOf(email), cookie: await sessionFor(server, email) };
}

/** Somebody with an authenticator app; `code` tells what it shows, some half minutes from now. */
async function withApp() {
  const person = await somebody();
  const { body } = await call<{ text: string; uri: string }>('accounts/startAuthenticator', undefined, person.cookie);
  const app = new TOTP({ secret: Secret.fromBase32(body.text) });
  let moment = Date.now();
  const code = (later = 0) => {
    moment += later * 30_000;
    server.setTime(new Date(moment));
    return app.generate({ timestamp: moment });
  };
  const on = await call<{ codes: string[] }>('accounts/confirmAuthenticator', { code: code() }, person.cookie);
  expect(on.status).toBe(200);
  return { ...person, code, codes: on.body.codes, uri: body.uri };
}

/** Runs the newest job of a name as the worker would, and gives the letter that it wrote. */
async function letterOf(name: string, email: string): Promise<Mail | undefined> {
  const { rows } = await owner.query<{ data: { email: string } }>(
    `select data from pgboss.job where name = $1 and data->>'email' = $2 order by created_on desc limit 1`,
    [name, email],
  );
  const sent: Mail[] = [];
  const job = accountsJobs(services, async (mail) => void sent.push(mail)).find((one) => one.name === name);
  const run = job?.run as ((data: object) => Promise<unknown>) | undefined;
  if (rows[0]) await run?.(rows[0].data);
  return sent[0];
}
const alarmIn = (letter: Mail | undefined) =>
  new URLSearchParams(new URL(letter?.links[0] ?? 'x:').hash.slice(1)).get('access_token') ?? '';

const age = (cookie: string, column: 'confirmed_at' | 'used_at' | '"expiresAt"', by: string) =>
  owner.query(`update auth.session set ${column} = ${column} - $2::interval where token = $1`, [tokenOf(cookie), by]);
const tokenOf = (cookie: string) => decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0];

test('the right password of an account with an app opens nothing before the code', async () => {
  const person = await withApp();
  expect(person.uri).toMatch(/^otpauth:\/\/totp\/Cryptocommerce:/);
  const first = await enter(person.email);
  expect(first.body.next).toBe('second_step');
  const waiting = cookieOf(first);
  expect(await isIn(waiting)).toBe(false);
  expect((await call('accounts/security', undefined, waiting)).status).toBe(401);
  expect((await call('accounts/secondStep', undefined, waiting)).body).toEqual({ app: true, passkey: null });
  expect((await call('accounts/confirmSignIn', { code: '000000' }, waiting)).body).toMatchObject({
    code: 'accounts.factor_wrong',
  });
  const second = await call('accounts/confirmSignIn', { code: person.code(1) }, waiting);
  expect(second.status).toBe(200);
  const open = cookieOf(second);
  expect(tokenOf(open)).not.toBe(tokenOf(waiting));
  expect([await isIn(open), await isIn(waiting)]).toEqual([true, false]);
  const again = await call('accounts/confirmSignIn', { code: person.code(1) }, waiting);
  expect(again.body).toMatchObject({ code: 'accounts.second_step_over' });
});

test('a code is taken once, also by two at the same moment', async () => {
  const person = await withApp();
  const used = person.code(1);
  const waiting = await Promise.all([enter(person.email), enter(person.email), enter(person.email)]);
  const answers = await Promise.all(
    waiting.map((answer) => call('accounts/confirmSignIn', { code: used }, cookieOf(answer))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const late = await call('accounts/confirmSignIn', { code: used }, cookieOf(await enter(person.email)));
  expect(late.body).toMatchObject({ code: 'accounts.factor_wrong' });
});

test('a recovery code opens once, however it is written, and is kept as a slow hash', async () => {
  const { email, codes, id } = await withApp();
  expect(new Set(codes).size).toBe(10);
  const { rows } = await owner.query<{ hash: string }>('select hash from auth.recovery_code where user_id = $1', [id]);
  expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  const typed = ` ${(codes[3] ?? '').toLowerCase().replaceAll('-', ' ')} `;
  const open = await call('accounts/confirmSignIn', { code: typed }, cookieOf(await enter(email)));
  expect(open.status).toBe(200);
  const again = await call('accounts/confirmSignIn', { code: codes[3] }, cookieOf(await enter(email)));
  expect(again.body).toMatchObject({ code: 'accounts.factor_wrong' });
  expect((await call<{ codes: number }>('accounts/security', undefined, cookieOf(open))).body.codes).toBe(9);
});

test('the secret of the app is sealed in the database', async () => {
  const { id } = await withApp();
  const { rows } = await owner.query<{ sealed: Buffer; key_id: string }>(
    'select sealed, key_id from auth.authenticator where user_id = $1',
    [id],
  );
  expect(rows[0]?.sealed.length).toBe(12 + 16 + 20);
  expect(rows[0]?.key_id).toMatch(/^[0-9a-f]{16}$/);
});

test('guesses at the second step end after ten', async () => {
  const person = await withApp();
  const waiting = cookieOf(await enter(person.email));
  const answers = [];
  for (let n = 0; n < 12; n++) answers.push((await call('accounts/confirmSignIn', { code: '000000' }, waiting)).status);
  expect(answers).toEqual([...Array(10).fill(422), 429, 429]);
});

test('a new password by mail does not get around the app', async () => {
  const { email } = await withApp();
  await services.auth.sendReset(email);
  const { rows } = await owner.query<{ links: string[] }>(
    'select links from demo_mails where to_address = $1 order by id desc limit 1',
    [email],
  );
  const token = new URLSearchParams(new URL(rows[0]?.links[0] ?? 'x:').hash.slice(1)).get('access_token');
  expect((await call('accounts/resetPassword', { token, password: newPassword })).status).toBe(200);
  const answer = await enter(email, newPassword);
  expect(answer.body.next).toBe('second_step');
  expect(await isIn(cookieOf(answer))).toBe(false);
});

test('what needs a person who is there is refused later, and goes on once they prove it', async () => {
  const { email, cookie } = await somebody();
  await age(cookie, 'confirmed_at', '11 minutes');
  for (const path of ['accounts/startAuthenticator', 'accounts/newPasskeyOptions', 'accounts/exportData'])
    expect((await call(path, undefined, cookie)).body).toMatchObject({ code: 'accounts.confirm_needed' });
  expect((await call('accounts/confirmAgain', { password: 'wrong' }, cookie)).body).toMatchObject({
    code: 'accounts.password_wrong',
  });
  expect((await call('accounts/startAuthenticator', undefined, cookie)).status).toBe(403);
  expect((await call('accounts/confirmWays', undefined, cookie)).body).toMatchObject({ password: true, app: false });
  expect((await call('accounts/confirmAgain', { password: demoPassword }, cookie)).status).toBe(200);
  expect((await call('accounts/startAuthenticator', undefined, cookie)).status).toBe(200);
  expect(email).toBeTruthy();
});

test('with an app the password alone proves nothing', async () => {
  const { cookie, code } = await withApp();
  await age(cookie, 'confirmed_at', '11 minutes');
  expect((await call('accounts/confirmAgain', { password: demoPassword }, cookie)).status).toBe(422);
  expect((await call('accounts/confirmAgain', { code: code(1) }, cookie)).status).toBe(200);
});

test('placing orders and the desk ask for a proof of half an hour', async () => {
  const [customer, finance] = [await sessionFor(server, 'tier2'), await sessionFor(server, 'finance')];
  const money = { symbol: 'BTC', currency: 'JMD', amount: '3000' };
  const { body: quote } = await call<{ id: string }>('trading/quoteBuy', money, customer);
  const place = {
    key: randomUUID(),
    quoteId: quote.id,
    network: 'bitcoin',
    walletAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    sourceOfFunds: null,
    sourceOfFundsFile: null,
    another: true,
  };
  await age(customer, 'confirmed_at', '31 minutes');
  await age(finance, 'confirmed_at', '31 minutes');
  expect((await call('trading/placeBuyOrder', place, customer)).body).toMatchObject({
    code: 'accounts.confirm_needed',
  });
  await call('accounts/confirmAgain', { password: demoPassword }, customer);
  const placed = await call<{ orderId: string }>('trading/placeBuyOrder', place, customer);
  expect(placed.status).toBe(200);
  const { orderId } = placed.body;
  for (const [path, more] of [
    ['desk/preparePayout', { reference: 'PAY-12345' }],
    ['desk/approvePayout', {}],
    ['desk/complete', {}],
    ['desk/prepareReturn', { reference: 'PAY-12345', reasonCode: 'order_stopped' }],
    ['desk/approveReturn', {}],
  ] as const)
    expect([path, (await call(path, { orderId, note: '', ...more }, finance)).body]).toMatchObject([
      path,
      { code: 'accounts.confirm_needed' },
    ]);
});

test('a session ends unused after a day and used after seven', async () => {
  const [idle, old, used] = await Promise.all([1, 2, 3].map(() => sessionFor(server, 'tier1', "interval '7 days'")));
  await age(idle ?? '', 'used_at', '24 hours 1 second');
  await age(old ?? '', '"expiresAt"', '7 days 1 second');
  await age(used ?? '', 'used_at', '23 hours');
  expect([await isIn(idle ?? ''), await isIn(old ?? ''), await isIn(used ?? '')]).toEqual([false, false, true]);
  const usedAgo = async () =>
    (
      await owner.query<{ ago: number }>(
        'select extract(epoch from now() - used_at)::int ago from auth.session where token = $1',
        [tokenOf(used ?? '')],
      )
    ).rows[0]?.ago ?? 0;
  await expect.poll(usedAgo).toBeLessThan(60);
});

test('people see their sessions, end one, and end all others', async () => {
  const { email, cookie } = await somebody();
  const [one, two] = [await sessionFor(server, email), await sessionFor(server, email)];
  type Seen = { sessions: { id: string; current: boolean; device: string }[] };
  const { body } = await call<Seen>('accounts/security', undefined, cookie);
  expect(body.sessions).toHaveLength(3);
  expect(body.sessions.filter(({ current }) => current)).toHaveLength(1);
  const foreign = await sessionFor(server, 'tier1');
  const mine = (await call<Seen>('accounts/security', undefined, one)).body.sessions.find(({ current }) => current);
  expect((await call('accounts/endSession', { id: mine?.id }, foreign)).status).toBe(404);
  expect((await call('accounts/endSession', { id: mine?.id }, cookie)).status).toBe(200);
  expect([await isIn(one), await isIn(two)]).toEqual([false, true]);
  expect((await call('accounts/endOtherSessions', undefined, cookie)).body).toEqual({ ended: 1 });
  expect([await isIn(two), await isIn(cookie)]).toEqual([false, true]);
});

test('a changed password ends every other session, renews this one, and is written about', async () => {
  const { email, cookie } = await somebody();
  const beside = await sessionFor(server, email);
  const change = { email, currentPassword: demoPassword, newPassword };
  const refused = async (fields: object) =>
    (await call<{ code: string }>('accounts/changePassword', { ...change, ...fields }, cookie)).body.code;
  expect(await refused({ email: 'other@sessions.test' })).toBe('accounts.email_mismatch');
  expect(await refused({ currentPassword: 'Wrong-Pass-1!' })).toBe('accounts.current_password_wrong');
  expect(await refused({ newPassword: 'Password1!' })).toBe('accounts.common_new_password');
  const done = await call('accounts/changePassword', change, cookie);
  expect(done.status).toBe(200);
  expect([await isIn(cookie), await isIn(beside), await isIn(cookieOf(done))]).toEqual([false, false, true]);
  expect((await enter(email)).status).toBe(422);
  expect((await enter(email, newPassword)).status).toBe(200);
  expect((await letterOf('accounts.letter', email))?.subject).toContain('password');
});

test('a new device is written about once, and its link ends everything and freezes pay-outs', async () => {
  const { email, id } = await somebody();
  const first = await enter(email);
  const intruder = cookieOf(first);
  const letter = await letterOf('accounts.new-device', email);
  expect(letter?.subject).toContain('New sign-in');
  const jobs = async () =>
    (await owner.query(`select 1 from pgboss.job where name = 'accounts.new-device' and data->>'email' = $1`, [email]))
      .rowCount;
  expect(await jobs()).toBe(1);
  await enter(
    email,
    demoPassword,
    intruder.split('; ').find((part) => part.startsWith('device=')),
  );
  expect(await jobs()).toBe(1);

  const token = alarmIn(letter);
  expect(letter?.links[0]).toContain('/this-was-not-me#');
  expect((await call('accounts/thisWasNotMe', { token })).status).toBe(200);
  expect(await isIn(intruder)).toBe(false);
  expect((await enter(email)).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect((await call('accounts/thisWasNotMe', { token })).body).toMatchObject({ code: 'accounts.alarm_spoilt' });

  await owner.query(`update auth.account set password = $1 where "userId" = $2`, [
    await services.auth.hash(newPassword),
    id,
  ]);
  const back = cookieOf(await enter(email, newPassword));
  const seen = (await call<{ frozenSince: string | null }>('accounts/security', undefined, back)).body;
  expect(seen.frozenSince).not.toBeNull();
  const compliance = await sessionFor(server, 'compliance');
  const lift = { userId: id, reasonCode: 'owner_proved' };
  expect((await call('accounts/unfreeze', { ...lift, reasonCode: 'because' }, compliance)).status).toBe(422);
  expect((await call('accounts/unfreeze', lift, await sessionFor(server, 'support'))).status).toBe(403);
  expect((await call('accounts/unfreeze', lift, compliance)).status).toBe(200);
  expect((await call('accounts/unfreeze', lift, compliance)).body).toMatchObject({ code: 'accounts.not_frozen' });
});

test('a factor that came since the sign-in in question goes with the alarm', async () => {
  const { email, id } = await somebody();
  const intruder = cookieOf(await enter(email));
  const token = alarmIn(await letterOf('accounts.new-device', email));
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, intruder);
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect((await call('accounts/confirmAuthenticator', { code }, intruder)).status).toBe(200);
  expect((await call('accounts/thisWasNotMe', { token })).status).toBe(200);
  const { rows } = await owner.query('select second_factor "on" from auth."user" where id = $1', [id]);
  expect(rows).toEqual([{ on: false }]);
});

test('nothing is paid out to a frozen customer', async () => {
  const customer = await sessionFor(server, 'tier2');
  const finance = await sessionFor(server, 'finance');
  const { paidBuy } = await import('../orders.ts');
  const { orderId } = await paidBuy(server, customer, { amount: '4100' });
  await owner.query(`update transactions set status = 'processing', pay_in = 'received' where id = $1`, [orderId]);
  await owner.query(
    `insert into account_freezes (user_id, cause) select user_id, 'not_me' from transactions where id = $1`,
    [orderId],
  );
  const prepare = { orderId, reference: 'PAY-FROZEN-1', note: '' };
  expect((await call('desk/preparePayout', prepare, finance)).body).toMatchObject({ code: 'trading.customer_frozen' });
  await owner.query(`update transactions set pay_out = 'approved' where id = $1`, [orderId]);
  const complete = await call('desk/complete', { orderId, note: '' }, finance);
  expect(complete.body).toMatchObject({ code: 'trading.customer_frozen' });
  await owner.query('delete from account_freezes');
});

test('a closed account opens nothing, frees its address and keeps what the law asks for', async () => {
  const { email, id, cookie } = await somebody();
  const beside = await sessionFor(server, email);
  const close = { email, password: demoPassword, confirmed: true };
  const wrong = await call('accounts/closeAccount', { ...close, password: 'Wrong-Pass-1!' }, cookie);
  expect(wrong.body).toMatchObject({ code: 'accounts.closing_refused' });
  expect((await call('accounts/closeAccount', close, cookie)).status).toBe(200);
  expect([await isIn(cookie), await isIn(beside)]).toEqual([false, false]);
  expect((await enter(email)).body).toMatchObject({ code: 'accounts.wrong_password' });
  const { rows } = await owner.query(
    `select p.email, p.closed_at is not null closed, p.erase_after > now() + interval '6 years 360 days' kept, u.email address
       from profiles p join auth."user" u using (id) where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ email, closed: true, kept: true, address: `closed-${id}@closed.invalid` }]);
});

test('an account with money under way is not closed', async () => {
  const { paidBuy } = await import('../orders.ts');
  const cookie = await sessionFor(server, 'enhanced');
  await paidBuy(server, cookie, { amount: '4200' });
  await owner.query(`update transactions set pay_in = 'claimed' where user_id = $1`, [
    await idOf('enhanced@demo.test'),
  ]);
  const close = { email: 'enhanced@demo.test', password: demoPassword, confirmed: true };
  const answer = await call('accounts/closeAccount', close, cookie);
  expect(answer.body).toMatchObject({ code: 'accounts.money_under_way' });
  expect(await isIn(cookie)).toBe(true);
});

test('the own record has what we hold and no secret', async () => {
  const { cookie, codes } = await withApp();
  const answer = await call('accounts/exportData', undefined, cookie);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ profile: { first_name: 'Test' }, orders: [], submissions: [] });
  const text = JSON.stringify(answer.body);
  for (const secret of [tokenOf(cookie), codes[0], 'sealed', 'hash']) expect(text).not.toContain(String(secret));
});

test('staff see and end the sessions of a customer, and it is written down', async () => {
  const { email, id, cookie } = await somebody();
  const support = await sessionFor(server, 'support');
  const { body } = await call<{ sessions: unknown[] }>('accounts/customerSessions', { userId: id }, support);
  expect(body.sessions).toHaveLength(1);
  expect((await call('accounts/endCustomerSessions', { userId: id }, support)).body).toEqual({ ended: 1 });
  expect(await isIn(cookie)).toBe(false);
  const { rows } = await owner.query(`select action from audit_log where subject_id = $1 order by id`, [id]);
  expect(rows.map(({ action }) => action)).toEqual(['accounts.sessions_seen', 'accounts.sessions_ended']);
  expect(email).toBeTruthy();
});

test('an address that was verified once is not verified by the same word again', async () => {
  const email = `${randomUUID().slice(0, 8)}@sessions.test`;
  await addPerson(server, email, false);
  await services.auth.sendVerification(email);
  const { rows } = await owner.query<{ links: string[] }>('select links from demo_mails where to_address = $1', [
    email,
  ]);
  const token = new URLSearchParams(new URL(rows[0]?.links[0] ?? 'x:').hash.slice(1)).get('access_token');
  const answers: Answer[] = await Promise.all([1, 2, 3].map(() => call('accounts/verifyEmail', { token })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await call('accounts/verifyEmail', { token })).body).toMatchObject({ code: 'accounts.link_spoilt' });
});
