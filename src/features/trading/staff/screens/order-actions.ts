import type { BackOfficeRole } from '../../../../kernel/permissions.ts';
import type { NextAction } from '../../order/order.ts';
import { orderPermissions } from '../../permissions.ts';
import type { Case } from './data.ts';

export type OrderAction = Case['possible'][number] | 'note';

type ActionDetails = {
  readonly name: string;
  /** Keyboard shortcut outside fields. */
  readonly key: string;
  readonly grave?: true;
};

export const orderActions: Readonly<Record<OrderAction, ActionDetails>> = {
  receive: { name: 'Confirm received', key: 'c' },
  attachLate: { name: 'Attach late payment', key: 'c' },
  startProcessing: { name: 'Start processing', key: 's' },
  preparePayout: { name: 'Prepare payout', key: 'p' },
  approvePayout: { name: 'Approve payout', key: 'a' },
  complete: { name: 'Record as sent', key: 'd' },
  returnMoney: { name: 'Prepare refund', key: 'm' },
  approveReturn: { name: 'Approve refund', key: 'a' },
  recordReturned: { name: 'Record refund as sent', key: 'g' },
  approveUndo: { name: 'Approve undo', key: 'a' },
  recordExtra: { name: 'Record extra payment', key: 'o' },
  release: { name: 'Release', key: 'l' },
  note: { name: 'Note', key: 'n' },
  withdrawPreparation: { name: 'Withdraw payout', key: 'w' },
  declineReturn: { name: 'Cancel refund', key: 'w' },
  declineUndo: { name: 'Keep approval', key: 'w' },
  prepareUndo: { name: 'Undo an approval', key: 'u', grave: true },
  undoPayIn: { name: 'Unlink payment', key: 'v', grave: true },
  rejectClaim: { name: 'Reject proof', key: 'r', grave: true },
  sendBack: { name: 'Send back', key: 'b', grave: true },
  hold: { name: 'Hold', key: 'h', grave: true },
  fail: { name: 'Fail order', key: 'f', grave: true },
  cancel: { name: 'Cancel order', key: 'x', grave: true },
};

const actionOrder = Object.keys(orderActions) as readonly OrderAction[];

const nextCommands: Partial<Record<NextAction, OrderAction>> = {
  confirm_payment: 'receive',
  confirm_coins: 'receive',
  check_late_payment: 'attachLate',
  review_hold: 'release',
  start_processing: 'startProcessing',
  prepare_payout: 'preparePayout',
  approve_payout: 'approvePayout',
  send_payout: 'complete',
  return_money: 'returnMoney',
};

/** Only the proposer can withdraw a preparation. */
function isApplicable(action: OrderAction, { waiting }: Case): boolean {
  return action !== 'withdrawPreparation' || waiting?.isOwn === true;
}

const approvalActions = { payout: 'approvePayout', return: 'approveReturn', undo: 'approveUndo' } as const;

/** The open proposal first, then an approved transfer, then the next step. */
function getExpectedAction({ nextAction, waiting, possible, toReturn }: Case): OrderAction | undefined {
  if (waiting) return approvalActions[waiting.kind];
  if (possible.includes('recordReturned')) return 'recordReturned';
  if (nextAction) return nextCommands[nextAction];
  return toReturn.length > 0 ? 'returnMoney' : undefined;
}

/** `next` is the expected action, null when this person may not take it. */
export function getMyActions(file: Case): { next: OrderAction | null; others: OrderAction[] } {
  const myActions = new Set<OrderAction>([...file.allowed, 'note']);
  const expected = getExpectedAction(file);
  const next = expected && myActions.has(expected) ? expected : null;
  return {
    next,
    others: actionOrder.filter((action) => myActions.has(action) && action !== next && isApplicable(action, file)),
  };
}

export type OthersActions = { readonly roles: readonly BackOfficeRole[]; readonly acts: readonly OrderAction[] };

/** Actions that the order allows but this person may not take, by role. */
export function getOthersActions(file: Case): OthersActions[] {
  const missing = file.possible.filter((action) => !file.allowed.includes(action) && isApplicable(action, file));
  const groups = new Map<string, OthersActions>();
  for (const action of missing) {
    const { roles } = orderPermissions[action];
    const key = roles.join();
    groups.set(key, { roles, acts: [...(groups.get(key)?.acts ?? []), action] });
  }
  return [...groups.values()];
}
