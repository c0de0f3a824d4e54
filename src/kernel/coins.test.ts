import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseUnits, coinsText, parseCoins } from './coins.ts';

const places = fc.integer({ min: 0, max: 18 });
const bases = fc.bigInt({ min: 0n, max: 10n ** 28n });

describe('amounts of coins', () => {
  it('reads what a person types', () => {
    expect(parseCoins(' 0.005 ', 'BTC', 8)).toEqual({ symbol: 'BTC', base: 500_000n, decimals: 8 });
    expect(parseCoins('3.', 'XRP', 6)?.base).toBe(3_000_000n);
  });

  it.each(['', '.', '-1', '+1', '1e-8', '0.123456789', '1..', 'BTC', '1,5'])('does not take %j', (text) => {
    expect(parseCoins(text, 'BTC', 8)).toBeNull();
  });

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(bases, places, (base, decimals) => {
        const text = coinsText({ symbol: 'SOL', base, decimals });
        expect(parseCoins(text, 'SOL', decimals)?.base).toBe(base);
        expect(baseUnits(text, decimals)).toBe(base);
      }),
    );
  });

  it('reads a column that keeps more places, as long as they are zeros', () => {
    expect(baseUnits('0.010371390000000000', 8)).toBe(1_037_139n);
    expect(() => baseUnits('0.010371391', 8)).toThrow();
    expect(() => baseUnits('ten', 8)).toThrow();
    fc.assert(
      fc.property(bases, fc.integer({ min: 1, max: 9 }), (base, decimals) => {
        expect(baseUnits(`${coinsText({ symbol: 'X', base, decimals })}0000`, decimals)).toBe(base);
      }),
    );
  });
});
