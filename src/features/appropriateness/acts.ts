import type { Act } from '../../kernel/acts.ts';

/** Who may do what with the lesson before a first order. */
export const appropriatenessActs = {
  look: { roles: ['compliance', 'support', 'admin'] },
  /** Lets somebody order without it, and says why. */
  waive: { roles: ['support', 'admin'] },
} as const satisfies Record<string, Act>;
