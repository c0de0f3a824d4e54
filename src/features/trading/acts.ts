import { type Act, complianceRoles, deskRoles, financeRoles } from '../../kernel/acts.ts';
import { deciding } from '../approvals/acts.ts';

const owner = { roles: [], owner: true } as const;
const anyStaff = { roles: deskRoles } as const;
const finance = { roles: financeRoles } as const;
/** What moves money out, or lets it: by somebody who proved within half an hour to be there (ASVS 7.5.3). */
const financeNow = { roles: financeRoles, stepUp: 30 } as const;
const compliance = { roles: complianceRoles } as const;

/** Who may do what with an order. What the order itself allows at the moment is another question: see order.ts. */
export const orderActs = {
  view: { roles: deskRoles, owner: true },
  /** Staff texts, notes, risk and screening: never on one's own order, which would be tipping off (A7). */
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
  approvePayout: deciding.payout,
  sendBack: { roles: financeRoles, second: true },
  withdrawPreparation: finance,
  complete: financeNow,
  recordExtra: finance,
  fail: finance,
  cancel: finance,
  returnMoney: financeNow,
  approveReturn: deciding.return,
  declineReturn: finance,
  recordReturned: financeNow,
  prepareUndo: financeNow,
  undoPayIn: financeNow,
  approveUndo: deciding.undo,
  declineUndo: finance,
  hold: compliance,
  release: compliance,
} as const satisfies Record<string, Act>;

export type OrderAct = keyof typeof orderActs;

/** Who may do what with money that stands on no order. */
export const unassignedActs = {
  read: { roles: ['finance', 'compliance', 'admin'] },
  work: finance,
  giveBack: financeNow,
  decide: deciding.return,
} as const satisfies Record<string, Act>;
