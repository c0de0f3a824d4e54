import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnAfter, scaleLines } from './chart-scale.ts';

test('the lines begin at nought, are whole and reach over the highest column', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000), (most) => {
      const lines = scaleLines(most);
      const top = lines.at(-1) ?? 0;
      expect(lines[0]).toBe(0);
      expect(lines.every(Number.isInteger)).toBe(true);
      expect(top).toBeGreaterThanOrEqual(Math.max(1, most));
      expect(lines.length).toBeLessThanOrEqual(6);
    }),
  );
});

test('the steps are ones that people count in', () => {
  expect(scaleLines(0)).toEqual([0, 1]);
  expect(scaleLines(4)).toEqual([0, 1, 2, 3, 4]);
  expect(scaleLines(9)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(scaleLines(130)).toEqual([0, 50, 100, 150]);
});

test('arrows walk the months and stop at the ends', () => {
  expect(columnAfter('ArrowRight', 11, 12)).toBe(11);
  expect(columnAfter('ArrowLeft', 3, 12)).toBe(2);
  expect(columnAfter('End', 0, 12)).toBe(11);
  expect(columnAfter('a', 0, 12)).toBeNull();
});
