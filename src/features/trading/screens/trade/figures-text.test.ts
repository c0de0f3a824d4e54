import { expect, test } from 'vitest';
import { jmd } from '../../../../kernel/money.ts';
import { clockText, coinsShort, netText, percentText, rateText } from './figures-text.ts';

test('a fee of 800 basis points is 8%, and a share keeps one decimal', () => {
  expect(percentText(800n)).toBe('8%');
  expect(percentText(1562n)).toBe('15.6%');
  expect(percentText(1005n)).toBe('10.1%');
});

test('the net of the fee panel has three decimals', () => {
  expect(netText(jmd(16_560_000n))).toBe('165,600.000');
  expect(netText(jmd(5n))).toBe('0.050');
});

test('a rate has two decimals', () => {
  expect(rateText('175')).toBe('175.00');
  expect(rateText('160.505')).toBe('160.51');
});

test('coins lose trailing zeros only', () => {
  expect(coinsShort('0.00500000')).toBe('0.005');
  expect(coinsShort('1200.000000')).toBe('1,200');
  expect(coinsShort('100')).toBe('100');
});

test('seconds are shown as a clock', () => {
  expect(clockText(120)).toBe('2:00');
  expect(clockText(5)).toBe('0:05');
});
