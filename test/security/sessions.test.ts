import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { buildSent, placePaidBuy } from '../orders.ts';
import { type Answer, getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools, getSessionToken, parseLinkToken } from './account-security.ts';
import { createSession, insertUser } from './actors.ts';

const newPassword = 'Canary-Secret-9081!';
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const {
  submitSignIn,
  isSignedIn,
  findUserId,
  createUser,
  createUserWithApp,
  runEmailJob,
  runTokenJob,
  backdateSession,
} = createAccountTools(server);

test('an unused session ends after a day, a used one after seven', async () => {
  const [idle, old, used] = await Promise.all([1, 2, 3].map(() => createSession(server, 'tier1', "interval '7 days'")));
  await backdateSession(idle ?? '', 'used_at', '24 hours 1 second');
  await backdateSession(old ?? '', '"expiresAt"', '7 days 1 second');
  await backdateSession(used ?? '', 'used_at', '23 hours');
  expect([await isSignedIn(idle ?? ''), await isSignedIn(old ?? ''), await isSignedIn(used ?? '')]).toEqual([
    false,
    false,
    true,
  ]);
  const getIdleSeconds = async () =>
    (
      await owner.query<{ ago: number }>(
        'select extract(epoch from now() - used_at)::int ago from auth.session where token = $1',
        [getSessionToken(used ?? '')],
      )
    ).rows[0]?.ago ?? 0;
  await expect.poll(getIdleSeconds).toBeLessThan(60);
});

test('users list their sessions, end one, and end all others', async () => {
  const { email, cookie } = await createUser();
  const [one, two] = [await createSession(server, email), await createSession(server, email)];
  type SecurityPage = { sessions: { id: string; current: boolean; device: string }[] };
  const { body } = await call<SecurityPage>('accounts/security', undefined, cookie);
  expect(body.sessions).toHaveLength(3);
  expect(body.sessions.filter(({ current }) => current)).toHaveLength(1);
  const foreign = await createSession(server, 'tier1');
  const ownSession = (await call<SecurityPage>('accounts/security', undefined, one)).body.sessions.find(
    ({ current }) => current,
  );
  expect((await call('accounts/endSession', { id: ownSession?.id }, foreign)).status).toBe(404);
  expect((await call('accounts/endSession', { id: ownSession?.id }, cookie)).status).toBe(200);
  expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true]);
  expect((await call('accounts/endOtherSessions', undefined, cookie)).body).toEqual({ ended: 1 });
  expect([await isSignedIn(two), await isSignedIn(cookie)]).toEqual([false, true]);
});

test('signing out other devices without any logs nothing', async () => {
  const { id, email, cookie } = await createUser();
  for (let n = 0; n < 5; n++)
    expect((await call('accounts/endOtherSessions', undefined, cookie)).body).toEqual({ ended: 0 });
  await createSession(server, email);
  expect((await call('accounts/endOtherSessions', undefined, cookie)).body).toEqual({ ended: 1 });
  const { rows } = await owner.query(`select after from audit_log where actor_id = $1`, [id]);
  expect(rows).toEqual([{ after: { ended: 1 } }]);
});

test('a changed password ends every other session, renews this one, and is emailed', async () => {
  const { email, cookie } = await createUser();
  const otherCookie = await createSession(server, email);
  const change = { email, currentPassword: demoPassword, newPassword };
  const getRefusal = async (fields: object) =>
    (await call<{ code: string }>('accounts/changePassword', { ...change, ...fields }, cookie)).body.code;
  expect(await getRefusal({ email: 'other@sessions.test' })).toBe('accounts.email_mismatch');
  expect(await getRefusal({ currentPassword: 'Wrong-Pass-1!' })).toBe('accounts.current_password_wrong');
  expect(await getRefusal({ newPassword: 'Password1!' })).toBe('accounts.common_new_password');
  const done = await call('accounts/changePassword', change, cookie);
  expect(done.status).toBe(200);
  expect([await isSignedIn(cookie), await isSignedIn(otherCookie), await isSignedIn(getCookie(done))]).toEqual([
    false,
    false,
    true,
  ]);
  expect((await submitSignIn(email)).status).toBe(422);
  expect((await submitSignIn(email, newPassword)).status).toBe(200);
  expect((await runEmailJob('accounts.send_email', email))?.subject).toContain('password');
});

