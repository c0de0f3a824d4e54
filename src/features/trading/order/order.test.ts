import { describe, expect, it } from 'vitest';
import {
  applyCommand,
  awaitingParty,
  canApply,
  lapsesAt,
  nextAction,
  type OrderCommand,
  type OrderState,
  orderCommands,
  placedOrder,
} from './order.ts';

function applyAll(from: OrderState, ...commands: OrderCommand[]): OrderState {
  return commands.reduce((state, command) => {
    const result = applyCommand(state, command);
    if (!result.ok) throw new Error(`${command}: ${result.reason}`);
    return result.state;
  }, from);
}

const getRefusal = (state: OrderState, command: OrderCommand): string => {
  const result = applyCommand(state, command);
  return result.ok ? 'ok' : result.reason;
};

const buy = placedOrder('buy', false);
const sell = placedOrder('sell', false);
const toApproval = ['receive', 'startProcessing', 'preparePayout', 'approvePayout'] as const;

describe('the lifecycle of an order', () => {
  it('a buy is paid, processed, prepared by one, approved by another, sent, completed', () => {
    const done = applyAll(buy, 'claim', ...toApproval, 'complete');
    expect(done).toEqual({ status: 'completed', payIn: 'received', payOut: 'sent', held: false, lapsed: false });
  });

  it('a sell starts claimed, and completing it sends the payout', () => {
    expect(sell.payIn).toBe('claimed');
    expect(applyAll(sell, ...toApproval, 'complete')).toMatchObject({ status: 'completed', payOut: 'sent' });
  });

  it('a statement line suffices without a claim', () => {
    expect(applyAll(buy, 'receive', 'startProcessing').status).toBe('processing');
  });

  it('a claim is not a payment', () => {
    expect(getRefusal(applyAll(buy, 'claim'), 'startProcessing')).toBe('payment_not_received');
  });

  it('a rejected proof lets the customer upload another', () => {
    const rejected = applyAll(buy, 'claim', 'rejectClaim');
    expect(awaitingParty(rejected)).toBe('customer');
    expect(applyAll(rejected, 'claim').payIn).toBe('claimed');
  });

  it('a rejected or withdrawn payout can be prepared again', () => {
    const prepared = applyAll(buy, 'receive', 'startProcessing', 'preparePayout');
    for (const back of ['sendBack', 'withdrawPreparation'] as const) {
      expect(applyAll(prepared, back, 'preparePayout', 'approvePayout').payOut).toBe('approved');
      expect(getRefusal(applyAll(prepared, back), 'approvePayout')).toBe('payout_not_prepared');
    }
  });

  it('a failed payout needs both people again', () => {
    const failed = applyAll(buy, ...toApproval, 'payoutFailed');
    expect(getRefusal(failed, 'complete')).toBe('payout_not_approved');
    expect(applyAll(failed, 'preparePayout', 'approvePayout', 'complete').status).toBe('completed');
  });
});

