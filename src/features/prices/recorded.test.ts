import { expect, test } from 'vitest';
import { recordedHistory, recordedReadings } from '../../../fakes/prices/recorded.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import { decimal } from '../../kernel/decimal.ts';
import { isOffPeg } from './cross-check.ts';
import { quotedSymbols } from './symbols.ts';

const now = new Date('2026-11-20T15:07:00Z');
const history = recordedHistory(after(now, -days(30)), now);

test('the recorded set has every coin and an hourly price for 30 days', () => {
  expect(recordedReadings(now).map((reading) => reading.symbol)).toEqual([...quotedSymbols]);
  expect(history).toHaveLength(30 * 24 * quotedSymbols.length);
});

test('the same time always has the same price, also in the history', () => {
  expect(recordedHistory(after(now, -days(30)), now)).toEqual(history);
  const hour = new Date('2026-11-20T15:00:00Z');
  const expectedPoints = recordedReadings(hour).map(({ symbol, priceUsd }) => ({ symbol, at: hour, priceUsd }));
  expect(history.slice(-quotedSymbols.length)).toEqual(expectedPoints);
});

test('recorded prices move near their figure, and stablecoins stay on their peg', () => {
  for (const symbol of quotedSymbols) {
    const units = history.filter((one) => one.symbol === symbol).map((one) => decimal(one.priceUsd).units);
    const [low, high] = [units.reduce((a, b) => (a < b ? a : b)), units.reduce((a, b) => (a > b ? a : b))];
    expect(low < high).toBe(true);
    expect(high * 100n < low * 115n).toBe(true);
  }
  expect(history.filter((one) => isOffPeg(one.symbol, one.priceUsd))).toEqual([]);
});

test('continuing the history repeats and omits nothing', () => {
  const middle = after(now, -hours(100) - minutes(13));
  const continued = [...recordedHistory(after(now, -days(30)), middle), ...recordedHistory(middle, now)];
  expect(continued).toEqual(history);
});
