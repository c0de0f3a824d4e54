import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, minutes } from '../../kernel/clock.ts';
import { alertPriorities, canSnooze, getAlertClock, getAlertPriority, shouldRaise, slaDeadline } from './alerts.ts';

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
  expect((['critical', 'high', 'medium', 'low'] as const).map(getAlertPriority)).toEqual([
    'urgent',
    'high',
    'medium',
    'low',
  ]);
});

test('an alert is overdue from its deadline on; a closed one never is', () => {
  const deadline = slaDeadline('high', raised);
  const at = (ms: number) => getAlertClock({ state: 'open', deadline }, after(deadline, ms));
  expect([at(-minutes(15) - 1), at(-minutes(15)), at(-1), at(0)]).toEqual(['due', 'due_soon', 'due_soon', 'overdue']);
  expect(getAlertClock({ state: 'closed', deadline }, after(deadline, minutes(900)))).toBe('closed');
});

test('list matches and stopped orders cannot be snoozed', () => {
  expect(['wallet_blocked', 'transaction_blocked', 'name_match', 'sanctions'].map(canSnooze)).toEqual(
    Array(4).fill(false),
  );
  expect(canSnooze('many_orders')).toBe(true);
});

test('an alert is suppressed only if all its rules are snoozed', () => {
  expect(shouldRaise([], ['night'])).toBe(true);
  expect(shouldRaise(['night'], ['night', 'wallet'])).toBe(false);
  const rule = fc.constantFrom('night', 'wallet', 'many_orders', 'large_amount');
  fc.assert(
    fc.property(fc.uniqueArray(rule, { minLength: 1 }), fc.uniqueArray(rule), (rules, quiet) => {
      expect(shouldRaise(rules, quiet)).toBe(!rules.every((each) => quiet.includes(each)));
    }),
  );
});