describe('stopping an order', () => {
  it('the customer can cancel until a payment is claimed', () => {
    expect(applyAll(buy, 'cancelOwn').status).toBe('cancelled');
    expect(getRefusal(applyAll(buy, 'claim'), 'cancelOwn')).toBe('payment_already_claimed');
    expect(getRefusal(applyAll(buy, 'receive'), 'cancelOwn')).toBe('payment_already_received');
    expect(getRefusal(sell, 'cancelOwn')).toBe('payment_already_claimed');
  });

  it('a payout in progress must be withdrawn before stopping, or the customer is paid twice', () => {
    const approved = applyAll(buy, ...toApproval);
    for (const stop of ['cancel', 'fail'] as const) {
      expect(getRefusal(approved, stop)).toBe('payout_under_way');
      expect(canApply(applyAll(approved, 'payoutFailed'), stop)).toBe(true);
    }
  });

  it('a sent payout blocks stopping unless it is returned', () => {
    const done = applyAll(buy, ...toApproval, 'complete');
    expect(orderCommands.filter((command) => canApply(done, command))).toEqual(['payoutBounced', 'hold']);
    const bounced = applyAll(done, 'payoutBounced');
    expect(bounced).toMatchObject({ status: 'processing', payOut: 'failed', payIn: 'received' });
    expect(applyAll(bounced, 'preparePayout', 'approvePayout', 'complete').status).toBe('completed');
    expect(applyAll(bounced, 'fail', 'returnMoney').payIn).toBe('returned');
  });

  it('one person cannot undo what two approved', () => {
    const approved = applyAll(buy, ...toApproval);
    for (const alone of ['withdrawPreparation', 'sendBack'] as const)
      expect(getRefusal(approved, alone)).toBe('payout_not_prepared');
  });

  it('a returned refund waits to be refunded again', () => {
    const returned = applyAll(buy, 'receive', 'cancel', 'returnMoney');
    expect(getRefusal(applyAll(buy, 'receive', 'cancel'), 'returnBounced')).toBe('payment_not_returned');
    expect(applyAll(returned, 'returnBounced', 'returnMoney').payIn).toBe('returned');
  });

  it('only an order in processing can fail', () => expect(getRefusal(buy, 'fail')).toBe('order_not_processing'));

  it('the payment of a stopped order is refunded once', () => {
    const failed = applyAll(buy, 'receive', 'startProcessing', 'fail');
    expect(nextAction(failed, 'buy')).toBe('return_money');
    const returned = applyAll(failed, 'returnMoney');
    expect(awaitingParty(returned)).toBe('none');
    expect(getRefusal(returned, 'returnMoney')).toBe('payment_not_received');
  });

  it('the payment of an open order is not refunded', () => {
    expect(getRefusal(applyAll(buy, 'receive'), 'returnMoney')).toBe('order_open');
  });
});

describe('an expired order', () => {
  const lapsed = applyAll(buy, 'lapse');

  it('took nothing and waits for no one', () => {
    expect(lapsed).toMatchObject({ status: 'cancelled', lapsed: true, payIn: 'awaiting' });
    expect(awaitingParty(lapsed)).toBe('none');
  });

  it('was never paid; an unfound claim ends with nothing taken', () => {
    expect(getRefusal(applyAll(buy, 'receive'), 'lapse')).toBe('payment_already_received');
    for (const claimed of [applyAll(buy, 'claim'), sell])
      expect(applyCommand(claimed, 'lapse')).toMatchObject({ ok: true, state: { lapsed: true, payIn: 'awaiting' } });
  });

  it('keeps late money and gives staff its refund', () => {
    const late = applyAll(lapsed, 'attachLate');
    expect(nextAction(late, 'buy')).toBe('return_money');
    expect(applyAll(late, 'returnMoney')).toMatchObject({ status: 'cancelled', payIn: 'returned' });
  });

  it('accepts a late proof, which staff confirm or reject', () => {
    const claimed = applyAll(lapsed, 'claim');
    expect(nextAction(claimed, 'buy')).toBe('check_late_payment');
    expect(awaitingParty(claimed)).toBe('staff');
    expect(awaitingParty(applyAll(claimed, 'rejectClaim'))).toBe('none');
    expect(applyAll(claimed, 'attachLate').payIn).toBe('received');
  });

  it('cannot receive a payment as if it were open', () => expect(getRefusal(lapsed, 'receive')).toBe('order_closed'));

  it('had 72 hours for a transfer, one for a card; coins have no deadline', () => {
    const placed = new Date('2026-11-20T15:14:00Z');
    expect(lapsesAt(placed, 'bank_transfer')).toEqual(new Date('2026-11-23T15:14:00Z'));
    expect(lapsesAt(placed, 'card')).toEqual(new Date('2026-11-20T16:14:00Z'));
    expect(lapsesAt(placed, 'crypto')).toBeNull();
  });
});

