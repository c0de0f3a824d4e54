import { expect, test } from 'vitest';
import { isWeightyEnough, type Reporter, settledAfterDays } from './weight.ts';

const identified = (connection: number): Reporter => ({ identified: true, days: 0, connection });
const settled = (connection: number): Reporter => ({ identified: false, days: settledAfterDays, connection });
const fresh = (connection: number): Reporter => ({ identified: false, days: settledAfterDays - 1, connection });

test.each([
  ['two identified people', [identified(1), identified(2)], true],
  ['one identified and two settled accounts', [identified(1), settled(2), settled(3)], true],
  ['four settled accounts', [settled(1), settled(2), settled(3), settled(4)], true],
  ['one identified and one settled account', [identified(1), settled(2)], false],
  ['twenty fresh accounts', Array.from({ length: 20 }, (_, n) => fresh(n)), false],
  ['two identified people on one connection', [identified(1), identified(1)], false],
  ['one identified person and fresh accounts', [identified(1), fresh(2), fresh(3)], false],
  ['no reporter', [], false],
])('reports of %s warn others: %#', (_, reporters, warns) => {
  expect(isWeightyEnough(reporters, 2)).toBe(warns);
});

test('a fresh account does not reduce the weight of an identified person on its connection', () => {
  expect(isWeightyEnough([fresh(1), identified(1), identified(2)], 2)).toBe(true);
});
