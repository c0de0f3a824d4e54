import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { OrderBook } from './order-book.ts';
import { paper, sectionOf } from './report.ts';
import { scenarios } from './scenarios.ts';

// The scenarios themselves take minutes and break what others stand on: here is seen that they can be played, and that
// each has told what it found.
// The first of them to be loaded loads half of the product.
vi.setConfig({ testTimeout: 120_000 });
const text = readFileSync(paper, 'utf8');

test.each(Object.entries(scenarios))(
  'the scenario %s can be loaded, and its report stands in the paper',
  async (name, { load }) => {
    expect(await load()).toBeTypeOf('function');
    const section = sectionOf(text, name) ?? '';
    expect(section).toContain('Asked: ');
    const [, printed = ''] = /^```text\n([\s\S]*?)^```$/m.exec(section) ?? [];
    // One that was never played to its end says so, and why.
    if (printed.startsWith('not played yet: ')) return;
    expect(printed).toMatch(new RegExp(`^${name}, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC, commit [0-9a-f]{7,}`));
    expect(printed).toMatch(/^(ok {4}|FAILED) /m);
  },
);

test('the paper reports on no scenario that is not there', () => {
  const told = [...text.matchAll(/^## (\S+)$/gm)].map(([, name]) => name);
  expect(told.toSorted()).toEqual(Object.keys(scenarios).toSorted());
});

test('a pooler as shipped tries again within a second where a primary was away', () => {
  const settings = readFileSync('ops/compose/pgbouncer.ini', 'utf8');
  expect(Number(/^server_login_retry = (\d+)$/m.exec(settings)?.[1] ?? 15)).toBeLessThanOrEqual(1);
});

test('a moment without orders is seen, of all processes and of each', () => {
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