describe('a held order', () => {
  it('continues for the customer, but blocks payout and refund until released', () => {
    const held = applyAll(placedOrder('buy', true), 'claim', 'receive', 'startProcessing');
    expect(getRefusal(held, 'preparePayout')).toBe('order_held');
    expect(nextAction(held, 'buy')).toBe('review_hold');
    expect(applyAll(held, 'release', 'preparePayout').payOut).toBe('prepared');
    const stopped = applyAll(held, 'cancel');
    expect(getRefusal(stopped, 'returnMoney')).toBe('order_held');
    expect(applyAll(stopped, 'release', 'returnMoney').payIn).toBe('returned');
  });

  it('blocks sending a payout that was approved before the hold', () => {
    const held = applyAll(buy, ...toApproval, 'hold');
    expect(getRefusal(held, 'complete')).toBe('order_held');
  });

  it('is held once and released once', () => {
    expect(getRefusal(applyAll(buy, 'hold'), 'hold')).toBe('order_already_held');
    expect(getRefusal(buy, 'release')).toBe('order_not_held');
  });
});

describe('a command in the wrong state', () => {
  const returned = applyAll(buy, 'receive', 'cancel', 'returnMoney');
  const prepared = applyAll(buy, 'receive', 'startProcessing', 'preparePayout');
  const completed = applyAll(buy, ...toApproval, 'complete');

  it.each<[OrderCommand, OrderState, string]>([
    ['claim', applyAll(buy, 'claim'), 'payment_already_claimed'],
    ['claim', completed, 'order_completed'],
    ['claim', returned, 'payment_already_received'],
    ['rejectClaim', buy, 'payment_not_claimed'],
    ['receive', applyAll(buy, 'receive'), 'payment_already_received'],
    ['attachLate', buy, 'order_open'],
    ['attachLate', returned, 'payment_already_received'],
    ['startProcessing', applyAll(buy, 'receive', 'startProcessing'), 'order_not_pending'],
    ['preparePayout', applyAll(buy, 'receive'), 'order_not_processing'],
    ['preparePayout', prepared, 'payout_under_way'],
    ['preparePayout', applyAll(buy, ...toApproval), 'payout_under_way'],
    ['approvePayout', applyAll(prepared, 'hold'), 'order_held'],
    ['approvePayout', applyAll(prepared, 'approvePayout'), 'payout_not_prepared'],
    ['sendBack', applyAll(prepared, 'sendBack'), 'payout_not_prepared'],
    ['withdrawPreparation', applyAll(prepared, 'sendBack'), 'payout_not_prepared'],
    ['payoutFailed', prepared, 'payout_not_approved'],
    ['payoutBounced', prepared, 'order_not_completed'],
    ['complete', prepared, 'payout_not_approved'],
    ['complete', completed, 'order_not_processing'],
    ['cancelOwn', applyAll(buy, 'cancel'), 'order_not_pending'],
    ['cancel', applyAll(buy, 'cancel'), 'order_closed'],
    ['lapse', applyAll(buy, 'cancel'), 'order_not_pending'],
    ['lapse', applyAll(buy, 'lapse'), 'order_not_pending'],
    ['returnMoney', applyAll(buy, 'cancel'), 'payment_not_received'],
    ['payInUndone', completed, 'order_closed'],
    ['latePayInUndone', completed, 'order_open'],
    ['payInUndone', prepared, 'payout_under_way'],
    ['payInUndone', applyAll(buy, 'receive', 'hold'), 'order_held'],
  ])('%s is refused (%#)', (command, state, reason) => expect(getRefusal(state, command)).toBe(reason));
});

describe('the next action', () => {
  it('moves from the customer to staff until none is left', () => {
    expect(nextAction(buy, 'buy')).toBe('pay');
    expect(nextAction(applyAll(sell, 'rejectClaim'), 'sell')).toBe('send_coins');
    expect(nextAction(sell, 'sell')).toBe('confirm_coins');
    expect(nextAction(applyAll(buy, 'claim'), 'buy')).toBe('confirm_payment');
    expect(nextAction(applyAll(buy, 'receive'), 'buy')).toBe('start_processing');
    const names = ['prepare_payout', 'approve_payout', 'send_payout'];
    const steps: OrderCommand[] = ['preparePayout', 'approvePayout'];
    const processing = applyAll(buy, 'receive', 'startProcessing');
    names.forEach((name, done) => {
      expect(nextAction(applyAll(processing, ...steps.slice(0, done)), 'buy')).toBe(name);
    });
    expect(awaitingParty(applyAll(processing, ...steps, 'complete'))).toBe('none');
  });
});
