import { createElement } from 'react';
import { renderToStaticMarkup as html } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { parseCoins } from '../kernel/coins.ts';
import { jmd, usd } from '../kernel/money.ts';
import { StatusBadge } from './badge.tsx';
import { Button } from './button.tsx';
import { coinsWords } from './coins-text.tsx';
import { Field } from './field.tsx';
import { MoneyText, moneyWords } from './money-text.tsx';
import { percentOf } from './scale-bar.tsx';
import { tabAfter } from './tabs.tsx';
import { documentMarks } from './viewer.ts';

describe('amounts', () => {
  test('J$ and US$ are told apart, thousands stand apart, and minus is a real minus', () => {
    expect(moneyWords(jmd(111111111n))).toBe('J$1,111,111.11');
    expect(moneyWords(usd(-5n))).toBe('−US$0.05');
  });

  test('cents that are not zero always stand', () => {
    expect(html(createElement(MoneyText, { money: jmd(600_000n), cents: 'whole' }))).not.toContain('.00');
    expect(html(createElement(MoneyText, { money: jmd(600_001n), cents: 'whole' }))).toContain('.01');
  });

  test('coins are never rounded; closing zeros may go', () => {
    const coins = parseCoins('1200.0050', { symbol: 'BTC', decimals: 8 });
    expect(coins && coinsWords(coins)).toBe('1,200.00500000');
    expect(coins && coinsWords(coins, true)).toBe('1,200.005');
  });

  test('a bar is never more than full, and empty when there is no whole', () => {
    expect(percentOf(52_500n, 262_500n)).toBe(20);
    expect(percentOf(3n, 2n)).toBe(100);
    expect(percentOf(1n, 0n)).toBe(0);
  });
});

describe('what one operates', () => {
  test('a field names its error and its hint to a screen reader', () => {
    const field = html(createElement(Field, { id: 'trn', label: 'TRN', error: 'Nine digits', hint: 'On your card' }));
    expect(field).toContain('aria-describedby="trn-error trn-hint"');
    expect(field).toContain('aria-invalid="true"');
    expect(field).toContain('for="trn"');
  });

  test('a field in order claims nothing', () => {
    const field = html(createElement(Field, { id: 'trn', label: 'TRN' }));
    expect(field).not.toMatch(/aria-invalid|aria-describedby/);
  });

  test('a busy button keeps the focus and says that it is at work', () => {
    const button = html(createElement(Button, { busy: true }, 'Send'));
    expect(button).toContain('aria-busy="true"');
    expect(button).not.toContain(' disabled');
  });

  test('arrows go round the tabs, Home and End to the ends, letters nowhere', () => {
    expect([tabAfter('ArrowRight', 2, 3), tabAfter('ArrowLeft', 0, 3)]).toEqual([0, 2]);
    expect([tabAfter('Home', 2, 3), tabAfter('End', 0, 3), tabAfter('x', 1, 3)]).toEqual([0, 2, null]);
  });
});

test('a status has a shape and a word; unknown ones are grey', () => {
  expect(html(createElement(StatusBadge, { status: 'not_submitted' }))).toBe(
    '<span class="badge">Not submitted</span>',
  );
  expect(html(createElement(StatusBadge, { status: 'rejected' }))).toBe('<span class="badge rejected">Rejected</span>');
});

test('the built document carries the places that the server fills in', () => {
  expect(documentMarks()).toEqual({ 'data-session': '%%session%%', 'data-staff': '%%staff%%' });
});
