import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { type Answer, serverWithoutFaults } from '../../../test/worker.ts';
import { withUser } from '../../platform/database/database.ts';
import { deleteOldLocations } from './jobs.ts';
import { loadLocationRecord } from './store-location.ts';

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
async function callFromAddress<T = Record<string, unknown>>(
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

const cookie = await createSession(server, 'tier1');
const other = await createSession(server, 'tier2');
const consent = (allow: boolean, ip = jamaica, who = cookie) =>
  callFromAddress('consent', { ip }, { input: { allow }, cookie: who });
const detect = (from: From, who = cookie) => callFromAddress('detect', from, { cookie: who });
const own = async (ip = jamaica, who = cookie) => (await callFromAddress<Own>('own', { ip }, { cookie: who })).body;
const selectRows = async (statement: string) => (await owner.query(statement)).rows;
const startSession = new Date('2026-11-20T17:00:00Z');
const advanceHours = (hours: number) => server.setTime(new Date(startSession.getTime() + hours * 3_600_000));

beforeEach(async () => {
  advanceHours(0);
  await owner.query('delete from rate_limits');
  for (const session of [cookie, other]) await consent(false, jamaica, session);
  await owner.query('update profiles set location_consent = null, location_asked_at = null');
});

test('nothing is looked up or stored before the question', async () => {
  expect(await own()).toMatchObject({
    consent: false,
    asked: false,
    place: null,
    due: false,
    failure: null,
    alerts: [],
  });
  expect(await detect({ ip: jamaica })).toMatchObject({ status: 409, body: { code: 'location.consent_needed' } });
  expect(await selectRows('select 1 from user_sessions')).toEqual([]);
});

test('skipping counts as asked on all devices', async () => {
  expect((await consent(false)).status).toBe(200);
  expect(await own()).toMatchObject({ consent: false, asked: true, place: null });
  expect(await own(jamaica, await createSession(server, 'tier1'))).toMatchObject({ asked: true });
});

test('allowing detects Kingston right away, in profile and session history', async () => {
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
  const [profile] = await selectRows(`select detected_country, detected_country_code, detected_city, detected_region,
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
    at: startSession,
    data: { ip: jamaica, countryCode: 'JM' },
  });
  expect(await selectRows('select session_token, host(ip_address) ip, user_agent from user_sessions')).toEqual([
    { session_token: null, ip: jamaica, user_agent: 'Test Browser' },
  ]);
});

test('one session at one address is one row, a new address or session another', async () => {
  await consent(true);
  advanceHours(1);
  await detect({ ip: jamaica });
  expect(await selectRows('select last_activity_at from user_sessions')).toEqual([
    { last_activity_at: new Date('2026-11-20T18:00:00Z') },
  ]);
  expect((await own('63.143.64.1')).due).toBe(true);
  await detect({ ip: '63.143.64.1' });
  const second = await createSession(server, 'tier1');
  expect((await own(jamaica, second)).due).toBe(true);
  await detect({ ip: jamaica }, second);
  expect(await selectRows('select 1 from user_sessions')).toHaveLength(3);
});

test('another parish raises no alert, another country after a flight one', async () => {
  await consent(true);
  await detect({ ip: '63.143.64.1' });
  expect(await own('63.143.64.1')).toMatchObject({ place: { name: 'Montego Bay, St. James, Jamaica' }, alerts: [] });
  advanceHours(9);
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
  expect(await selectRows('select alert_type, risk_score, status from geolocation_alerts')).toEqual([
    { alert_type: 'LOCATION_CHANGE', risk_score: 40, status: 'open' },
  ]);
});

test('London an hour after Kingston is impossible travel, and hosting is flagged as a likely VPN', async () => {
  await consent(true);
  advanceHours(1);
  await detect({ ip: london });
  const seen = await own(london);
  expect(seen).toMatchObject({ hidden: true, place: { provider: 'Example Cloud Hosting' } });
  expect(seen.alerts).toMatchObject([{ kind: 'travel', serious: true }]);
});

test('a high-risk country raises a neutral alert that blocks nothing', async () => {
  await consent(true, iran);
  const seen = await callFromAddress<Own>('own', { ip: iran }, { cookie });
  expect(seen.body.alerts).toMatchObject([{ kind: 'place', serious: true, from: null, to: 'Tehran, Iran' }]);
  expect(JSON.stringify(seen.body)).not.toMatch(/risk|score|suspicio/i);
  expect((await server.call('trading/limits', undefined, cookie)).status).toBe(200);
});

test('going back and forth leaves one open alert of a kind, also from two tabs', async () => {
  await consent(true);
  for (const [hour, ip] of [
    [9, miamiLike],
    [18, jamaica],
    [27, miamiLike],
    [36, jamaica],
  ] as const) {
    advanceHours(hour);
    await Promise.all([detect({ ip }), detect({ ip })]);
  }
  expect((await own()).alerts.map(({ to }) => to)).toEqual([
    'Kingston, Jamaica',
    'Mountain View, California, United States',
  ]);
});

test('only the customer dismisses their alerts, and five are shown', async () => {
  await consent(true, iran);
  const input = { id: (await own(iran)).alerts[0]?.id };
  expect(await callFromAddress('dismissAlert', { ip: iran }, { input, cookie: other })).toMatchObject({
    status: 404,
    body: { code: 'location.alert_not_found' },
  });
  expect((await own(iran)).alerts).toHaveLength(1);
  for (const _ of [1, 2])
    expect((await callFromAddress('dismissAlert', { ip: iran }, { input, cookie })).status).toBe(200);
  expect((await own(iran)).alerts).toEqual([]);
  expect(await selectRows('select status from geolocation_alerts')).toEqual([{ status: 'dismissed' }]);
  expect(await selectRows(`select subject_id id from audit_log where action like '%alert_dismissed'`)).toEqual([input]);
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

test('withdrawing deletes profile places, history and alerts; the audit log names no place', async () => {
  await consent(true, iran);
  expect((await consent(false, iran)).status).toBe(200);
  expect(await own(iran)).toMatchObject({ consent: false, asked: true, place: null, alerts: [], mismatch: null });
  expect(await selectRows('select 1 from user_sessions union all select 2 from geolocation_alerts')).toEqual([]);
  expect(
    await selectRows(
      'select 1 from profiles where num_nonnulls(detected_country, current_ip_address, ip_geolocation_data) > 0',
    ),
  ).toEqual([]);
  const [line] = await selectRows(
    `select before, after from audit_log where action = 'location.consent' order by id desc limit 1`,
  );
  expect(line).toEqual({ before: null, after: { allow: false, removed: { sightings: 1, alerts: 1 } } });
});

test('the exported record holds sightings and moves, but no score', async () => {
  await consent(true, iran);
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
  const record = await withUser(services.pool, { token, ip: iran }, (tx, person) => loadLocationRecord(tx, person.id));
  expect(record?.value).toMatchObject({
    sightings: [{ address: iran, country: 'Iran' }],
    moves: [{ to: { country: 'Iran' } }],
  });
  expect(JSON.stringify(record)).not.toMatch(/risk|score/i);
});

test('the database stores no place without consent', async () => {
  const place = `update profiles set detected_country = 'Jamaica' where email = 'tier1@demo.test'`;
  await expect(owner.query(place)).rejects.toMatchObject({ constraint: 'location_only_with_consent' });
});

test('a forwarded address is ignored from strangers and used from the trusted proxy', async () => {
  await consent(true);
  await detect({ ip: '63.143.64.1', forwarded: iran });
  expect((await own('63.143.64.1')).place).toMatchObject({ address: '63.143.64.1' });
  await detect({ ip: proxy, forwarded: `${iran}, 208.131.160.1` });
  expect((await own('208.131.160.1')).place).toMatchObject({
    address: '208.131.160.1',
    name: 'May Pen, Clarendon, Jamaica',
  });
});

test.each(['127.0.0.1', '10.0.0.9', '::1', '203.0.113.5'])('%s has no place, and the consent is stored', async (ip) => {
  expect(await consent(true, ip)).toMatchObject({ status: 200, body: { failure: 'location.not_detected' } });
  expect(await own(ip)).toMatchObject({ consent: true, place: null, due: false, failure: 'location.not_detected' });
  expect(await detect({ ip })).toMatchObject({ status: 422, body: { code: 'location.not_detected' } });
});

test('an IPv6 address is found', async () => {
  await consent(true, '2607:f8b0:4004:800::200e');
  expect((await own('2607:f8b0:4004:800::200e')).place?.name).toMatch(/United States$/);
});

test('ten refreshes are allowed in ten minutes', async () => {
  await consent(true);
  const statuses = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await detect({ ip: jamaica })).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
});

test('sightings and alerts older than a year are deleted', async () => {
  await consent(true, iran);
  advanceHours(24 * 366);
  await detect({ ip: jamaica });
  await deleteOldLocations(services);
  expect(await selectRows('select host(ip_address) ip from user_sessions')).toEqual([{ ip: jamaica }]);
  expect(await selectRows('select alert_type from geolocation_alerts')).toEqual([{ alert_type: 'LOCATION_CHANGE' }]);
});
test('leaving and returning in one session updates the place', async () => {
  await consent(true);
  advanceHours(100);
  await detect({ ip: miamiLike });
  advanceHours(200);
  expect(await own()).toMatchObject({ due: true, place: { address: miamiLike } });
  await detect({ ip: jamaica });
  expect(await own()).toMatchObject({ due: false, place: { address: jamaica } });
});
