import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { createAccountTools, parseLinkToken } from '../../../test/security/account-security.ts';
import { getCookie, serverUnderTest } from '../../../test/worker.ts';
import { accountsJobs } from './jobs.ts';

const server = await serverUnderTest();
const { call, owner, services, signIn } = server;
const { runEmailJob: letterOf, createUser } = createAccountTools(server);

test('the location is exported, and deleted with the account', async () => {
  const person = await createUser();
  await owner.query(
    `update profiles set location_consent=true, location_asked_at=now(), detected_country='Jamaica', detected_country_code='JM', detected_city='Kingston', current_ip_address='72.27.1.1', ip_geolocation_data='{}', geolocation_updated_at=now(), avatar_url='https://a.example/x.png' where id=$1`,
    [person.id],
  );
  await owner.query(
    `insert into user_sessions (user_id, session_id, ip_address, detected_country, detected_country_code, geolocation_data, last_activity_at) values ($1, gen_random_uuid(), '72.27.1.1', 'Jamaica','JM','{}', now())`,
    [person.id],
  );
  await owner.query(
    `insert into geolocation_alerts (user_id, alert_type, risk_score, current_location, created_at) values ($1,'LOCATION_CHANGE',40,'{}',now())`,
    [person.id],
  );
  const exported = await call('accounts/exportData', undefined, person.cookie);
  expect(JSON.stringify(exported.body)).toContain('72.27.1.1');
  const closed = await call(
    'accounts/closeAccount',
    { email: person.email, password: demoPassword, confirmed: true },
    person.cookie,
  );
  expect(closed.status).toBe(200);
  const { rows } = await owner.query(
    `select (select count(*)::int from user_sessions where user_id=$1) sightings, (select count(*)::int from geolocation_alerts where user_id=$1) alerts,
    (select host(current_ip_address) from profiles where id=$1) ip, (select detected_city from profiles where id=$1) city, (select avatar_url from profiles where id=$1) avatar`,
    [person.id],
  );
  expect(rows[0]).toMatchObject({ sightings: 0, alerts: 0, ip: null, city: null, avatar: null });
});

test('a reset token is invalid once the account is closed', async () => {
  const person = await createUser();
  await call('accounts/requestPasswordReset', { email: person.email });
  const token = parseLinkToken((await letterOf('accounts.reset', person.email))?.links);
  expect(token.length).toBeGreaterThanOrEqual(22);
  await call('accounts/closeAccount', { email: person.email, password: demoPassword, confirmed: true }, person.cookie);
  const reset = await call('accounts/resetPassword', { token, password: 'Owner-Secret-9081!' });
  expect(reset.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
});

test('closing an account mails its owner, also about earlier changes', async () => {
  const person = await createUser();
  const stranger = await createUser();
  const newPassword = 'Intruder-Secret-9081!';
  const change = { email: person.email, currentPassword: demoPassword, newPassword };
  const changed = await call('accounts/changePassword', change, person.cookie);
  expect(changed.status).toBe(200);
  const close = { email: person.email, password: newPassword, confirmed: true };
  expect((await call('accounts/closeAccount', close, getCookie(changed))).status).toBe(200);
  const { rows } = await owner.query<{ data: object }>(
    `select data from pgboss.job where name = 'accounts.send_email' and data->>'email' = $1 order by created_on`,
    [person.email],
  );
  const sent: string[] = [];
  const jobs = accountsJobs(services, async ({ to, subject }) => void sent.push(`${to}: ${subject}`));
  const run = jobs.find(({ name }) => name === 'accounts.send_email')?.run as (data: object) => Promise<unknown>;
  for (const { data } of rows) await run(data);
  const later = new Date(Date.now() + 60_000).toISOString();
  await run({ email: person.email, about: 'passkey_on', at: later });
  await run({ email: `x${stranger.email}`, about: 'closed', at: new Date().toISOString() });
  expect(sent).toEqual([
    `${person.email}: Your password was changed - Cryptocommerce`,
    `${person.email}: Your account is closed - Cryptocommerce`,
  ]);
});

test('the last admin cannot close the account, one of two can', async () => {
  const close = (email: string, cookie: string) =>
    call<{ code?: string }>('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
  const cookie = await signIn('admin');
  expect((await close('admin@demo.test', cookie)).body.code).toBe('roles.last_admin');
  const second = await createUser();
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [second.id]);
  expect((await close('admin@demo.test', cookie)).status).toBe(200);
});
