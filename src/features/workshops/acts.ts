import { type Act, financeRoles } from '../../kernel/acts.ts';

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
} as const satisfies Record<string, Act>;
