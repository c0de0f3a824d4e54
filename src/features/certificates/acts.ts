import type { Act } from '../../kernel/acts.ts';

/** Who may do what with a certificate at the desk. */
export const certificateActs = {
  look: { roles: ['compliance', 'support', 'admin'] },
  /** Says for everybody to see that one counts no more, or that it counts again; never their own. */
  revoke: { roles: ['admin'], stepUp: 30 },
} as const satisfies Record<string, Act>;
