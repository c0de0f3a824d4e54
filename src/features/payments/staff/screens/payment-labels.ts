import { roleAllows } from '../../../../kernel/permissions.ts';
import type { Shortcut } from '../../../../ui/admin/shortcuts.tsx';
import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { call } from '../../../../ui/client.ts';
import type { NextAction, PaymentState } from '../../payment.ts';
import { paymentPermissions } from '../../permissions.ts';

export type PaymentLine = Awaited<ReturnType<typeof call.paymentsDesk.queue>>['lines'][number];
export type PaymentCase = Awaited<ReturnType<typeof call.paymentsDesk.show>>;
export type PaymentAct = PaymentCase['allowed'][number];

export const paymentActionLabels: Readonly<Record<NextAction, string>> = {
  pay: 'Waiting for payment',
  confirm_payment: 'Confirm money',
  check_late_payment: 'Check late payment',
  return_money: 'Refund money',
  return_part: 'Refund part',
  stopped: 'Blocked: compliance decides',
};

type StatusLabel = { readonly kind: BadgeKind; readonly text: string };

const endedLabels: Readonly<Record<PaymentState['payIn'], StatusLabel>> = {
  awaiting: { kind: 'other', text: 'Ended' },
  claimed: { kind: 'pending', text: 'Late claim' },
  received: { kind: 'pending', text: 'To refund' },
  returned: { kind: 'other', text: 'Refunded' },
};
const openLabels: Readonly<Record<PaymentState['payIn'], StatusLabel>> = {
  awaiting: { kind: 'other', text: 'Awaiting' },
  claimed: { kind: 'other', text: 'Claimed' },
  received: { kind: 'approved', text: 'Received' },
  returned: { kind: 'other', text: 'Refunded' },
};

export const getPaymentLabel = ({ payIn, ended: end }: PaymentState): StatusLabel =>
  (end === null ? openLabels : endedLabels)[payIn];

type StepDetails = { readonly name: string; readonly key: string; readonly first?: true; readonly grave?: true };

export const paymentSteps: Readonly<Record<PaymentAct, StepDetails>> = {
  receive: { name: 'Confirm money', key: 'c', first: true },
  attachLate: { name: 'Attach late money', key: 'c', first: true },
  approveReturn: { name: 'Approve refund', key: 'a', first: true },
  recordReturned: { name: 'Record refund', key: 's', first: true },
  rejectClaim: { name: 'Reject proof', key: 'b' },
  prepareReturn: { name: 'Refund', key: 'g' },
  declineReturn: { name: 'Cancel refund', key: 't' },
  approveUndo: { name: 'Approve undo', key: 'a', first: true },
  declineUndo: { name: 'Keep approval', key: 't' },
  prepareUndo: { name: 'Undo a refund', key: 'u', grave: true },
  reject: { name: 'Reject', key: 'r', grave: true },
};

export const getPaymentShortcuts = (roles: readonly string[]): readonly Shortcut[] =>
  (Object.keys(paymentSteps) as PaymentAct[])
    .filter((action) => roleAllows(paymentPermissions[action === 'attachLate' ? 'receive' : action], roles))
    .map((action): Shortcut => [[paymentSteps[action].key.toUpperCase()], paymentSteps[action].name.toLowerCase()]);
