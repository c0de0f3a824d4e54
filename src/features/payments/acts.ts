import { type Act, deskRoles, financeRoles } from '../../kernel/acts.ts';
import { deciding } from '../approvals/acts.ts';

const finance = { roles: financeRoles } as const;

/** Who may do what with a payment. What the payment itself allows at the moment is another question: see payment.ts. */
export const paymentActs = {
  claim: { roles: [], owner: true },
  callOff: { roles: [], owner: true },
  view: { roles: deskRoles, owner: true },
  /** Shows what waits. */
  queue: { roles: deskRoles },
  /** Confirms by the bank line, or attaches late money. */
  receive: finance,
  rejectClaim: finance,
  reject: finance,
  /** What leaves is prepared by one, approved by another, and recorded once it was sent (D2, E4). */
  prepareReturn: { roles: financeRoles, stepUp: 30 },
  approveReturn: deciding.return,
  declineReturn: finance,
  recordReturned: { roles: financeRoles, stepUp: 30 },
  /** What was agreed on and cannot be sent, or came back to us. */
  prepareUndo: { roles: financeRoles, stepUp: 30 },
  approveUndo: deciding.undo,
  declineUndo: finance,
} as const satisfies Record<string, Act>;

export type PaymentAct = keyof typeof paymentActs;
