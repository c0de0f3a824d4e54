import { expect, test } from 'vitest';
import { findMismatch } from './own-location.ts';
import { getParishName, parishes } from './parish.ts';
import { countryName, parsePlace } from './place.ts';

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
