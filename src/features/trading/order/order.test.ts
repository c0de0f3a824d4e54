import { describe, expect, it } from 'vitest';
import {
  canMove,
  lapsesAt,
  move,
  nextAction,
  type OrderCommand,
  type OrderState,
  orderCommands,
  placedOrder,
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
    const done = walk(buy, 'claim', ...toApproval, 'complete');
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
      expect(canMove(walk(approved, 'payoutFailed'), stop)).toBe(true);
    }
  });

  it('nothing stops an order whose payout has left, unless that came back', () => {
    const done = walk(buy, ...toApproval, 'complete');
    // A hold is about what came in beside its own.
    expect(orderCommands.filter((command) => canMove(done, command))).toEqual(['payoutBounced', 'hold']);
    const again = walk(done, 'payoutBounced');
    expect(again).toMatchObject({ status: 'processing', payOut: 'failed', payIn: 'received' });
    expect(walk(again, 'preparePayout', 'approvePayout', 'complete').status).toBe('completed');
    expect(walk(again, 'fail', 'returnMoney').payIn).toBe('returned');
  });

  it('what two people approved is taken back by none alone', () => {
    const approved = walk(buy, ...toApproval);
    for (const alone of ['withdrawPreparation', 'sendBack'] as const)
      expect(refusal(approved, alone)).toBe('payout_not_prepared');
  });

  it('what was returned and came back waits to be returned again', () => {
    const returned = walk(buy, 'receive', 'cancel', 'returnMoney');
    expect(refusal(walk(buy, 'receive', 'cancel'), 'returnBounced')).toBe('payment_not_returned');
    expect(walk(returned, 'returnBounced', 'returnMoney').payIn).toBe('returned');
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

  it('is never one that was paid; what was claimed and never came ends with nothing taken', () => {
    expect(refusal(walk(buy, 'receive'), 'lapse')).toBe('payment_already_received');
    for (const claimed of [walk(buy, 'claim'), sell])
      expect(move(claimed, 'lapse')).toMatchObject({ ok: true, state: { lapsed: true, payIn: 'awaiting' } });
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
    expect(refusal(held, 'complete')).toBe('order_held');
  });

  it('is held once and released once', () => {
    expect(refusal(walk(buy, 'hold'), 'hold')).toBe('order_already_held');
    expect(refusal(buy, 'release')).toBe('order_not_held');
  });
});

describe('a command out of turn', () => {
  const returned = walk(buy, 'receive', 'cancel', 'returnMoney');
  const prepared = walk(buy, 'receive', 'startProcessing', 'preparePayout');
  const completed = walk(buy, ...toApproval, 'complete');

  it.each<[OrderCommand, OrderState, string]>([
    ['claim', walk(buy, 'claim'), 'payment_already_claimed'],
    ['claim', completed, 'order_completed'],
    ['claim', returned, 'payment_already_received'],
    ['rejectClaim', buy, 'payment_not_claimed'],
    ['receive', walk(buy, 'receive'), 'payment_already_received'],
    ['attachLate', buy, 'order_open'],
    ['attachLate', returned, 'payment_already_received'],
    ['startProcessing', walk(buy, 'receive', 'startProcessing'), 'order_not_pending'],
    ['preparePayout', walk(buy, 'receive'), 'order_not_processing'],
    ['preparePayout', prepared, 'payout_under_way'],
    ['preparePayout', walk(buy, ...toApproval), 'payout_under_way'],
    ['approvePayout', walk(prepared, 'hold'), 'order_held'],
    ['approvePayout', walk(prepared, 'approvePayout'), 'payout_not_prepared'],
    ['sendBack', walk(prepared, 'sendBack'), 'payout_not_prepared'],
    ['withdrawPreparation', walk(prepared, 'sendBack'), 'payout_not_prepared'],
    ['payoutFailed', prepared, 'payout_not_approved'],
    ['payoutBounced', prepared, 'order_not_completed'],
    ['complete', prepared, 'payout_not_approved'],
    ['complete', completed, 'order_not_processing'],
    ['cancelOwn', walk(buy, 'cancel'), 'order_not_pending'],
    ['cancel', walk(buy, 'cancel'), 'order_closed'],
    ['lapse', walk(buy, 'cancel'), 'order_not_pending'],
    ['lapse', walk(buy, 'lapse'), 'order_not_pending'],
    ['returnMoney', walk(buy, 'cancel'), 'payment_not_received'],
    ['payInUndone', completed, 'order_closed'],
    ['latePayInUndone', completed, 'order_open'],
    ['payInUndone', prepared, 'payout_under_way'],
    ['payInUndone', walk(buy, 'receive', 'hold'), 'order_held'],
  ])('%s is refused (%#)', (command, state, reason) => expect(refusal(state, command)).toBe(reason));
});

describe('whose move it is', () => {
  it('follows the order from the customer to staff to nobody', () => {
    expect(nextAction(buy, 'buy')).toBe('pay');
    expect(nextAction(walk(sell, 'rejectClaim'), 'sell')).toBe('send_coins');
    expect(nextAction(sell, 'sell')).toBe('confirm_coins');
    expect(nextAction(walk(buy, 'claim'), 'buy')).toBe('confirm_payment');
    expect(nextAction(walk(buy, 'receive'), 'buy')).toBe('start_processing');
    const names = ['prepare_payout', 'approve_payout', 'send_payout'];
    const steps: OrderCommand[] = ['preparePayout', 'approvePayout'];
    const processing = walk(buy, 'receive', 'startProcessing');
    names.forEach((name, done) => {
      expect(nextAction(walk(processing, ...steps.slice(0, done)), 'buy')).toBe(name);
    });
    expect(whoseMove(walk(processing, ...steps, 'complete'))).toBe('nobody');
  });
});
