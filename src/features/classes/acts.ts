import type { Act } from '../../kernel/acts.ts';

/** Who sees how many take a course, and writes to all of them. */
export const classActs = {
  write: { roles: ['instructor', 'admin'] },
} as const satisfies Record<string, Act>;
