import { expect, test } from 'vitest';
import { audiences, canReceive } from './topics.ts';

const visitor = null;
const customer = { id: 'c', roles: [] };
const staff = (role: string) => ({ id: role, roles: [role] });

/** Expected receivers of each topic, for an event about customer `c`. */
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

test.each(Object.entries(table))('%s reaches %s', (topic, expected) => {
  const actual = Object.entries(listeners).filter(([, listener]) => canReceive(listener, topic, 'c'));
  expect(actual.map(([name]) => name).join(' ')).toBe(expected);
});

test('the table is complete, and unknown topics reach no one', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(audiences).sort());
  for (const topic of ['', 'hold', 'toString', 'constructor'])
    expect(Object.values(listeners).filter((listener) => canReceive(listener, topic, 'c'))).toEqual([]);
});

test('topics about no particular user are not private', () => {
  expect(canReceive(customer, 'trading', undefined)).toBe(false);
});
