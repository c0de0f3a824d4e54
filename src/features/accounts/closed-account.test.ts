import { expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { accountsOf, tokenIn } from '../../../test/security/account-security.ts';
import { serverUnderTest } from '../../../test/worker.ts';

const server = await serverUnderTest();
const { call, owner, signIn } = server;
const { letterOf, somebody } = accountsOf(server);

test('the location goes out with the export and goes with the account', async () => {
  const p = await somebody();
  await owner.query(
    `update profiles set location_consent=true, location_asked_at=now(), detected_country='Jamaica', detected_country_code='JM', detected_city='Kingston', current_ip_address='72.27.1.1', ip_geolocation_data='{}', geolocation_updated_at=now(), avatar_url='https://a.example/x.png' where id=$1`,
    [p.id],
  );
  await owner.query(
    `insert into user_sessions (user_id, session_id, ip_address, detected_country, detected_country_code, geolocation_data, last_activity_at) values ($1, gen_random_uuid(), '72.27.1.1', 'Jamaica','JM','{}', now())`,
    [p.id],
  );
  await owner.query(
    `insert into geolocation_alerts (user_id, alert_type, risk_score, current_location, created_at) values ($1,'LOCATION_CHANGE',40,'{}',now())`,
    [p.id],
  );
  const exported = await call('accounts/exportData', undefined, p.cookie);
  expect(JSON.stringify(exported.body)).toContain('72.27.1.1');
  const closed = await call(
    'accounts/closeAccount',
    { email: p.email, password: demoPassword, confirmed: true },
    p.cookie,
  );
  expect(closed.status).toBe(200);
  const { rows } = await owner.query(
    `select (select count(*)::int from user_sessions where user_id=$1) sightings, (select count(*)::int from geolocation_alerts where user_id=$1) alerts,
    (select host(current_ip_address) from profiles where id=$1) ip, (select detected_city from profiles where id=$1) city, (select avatar_url from profiles where id=$1) avatar`,
    [p.id],
  );
  expect(rows[0]).toMatchObject({ sightings: 0, alerts: 0, ip: null, city: null, avatar: null });
});

test('a token to set a new password opens nothing once the account is closed', async () => {
  const p = await somebody();
  await call('accounts/requestPasswordReset', { email: p.email });
  const token = tokenIn((await letterOf('accounts.reset', p.email))?.links);
  expect(token.length).toBeGreaterThanOrEqual(22);
  await call('accounts/closeAccount', { email: p.email, password: demoPassword, confirmed: true }, p.cookie);
  const reset = await call('accounts/resetPassword', { token, password: 'Owner-Secret-9081!' });
  expect(reset.body).toMatchObject({ code: 'accounts.reset_link_invalid' });
});

test('the last admin stays; one of two may go', async () => {
  const close = (email: string, cookie: string) =>
    call<{ code?: string }>('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
  const cookie = await signIn('admin');
  expect((await close('admin@demo.test', cookie)).body.code).toBe('roles.last_admin');
  const second = await somebody();
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [second.id]);
  expect((await close('admin@demo.test', cookie)).status).toBe(200);
});