test('a new device sends one email, and its link ends every session and freezes payouts', async () => {
  const { email, id } = await createUser();
  const first = await submitSignIn(email);
  const intruder = getCookie(first);
  const letter = await runEmailJob('accounts.new-device', email);
  expect(letter?.subject).toContain('New sign-in');
  const jobs = async () =>
    (await owner.query(`select 1 from pgboss.job where name = 'accounts.new-device' and data->>'email' = $1`, [email]))
      .rowCount;
  expect(await jobs()).toBe(1);
  await submitSignIn(
    email,
    demoPassword,
    intruder.split('; ').find((part) => part.startsWith('device=')),
  );
  expect(await jobs()).toBe(1);

  const token = parseLinkToken(letter?.links);
  expect(letter?.links[0]).toContain('/this-was-not-me#');
  expect((await call('accounts/thisWasNotMe', { token })).status).toBe(200);
  expect(await isSignedIn(intruder)).toBe(false);
  expect((await submitSignIn(email)).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect((await call('accounts/thisWasNotMe', { token })).body).toMatchObject({ code: 'accounts.alarm_invalid' });

  await owner.query(`update auth.account set password = $1 where "userId" = $2`, [
    await services.passwords.hash(newPassword, ['a test']),
    id,
  ]);
  const ownerCookie = getCookie(await submitSignIn(email, newPassword));
  const security = (await call<{ frozenSince: string | null }>('accounts/security', undefined, ownerCookie)).body;
  expect(security.frozenSince).not.toBeNull();
  const compliance = await createSession(server, 'compliance');
  const lift = { userId: id, reasonCode: 'owner_proved' };
  expect((await call('accounts/unfreeze', { ...lift, reasonCode: 'because' }, compliance)).status).toBe(422);
  expect((await call('accounts/unfreeze', lift, await createSession(server, 'support'))).status).toBe(403);
  expect((await call('accounts/unfreeze', lift, compliance)).status).toBe(200);
  expect((await call('accounts/unfreeze', lift, compliance)).body).toMatchObject({ code: 'accounts.not_frozen' });
  expect((await runEmailJob('accounts.send_email', email))?.subject).toBe('Your payouts are back on - Cryptocommerce');
});

test('the first sign-in sends no email in any browser; the next strange browser sends one', async () => {
  const { email, id } = await createUser();
  await owner.query('update auth."user" set first_signed_in_at = null where id = $1', [id]);
  const jobs = async () =>
    (await owner.query(`select 1 from pgboss.job where name = 'accounts.new-device' and data->>'email' = $1`, [email]))
      .rowCount;
  await submitSignIn(email);
  expect(await jobs()).toBe(0);
  await submitSignIn(email);
  expect(await jobs()).toBe(1);
});

test('the alarm removes a factor that was added since the sign-in', async () => {
  const { email, id } = await createUser();
  const intruder = getCookie(await submitSignIn(email));
  const token = parseLinkToken((await runEmailJob('accounts.new-device', email))?.links);
  const { body } = await call<{ text: string }>('accounts/startAuthenticator', undefined, intruder);
  const code = new TOTP({ secret: Secret.fromBase32(body.text) }).generate();
  expect((await call('accounts/confirmAuthenticator', { code }, intruder)).status).toBe(200);
  expect((await call('accounts/thisWasNotMe', { token })).status).toBe(200);
  const { rows } = await owner.query('select second_factor "on" from auth."user" where id = $1', [id]);
  expect(rows).toEqual([{ on: false }]);
});

test('nothing is paid out to a frozen customer', async () => {
  const customer = await createSession(server, 'tier2');
  const finance = await createSession(server, 'finance');
  const { orderId } = await placePaidBuy(server, customer, { amount: '4100' });
  const { orderId: approved } = await placePaidBuy(server, customer, { amount: '4200' });
  const arrived = `update transactions set status = 'processing', pay_in = 'received'`;
  await owner.query(`${arrived} where id = $1`, [orderId]);
  await owner.query(`${arrived}, pay_out = 'approved' where id = $1`, [approved]);
  await owner.query(
    `insert into account_freezes (user_id, cause) select user_id, 'not_me' from transactions where id = $1`,
    [orderId],
  );
  const prepare = { orderId, note: '' };
  expect((await call('desk/preparePayout', prepare, finance)).body).toMatchObject({ code: 'desk.customer_frozen' });
  const complete = await call('desk/recordSent', buildSent(approved, 'a'.repeat(64)), finance);
  expect(complete.body).toMatchObject({ code: 'desk.customer_frozen' });
  await owner.query('delete from account_freezes');
});

test('a closed account opens nothing, frees its address and keeps what the law requires', async () => {
  const { email, id, cookie } = await createUser();
  const otherCookie = await createSession(server, email);
  const closeInput = { email, password: demoPassword, confirmed: true };
  const wrong = await call('accounts/closeAccount', { ...closeInput, password: 'Wrong-Pass-1!' }, cookie);
  expect(wrong.body).toMatchObject({ code: 'accounts.closing_refused' });
  expect((await call('accounts/closeAccount', closeInput, cookie)).status).toBe(200);
  expect([await isSignedIn(cookie), await isSignedIn(otherCookie)]).toEqual([false, false]);
  expect((await submitSignIn(email)).body).toMatchObject({ code: 'accounts.wrong_password' });
  const { rows } = await owner.query(
    `select p.email, p.closed_at is not null closed, p.erase_after > now() + interval '6 years 360 days' kept, u.email address
       from profiles p join auth."user" u using (id) where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ email, closed: true, kept: true, address: `closed-${id}@closed.invalid` }]);
});

test('an account with pending money is not closed', async () => {
  const cookie = await createSession(server, 'enhanced');
  await placePaidBuy(server, cookie, { amount: '4200' });
  await owner.query(`update transactions set pay_in = 'claimed' where user_id = $1`, [
    await findUserId('enhanced@demo.test'),
  ]);
  const closeInput = { email: 'enhanced@demo.test', password: demoPassword, confirmed: true };
  const answer = await call('accounts/closeAccount', closeInput, cookie);
  expect(answer.body).toMatchObject({ code: 'accounts.money_under_way' });
  expect(await isSignedIn(cookie)).toBe(true);
});

test('the data export contains what we store and no secret', async () => {
  const { cookie, codes } = await createUserWithApp();
  const answer = await call('accounts/exportData', undefined, cookie);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ profile: { first_name: 'Test' }, orders: [], submissions: [] });
  const text = JSON.stringify(answer.body);
  for (const secret of [getSessionToken(cookie), codes[0], 'sealed', 'hash'])
    expect(text).not.toContain(String(secret));
});

test('staff list and end the sessions of a customer, and both are audited', async () => {
  const { email, id, cookie } = await createUser();
  const support = await createSession(server, 'support');
  const { body } = await call<{ sessions: unknown[] }>('accounts/customerSessions', { userId: id }, support);
  expect(body.sessions).toHaveLength(1);
  expect((await call('accounts/endCustomerSessions', { userId: id }, support)).body).toEqual({ ended: 1 });
  expect(await isSignedIn(cookie)).toBe(false);
  const { rows } = await owner.query(`select action from audit_log where subject_id = $1 order by id`, [id]);
  expect(rows.map(({ action }) => action)).toEqual(['accounts.sessions_seen', 'accounts.sessions_ended']);
  expect(email).toBeTruthy();
});

test('an address that was verified once is not verified by the same token again', async () => {
  const email = `${randomUUID().slice(0, 8)}@sessions.test`;
  await insertUser(server, email, false);
  const token = await runTokenJob('accounts.verification', email);
  const answers: Answer[] = await Promise.all([1, 2, 3].map(() => call('accounts/verifyEmail', { token })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await call('accounts/verifyEmail', { token })).body).toMatchObject({ code: 'accounts.link_invalid' });
});

test('support cannot sign out the staff who supervise them', async () => {
  const [officer, support] = [await createUser(), await createSession(server, 'support')];
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'compliance')`, [officer.id]);
  const endSessions = (cookie: string) => call('accounts/endCustomerSessions', { userId: officer.id }, cookie);
  expect((await endSessions(support)).body).toMatchObject({ code: 'staff.not_allowed' });
  expect(await isSignedIn(officer.cookie)).toBe(true);
  expect((await endSessions(await createSession(server, 'admin'))).status).toBe(200);
  expect(await isSignedIn(officer.cookie)).toBe(false);
});

test('ending a session as staff fails without its audit entry', async () => {
  const { id, cookie } = await createUser();
  const support = await createSession(server, 'support');
  await owner.query('alter policy anyone_insert on audit_log with check (false)');
  const answer = await call('accounts/endCustomerSessions', { userId: id }, support);
  await owner.query('alter policy anyone_insert on audit_log with check (true)');
  expect(answer.status).toBe(500);
  expect(await isSignedIn(cookie)).toBe(true);
  server.faults.length = 0;
});
