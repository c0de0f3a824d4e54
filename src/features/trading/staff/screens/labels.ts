import type { NextAction } from '../../order/order.ts';
import { type ReasonedAction, readReason } from '../../order/reasons.ts';

export const actionLabels: Record<NextAction, string> = {
  pay: 'Waiting for payment',
  send_coins: 'Waiting for coins',
  confirm_payment: 'Confirm money',
  confirm_coins: 'Confirm coins',
  review_hold: 'Review hold',
  start_processing: 'Start processing',
  customer_chooses: 'Customer choosing price',
  prepare_payout: 'Prepare payout',
  approve_payout: 'Approve payout',
  send_payout: 'Send and record',
  check_late_payment: 'Check late payment',
  return_money: 'Refund money',
};

const eventLabels: Record<string, string> = {
  placed: 'Order placed',

  claim: 'Proof uploaded',
  rejectClaim: 'Proof rejected',
  receive: 'Received',
  attachLate: 'Late payment attached',
  startProcessing: 'Processing started',
  preparePayout: 'Payout prepared',
  approvePayout: 'Payout approved',
  sendBack: 'Payout rejected',
  withdrawPreparation: 'Payout withdrawn',
  payoutFailed: 'Payout approval undone',
  repriced: 'Repriced in the customer’s favour',
  askedPrice: 'Paid or matched after the price expired: customer asked',
  tookPrice: 'Customer accepted the new price',
  complete: 'Sent, order completed',
  payoutBounced: 'Payout returned to us',
  fail: 'Failed',
  cancel: 'Cancelled by staff',
  cancelOwn: 'Cancelled by the customer',
  callOff: 'Cancelled by the customer during cooling-off',
  lapse: 'Expired unpaid',
  prepareReturn: 'Refund prepared',
  declineReturn: 'Refund withdrawn or rejected',
  approveReturn: 'Refund approved',
  returnMoney: 'Refunded',
  returnBounced: 'Refund returned to us',
  undoReturn: 'Refund approval undone',
  prepareUndo: 'Undo proposed',
  declineUndo: 'Undo withdrawn or rejected',
  extraArrived: 'Surplus payment recorded',
  extraReturned: 'Surplus payment refunded',
  extraBounced: 'Surplus refund returned to us',
  payInUndone: 'Payment unlinked: not for this order',
  latePayInUndone: 'Late payment unlinked: not for this order',
  extraUndone: 'Surplus payment unlinked: not for this order',
  askedName: 'Card in another name: customer asked',
  chargedBack: 'Card payment charged back',
  screened: 'Screened',
  hold: 'Held',
  release: 'Released',
  note: 'Note',
};

export const getEventLabel = (event: string): string => eventLabels[event] ?? event;

const reasonedEvents: Record<string, ReasonedAction> = {
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

export function getReasonText(event: string, code: string | null): string | null {
  const act = reasonedEvents[event];
  if (code === null) return null;
  if (event === 'prepareUndo') {
    const acts = ['undo', 'bounce', 'take_off'] as const;
    return acts.map((action) => readReason(action, code)).find((reason) => reason !== null)?.staff ?? code;
  }
  return (act && readReason(act, code)?.staff) ?? code;
}

export const joinWithOr = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
