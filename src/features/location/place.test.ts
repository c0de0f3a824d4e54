import fc from 'fast-check';
import { open } from 'maxmind';
import { describe, expect, test } from 'vitest';
import { cityFiles } from '../../../test/environment.ts';
import { findMismatch } from './api.ts';
import { getFinder } from './finder.ts';
import { countryName, distanceKm, earthRadiusKm, getParishName, parishes, parsePlace, speedKmh } from './place.ts';
import { loadPlaceDataDate, readBuildDate } from './place-files.ts';
import { parseNetworkRange, parsePublicAddress } from './provider-networks.ts';

test.each([
  ['Saint James Parish', 'St. James'],
  ['St. Elizabeth', 'St. Elizabeth'],
  ['Saint Andrew Parish', 'St. Andrew'],
  ['st ann', 'St. Ann'],
  ['Clarendon', 'Clarendon'],
  ['Trelawny Parish', 'Trelawny'],
  ['Surrey', 'Surrey'],
])('"%s" is %s', (region, parish) => expect(getParishName(region)).toBe(parish));

test('each of the fourteen parishes keeps its name', () => {
  expect(new Set(parishes).size).toBe(14);
  for (const parish of parishes) expect(getParishName(parish)).toBe(parish);
});

const flat = {
  country_code: 'JM',
  state1: 'Saint Andrew Parish',
  city: 'Kingston (Mona)',
  latitude: 18.0,
  longitude: -76.75,
  timezone: '',
};

test('the flat shape of a data file is parsed without districts', () => {
  expect(parsePlace(flat, '72.27.0.1', null)).toEqual({
    ip: '72.27.0.1',
    country: 'Jamaica',
    countryCode: 'JM',
    city: 'Kingston',
    region: 'St. Andrew',
    lat: 18.0,
    lon: -76.75,
    timezone: null,
    isp: null,
  });
});

test('the nested shape of other data files is parsed', () => {
  const nested = {
    country: { iso_code: 'US', names: { en: 'United States' } },
    subdivisions: [{ names: { en: 'Florida' } }],
    city: { names: { en: 'Miami' } },
    location: { latitude: 25.76, longitude: -80.19, time_zone: 'America/New_York' },
  };
  expect(parsePlace(nested, '8.8.8.8', 'Example')).toMatchObject({
    country: 'United States',
    city: 'Miami',
    region: 'Florida',
    lat: 25.76,
    timezone: 'America/New_York',
    isp: 'Example',
  });
});

test.each([null, undefined, {}, { country_code: '' }, { country_code: 'ZZZ' }, { country_code: '12' }, 'JM'])(
  'a record without a country is not a place: %o',
  (raw) => expect(parsePlace(raw, '72.27.0.1', null)).toBeNull(),
);

test('countries have the names that the specification uses', () => {
  expect(['JM', 'IR', 'KP', 'MM'].map(countryName)).toEqual(['Jamaica', 'Iran', 'North Korea', 'Myanmar']);
  expect(countryName('QQ')).toBeNull();
});

test('a mismatch needs two different listed countries', () => {
  expect(findMismatch('JM', 'JM')).toBeNull();
  expect(findMismatch('JM', 'US')).toEqual({ declared: 'Jamaica', detected: 'United States' });
  expect(findMismatch('other', 'JM')).toBeNull();
});

describe('distance', () => {
  const kingston = { lat: 17.997, lon: -76.7936 };
  const montegoBay = { lat: 18.4712, lon: -77.9188 };
  const london = { lat: 51.5074, lon: -0.1278 };
  const point = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });

  test('Kingston to Montego Bay is about 130 km, Kingston to London about 7,500 km', () => {
    expect(distanceKm(kingston, montegoBay)).toBeCloseTo(130.1, 0);
    expect(distanceKm(kingston, london)).toBeGreaterThan(7_480);
    expect(distanceKm(kingston, london)).toBeLessThan(7_540);
  });

  test('a quarter of the way round the earth is a quarter of the circumference at a 6371 km radius', () => {
    expect(earthRadiusKm).toBe(6371);
    expect(distanceKm({ lat: 0, lon: 0 }, { lat: 90, lon: 0 })).toBeCloseTo((Math.PI * 6371) / 2, 6);
  });

  test('a distance is symmetric, at most half the circumference, and zero to the same point', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const distance = distanceKm(a, b);
        expect(distance).toBeCloseTo(distanceKm(b, a), 6);
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThanOrEqual(Math.PI * earthRadiusKm);
        expect(distanceKm(a, a)).toBe(0);
      }),
    );
  });

  const metre = 0.001;

  test('a detour is never shorter than the direct way', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        expect(distanceKm(a, b) + distanceKm(b, c)).toBeGreaterThanOrEqual(distanceKm(a, c) - metre);
      }),
    );
  });

  test('speed is distance per hour', () => {
    expect(speedKmh(900, 3_600_000)).toBe(900);
    expect(speedKmh(100, 1_800_000)).toBe(200);
    expect(speedKmh(600, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(speedKmh(600, -5)).toBe(Number.POSITIVE_INFINITY);
    expect(speedKmh(0, 0)).toBe(0);
  });
});

