import { expect, test } from 'vitest';
import { audiences, hears } from './topics.ts';

const visitor = null;
const customer = { id: 'c', roles: [] };
const staff = (role: string) => ({ id: role, roles: [role] });

/** Who hears of what, written out: news about the customer `c`. */
const table: Readonly<Record<keyof typeof audiences, string>> = {
  prices: 'visitor customer other support finance compliance admin',
  documents: 'customer',
  launches: 'customer',
  'launches-desk': 'support compliance admin',
  identity: 'customer',
  learning: 'customer',
  location: 'customer',
  notices: 'customer',
  payments: 'customer',
  standing: 'customer',
  trading: 'customer',
  desk: 'support finance compliance admin',
  'identity-desk': 'support finance compliance admin',
  staff: 'support finance compliance admin',
  compliance: 'compliance admin',
};

const listeners = {
  visitor,
  customer,
  other: { id: 'o', roles: ['instructor'] },
  ...Object.fromEntries(['support', 'finance', 'compliance', 'admin'].map((role) => [role, staff(role)])),
};

test.each(Object.entries(table))('%s reaches %s', (topic, whom) => {
  const found = Object.entries(listeners).filter(([, listener]) => hears(listener, topic, 'c'));
  expect(found.map(([name]) => name).join(' ')).toBe(whom);
});

test('the table is whole, and what stands in no table reaches nobody', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(audiences).sort());
  for (const topic of ['', 'hold', 'toString', 'constructor'])
    expect(Object.values(listeners).filter((listener) => hears(listener, topic, 'c'))).toEqual([]);
});

test('news about nobody in particular is nobody’s own', () => {
  expect(hears(customer, 'trading', undefined)).toBe(false);
});
