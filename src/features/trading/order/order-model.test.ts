import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Actor, can } from '../../../kernel/permissions.ts';
import { type OrderAct, orderPermissions } from '../permissions.ts';
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
import { isReasonCode, orderReasons, type ReasonedAction, readReason, reasonsFor } from './reasons.ts';

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

describe('reasons', () => {
  const acts = Object.keys(orderReasons) as ReasonedAction[];

  describe('reasons', () => {
    it('have unique codes within their action', () => {
      for (const act of acts) {
        const codes = reasonsFor(act).map((reason) => reason.code);
        expect(new Set(codes).size).toBe(codes.length);
        for (const code of codes) expect(code).toMatch(/^[a-z_]+$/);
      }
    });

    it('share one customer text for all holds, so none reveals a suspicion', () => {
      expect(new Set(reasonsFor('hold').map((reason) => reason.customer)).size).toBe(1);
    });

    it('never mention screening, alerts, cases, flags, risk or compliance to the customer', () => {
      const forbiddenWords = /screen|alert|case|flag|risk|suspic|complian|authorit|sanction|launder|report/i;
      for (const act of acts)
        for (const { customer } of reasonsFor(act)) expect(customer ?? '').not.toMatch(forbiddenWords);
    });

    it('say where the money is for every failed, cancelled or refunded order', () => {
      const money = /with us|still have your|refund|on its way|nothing was taken|process the other one|write to you/i;
      for (const act of ['fail', 'cancel', 'return'] as const) {
        for (const { customer } of reasonsFor(act)) expect(customer).toMatch(money);
      }
    });

    it('no longer say "on its way" once the refund was sent', () => {
      for (const { customer, wentBack } of reasonsFor('return').filter(({ code }) => code !== 'paid_twice')) {
        expect(customer).toContain(wentBack?.replace(/\.$/, ''));
        expect(wentBack).not.toMatch(/on its way|we'll refund/);
      }
    });

    it('have a customer text unless only staff read them', () => {
      for (const act of acts) {
        for (const { customer, staff } of reasonsFor(act)) {
          expect(customer === null).toBe(act === 'send_back' || act === 'undo');
          expect(staff).not.toBe('');
        }
      }
    });

    it('are found by action and code only', () => {
      expect(readReason('cancel', 'duplicate')?.staff).toContain('duplicate');
      expect(readReason('hold', 'duplicate')).toBeNull();
      expect(isReasonCode('fail', 'out_of_stock')).toBe(true);
      expect(isReasonCode('fail', 'constructor')).toBe(false);
    });
  });
});

const orderActNames = Object.keys(orderPermissions) as readonly OrderAct[];
const order = { customerId: 'marlon', preparedBy: 'sasha' };
const actorWith = (id: string, ...roles: string[]): Actor => ({ id, roles, otherAccounts: [] });
const allowedActs = (actor: Actor): OrderAct[] =>
  orderActNames.filter((act) => can(actor, orderPermissions[act], order));
const staffActs = orderActNames.filter((act) => orderPermissions[act].roles.length > 0 && act !== 'view');

describe('permissions for orders', () => {
  it('two accounts of one person count as one: no action on own orders and no second approval', () => {
    const joinedCustomer = { ...actorWith('ann', 'admin'), otherAccounts: ['marlon'] };
    expect(allowedActs(joinedCustomer)).toEqual([]);
    const joinedPreparer = { ...actorWith('ann', 'admin'), otherAccounts: ['sasha'] };
    expect(can(joinedPreparer, orderPermissions.approvePayout, order)).toBe(false);
    expect(can(joinedPreparer, orderPermissions.hold, order)).toBe(true);
  });

  it('the customer views, claims a payment, chooses a price and cancels', () => {
    expect(allowedActs(actorWith('marlon'))).toEqual(['view', 'claim', 'cancelOwn', 'choosePrice']);
  });

  it('strangers and instructors have no permission', () => {
    expect(allowedActs(actorWith('tanya'))).toEqual([]);
    expect(allowedActs(actorWith('tanya', 'instructor'))).toEqual([]);
  });

  it('support views and adds notes', () => {
    expect(allowedActs(actorWith('ann', 'support'))).toEqual(['view', 'viewStaffSide', 'note']);
  });

  it('compliance views, holds and releases', () => {
    expect(allowedActs(actorWith('ann', 'compliance'))).toEqual(['view', 'viewStaffSide', 'note', 'hold', 'release']);
  });

  it('finance moves money but neither holds, releases nor acts for the customer', () => {
    const finance = allowedActs(actorWith('ann', 'finance'));
    for (const act of ['receive', 'preparePayout', 'approvePayout', 'complete', 'returnMoney'] as const) {
      expect(finance).toContain(act);
    }
    for (const act of ['hold', 'release', 'claim', 'cancelOwn'] as const) expect(finance).not.toContain(act);
  });

  it('an admin has all staff permissions', () => {
    expect(allowedActs(actorWith('ann', 'admin'))).toEqual(['view', ...staffActs]);
  });
});

describe('two-person approval', () => {
  it.each(['finance', 'admin'])('the preparer of a payout with the role %s cannot approve it', (role) => {
    expect(can(actorWith('sasha', role), orderPermissions.approvePayout, order)).toBe(false);
    expect(can(actorWith('sasha', role), orderPermissions.sendBack, order)).toBe(false);
    expect(can(actorWith('sasha', role), orderPermissions.withdrawPreparation, order)).toBe(true);
    expect(can(actorWith('ann', role), orderPermissions.approvePayout, order)).toBe(true);
  });

  it('a payout without a preparer cannot be approved', () => {
    expect(can(actorWith('ann', 'admin'), orderPermissions.approvePayout, { ...order, preparedBy: null })).toBe(false);
  });
});

describe('own orders', () => {
  it.each(['admin', 'finance', 'compliance', 'support'])(
    'a customer with the role %s has no staff permission on their order',
    (role) => {
      expect(allowedActs(actorWith('marlon', role))).toEqual(['view', 'claim', 'cancelOwn', 'choosePrice']);
    },
  );
});

describe('the table', () => {
  it('has a rule for every command except those of jobs and approved undos', () => {
    const ruledCommands: readonly string[] = [...orderActNames, 'callOff'];
    const open: OrderCommand[] = orderCommands.filter((command) => !ruledCommands.includes(command));
    expect(open).toEqual(['payoutFailed', 'payoutBounced', 'lapse', 'returnBounced', 'payInUndone', 'latePayInUndone']);
  });
});
