import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import type { Mail } from '../../platform/email/mail.ts';
import { findAlerts, isHighRisk, isImpossibleTravel, isSerious, riskScores, type Sighting } from './alert.ts';
import { locationJobs } from './jobs.ts';

const noon = new Date('2026-11-20T17:00:00Z');
const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
const places = {
  kingston: { countryCode: 'JM', point: { lat: 17.997, lon: -76.7936 } },
  negril: { countryCode: 'JM', point: { lat: 18.2683, lon: -78.3472 } },
  miami: { countryCode: 'US', point: { lat: 25.7617, lon: -80.1918 } },
  seattle: { countryCode: 'US', point: { lat: 47.6062, lon: -122.3321 } },
  london: { countryCode: 'GB', point: { lat: 51.5074, lon: -0.1278 } },
  tehran: { countryCode: 'IR', point: { lat: 35.6892, lon: 51.389 } },
};
const createSighting = (place: keyof typeof places, at = noon): Sighting => ({ ...places[place], at });
const types = (from: Sighting | null, to: Sighting) => findAlerts(from, to).map(({ type }) => type);

test('the first place is not a change', () => expect(types(null, createSighting('kingston'))).toEqual([]));

test('another parish is never an alert at any speed', () => {
  expect(types(createSighting('kingston'), createSighting('negril', noon))).toEqual([]);
  expect(types(createSighting('kingston'), createSighting('negril', later(1)))).toEqual([]);
});

test('another country after a flight is a change of location', () => {
  expect(findAlerts(createSighting('kingston'), createSighting('miami', later(3)))).toEqual([
    { type: 'LOCATION_CHANGE', riskScore: 40 },
  ]);
});

test('London an hour after Kingston is one impossible-travel alert', () => {
  expect(findAlerts(createSighting('kingston'), createSighting('london', later(1)))).toEqual([
    { type: 'RAPID_LOCATION_CHANGE', riskScore: 75 },
  ]);
});

test('impossible travel also counts within one country', () => {
  expect(types(createSighting('miami'), createSighting('seattle', later(1)))).toEqual(['RAPID_LOCATION_CHANGE']);
  expect(types(createSighting('miami'), createSighting('seattle', later(6)))).toEqual([]);
});

test('impossible travel means at least 500 km and more than 900 km/h', () => {
  const at = (km: number, hours: number) =>
    isImpossibleTravel(
      { countryCode: 'US', point: { lat: 0, lon: 0 }, at: noon },
      { countryCode: 'US', point: { lat: (km / 6371) * (180 / Math.PI), lon: 0 }, at: later(hours) },
    );
  expect(at(499.9, 0.1)).toBe(false);
  expect(at(500.1, 0.1)).toBe(true);
  expect(at(899, 1)).toBe(false);
  expect(at(901, 1)).toBe(true);
});

test('without coordinates only a change of country counts', () => {
  const nowhere = { countryCode: 'US', point: null, at: noon };
  expect(types(createSighting('kingston'), nowhere)).toEqual(['LOCATION_CHANGE']);
  expect(types(nowhere, createSighting('seattle'))).toEqual([]);
});

test('arriving in Iran, North Korea or Myanmar raises one alert', () => {
  expect(['IR', 'KP', 'MM'].every(isHighRisk)).toBe(true);
  expect(isHighRisk('JM')).toBe(false);
  expect(types(null, createSighting('tehran'))).toEqual(['HIGH_RISK_LOCATION']);
  expect(types(createSighting('london'), createSighting('tehran', later(8)))).toEqual([
    'LOCATION_CHANGE',
    'HIGH_RISK_LOCATION',
  ]);
  expect(types(createSighting('tehran'), createSighting('tehran', later(8)))).toEqual([]);
});

test('scores from 70 are shown as destructive', () => {
  expect([69, 70].map(isSerious)).toEqual([false, true]);
  expect(isSerious(riskScores.LOCATION_CHANGE)).toBe(false);
  expect(isSerious(riskScores.RAPID_LOCATION_CHANGE)).toBe(true);
  expect(isSerious(riskScores.HIGH_RISK_LOCATION)).toBe(true);
});

test('any movement raises at most one alert for it and one for the place, with scores of 0 to 100', () => {
  const sighting = fc.record({
    countryCode: fc.constantFrom('JM', 'US', 'IR'),
    point: fc.option(
      fc.record({
        lat: fc.double({ min: -90, max: 90, noNaN: true }),
        lon: fc.double({ min: -180, max: 180, noNaN: true }),
      }),
    ),
    at: fc.date({ min: noon, max: later(48), noInvalidDate: true }),
  });
  fc.assert(
    fc.property(fc.option(sighting), sighting, (from, to) => {
      const alerts = findAlerts(from, to);
      expect(alerts.filter(({ type }) => type !== 'HIGH_RISK_LOCATION').length).toBeLessThanOrEqual(1);
      expect(alerts.length).toBeLessThanOrEqual(2);
      for (const { riskScore } of alerts) expect(riskScore >= 0 && riskScore <= 100).toBe(true);
      if (from?.countryCode === to.countryCode)
        expect(alerts.every(({ type }) => type === 'RAPID_LOCATION_CHANGE')).toBe(true);
    }),
  );
});

