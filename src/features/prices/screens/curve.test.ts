import { describe, expect, it } from 'vitest';
import { jmdCurve } from './curve.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

describe('a price curve in Jamaican dollars', () => {
  it('converts every price at our buy rate, exactly', () => {
    const curve = jmdCurve(
      [
        { at: at(0), priceUsd: '2.4712' },
        { at: at(10), priceUsd: '2.4' },
      ],
      '175',
    );
    expect(curve?.points).toEqual([
      { at: at(0), price: '432.4600' },
      { at: at(10), price: '420.0' },
    ]);
  });

  it('has the lowest, the highest and the last price', () => {
    const prices = ['3', '9.5', '1.25', '4'];
    const curve = jmdCurve(
      prices.map((priceUsd, minute) => ({ at: at(minute), priceUsd })),
      '100',
    );
    expect(curve).toMatchObject({ low: '125.00', high: '950.0', last: '400' });
  });

  it('is null with fewer than two points', () => {
    expect(jmdCurve([], '175')).toBeNull();
    expect(jmdCurve([{ at: at(0), priceUsd: '1' }], '175')).toBeNull();
  });
});