describe('finder', () => {
  const jamaica = '72.27.0.1';
  const ownFiles = { networks: undefined, networksUrl: undefined, renewedNetworks: '/nowhere/at-all.gz' };
  const noList = { ...ownFiles, placesUrl: undefined, renewedPlaces: '/nowhere/at-all.mmdb' };
  const start = new Date('2026-11-20T17:00:00Z');

  test('an address is looked up once an hour, and a missing data file is not cached', async () => {
    const find = getFinder({ databases: cityFiles, ...noList, demoAddress: undefined });
    const [one, same, later] = [
      await find(jamaica, start),
      await find(jamaica, new Date(start.getTime() + 3_599_000)),
      await find(jamaica, new Date(start.getTime() + 3_600_000)),
    ];
    const placeIn = (found: Awaited<ReturnType<typeof find>>) => ('place' in found ? found.place : null);
    expect(placeIn(one)?.city).toBe('Kingston');
    expect(placeIn(same)).toBe(placeIn(one));
    expect(placeIn(later)).not.toBe(placeIn(one));
    const lost = getFinder({ databases: ['/nowhere/at-all.mmdb'], ...noList, demoAddress: undefined });
    for (const _ of [1, 2]) await expect(lost(jamaica, start)).rejects.toThrow();
  });

  test('the demo replaces private addresses by a sample address and reports it', async () => {
    const find = getFinder({ databases: cityFiles, ...noList, demoAddress: '63.143.64.1' });
    expect(await find('127.0.0.1', start)).toMatchObject({ demo: true, place: { city: 'Montego Bay' } });
    expect(await find(jamaica, start)).toMatchObject({ demo: false, place: { city: 'Kingston' } });
  });

  test('the build date comes from the end of a city file; another file has none', async () => {
    const [ipv4 = ''] = cityFiles;
    expect(await readBuildDate(ipv4)).toEqual((await open(ipv4)).metadata.buildEpoch);
    const at = (...databases: string[]) => loadPlaceDataDate({ ...noList, databases, demoAddress: undefined });
    expect(await at(ipv4)).toBeInstanceOf(Date);
    expect(await at(ipv4, '/nowhere/at-all.mmdb')).toBeNull();
    expect(await at('package.json')).toBeNull();
  });
});

describe('address', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.4',
    '172.16.0.9',
    '169.254.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
  ])('%s has no location', (text) => expect(parsePublicAddress(text)).toBeNull());

  test.each(['::1', 'fe80::1', 'fd00::1', '::', '::ffff:10.0.0.1', 'ff02::1'])('%s has no location', (text) =>
    expect(parsePublicAddress(text)).toBeNull(),
  );

  test.each(['', 'localhost', '72.27.0', '72.27.0.1, 8.8.8.8', '999.1.1.1', 'x'.repeat(400)])(
    '"%s" is not an address',
    (text) => expect(parsePublicAddress(text)).toBeNull(),
  );

  test('a public address is returned in its usual spelling', () => {
    expect(parsePublicAddress('72.27.0.1')).toEqual({ text: '72.27.0.1', version: 4 });
    expect(parsePublicAddress('2607:F8B0:4004:0800:0:0:0:200E')).toEqual({
      text: '2607:f8b0:4004:800::200e',
      version: 6,
    });
  });

  test('an IPv4-mapped IPv6 address is an IPv4 address', () =>
    expect(parsePublicAddress('::ffff:72.27.0.1')).toEqual({ text: '72.27.0.1', version: 4 }));

  test('a network spans its first to last address for any address inside it', () => {
    expect(parseNetworkRange('203.0.113.77/24')).toEqual({ version: 4, first: 3405803776n, last: 3405804031n });
    expect(parseNetworkRange('203.0.113.7')).toEqual({ version: 4, first: 3405803783n, last: 3405803783n });
    expect(parseNetworkRange('2001:db8::/126')?.last).toBe(42540766411282592856903984951653826563n);
    expect(parseNetworkRange('203.0.113.0/33')).toBeNull();
    expect(parseNetworkRange('example.com')).toBeNull();
  });
});