describe('impossible travel', async () => {
  const networks = join(mkdtempSync(join(tmpdir(), 'networks-')), 'networks.txt');

  writeFileSync(networks, '51.140.0.0/16 Example Cloud Hosting\n');

  const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes' };
  const server = await serverUnderTest({ GEO_DEMO_ADDRESS: '', GEO_NETWORKS: networks, ...demo });
  const { app, owner, services } = server;
  const cookie = await createSession(server, 'tier1');
  const [jamaica, london] = ['72.27.0.1', '51.140.0.1'];

  const ask = (path: string, remoteAddress: string, input?: object) =>
    app.inject({
      method: 'POST',
      url: `/api/rpc/location/${path}`,
      remoteAddress,
      headers: { 'content-type': 'application/json', cookie },
      payload: JSON.stringify({ json: input }),
    });

  type Working = { name: string; run: (data: never) => Promise<unknown> };
  async function sent(): Promise<Mail[]> {
    const mails: Mail[] = [];
    const jobs = locationJobs(services, async (mail) => void mails.push(mail)) as unknown as Working[];
    const { rows } = await owner.query<{ data: never }>(
      `delete from pgboss.job where name = 'location.travelled' and state = 'created' returning data`,
    );
    for (const { data } of rows) await jobs.find(({ name }) => name === 'location.travelled')?.run(data);
    return mails;
  }

  test('impossible travel sends one email a day', async () => {
    await ask('consent', jamaica, { allow: true });
    expect(await sent()).toEqual([]);
    expect((await ask('detect', london)).statusCode).toBe(200);
    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect(mail?.to).toBe('tier1@demo.test');
    expect(mail?.text).toMatch(/United Kingdom.*too\s+soon\s+after.*Jamaica/s);
    await ask('detect', jamaica);
    expect(await sent()).toEqual([]);
  });
});

describe('answering again', async () => {
  const server = await serverUnderTest();
  const { owner } = server;
  const [cookie, other] = [await createSession(server, 'tier1'), await createSession(server, 'tier2')];
  const consent = (allow: boolean, by = cookie) => server.call('location/consent', { allow }, by);
  const lines = async () =>
    (await owner.query(`select from audit_log where action = 'location.consent'`)).rowCount ?? 0;

  test('repeating an answer leaves no audit entry, and changes are limited', async () => {
    await consent(true);
    const before = await lines();
    for (let n = 0; n < 5; n++) expect((await consent(false)).status).toBe(200);
    expect(await lines()).toBe(before + 1);
    for (let n = 0; n < 5; n++) expect((await consent(true)).status).toBe(200);
    expect(await lines()).toBe(before + 2);
    let acceptedCount = 6;
    for (; acceptedCount < 100; acceptedCount++) {
      expect((await consent(false)).status).toBe(200);
      if ((await consent(true)).status !== 200) break;
    }
    expect(acceptedCount).toBe(20);
    expect(await consent(true)).toMatchObject({ status: 429, body: { code: 'general.busy' } });
    expect(await server.call('location/own', undefined, cookie)).toMatchObject({ body: { consent: false } });
    expect((await consent(true, other)).status).toBe(200);
  });

  test('the daily limit still counts after an hour and resets after a day', async () => {
    const by = await createSession(server, 'enhanced');
    const start = new Date();
    let acceptedCount = 0;
    for (let hour = 0; hour < 24; hour += 2) {
      server.setTime(after(start, hours(hour)));
      for (let n = 0; n < 5; n++) {
        if ((await consent(true, by)).status === 200) acceptedCount++;
        expect((await consent(false, by)).status).toBe(200);
      }
    }
    expect(acceptedCount).toBe(20);
    server.setTime(after(start, days(1) + hours(1)));
    expect((await consent(true, by)).status).toBe(200);
    server.setTime(null);
  });
});

describe('without data', async () => {
  const server = await serverUnderTest({ GEO_DATABASE: '/nowhere/at-all.mmdb' });

  test('without a data file no service is available, and consent is stored', async () => {
    const cookie = await server.signIn('tier1');
    const answer = await server.call('location/consent', { allow: true }, cookie);
    expect(answer).toMatchObject({ status: 200, body: { failure: 'location.unavailable' } });
    expect((await server.call('location/own', undefined, cookie)).body).toMatchObject({
      consent: true,
      place: null,
      failure: 'location.unavailable',
    });
    expect(await server.call('location/detect', undefined, cookie)).toMatchObject({
      status: 503,
      body: { code: 'location.unavailable' },
    });
    expect(server.faults).toEqual([]);
  });
});
