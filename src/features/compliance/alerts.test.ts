import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, minutes } from '../../kernel/clock.ts';
import { alertPriorities, clockOf, maySnooze, priorityOf, slaDeadline, speaks } from './alerts.ts';

const raised = new Date('2026-11-20T15:00:00Z');

test('an urgent or high alert is due within half an hour, any other within a day', () => {
  const due = alertPriorities.map((priority) => slaDeadline(priority, raised).toISOString());
  expect(due).toEqual([
    '2026-11-20T15:30:00.000Z',
    '2026-11-20T15:30:00.000Z',
    '2026-11-21T15:00:00.000Z',
    '2026-11-21T15:00:00.000Z',
  ]);
});

test('the priority follows the level of risk', () => {
  expect((['critical', 'high', 'medium', 'low'] as const).map(priorityOf)).toEqual(['urgent', 'high', 'medium', 'low']);
});

test('an alert is overdue from its deadline on, to the millisecond, and a closed one never', () => {
  const deadline = slaDeadline('high', raised);
  const at = (ms: number) => clockOf({ state: 'open', deadline }, after(deadline, ms));
  expect([at(-minutes(15) - 1), at(-minutes(15)), at(-1), at(0)]).toEqual(['due', 'due_soon', 'due_soon', 'overdue']);
  expect(clockOf({ state: 'closed', deadline }, after(deadline, minutes(900)))).toBe('closed');
});

test('what lists find, and orders that were stopped, can never be kept quiet', () => {
  expect(['wallet_blocked', 'transaction_blocked', 'name_match', 'sanctions'].map(maySnooze)).toEqual(
    Array(4).fill(false),
  );
  expect(maySnooze('many_orders')).toBe(true);
});

test('an alert is kept quiet only when each of its rules is', () => {
  expect(speaks([], ['night'])).toBe(true);
  expect(speaks(['night'], ['night', 'wallet'])).toBe(false);
  const rule = fc.constantFrom('night', 'wallet', 'many_orders', 'large_amount');
  fc.assert(
    fc.property(fc.uniqueArray(rule, { minLength: 1 }), fc.uniqueArray(rule), (rules, quiet) => {
      expect(speaks(rules, quiet)).toBe(!rules.every((one) => quiet.includes(one)));
    }),
  );
});
