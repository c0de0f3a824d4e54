import { moneyText } from '../../../kernel/money.ts';
import type { BadgeKind } from '../../../ui/badge.tsx';
import { grouped } from '../../../ui/figures.ts';
import type { NextAction, OrderState, Side } from '../order/order.ts';
import { type ReasonedAct, readReason } from '../order/reasons.ts';

/** What the next step of an order is called on the desk. */
export const actionWords: Record<NextAction, string> = {
  pay: 'Waiting for payment',
  send_coins: 'Waiting for coins',
  confirm_payment: 'Confirm money',
  confirm_coins: 'Confirm coins',
  review_hold: 'Review hold',
  start_processing: 'Take into work',
  customer_chooses: 'Customer chooses a price',
  prepare_payout: 'Prepare pay-out',
  approve_payout: 'Approve pay-out',
  send_payout: 'Send and record',
  check_late_payment: 'Check late payment',
  return_money: 'Return money',
};

export const sideWords: Record<Side, string> = { buy: 'Buy', sell: 'Sell' };

type Word = { kind: BadgeKind; text: string };
const word = (kind: BadgeKind, text: string): Word => ({ kind, text });

const payOutWords: Partial<Record<OrderState['payOut'], Word>> = {
  prepared: word('pending', 'Second approval'),
  approved: word('approved', 'Approved'),
  failed: word('rejected', 'Pay-out failed'),
};

function stoppedWord({ status, payIn, lapsed }: OrderState): Word {
  if (payIn === 'received') return word('pending', 'To return');
  if (payIn === 'claimed') return word('pending', 'Late claim');
  if (payIn === 'returned') return word('other', 'Returned');
  return word(
    status === 'failed' ? 'rejected' : 'other',
    lapsed ? 'Lapsed' : status === 'failed' ? 'Failed' : 'Cancelled',
  );
}

/** Where an order stands, in two words and a shape: the thing that somebody at the desk has to know first. */
export function stateWord(state: OrderState): Word {
  if (state.held) return word('rejected', 'Held');
  if (state.status === 'completed') return word('approved', 'Completed');
  if (state.status === 'failed' || state.status === 'cancelled') return stoppedWord(state);
  const payOut = payOutWords[state.payOut];
  if (payOut) return payOut;
  if (state.status === 'processing') return word('other', 'In work');
  if (state.payIn === 'received') return word('approved', 'Received');
  return state.payIn === 'claimed' ? word('other', 'Claimed') : word('other', 'Awaiting');
}

/** What happened, as a line of the story. */
const eventWords: Record<string, string> = {
  placed: 'Order placed',

  claim: 'Proof uploaded',
  rejectClaim: 'Proof sent back',
  receive: 'Received',
  attachLate: 'Late payment attached',
  startProcessing: 'Taken into work',
  preparePayout: 'Pay-out prepared',
  approvePayout: 'Pay-out approved',
  sendBack: 'Pay-out sent back',
  withdrawPreparation: 'Pay-out withdrawn',
  payoutFailed: 'Approval of the pay-out undone',
  repriced: 'Priced anew, to the customer’s favour',
  askedPrice: 'Paid, or known to be for it, after its price: the customer is asked',
  tookPrice: 'The customer took the new price',
  complete: 'Sent: completed',
  payoutBounced: 'The pay-out came back',
  fail: 'Failed',
  cancel: 'Cancelled by us',
  cancelOwn: 'Cancelled by the customer',
  callOff: 'Called off by the customer while it cooled off',
  lapse: 'Lapsed: nothing was paid',
  prepareReturn: 'Return prepared',
  declineReturn: 'Return taken back',
  approveReturn: 'Return approved',
  returnMoney: 'Returned',
  returnBounced: 'The return came back',
  undoReturn: 'Approval of the return undone',
  prepareUndo: 'Undoing asked for',
  declineUndo: 'Undoing refused',
  extraArrived: 'Another payment recorded',
  extraReturned: 'The other payment returned',
  extraBounced: 'The other payment came back',
  payInUndone: 'The payment was not for it: taken off',
  latePayInUndone: 'The late payment was not for it: taken off',
  extraUndone: 'The other payment was not for it: taken off',
  askedName: 'Paid with a card of another name: the customer is asked',
  chargedBack: 'The card payment was charged back',
  screened: 'Screened',
  hold: 'Held',
  release: 'Released',
  note: 'Note',
};

export const eventWord = (event: string): string => eventWords[event] ?? event;

const reasonedEvents: Record<string, ReasonedAct> = {
  fail: 'fail',
  cancel: 'cancel',
  returnMoney: 'return',
  hold: 'hold',
  rejectClaim: 'reject_claim',
  sendBack: 'send_back',
  extraReturned: 'return',
  payoutFailed: 'undo',
  undoReturn: 'undo',
  payoutBounced: 'bounce',
  returnBounced: 'bounce',
  extraBounced: 'bounce',
  payInUndone: 'take_off',
  latePayInUndone: 'take_off',
  extraUndone: 'take_off',
};

/** What staff read of a reason in the story. */
export function reasonWords(event: string, code: string | null): string | null {
  const act = reasonedEvents[event];
  if (code === null) return null;
  if (event === 'prepareUndo') {
    const acts = ['undo', 'bounce', 'take_off'] as const;
    return acts.map((one) => readReason(one, code)).find((reason) => reason !== null)?.staff ?? code;
  }
  return (act && readReason(act, code)?.staff) ?? code;
}

/** The tint of an age: late as the server says, due from half of that time on. */
export function ageTint(since: Date, lateBefore: Date, now: Date): '' | 'due' | 'late' {
  if (since < lateBefore) return 'late';
  return since.getTime() < (lateBefore.getTime() + now.getTime()) / 2 ? 'due' : '';
}

/** Whole dollars without their zero cents, for a column: `20,000`, `1,250.50`. */
export const columnMoney = (minor: bigint): string => grouped(moneyText(minor)).replace(/\.00$/, '');

/** `finance or admin`. */
export const anyOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
