import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canMove,
  lapsesAt,
  move,
  nextAction,
  type OrderCommand,
  type OrderState,
  orderCommands,
  orderStatuses,
  placedOrder,
  sides,
  whoseMove,
} from './order.ts';

/** Applies commands that must all be allowed. */
function walk(from: OrderState, ...commands: OrderCommand[]): OrderState {
  return commands.reduce((state, command) => {
    const result = move(state, command);
    if (!result.ok) throw new Error(`${command}: ${result.reason}`);
    return result.state;
  }, from);
}

const refusal = (state: OrderState, command: OrderCommand): string => {
  const result = move(state, command);
  return result.ok ? 'ok' : result.reason;
};

const buy = placedOrder('buy', false);
const sell = placedOrder('sell', false);
const toApproval = ['receive', 'startProcessing', 'preparePayout', 'approvePayout'] as const;

describe('the way of an order', () => {
  it('a buy: paid, processed, prepared by one, approved by another, sent, completed', () => {
    const done = walk(buy, 'claim', ...toApproval, 'markSent', 'complete');
    expect(done).toEqual({ status: 'completed', payIn: 'received', payOut: 'sent', held: false, lapsed: false });
  });

  it('a sell begins claimed, and completing it marks the payout as sent', () => {
    expect(sell.payIn).toBe('claimed');
    expect(walk(sell, ...toApproval, 'complete')).toMatchObject({ status: 'completed', payOut: 'sent' });
  });

  it('a bank line alone is enough, without a claim', () => {
    expect(walk(buy, 'receive', 'startProcessing').status).toBe('processing');
  });

  it('a claim is not a payment', () => {
    expect(refusal(walk(buy, 'claim'), 'startProcessing')).toBe('payment_not_received');
  });

  it('an unusable proof goes back to the customer, who gives another', () => {
    const again = walk(buy, 'claim', 'rejectClaim');
    expect(whoseMove(again)).toBe('customer');
    expect(walk(again, 'claim').payIn).toBe('claimed');
  });

  it('a payout that is sent back or withdrawn is prepared anew', () => {
    const prepared = walk(buy, 'receive', 'startProcessing', 'preparePayout');
    for (const back of ['sendBack', 'withdrawPreparation'] as const) {
      expect(walk(prepared, back, 'preparePayout', 'approvePayout').payOut).toBe('approved');
      expect(refusal(walk(prepared, back), 'approvePayout')).toBe('payout_not_prepared');
    }
  });

  it('a payout that the bank refused needs both people again', () => {
    const failed = walk(buy, ...toApproval, 'payoutFailed');
    expect(refusal(failed, 'markSent')).toBe('payout_not_approved');
    expect(refusal(failed, 'complete')).toBe('payout_not_approved');
    expect(walk(failed, 'preparePayout', 'approvePayout', 'complete').status).toBe('completed');
  });
});

describe('stopping an order', () => {
  it('the customer may cancel until something is claimed', () => {
    expect(walk(buy, 'cancelOwn').status).toBe('cancelled');
    expect(refusal(walk(buy, 'claim'), 'cancelOwn')).toBe('payment_already_claimed');
    expect(refusal(walk(buy, 'receive'), 'cancelOwn')).toBe('payment_already_received');
    expect(refusal(sell, 'cancelOwn')).toBe('payment_already_claimed');
  });

  it('a payout under way is withdrawn first, or the customer would be paid twice', () => {
    const approved = walk(buy, ...toApproval);
    for (const stop of ['cancel', 'fail'] as const) {
      expect(refusal(approved, stop)).toBe('payout_under_way');
      expect(canMove(walk(approved, 'withdrawPreparation'), stop)).toBe(true);
    }
  });

  it('nothing stops an order whose payout has left', () => {
    const sent = walk(buy, ...toApproval, 'markSent');
    for (const command of ['cancel', 'fail', 'hold', 'withdrawPreparation', 'sendBack', 'payoutFailed'] as const) {
      expect(refusal(sent, command)).toBe('payout_already_sent');
    }
    expect(orderCommands.filter((command) => canMove(sent, command))).toEqual(['complete']);
  });

  it('only an order under way can fail', () => expect(refusal(buy, 'fail')).toBe('order_not_processing'));

  it('the payment of a stopped order goes back, once', () => {
    const failed = walk(buy, 'receive', 'startProcessing', 'fail');
    expect(nextAction(failed, 'buy')).toBe('return_money');
    const returned = walk(failed, 'returnMoney');
    expect(whoseMove(returned)).toBe('nobody');
    expect(refusal(returned, 'returnMoney')).toBe('payment_not_received');
  });

  it('the payment of an open order does not go back', () => {
    expect(refusal(walk(buy, 'receive'), 'returnMoney')).toBe('order_open');
  });
});

