import { backOfficeRoles, complianceRoles, financeRoles, type Permission } from '../../kernel/permissions.ts';
import { decidePermissions } from '../approvals/permissions.ts';

const owner = { roles: [], owner: true } as const;
const anyStaff = { roles: backOfficeRoles } as const;
const finance = { roles: financeRoles } as const;
/** Outgoing money requires a sign-in within the last 30 minutes (ASVS 7.5.3). */
const financeNow = { roles: financeRoles, stepUp: 30 } as const;
const compliance = { roles: complianceRoles } as const;

export const orderPermissions = {
  view: { roles: backOfficeRoles, owner: true },
  /** Notes, risk and screening. Hidden from the order's owner, even a member of staff: no tipping off (A7). */
  viewStaffSide: anyStaff,
  note: anyStaff,
  claim: owner,
  cancelOwn: owner,
  choosePrice: owner,
  rejectClaim: finance,
  receive: finance,
  attachLate: finance,
  startProcessing: finance,
  preparePayout: financeNow,
  approvePayout: decidePermissions.payout,
  sendBack: { roles: financeRoles, second: true },
  withdrawPreparation: finance,
  complete: financeNow,
  recordExtra: finance,
  fail: finance,
  cancel: finance,
  returnMoney: financeNow,
  approveReturn: decidePermissions.return,
  declineReturn: finance,
  recordReturned: financeNow,
  prepareUndo: financeNow,
  undoPayIn: financeNow,
  approveUndo: decidePermissions.undo,
  declineUndo: finance,
  hold: compliance,
  release: compliance,
} as const satisfies Record<string, Permission>;

export type OrderAct = keyof typeof orderPermissions;

/** Payees and recurring buys need a sign-in within the last 10 minutes, like changes of an account (ASVS 7.5.1). */
export const payeePermissions = { change: { roles: [], owner: true, stepUp: 10 } } as const;

export const unallocatedPermissions = {
  read: { roles: ['finance', 'compliance', 'admin'] },
  work: finance,
  giveBack: financeNow,
  decide: decidePermissions.return,
} as const satisfies Record<string, Permission>;
