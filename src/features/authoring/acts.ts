import type { Act } from '../../kernel/acts.ts';

/** Who writes courses, and who says what they cost. */
export const authoringActs = {
  write: { roles: ['admin', 'instructor'] },
  price: { roles: ['admin'], stepUp: 30 },
} as const satisfies Record<string, Act>;
