import { backOfficeRoles, financeRoles, type Permission } from '../../kernel/permissions.ts';
import { decidePermissions } from '../approvals/permissions.ts';

const finance = { roles: financeRoles } as const;

export const paymentPermissions = {
  claim: { roles: [], owner: true },
  callOff: { roles: [], owner: true },
  view: { roles: backOfficeRoles, owner: true },
  queue: { roles: backOfficeRoles },
  receive: finance,
  rejectClaim: finance,
  reject: finance,
  /** One person prepares a refund, another approves it, then staff record the transfer (D2, E4). */
  prepareReturn: { roles: financeRoles, stepUp: 30 },
  approveReturn: decidePermissions.return,
  declineReturn: finance,
  recordReturned: { roles: financeRoles, stepUp: 30 },
  prepareUndo: { roles: financeRoles, stepUp: 30 },
  approveUndo: decidePermissions.undo,
  declineUndo: finance,
} as const satisfies Record<string, Permission>;

export type PaymentAct = keyof typeof paymentPermissions;
