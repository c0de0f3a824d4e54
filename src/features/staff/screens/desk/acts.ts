import type { DeskRole } from '../../../../kernel/acts.ts';
import { orderActs } from '../../../trading/acts.ts';
import type { NextAction } from '../../../trading/order/order.ts';
import type { ReasonedAct } from '../../../trading/order/reasons.ts';
import type { Case } from './data.ts';

/** Everything that can be done with an order at the desk. */
export type Act = Case['possible'][number] | 'note';

type ActFacts = {
  readonly name: string;
  /** The key that opens it, outside fields. */
  readonly key: string;
  /** Ends or stops something: drawn as such. */
  readonly grave?: true;
  readonly reasons?: ReasonedAct;
};

export const acts: Readonly<Record<Act, ActFacts>> = {
  receive: { name: 'Confirm received', key: 'c' },
  attachLate: { name: 'Attach late payment', key: 'c' },
  startProcessing: { name: 'Take into work', key: 's' },
  preparePayout: { name: 'Prepare pay-out', key: 'p' },
  approvePayout: { name: 'Approve pay-out', key: 'a' },
  complete: { name: 'Record as sent', key: 'd' },
  returnMoney: { name: 'Prepare return', key: 'm', reasons: 'return' },
  approveReturn: { name: 'Approve return', key: 'a' },
  recordReturned: { name: 'Record return as sent', key: 'g' },
  approveUndo: { name: 'Approve undoing', key: 'a' },
  recordExtra: { name: 'Record another payment', key: 'o' },
  release: { name: 'Release', key: 'l' },
  note: { name: 'Note', key: 'n' },
  withdrawPreparation: { name: 'Withdraw pay-out', key: 'w' },
  declineReturn: { name: 'Take return back', key: 'w' },
  declineUndo: { name: 'Leave it approved', key: 'w' },
  prepareUndo: { name: 'Undo an approval', key: 'u', grave: true },
  undoPayIn: { name: 'Take payment off', key: 'v', grave: true, reasons: 'take_off' },
  rejectClaim: { name: 'Reject proof', key: 'r', grave: true, reasons: 'reject_claim' },
  sendBack: { name: 'Send back', key: 'b', grave: true, reasons: 'send_back' },
  hold: { name: 'Hold', key: 'h', grave: true, reasons: 'hold' },
  fail: { name: 'Fail order', key: 'f', grave: true, reasons: 'fail' },
  cancel: { name: 'Cancel order', key: 'x', grave: true, reasons: 'cancel' },
};

const actOrder = Object.keys(acts) as readonly Act[];

/** The command that carries out what an order waits for. */
const actFor: Partial<Record<NextAction, Act>> = {
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

/** Whether an act makes sense beside what waits: one takes back only one's own, and sends back only others'. */
function fits(act: Act, { waiting }: Case): boolean {
  return act !== 'withdrawPreparation' || waiting?.mine === true;
}

const approving = { payout: 'approvePayout', return: 'approveReturn', undo: 'approveUndo' } as const;

/** What moves the order on: what waits for its second person first, then what they agreed on, then the rest. */
function wantedAct({ nextAction, waiting, possible, toReturn }: Case): Act | undefined {
  if (waiting) return approving[waiting.kind];
  if (possible.includes('recordReturned')) return 'recordReturned';
  if (nextAction) return actFor[nextAction];
  return toReturn.length > 0 ? 'returnMoney' : undefined;
}

/** What this person may do now: the one thing the order waits for first, if it is theirs, then the rest. */
export function ownActs(file: Case): { next: Act | null; others: Act[] } {
  const mine = new Set<Act>([...file.mine, 'note']);
  const wanted = wantedAct(file);
  const next = wanted && mine.has(wanted) ? wanted : null;
  return { next, others: actOrder.filter((act) => mine.has(act) && act !== next && fits(act, file)) };
}

export type ForOthers = { readonly roles: readonly DeskRole[]; readonly acts: readonly Act[] };

/** What the order allows but this person may not do, by who may. */
export function othersActs(file: Case): ForOthers[] {
  const missing = file.possible.filter((act) => !file.mine.includes(act) && fits(act, file));
  const groups = new Map<string, ForOthers>();
  for (const act of missing) {
    const { roles } = orderActs[act];
    const key = roles.join();
    groups.set(key, { roles, acts: [...(groups.get(key)?.acts ?? []), act] });
  }
  return [...groups.values()];
}