describe('an order that lapses', () => {
  const lapsed = walk(buy, 'lapse');

  it('took nothing and is nobody’s move', () => {
    expect(lapsed).toMatchObject({ status: 'cancelled', lapsed: true, payIn: 'awaiting' });
    expect(whoseMove(lapsed)).toBe('nobody');
  });

  it('is never one that was claimed or paid', () => {
    expect(refusal(walk(buy, 'claim'), 'lapse')).toBe('payment_already_claimed');
    expect(refusal(walk(buy, 'receive'), 'lapse')).toBe('payment_already_received');
    expect(refusal(sell, 'lapse')).toBe('payment_already_claimed');
  });

  it('keeps money that comes late and gives staff the work of returning it', () => {
    const late = walk(lapsed, 'attachLate');
    expect(nextAction(late, 'buy')).toBe('return_money');
    expect(walk(late, 'returnMoney')).toMatchObject({ status: 'cancelled', payIn: 'returned' });
  });

  it('takes a late proof, which staff confirm or turn down', () => {
    const claimed = walk(lapsed, 'claim');
    expect(nextAction(claimed, 'buy')).toBe('check_late_payment');
    expect(whoseMove(claimed)).toBe('staff');
    expect(whoseMove(walk(claimed, 'rejectClaim'))).toBe('nobody');
    expect(walk(claimed, 'attachLate').payIn).toBe('received');
  });

  it('is not received as if nothing had happened', () => expect(refusal(lapsed, 'receive')).toBe('order_closed'));

  it('had 72 hours for the bank, one for a card, and coins on their way have no end', () => {
    const placed = new Date('2026-11-20T15:14:00Z');
    expect(lapsesAt(placed, 'bank_transfer')).toEqual(new Date('2026-11-23T15:14:00Z'));
    expect(lapsesAt(placed, 'card')).toEqual(new Date('2026-11-20T16:14:00Z'));
    expect(lapsesAt(placed, 'crypto')).toBeNull();
  });
});

describe('a held order', () => {
  it('goes on for the customer but is not paid out or returned before its release', () => {
    const held = walk(placedOrder('buy', true), 'claim', 'receive', 'startProcessing');
    expect(refusal(held, 'preparePayout')).toBe('order_held');
    expect(nextAction(held, 'buy')).toBe('review_hold');
    expect(walk(held, 'release', 'preparePayout').payOut).toBe('prepared');
    const stopped = walk(held, 'cancel');
    expect(refusal(stopped, 'returnMoney')).toBe('order_held');
    expect(walk(stopped, 'release', 'returnMoney').payIn).toBe('returned');
  });

  it('is not sent though its payout was approved before the hold', () => {
    const held = walk(buy, ...toApproval, 'hold');
    for (const command of ['markSent', 'complete'] as const) expect(refusal(held, command)).toBe('order_held');
  });

  it('is held once and released once', () => {
    expect(refusal(walk(buy, 'hold'), 'hold')).toBe('order_already_held');
    expect(refusal(buy, 'release')).toBe('order_not_held');
  });
});

