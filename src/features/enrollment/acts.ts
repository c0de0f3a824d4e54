import type { Act } from '../../kernel/acts.ts';

/** Who may do what with the courses of a customer at the desk. */
export const enrollmentActs = {
  look: { roles: ['compliance', 'support', 'admin'] },
  /** Gives a course, moves the day until which it is given, or takes back what was given; never their own. */
  give: { roles: ['support', 'admin'] },
} as const satisfies Record<string, Act>;
