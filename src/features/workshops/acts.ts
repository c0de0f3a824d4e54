import { type Act, financeRoles } from '../../kernel/acts.ts';
import { deciding } from '../approvals/acts.ts';

const holds = ['admin', 'support', 'instructor'] as const;

/** Who may do what with workshops at the desk. */
export const workshopActs = {
  /** Makes, changes and announces sessions. */
  hold: { roles: holds },
  /** Calls one off: what was paid for it is prepared to go back (D2). */
  cancel: { roles: financeRoles, stepUp: 30 },
  /** Sees who comes. */
  see: { roles: [...financeRoles, 'support', 'instructor'] },
  /** Stands at the door. */
  checkIn: { roles: holds },
  /** Sees which training coins are handed out, and to which wallets. */
  seeAwards: { roles: [...financeRoles, 'support'] },
  /** Asks for their release, and records what was sent. */
  release: { roles: financeRoles, stepUp: 30 },
  /** Agrees to it, as the second person. */
  decideRelease: deciding.award,
} as const satisfies Record<string, Act>;
