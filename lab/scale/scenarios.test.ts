import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { OrderBook } from './order-book.ts';
import { findSection, reportFile } from './report.ts';
import { scenarios } from './scenarios.ts';

// Scenarios take minutes and disturb others, so these tests only check stored reports. The first import is slow.
vi.setConfig({ testTimeout: 120_000 });
const text = readFileSync(reportFile, 'utf8');

test.each(Object.entries(scenarios))(
  'the scenario %s can be loaded and has a stored report',
  async (name, { load }) => {
    expect(await load()).toBeTypeOf('function');
    const section = findSection(text, name) ?? '';
    expect(section).toContain('Asked: ');
    const [, printed = ''] = /^```text\n([\s\S]*?)^```$/m.exec(section) ?? [];
    // The report of a scenario that has not run states the reason.
    if (printed.startsWith('not played yet: ')) return;
    expect(printed).toMatch(new RegExp(`^${name}, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC, commit [0-9a-f]{7,}`));
    expect(printed).toMatch(/^(ok {4}|FAILED) /m);
  },
);

test('the stored reports belong to existing scenarios', () => {
  const names = [...text.matchAll(/^## (\S+)$/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(scenarios).toSorted());
});

test('the shipped pooler retries a lost primary within a second', () => {
  const settings = readFileSync('ops/compose/pgbouncer.ini', 'utf8');
  expect(Number(/^server_login_retry = (\d+)$/m.exec(settings)?.[1] ?? 15)).toBeLessThanOrEqual(1);
});

test('the longest silence is measured over all processes and for each', () => {
  const book = new OrderBook({ customers: [], origins: ['one', 'other'] });
  for (const [at, by] of [
    [10, 'one'],
    [20, 'other'],
    [60, 'one'],
    [70, 'one'],
  ] as const)
    book.acknowledged.push({ at, by });
  expect(book.longestSilence(0, 80)).toEqual({ all: 40, each: 60 });
});
