import { isFor } from '../../../../kernel/acts.ts';
import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { KeyName } from '../../../../ui/desk/keys-line.tsx';
import { paymentActs } from '../../../payments/acts.ts';
import type { NextAction, PaymentState } from '../../../payments/payment.ts';
import type { PaymentAct } from './data.ts';

/** What the next step of a payment is called on the desk. */
export const paymentNext: Readonly<Record<NextAction, string>> = {
  pay: 'Waiting for payment',
  confirm_payment: 'Confirm money',
  check_late_payment: 'Check late payment',
  return_money: 'Return money',
  return_part: 'Return a part',
  stopped: 'Stopped: compliance decides',
};

type Word = { readonly kind: BadgeKind; readonly text: string };

const ended: Readonly<Record<PaymentState['payIn'], Word>> = {
  awaiting: { kind: 'other', text: 'Ended' },
  claimed: { kind: 'pending', text: 'Late claim' },
  received: { kind: 'pending', text: 'To return' },
  returned: { kind: 'other', text: 'Returned' },
};
const open: Readonly<Record<PaymentState['payIn'], Word>> = {
  awaiting: { kind: 'other', text: 'Awaiting' },
  claimed: { kind: 'other', text: 'Claimed' },
  received: { kind: 'approved', text: 'Received' },
  returned: { kind: 'other', text: 'Returned' },
};

/** Where a payment stands, in a word and a shape. */
export const paymentWord = ({ payIn, ended: end }: PaymentState): Word => (end === null ? open : ended)[payIn];

type ActFacts = { readonly name: string; readonly key: string; readonly first?: true; readonly grave?: true };

/** The steps in the order of their buttons; what moves it on comes first. */
export const paymentSteps: Readonly<Record<PaymentAct, ActFacts>> = {
  receive: { name: 'Confirm money', key: 'c', first: true },
  attachLate: { name: 'Attach late money', key: 'c', first: true },
  approveReturn: { name: 'Approve return', key: 'a', first: true },
  recordReturned: { name: 'Record as returned', key: 's', first: true },
  rejectClaim: { name: 'Send proof back', key: 'b' },
  prepareReturn: { name: 'Give back', key: 'g' },
  declineReturn: { name: 'Take return back', key: 't' },
  approveUndo: { name: 'Approve undoing', key: 'a', first: true },
  declineUndo: { name: 'Leave it approved', key: 't' },
  prepareUndo: { name: 'Undo a return', key: 'u', grave: true },
  reject: { name: 'Reject', key: 'r', grave: true },
};

/** The keys of the payment that stands open: only of acts that are for whoever holds these roles. */
export const paymentKeys = (roles: readonly string[]): readonly KeyName[] =>
  (Object.keys(paymentSteps) as PaymentAct[])
    .filter((act) => isFor(paymentActs[act === 'attachLate' ? 'receive' : act], roles))
    .map((act): KeyName => [[paymentSteps[act].key.toUpperCase()], paymentSteps[act].name.toLowerCase()]);
