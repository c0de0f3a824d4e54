import { expect, test } from 'vitest';
import type { MonthFigures } from '../../views.ts';
import { chartMonths, figureCharts, monthName, shortMonth, tookText } from './figure-words.ts';

const month = (name: string, change: Partial<MonthFigures> = {}): MonthFigures => ({
  ...{ month: name, alertsRaised: 9, alertsClosed: 7, alertsClosedLate: 2, minutesToClose: 18, suppressed: 1 },
  closedByOutcome: { false_positive: 3, explained: 2, case_opened: 1, duplicate: 1, tested: 0 },
  ...{ casesOpened: 2, casesClosed: 1, reportsFiled: null, holds: 3, releases: 1, blockedOrders: 4 },
  ...change,
});

test('months stand oldest first, however they were told', () => {
  const told = [month('2026-11'), month('2026-10'), month('2025-12')];
  expect(chartMonths(told, figureCharts[0]).map(({ key }) => key)).toEqual(['2025-12', '2026-10', '2026-11']);
});

test('each alert closed is counted in exactly one part of its chart', () => {
  for (const key of ['closed', 'outcomes']) {
    const chart = figureCharts.find((each) => each.key === key);
    const counts = chart?.counts(month('2026-11')) ?? {};
    const sum = chart?.parts.reduce((total, part) => total + (counts[part.key] ?? 0), 0);
    expect(sum).toBe(7);
  }
});

test('no two parts of a chart are filled alike', () => {
  for (const { parts } of figureCharts) expect(new Set(parts.map(({ fill }) => fill)).size).toBe(parts.length);
});

test('months and spans are told in words', () => {
  expect(monthName('2026-11')).toBe('November 2026');
  expect([shortMonth('2026-11'), shortMonth('2026-01')]).toEqual(['Nov', 'Jan 26']);
  expect([tookText(null), tookText(18), tookText(210), tookText(3 * 24 * 60)]).toEqual(['–', '18 min', '3.5 h', '3 d']);
});
