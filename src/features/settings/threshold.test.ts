import { expect, test } from 'vitest';
import { jmd, usd } from '../../kernel/money.ts';
import { isBelowThreshold } from './threshold.ts';

const settings = { rates: { buy: '175' }, caps: { gate: 1000 } };

test.each([
  ['nothing', usd(0n), true],
  ['a cent below US$1,000', usd(99_999n), true],
  ['US$1,000', usd(100_000n), false],
  ['a cent below J$175,000', jmd(17_499_999n), true],
  ['J$175,000', jmd(17_500_000n), false],
])('a price of %s: %#', (_, price, below) => expect(isBelowThreshold(price, settings)).toBe(below));
