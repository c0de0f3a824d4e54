import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { sessionFor } from '../../../test/security/actors.ts';
import { type Answer, serverWithoutFaults } from '../../../test/worker.ts';
import { asPerson } from '../../platform/database.ts';
import { forgetOldLocations } from './jobs.ts';
import { locationRecord } from './kept-location.ts';

const networks = join(mkdtempSync(join(tmpdir(), 'networks-')), 'networks.txt');
writeFileSync(networks, '51.140.0.0/16 Example Cloud Hosting\n');
const proxy = '198.51.100.7';
const behind = { TRUSTED_PROXY: proxy, DEMO_ON_PURPOSE: 'yes' };
const server = await serverWithoutFaults({ GEO_DEMO_ADDRESS: '', GEO_NETWORKS: networks, MODE: 'demo', ...behind });
const { app, owner, services } = server;

const jamaica = '72.27.0.1';
const miamiLike = '8.8.8.8';
const london = '51.140.0.1';
const iran = '5.160.0.1';

type Own = {
  consent: boolean;
  asked: boolean;
  place: { name: string; address: string; provider: string | null } | null;
  mismatch: { declared: string; detected: string } | null;
  hidden: boolean;
  due: boolean;
  failure: string | null;
  alerts: { id: string; kind: string; serious: boolean; from: string | null; to: string }[];
};
type From = { ip: string; forwarded?: string };
/** Calls as a browser behind `ip`. */
async function callFrom<T = Record<string, unknown>>(
  path: string,
  { ip, forwarded }: From,
  more: { input?: unknown; cookie: string },
): Promise<Answer<T>> {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/rpc/location/${path}`,
    remoteAddress: ip,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Test Browser',
      cookie: more.cookie,
      ...(forwarded && { 'x-forwarded-for': forwarded }),
    },
    payload: JSON.stringify({ json: more.input }),
  });
  const body = answer.body === '' ? {} : (JSON.parse(answer.body) as { json?: unknown }).json;
  return { status: answer.statusCode, body: (body ?? {}) as never, headers: answer.headers };
}

const cookie = await sessionFor(server, 'tier1');
const other = await sessionFor(server, 'tier2');
const consent = (allow: boolean, ip = jamaica, who = cookie) =>
  callFrom('consent', { ip }, { input: { allow }, cookie: who });
const detect = (from: From, who = cookie) => callFrom('detect', from, { cookie: who });
const own = async (ip = jamaica, who = cookie) => (await callFrom<Own>('own', { ip }, { cookie: who })).body;
const rows = async (statement: string) => (await owner.query(statement)).rows;
const start = new Date('2026-11-20T17:00:00Z');
const hoursLater = (hours: number) => server.setTime(new Date(start.getTime() + hours * 3_600_000));

beforeEach(async () => {
  hoursLater(0);
  await owner.query('delete from rate_limits');
  for (const who of [cookie, other]) await consent(false, jamaica, who);
  await owner.query('update profiles set location_consent = null, location_asked_at = null');
});

test('nothing is looked up or stored for somebody who was not asked', async () => {
  expect(await own()).toMatchObject({
    consent: false,
    asked: false,
    place: null,
    due: false,
    failure: null,
    alerts: [],
  });
  expect(await detect({ ip: jamaica })).toMatchObject({ status: 409, body: { code: 'location.consent_needed' } });
  expect(await rows('select 1 from user_sessions')).toEqual([]);
});

test('whoever skips was asked, once and for all devices', async () => {
  expect((await consent(false)).status).toBe(200);
  expect(await own()).toMatchObject({ consent: false, asked: true, place: null });
  expect(await own(jamaica, await sessionFor(server, 'tier1'))).toMatchObject({ asked: true });
});

test('whoever allows it is found in Kingston at once, in the profile and in the history of sessions', async () => {
  expect((await consent(true)).body).toEqual({ failure: null });
  expect(await own()).toMatchObject({
    consent: true,
    asked: true,
    place: { name: 'Kingston, Jamaica', address: jamaica },
    mismatch: null,
    hidden: false,
    due: false,
    failure: null,
    alerts: [],
  });
  const [profile] = await rows(`select detected_country, detected_country_code, detected_city, detected_region,
    host(current_ip_address) ip, ip_geolocation_data data, geolocation_updated_at "at" from profiles
    where email = 'tier1@demo.test'`);
  expect(profile).toMatchObject({
    detected_country: 'Jamaica',
    detected_country_code: 'JM',
    detected_city: 'Kingston',
  });
  expect(profile).toMatchObject({
    detected_region: 'Kingston',
    ip: jamaica,
    at: start,
    data: { ip: jamaica, countryCode: 'JM' },
  });
  expect(await rows('select session_token, host(ip_address) ip, user_agent from user_sessions')).toEqual([
    { session_token: null, ip: jamaica, user_agent: 'Test Browser' },
  ]);
});

test('the same session at the same address is one line, a new address or session is another', async () => {
  await consent(true);
  hoursLater(1);
  await detect({ ip: jamaica });
  expect(await rows('select last_activity_at from user_sessions')).toEqual([
    { last_activity_at: new Date('2026-11-20T18:00:00Z') },
  ]);
  expect((await own('63.143.64.1')).due).toBe(true);
  await detect({ ip: '63.143.64.1' });
  const second = await sessionFor(server, 'tier1');
  expect((await own(jamaica, second)).due).toBe(true);
  await detect({ ip: jamaica }, second);
  expect(await rows('select 1 from user_sessions')).toHaveLength(3);
});

test('another parish is no alert, another country after a flight is one', async () => {
  await consent(true);
  await detect({ ip: '63.143.64.1' });
  expect(await own('63.143.64.1')).toMatchObject({ place: { name: 'Montego Bay, St. James, Jamaica' }, alerts: [] });
  hoursLater(9);
  await detect({ ip: miamiLike });
  const seen = await own(miamiLike);
  expect(seen.mismatch).toEqual({ declared: 'Jamaica', detected: 'United States' });
  expect(seen.alerts).toMatchObject([
    {
      kind: 'country',
      serious: false,
      from: 'Montego Bay, St. James, Jamaica',
      to: 'Mountain View, California, United States',
    },
  ]);
  expect(await rows('select alert_type, risk_score, status from geolocation_alerts')).toEqual([
    { alert_type: 'LOCATION_CHANGE', risk_score: 40, status: 'open' },
  ]);
});

test('London an hour after Kingston is impossible travel, and hosting is named as a likely VPN', async () => {
  await consent(true);
  hoursLater(1);
  await detect({ ip: london });
  const seen = await own(london);
  expect(seen).toMatchObject({ hidden: true, place: { provider: 'Example Cloud Hosting' } });
  expect(seen.alerts).toMatchObject([{ kind: 'travel', serious: true }]);
});

test('a high-risk country raises an alert that names no suspicion and stops nothing', async () => {
  await consent(true, iran);
  const seen = await callFrom<Own>('own', { ip: iran }, { cookie });
  expect(seen.body.alerts).toMatchObject([{ kind: 'place', serious: true, from: null, to: 'Tehran, Iran' }]);
  expect(JSON.stringify(seen.body)).not.toMatch(/risk|score|suspicio/i);
  expect((await server.call('trading/limits', undefined, cookie)).status).toBe(200);
});

test('going to and fro leaves one open alert of a kind, also from two tabs at once', async () => {
  await consent(true);
  for (const [hour, ip] of [
    [9, miamiLike],
    [18, jamaica],
    [27, miamiLike],
    [36, jamaica],
  ] as const) {
    hoursLater(hour);
    await Promise.all([detect({ ip }), detect({ ip })]);
  }
  expect((await own()).alerts.map(({ to }) => to)).toEqual([
    'Kingston, Jamaica',
    'Mountain View, California, United States',
  ]);
});

test('a person closes their own alerts, nobody else does, and only five are shown', async () => {
  await consent(true, iran);
  const input = { id: (await own(iran)).alerts[0]?.id };
  expect(await callFrom('dismissAlert', { ip: iran }, { input, cookie: other })).toMatchObject({
    status: 404,
    body: { code: 'location.alert_not_found' },
  });
  expect((await own(iran)).alerts).toHaveLength(1);
  for (const _ of [1, 2]) expect((await callFrom('dismissAlert', { ip: iran }, { input, cookie })).status).toBe(200);
  expect((await own(iran)).alerts).toEqual([]);
  expect(await rows('select status from geolocation_alerts')).toEqual([{ status: 'dismissed' }]);
  expect(await rows(`select subject_id id from audit_log where action like '%alert_dismissed'`)).toEqual([input]);
  await owner.query(`insert into geolocation_alerts (user_id, alert_type, risk_score, current_location, created_at)
    select user_id, alert_type, risk_score, current_location || jsonb_build_object('city', 'City ' || n), now() + n * interval '1 second'
      from geolocation_alerts, generate_series(1, 7) n`);
  expect((await own(iran)).alerts.map(({ to }) => to.split(',')[0])).toEqual([
    'City 7',
    'City 6',
    'City 5',
    'City 4',
    'City 3',
  ]);
});

test('whoever withdraws is forgotten: profile, history and alerts; the record keeps no place', async () => {
  await consent(true, iran);
  expect((await consent(false, iran)).status).toBe(200);
  expect(await own(iran)).toMatchObject({ consent: false, asked: true, place: null, alerts: [], mismatch: null });
  expect(await rows('select 1 from user_sessions union all select 2 from geolocation_alerts')).toEqual([]);
  expect(
    await rows(
      'select 1 from profiles where num_nonnulls(detected_country, current_ip_address, ip_geolocation_data) > 0',
    ),
  ).toEqual([]);
  const [line] = await rows(
    `select before, after from audit_log where action = 'location.consent' order by id desc limit 1`,
  );
  expect(line).toEqual({ before: null, after: { allow: false, removed: { sightings: 1, alerts: 1 } } });
});

test('the copy of one’s own record holds sightings and moves, and no score', async () => {
  await consent(true, iran);
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
  const record = await asPerson(services.pool, { token, ip: iran }, (tx, person) => locationRecord(tx, person.id));
  expect(record?.value).toMatchObject({
    sightings: [{ address: iran, country: 'Iran' }],
    moves: [{ to: { country: 'Iran' } }],
  });
  expect(JSON.stringify(record)).not.toMatch(/risk|score/i);
});

test('without consent the database itself keeps no place', async () => {
  const place = `update profiles set detected_country = 'Jamaica' where email = 'tier1@demo.test'`;
  await expect(owner.query(place)).rejects.toMatchObject({ constraint: 'location_only_with_consent' });
});

test('an address that a stranger claims to speak for is ignored; what the trusted proxy says counts', async () => {
  await consent(true);
  await detect({ ip: '63.143.64.1', forwarded: iran });
  expect((await own('63.143.64.1')).place).toMatchObject({ address: '63.143.64.1' });
  await detect({ ip: proxy, forwarded: `${iran}, 208.131.160.1` });
  expect((await own('208.131.160.1')).place).toMatchObject({
    address: '208.131.160.1',
    name: 'May Pen, Clarendon, Jamaica',
  });
});

test.each(['127.0.0.1', '10.0.0.9', '::1', '203.0.113.5'])(
  'the place of %s cannot be found, and the answer stands',
  async (ip) => {
    expect(await consent(true, ip)).toMatchObject({ status: 200, body: { failure: 'location.not_detected' } });
    expect(await own(ip)).toMatchObject({ consent: true, place: null, due: false, failure: 'location.not_detected' });
    expect(await detect({ ip })).toMatchObject({ status: 422, body: { code: 'location.not_detected' } });
  },
);

test('an IPv6 address is found too', async () => {
  await consent(true, '2607:f8b0:4004:800::200e');
  expect((await own('2607:f8b0:4004:800::200e')).place?.name).toMatch(/United States$/);
});

test('a refresh is allowed ten times in ten minutes', async () => {
  await consent(true);
  const statuses = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await detect({ ip: jamaica })).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
});

test('sightings and alerts older than a year are removed', async () => {
  await consent(true, iran);
  hoursLater(24 * 366);
  await detect({ ip: jamaica });
  await forgetOldLocations(services);
  expect(await rows('select host(ip_address) ip from user_sessions')).toEqual([{ ip: jamaica }]);
  expect(await rows('select alert_type from geolocation_alerts')).toEqual([{ alert_type: 'LOCATION_CHANGE' }]);
});
test('whoever goes away and comes back in one session is found where they are', async () => {
  await consent(true);
  hoursLater(100);
  await detect({ ip: miamiLike });
  hoursLater(200);
  expect(await own()).toMatchObject({ due: true, place: { address: miamiLike } });
  await detect({ ip: jamaica });
  expect(await own()).toMatchObject({ due: false, place: { address: jamaica } });
});
