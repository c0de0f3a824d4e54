import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyCommand,
  nextAction,
  type OrderCommand,
  type OrderState,
  orderCommands,
  orderStatuses,
  placedOrder,
  sides,
} from './order.ts';

function findReachable(): OrderState[] {
  const seen = new Map<string, OrderState>();
  const queue = sides.flatMap((side) => [placedOrder(side, false), placedOrder(side, true)]);
  for (let state = queue.pop(); state; state = queue.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    seen.set(key, state);
    for (const command of orderCommands) {
      const result = applyCommand(state, command);
      if (result.ok) queue.push(result.state);
    }
  }
  return [...seen.values()];
}

const terminal: readonly string[] = ['completed', 'failed', 'cancelled'];
const nextStatuses: Record<string, readonly string[]> = {
  pending: ['processing', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled'],
};

function checkStep(before: OrderState, after: OrderState, command: OrderCommand): void {
  if (command === 'payoutBounced') {
    expect(before).toMatchObject({ status: 'completed', payOut: 'sent' });
    return;
  }
  if (command === 'payInUndone') {
    expect(before).toMatchObject({ payIn: 'received', held: false });
    expect(['none', 'failed']).toContain(before.payOut);
    expect(after).toMatchObject({ status: 'pending', payIn: 'claimed', payOut: 'none' });
    return;
  }
  if (before.status !== after.status) expect(nextStatuses[before.status]).toContain(after.status);
  if (terminal.includes(before.status)) expect(after.status).toBe(before.status);
  if (before.payOut === 'sent') expect(after.payOut).toBe('sent');
  if (before.held) {
    const paidNow = before.payOut !== 'sent' && after.payOut === 'sent';
    expect(paidNow || (before.payIn !== 'returned' && after.payIn === 'returned')).toBe(false);
  }
  if (after.payOut === 'approved' && before.payOut !== 'approved') expect(before.payOut).toBe('prepared');
  if (after.payOut === 'sent' && before.payOut !== 'sent') {
    expect(before).toMatchObject({ payOut: 'approved', payIn: 'received', status: 'processing' });
  }
  if (after.lapsed && !before.lapsed) {
    expect(['awaiting', 'claimed']).toContain(before.payIn);
    expect(after.payIn).toBe('awaiting');
  }
}

function checkState(state: OrderState): void {
  if (state.status === 'completed') expect(state).toMatchObject({ payIn: 'received', payOut: 'sent' });
  if (state.payOut === 'sent') expect(state.payIn).toBe('received');
  if (state.payIn === 'returned') expect(['none', 'failed']).toContain(state.payOut);
  if (terminal.includes(state.status)) expect(['prepared', 'approved']).not.toContain(state.payOut);
  if (state.lapsed) expect(state).toMatchObject({ status: 'cancelled', payOut: 'none' });
}

describe('every order', () => {
  it('keeps its invariants in all reachable states and always has a next action while it holds money', () => {
    const states = findReachable();
    expect(new Set(states.map((state) => state.status))).toEqual(new Set(orderStatuses));
    for (const state of states) {
      checkState(state);
      for (const command of orderCommands) {
        const result = applyCommand(state, command);
        if (result.ok) checkStep(state, result.state, command);
      }
      const settled = state.status === 'completed' || state.payIn === 'returned' || state.payIn === 'awaiting';
      if (!settled) expect(nextAction(state, 'buy')).not.toBeNull();
    }
  });

  it('keeps its invariants for any sequence of commands and pays out at most once', () => {
    const onward = ['receive', 'startProcessing', 'preparePayout', 'approvePayout'] as const;
    const start = fc.tuple(fc.constantFrom(...sides), fc.boolean());
    const likely = fc.constantFrom<OrderCommand>(...onward, 'claim', 'complete', 'payoutBounced', 'release');
    const command = fc.oneof(
      { weight: 6, arbitrary: likely },
      { weight: 1, arbitrary: fc.constantFrom(...orderCommands) },
    );
    const commands = fc.array(command, { minLength: 5, maxLength: 60, size: 'max' });
    let completed = 0;
    fc.assert(
      fc.property(start, commands, ([side, held], sequence) => {
        let state = placedOrder(side, held);
        const times = { sent: 0, returned: 0 };
        for (const command of sequence) {
          const result = applyCommand(state, command);
          if (!result.ok) continue;
          checkStep(state, result.state, command);
          if (state.payOut !== 'sent' && result.state.payOut === 'sent') times.sent += 1;
          if (command === 'payoutBounced') times.sent -= 1;
          if (command === 'returnBounced') times.returned -= 1;
          if (state.payIn !== 'returned' && result.state.payIn === 'returned') times.returned += 1;
          state = result.state;
          checkState(state);
        }
        expect(times.sent + times.returned).toBeLessThanOrEqual(1);
        if (state.status === 'completed') completed += 1;
      }),
      { numRuns: 6_000 },
    );
    expect(completed).toBeGreaterThan(50);
  });
});