describe('whose move it is', () => {
  it('follows the order from the customer to staff to nobody', () => {
    expect(nextAction(buy, 'buy')).toBe('pay');
    expect(nextAction(walk(sell, 'rejectClaim'), 'sell')).toBe('send_coins');
    expect(nextAction(sell, 'sell')).toBe('confirm_coins');
    expect(nextAction(walk(buy, 'claim'), 'buy')).toBe('confirm_payment');
    expect(nextAction(walk(buy, 'receive'), 'buy')).toBe('start_processing');
    const names = ['prepare_payout', 'approve_payout', 'send_payout', 'complete'];
    const steps: OrderCommand[] = ['preparePayout', 'approvePayout', 'markSent'];
    const processing = walk(buy, 'receive', 'startProcessing');
    names.forEach((name, done) => {
      expect(nextAction(walk(processing, ...steps.slice(0, done)), 'buy')).toBe(name);
    });
    expect(whoseMove(walk(processing, ...steps, 'complete'))).toBe('nobody');
  });
});

/** Every state that commands can lead to from a fresh order. */
function reachable(): OrderState[] {
  const seen = new Map<string, OrderState>();
  const queue = sides.flatMap((side) => [placedOrder(side, false), placedOrder(side, true)]);
  for (let state = queue.pop(); state; state = queue.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    seen.set(key, state);
    for (const command of orderCommands) {
      const result = move(state, command);
      if (result.ok) queue.push(result.state);
    }
  }
  return [...seen.values()];
}

const terminal: readonly string[] = ['completed', 'failed', 'cancelled'];
const nexts: Record<string, readonly string[]> = {
  pending: ['processing', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled'],
};

/** What must hold across one move, whatever it is. */
function checkStep(before: OrderState, after: OrderState): void {
  if (before.status !== after.status) expect(nexts[before.status]).toContain(after.status);
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
  if (after.lapsed && !before.lapsed) expect(before.payIn).toBe('awaiting');
}

/** What must hold in every state. */
function checkState(state: OrderState): void {
  if (state.status === 'completed') expect(state).toMatchObject({ payIn: 'received', payOut: 'sent', held: false });
  if (state.payOut === 'sent') expect(state.payIn).toBe('received');
  if (state.payIn === 'returned') expect(['none', 'failed']).toContain(state.payOut);
  if (terminal.includes(state.status)) expect(['prepared', 'approved']).not.toContain(state.payOut);
  if (state.lapsed) expect(state).toMatchObject({ status: 'cancelled', payOut: 'none' });
}

describe('every order', () => {
  it('keeps the rules in all states that can be reached, and is never stuck with money in hand', () => {
    const states = reachable();
    expect(new Set(states.map((state) => state.status))).toEqual(new Set(orderStatuses));
    for (const state of states) {
      checkState(state);
      for (const command of orderCommands) {
        const result = move(state, command);
        if (result.ok) checkStep(state, result.state);
      }
      const settled = state.status === 'completed' || state.payIn === 'returned' || state.payIn === 'awaiting';
      if (!settled) expect(nextAction(state, 'buy')).not.toBeNull();
    }
  });

  it('keeps the rules along any sequence of commands, and is paid out at most once', () => {
    const start = fc.tuple(fc.constantFrom(...sides), fc.boolean());
    const likely = fc.constantFrom<OrderCommand>(...toApproval, 'claim', 'markSent', 'complete', 'release');
    const commands = fc.array(fc.oneof(likely, fc.constantFrom(...orderCommands)), { minLength: 5, maxLength: 40 });
    let completed = 0;
    fc.assert(
      fc.property(start, commands, ([side, held], sequence) => {
        let state = placedOrder(side, held);
        const times = { sent: 0, returned: 0 };
        for (const command of sequence) {
          const result = move(state, command);
          if (!result.ok) continue;
          checkStep(state, result.state);
          if (state.payOut !== 'sent' && result.state.payOut === 'sent') times.sent += 1;
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
