import { type Act, financeRoles } from '../../kernel/acts.ts';

const holds = ['admin', 'support', 'instructor'] as const;

/** Who may do what with workshops at the desk. */
export const workshopActs = {
  /** Makes, changes, announces and calls off sessions. */
  hold: { roles: holds },
  /** Sees who comes. */
  see: { roles: [...financeRoles, 'support', 'instructor'] },
  /** Stands at the door. */
  checkIn: { roles: holds },
} as const satisfies Record<string, Act>;
