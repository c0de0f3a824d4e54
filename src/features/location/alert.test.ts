import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alertsFor, isHighRisk, isImpossibleTravel, isSerious, riskScores, type Sighting } from './alert.ts';

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
const seen = (place: keyof typeof places, at = noon): Sighting => ({ ...places[place], at });
const types = (from: Sighting | null, to: Sighting) => alertsFor(from, to).map(({ type }) => type);

test('the first place of all is no change', () => expect(types(null, seen('kingston'))).toEqual([]));

test('another parish is never an alert, however quickly', () => {
  expect(types(seen('kingston'), seen('negril', noon))).toEqual([]);
  expect(types(seen('kingston'), seen('negril', later(1)))).toEqual([]);
});

test('another country after a flight is a change of location', () => {
  expect(alertsFor(seen('kingston'), seen('miami', later(3)))).toEqual([{ type: 'LOCATION_CHANGE', riskScore: 40 }]);
});

test('London an hour after Kingston is impossible travel, told once', () => {
  expect(alertsFor(seen('kingston'), seen('london', later(1)))).toEqual([
    { type: 'RAPID_LOCATION_CHANGE', riskScore: 75 },
  ]);
});

test('impossible travel counts within one country too', () => {
  expect(types(seen('miami'), seen('seattle', later(1)))).toEqual(['RAPID_LOCATION_CHANGE']);
  expect(types(seen('miami'), seen('seattle', later(6)))).toEqual([]);
});

test('impossible is at least 500 km and more than 900 km/h', () => {
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

test('without coordinates there is no speed, but a country still changes', () => {
  const nowhere = { countryCode: 'US', point: null, at: noon };
  expect(types(seen('kingston'), nowhere)).toEqual(['LOCATION_CHANGE']);
  expect(types(nowhere, seen('seattle'))).toEqual([]);
});

test('Iran, North Korea and Myanmar have an alert of their own, once on arriving', () => {
  expect(['IR', 'KP', 'MM'].every(isHighRisk)).toBe(true);
  expect(isHighRisk('JM')).toBe(false);
  expect(types(null, seen('tehran'))).toEqual(['HIGH_RISK_LOCATION']);
  expect(types(seen('london'), seen('tehran', later(8)))).toEqual(['LOCATION_CHANGE', 'HIGH_RISK_LOCATION']);
  expect(types(seen('tehran'), seen('tehran', later(8)))).toEqual([]);
});

test('a score from 70 on is shown as destructive', () => {
  expect([69, 70].map(isSerious)).toEqual([false, true]);
  expect(isSerious(riskScores.LOCATION_CHANGE)).toBe(false);
  expect(isSerious(riskScores.RAPID_LOCATION_CHANGE)).toBe(true);
  expect(isSerious(riskScores.HIGH_RISK_LOCATION)).toBe(true);
});

test('whatever the way: at most one alert for the movement and one for the place, all with a score of 0 to 100', () => {
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
      const alerts = alertsFor(from, to);
      expect(alerts.filter(({ type }) => type !== 'HIGH_RISK_LOCATION').length).toBeLessThanOrEqual(1);
      expect(alerts.length).toBeLessThanOrEqual(2);
      for (const { riskScore } of alerts) expect(riskScore >= 0 && riskScore <= 100).toBe(true);
      if (from?.countryCode === to.countryCode)
        expect(alerts.every(({ type }) => type === 'RAPID_LOCATION_CHANGE')).toBe(true);
    }),
  );
});
