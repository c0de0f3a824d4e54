import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBaseUnits, parseBaseUnits, parseCoins } from './coins.ts';

const btc = { symbol: 'BTC', decimals: 8 };
const places = fc.integer({ min: 0, max: 18 });
const bases = fc.bigInt({ min: 0n, max: 10n ** 28n });

describe('coin amounts', () => {
  it('parses what people type', () => {
    expect(parseCoins(' 0.005 ', btc)).toEqual({ symbol: 'BTC', base: 500_000n, decimals: 8 });
    expect(parseCoins('3.', { symbol: 'XRP', decimals: 6 })?.base).toBe(3_000_000n);
    expect(parseCoins('.5', btc)?.base).toBe(50_000_000n);
    expect(parseCoins('1,000 BTC', btc)?.base).toBe(100_000_000_000n);
  });

  it('rounds a balance with 18 decimals down when asked', () => {
    const balance = '0.123456789012345678';
    expect(parseCoins(balance, btc)).toBeNull();
    expect(parseCoins(balance, btc, 'down')?.base).toBe(12_345_678n);
    expect(parseCoins('0.000000009', btc, 'down')?.base).toBe(0n);
  });

  it.each(['', '.', '-1', '+1', '1e-8', '0.123456789', '1..', 'BTC', '1,5', '1 ETH'])('rejects %j', (text) => {
    expect(parseCoins(text, btc)).toBeNull();
  });

  it('parses what it formatted', () => {
    fc.assert(
      fc.property(bases, places, (base, decimals) => {
        const text = formatBaseUnits({ symbol: 'SOL', base, decimals });
        expect(parseCoins(text, { symbol: 'SOL', decimals })?.base).toBe(base);
        expect(parseBaseUnits(text, decimals)).toBe(base);
      }),
    );
  });

  it('parses a column with more decimals when the rest are zeros', () => {
    expect(parseBaseUnits('0.010371390000000000', 8)).toBe(1_037_139n);
    expect(() => parseBaseUnits('0.010371391', 8)).toThrow();
    expect(() => parseBaseUnits('ten', 8)).toThrow();
    fc.assert(
      fc.property(bases, fc.integer({ min: 1, max: 9 }), (base, decimals) => {
        expect(parseBaseUnits(`${formatBaseUnits({ symbol: 'X', base, decimals })}0000`, decimals)).toBe(base);
      }),
    );
  });
});
