import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { paidBuy, wasSent } from '../orders.ts';
import { type Answer, cookieOf, serverWithoutFaults } from '../worker.ts';
import { accountsOf, tokenIn, tokenOf } from './account-security.ts';
import { addPerson, sessionFor } from './actors.ts';

const newPassword = 'Canary-Secret-9081!';
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { enter, isIn, idOf, somebody, withApp, letterOf, mailedToken, age } = accountsOf(server);

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

test('signing out other devices where there are none leaves no line', async () => {
  const { id, email, cookie } = await somebody();
  for (let n = 0; n < 5; n++)
    expect((await call('accounts/endOtherSessions', undefined, cookie)).body).toEqual({ ended: 0 });
  await sessionFor(server, email);
  expect((await call('accounts/endOtherSessions', undefined, cookie)).body).toEqual({ ended: 1 });
  const { rows } = await owner.query(`select after from audit_log where actor_id = $1`, [id]);
  expect(rows).toEqual([{ after: { ended: 1 } }]);
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

  const token = tokenIn(letter?.links);
  expect(letter?.links[0]).toContain('/this-was-not-me#');
  expect((await call('accounts/thisWasNotMe', { token })).status).toBe(200);
  expect(await isIn(intruder)).toBe(false);
  expect((await enter(email)).body).toMatchObject({ code: 'accounts.wrong_password' });
  expect((await call('accounts/thisWasNotMe', { token })).body).toMatchObject({ code: 'accounts.alarm_invalid' });

  await owner.query(`update auth.account set password = $1 where "userId" = $2`, [
    await services.passwords.hash(newPassword, ['a test']),
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

test('the first sign-in ever, in whichever browser, is not told; that of the next strange browser is', async () => {
  const { email, id } = await somebody();
  await owner.query('update auth."user" set first_signed_in_at = null where id = $1', [id]);
  const jobs = async () =>
    (await owner.query(`select 1 from pgboss.job where name = 'accounts.new-device' and data->>'email' = $1`, [email]))
      .rowCount;
  await enter(email);
  expect(await jobs()).toBe(0);
  await enter(email);
  expect(await jobs()).toBe(1);
});

test('a factor that came since the sign-in in question goes with the alarm', async () => {
  const { email, id } = await somebody();
  const intruder = cookieOf(await enter(email));
  const token = tokenIn((await letterOf('accounts.new-device', email))?.links);
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
  const { orderId } = await paidBuy(server, customer, { amount: '4100' });
  const { orderId: approved } = await paidBuy(server, customer, { amount: '4200' });
  const arrived = `update transactions set status = 'processing', pay_in = 'received'`;
  await owner.query(`${arrived} where id = $1`, [orderId]);
  await owner.query(`${arrived}, pay_out = 'approved' where id = $1`, [approved]);
  await owner.query(
    `insert into account_freezes (user_id, cause) select user_id, 'not_me' from transactions where id = $1`,
    [orderId],
  );
  const prepare = { orderId, note: '' };
  expect((await call('desk/preparePayout', prepare, finance)).body).toMatchObject({ code: 'trading.customer_frozen' });
  const complete = await call('desk/recordSent', wasSent(approved, 'a'.repeat(64)), finance);
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
  const token = await mailedToken('accounts.verification', email);
  const answers: Answer[] = await Promise.all([1, 2, 3].map(() => call('accounts/verifyEmail', { token })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await call('accounts/verifyEmail', { token })).body).toMatchObject({ code: 'accounts.link_invalid' });
});

test('support does not sign those out who watch it', async () => {
  const [officer, support] = [await somebody(), await sessionFor(server, 'support')];
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'compliance')`, [officer.id]);
  const end = (cookie: string) => call('accounts/endCustomerSessions', { userId: officer.id }, cookie);
  expect((await end(support)).body).toMatchObject({ code: 'staff.not_allowed' });
  expect(await isIn(officer.cookie)).toBe(true);
  expect((await end(await sessionFor(server, 'admin'))).status).toBe(200);
  expect(await isIn(officer.cookie)).toBe(false);
});

test('what staff did to sessions is not done without its line', async () => {
  const { id, cookie } = await somebody();
  const support = await sessionFor(server, 'support');
  await owner.query('alter policy anyone_adds on audit_log with check (false)');
  const answer = await call('accounts/endCustomerSessions', { userId: id }, support);
  await owner.query('alter policy anyone_adds on audit_log with check (true)');
  expect(answer.status).toBe(500);
  expect(await isIn(cookie)).toBe(true);
  server.faults.length = 0;
});
