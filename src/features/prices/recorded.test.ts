import { expect, test } from 'vitest';
import { recordedHistory, recordedReadings } from '../../../fakes/prices/recorded.ts';
import { after, days, hours, minutes } from '../../kernel/clock.ts';
import { decimal } from '../../kernel/decimal.ts';
import { isOffPeg } from './cross-check.ts';
import { quotedSymbols } from './symbols.ts';

const now = new Date('2026-11-20T15:07:00Z');
const history = recordedHistory(after(now, -days(30)), now);

test('the recorded set has every coin, an hourly price for 30 days', () => {
  expect(recordedReadings(now).map((reading) => reading.symbol)).toEqual([...quotedSymbols]);
  expect(history).toHaveLength(30 * 24 * quotedSymbols.length);
});

test('the same moment always has the same price, in the history too', () => {
  expect(recordedHistory(after(now, -days(30)), now)).toEqual(history);
  const hour = new Date('2026-11-20T15:00:00Z');
  const told = recordedReadings(hour).map(({ symbol, priceUsd }) => ({ symbol, at: hour, priceUsd }));
  expect(history.slice(-quotedSymbols.length)).toEqual(told);
});

test('recorded prices move, stay near their figure, and stablecoins on their peg', () => {
  for (const symbol of quotedSymbols) {
    const units = history.filter((one) => one.symbol === symbol).map((one) => decimal(one.priceUsd).units);
    const [low, high] = [units.reduce((a, b) => (a < b ? a : b)), units.reduce((a, b) => (a > b ? a : b))];
    expect(low < high).toBe(true);
    expect(high * 100n < low * 115n).toBe(true);
  }
  expect(history.filter((one) => isOffPeg(one.symbol, one.priceUsd))).toEqual([]);
});

test('a history that is continued repeats nothing and leaves nothing out', () => {
  const middle = after(now, -hours(100) - minutes(13));
  const continued = [...recordedHistory(after(now, -days(30)), middle), ...recordedHistory(middle, now)];
  expect(continued).toEqual(history);
});
