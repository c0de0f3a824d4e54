import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceKm, earthRadiusKm, speedKmh } from './distance.ts';

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
      const there = distanceKm(a, b);
      expect(there).toBeCloseTo(distanceKm(b, a), 6);
      expect(there).toBeGreaterThanOrEqual(0);
      expect(there).toBeLessThanOrEqual(Math.PI * earthRadiusKm);
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
